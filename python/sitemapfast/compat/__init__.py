"""Other libraries' shapes on this parser: change the import, keep the program.

::

    from sitemapfast.compat.usp.tree import sitemap_tree_for_homepage      # ultimate-sitemap-parser
    from sitemapfast.compat.advertools import sitemap_to_df                # advertools
    from sitemapfast.compat.scrapy import SitemapSpider                    # Scrapy

Written from the behaviour and the documentation of the originals, on the public names of sitemapfast alone. What is
different, and why, stands in ``docs/migrate``; ``tests/compat`` holds each module to its original. Nothing is imported
here, so that no program pays for what another one replaces.
"""

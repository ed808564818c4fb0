"""The command of ultimate-sitemap-parser: ``python -m sitemapfast.compat.usp ls URL``."""

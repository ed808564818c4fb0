"""`python -m sitemapfast`: the command line, where the script is not on the path."""

from sitemapfast._cli.main import main

if __name__ == "__main__":
    main()

"""``python -m sitemapfast.compat.usp``: the command."""

from sitemapfast.compat.usp.cli.cli import main

if __name__ == "__main__":
    main()

"""What a tree consists of: `page` and `sitemap`."""

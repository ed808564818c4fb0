"""The default fetchers: how documents come over HTTP, and to which addresses nobody connects.

Enters: a `sitemapfast.typing.Request`. Leaves: one of the answers of `sitemapfast.typing`. `sitemapfast._api` is
the only caller; nothing here knows what a sitemap is, follows a redirect, asks twice or waits.

::

    client    HttpClient, AsyncHttpClient: one request to one answer, over httpcore2's pools
    plan      a request as it goes out
    backend   the sockets: pinned address, total time, shut from outside   (aio: under asyncio; tls: the layer on top)
    guard     which addresses and names are not public; pure tables
    exchange  what the sockets have to know of the request they serve
    resolver  name lookups that can be given up
    content   a body collected and its content codings undone, within limits
    adapters  the caller's own httpx2 client as a fetcher
    base      what all of them share
"""

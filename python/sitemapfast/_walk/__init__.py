"""The traversal: which documents are read, in which order, and what becomes of them.

::

    engine    what happens next: next_action() -> Fetch | Visit | Wait | Done, and what came of it
    frontier  the entries that wait, and what is known of every URL
    budget    what is counted, and how much is left
    policy    one document over HTTP: redirects, retries, delay
    rules     which sitemaps are followed, which pages are kept
    reading   bytes to a parsed document
    ledger    what the call has found so far
    result    what a call returns
    resume    frontier and seen as plain data
    ports     what a driver needs from outside
    sync aio  the drivers: threads, asyncio; they decide nothing

Everything but the two drivers is free of I/O, clocks, threads and asyncio: time is an argument.
"""

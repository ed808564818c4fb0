"""A small, realistic site inside the package, so that the library can be tried without a network.

The files stand in `site/`, readable, with ``{{origin}}`` where the address of the server goes; `server` serves them
on a loopback port. `sitemapfast demo` and the tests use it.
"""

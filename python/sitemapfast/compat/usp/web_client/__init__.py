"""How documents are fetched: `abstract_client` has the protocol, `requests_client` one on requests."""

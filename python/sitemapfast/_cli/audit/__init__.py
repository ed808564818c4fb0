"""The audit: what `sitemapfast check` says of documents that were read. Pure: nothing is read.

::

    model.py       a rule, a finding, a severity
    catalogue.py   THE table of rules: code, severity, scope, explanation, advice
    selection.py   which of them are asked for
    subject.py     one document as it is audited: what was parsed, and its bytes
    report.py      takes findings, counts all and keeps some
    reading.py     what the parsers found, as findings: the codes of the core mapped to rules
    vocabulary.py  the schemas of elements, as data; structure.py holds a document to them
    fetching.py, files.py, locations.py, hosts.py, dates.py, entries.py, media.py, languages.py
                   the rules on one document, by subject
    robots.py      what a robots.txt allows
    site.py        the rules that need several documents
    run.py         puts them together
    people.py, machine.py, page.py   a report as text, JSON, SARIF, GitHub commands, HTML
"""

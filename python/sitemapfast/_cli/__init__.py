"""The command line, on the public API only.

::

    main.py        the group; loads a command when it is called
    command.py     what a command is to click: options in sections, examples, exit codes
    options.py     the options that commands share, each the API's setting of the same name

    source.py      SOURCE: a URL, a file, a folder, a glob or standard input
    reading.py     reads all sources one after the other and keeps account; interrupt.py, progress.py
    running.py     what commands that read have in common, and how they end

    output.py      rows to a format; cells.py (text, JSON, CSV), columnar.py (Parquet, Arrow)
    sink.py        bytes to a file that appears when it is whole, or to a pipe
    report.py      errors to standard error, and the exit codes
    tables.py      tables and bars for people; page.py the same as HTML

    urls.py, tree.py (outline.py), discover.py, diff.py (side.py), stats.py (census.py), completion.py, demo.py,
    check.py (audit/)   one command a file, with what it works on in brackets

A command is one file with one `command.Command`, and one line in `main.COMMANDS`. All that strangers wrote goes through
`report.printable` before it reaches a terminal.
"""

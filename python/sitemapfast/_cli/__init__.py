"""The command line, on the public API only.

::

    main.py      the group; loads a command when it is called
    options.py   the options that commands share, each the API's setting of the same name
    source.py    SOURCE: a URL, a file or standard input
    output.py    rows to text or JSON lines, to a file or a pipe
    report.py    errors to standard error, and the exit codes
    urls.py, demo.py, …   one command a file

A command is one file with one `click.Command`, and one line in `main.COMMANDS`.
"""

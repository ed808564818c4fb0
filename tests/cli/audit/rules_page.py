"""Writes `docs/check.md`, the page of the rules, from the table of rules and the examples.

Enters: `RULES` and `examples/*.toml`. Leaves: the page. ``python -m tests.cli.audit.rules_page`` writes it; a test
compares.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.cli.audit.documents import load, pieces

from sitemapfast._cli.audit.catalogue import RULES
from sitemapfast._cli.audit.site import MAX_PAGES

if TYPE_CHECKING:
    from sitemapfast._cli.audit.model import Rule

PAGE = Path(__file__).parents[3] / "docs" / "check.md"

_INTRODUCTION = """\
# The rules of `sitemapfast check`

<!-- Written by tests/cli/audit/rules_page.py from the table of rules and their examples: change those. -->

`sitemapfast check` reads robots.txt, sitemaps, indexes and feeds, holds them to the protocol and to what search
engines ask for, and says what is wrong, where, and what to do about it. It fetches no page.

```console
$ sitemapfast check https://example.com/robots.txt --select nested-index
warning nested-index  1 time
        The index lists another index, which engines refuse. List the sitemaps themselves.
        https://sitemapfast.readthedocs.io/check/#nested-index
          https://example.com/sitemap.xml:7  it is an index itself  https://example.com/sitemaps/products.xml

no errors, 1 warning, no infos in 12 documents with 24 URLs
```

```sh
sitemapfast check https://example.com/sitemap.xml --html report.html
sitemapfast check public/ --url https://example.com/ --format sarif > sitemaps.sarif
curl -s https://example.com/sitemap.xml | sitemapfast check - --fail-on warning
```

Every document is read twice: tolerantly, to see what it says, and strictly, to see what a reader that forgives
nothing refuses. For a URL the robots.txt of its site is read too, unless `--no-robots` is given. What needs the HTTP
response is said only of what was fetched, what needs other documents only where there are some. Whether a robots.txt
allows a page is judged by its rules for all crawlers (`User-agent: *`). At most {max_pages} pages of a call are
compared with each other.

`--select` and `--ignore` take codes, or how codes begin, with commas between them: `--select url-,lastmod-invalid`. A
rule marked *optional* runs only if it is selected; `--select default,url-too-long-baidu` adds one to the others.
`--severity` leaves out what is less bad, `--max-per-rule` says how many findings of each rule are shown; all are
counted.

| exit code | meaning |
|---|---|
| 0 | nothing as bad as `--fail-on` was found: `error` unless given; `warning`, `info` and `never` are the others |
| 1 | something was; a document that could not be read is an error too |
| 2 | wrong usage, or a file that cannot be opened |
| 130 | interrupted: what was found until then is reported |

Origins: GSC Search Console, GD Google's documentation, YX Yandex, BG Bing, SF Screaming Frog, LU Lumar, SO
sitemaps.org, XS the XML schemas, common: many tools have it, own: ours.

In the examples an entry stands for a document with that entry at `https://example.com/sitemap.xml`, and it is 12:00
UTC on the first of November 2026. `{{n}}` counts from 0. `{{video}}` and `{{news}}` are what every video and every
article needs, and `{{link:de /de}}` is a link to `https://example.com/de` with that `hreflang`.
"""


def page() -> str:
    """Return the page."""
    examples = load()
    parts = [_INTRODUCTION.format(max_pages=f"{MAX_PAGES:,}")]
    for group, rules in groupby(RULES.values(), key=lambda rule: rule.group):
        parts.append(f"## {group}\n")
        parts += [_section(rule, examples[rule.code]) for rule in rules]
    return "\n".join(parts)


def _section(rule: Rule, example: dict[str, Any]) -> str:
    optional = ", optional" if rule.optional else ""
    return (
        f"### {rule.code}\n\n"
        f"{rule.explanation} {rule.advice}\n\n"
        f"{str(rule.severity).capitalize()}{optional}; needs {rule.scope.value}."
        f" Origin: {', '.join(rule.origin.split())}.\n\n"
        f"Breaks it:\n\n{_shown(example['fails'])}\n\nKeeps it:\n\n{_shown(example['passes'])}\n"
    )


def _shown(example: str | dict[str, Any] | list[dict[str, Any]]) -> str:
    return "\n\n".join(_document(piece) for piece in pieces(example))


def _document(piece: dict[str, Any]) -> str:
    said = {name: value for name, value in piece.items() if name != "text"}
    words = {
        "url": "At `{}`",
        "status": "Status {}",
        "network": "No answer: {}",
        "requested_url": "Asked for as `{}`",
        "content_type": "With `Content-Type: {}`",
        "last_modified": "With `Last-Modified: {}`",
        "gzip": "As gzip",
        "cut": "Cut short by {} bytes",
        "encoding": "Written in {}",
        "repeat": "Written {:,} times",
        "inner": "The part marked `inner` {:,} times",
        "long": "With a location of {:,} characters",
        "pad": "Filled up to {:,} bytes",
    }
    told = "; ".join(words[name].format(value) for name, value in said.items())
    text = piece.get("text")
    block = "" if text is None else f"```{_language(text)}\n{text.strip()}\n```" if text.strip() else "An empty file."
    return "\n\n".join(part for part in (f"{told}:" if told and block else told, block) if part)


def _language(text: str) -> str:
    return "xml" if text.lstrip().startswith("<") else "txt"


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")

"""Read a site in rounds that can be days apart, with all that has to be remembered in a JSON file.

    python crawl_in_rounds.py https://example.com/robots.txt state.json pages.txt 5

Each run reads 5 documents, adds their pages to ``pages.txt``, and exits with 0 once nothing is left to do. A document
is read once, however many rounds there are; those that failed are reported, and not tried again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import sitemapfast as sf


def main(url: str, state: str, pages: str, documents: str) -> int:
    """Do one round, and return 0 if it was the last one."""
    memory = Path(state)
    todo, seen = json.loads(memory.read_text(encoding="utf-8")) if memory.exists() else ([url], {})

    with Path(pages).open("a", encoding="utf-8") as file, sf.SitemapParser(max_sitemaps=int(documents)) as parser:

        def visit(document: sf.Document) -> None:
            file.writelines(f"{loc}\n" for loc in document.urls.locs())

        result = parser.walk(todo, seen=seen, retention="none", on_document=visit)

    # Written beside it first: a run that is killed here leaves the memory of the round before.
    fresh = memory.with_suffix(".new")
    fresh.write_text(json.dumps([result.frontier, result.seen]), encoding="utf-8")
    fresh.replace(memory)

    for failure in result.failures:
        print(failure.error, file=sys.stderr)
    print(f"{result.stats.read} documents and {result.stats.urls} pages read, {len(result.frontier)} documents left")
    return 1 if result.frontier else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))

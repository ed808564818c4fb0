"""The rules on news.

Enters: a subject. Leaves: findings. Called by `run`. What is missing from the markup, `structure` tells.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["check_news"]

_MAX_ARTICLES: Final = 1_000
_AGE: Final = timedelta(days=2)
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}|zh-(?:cn|tw)")
_DEAD: Final = ("access", "genres", "keywords", "stock_tickers")


def check_news(subject: Subject, report: Report) -> None:
    """Report articles that Google News refuses or ignores."""
    document = subject.document
    if document is None:
        return
    articles = 0
    for loc, news, line, entry in document.urls.rows("loc", "news", "line", "position"):
        if news is None:
            continue
        articles += 1
        published = news.publication_date
        if published is not None and published < subject.now - _AGE:
            report.add("news-old", subject, f"it is of {published.date()}", line=line, entry=entry, loc=loc)
        language = news.publication_language
        if language and not _LANGUAGE.fullmatch(language):
            report.add("news-language", subject, f'the language is "{language}"', line=line, entry=entry, loc=loc)
        dead = ", ".join(name for name in _DEAD if getattr(news, name))
        if dead:
            report.add("news-deprecated", subject, f"there is {dead}", line=line, entry=entry, loc=loc)
    if articles > _MAX_ARTICLES:
        report.add("news-too-many", subject, f"{articles:,} articles; {_MAX_ARTICLES:,} are allowed")

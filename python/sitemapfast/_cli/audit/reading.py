"""What the parsers found, as findings: each code of an error or a note of the core is a case of a rule.

Enters: a subject, whose errors and notes come from tolerant and from strict reading. Leaves: findings. Called by `run`
after the rules, whose own words on an entry are better than those of the parser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import sitemapfast as sf
from sitemapfast._cli.audit.dates import judge

if TYPE_CHECKING:
    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["ERRORS", "NOTES", "UNSAID", "check_reading"]

ERRORS: Final = {
    "attribute_limit": "reader-limit",
    "empty_document": "empty-file",
    "false_encoding": "encoding-conflict",
    "gzip_damaged": "compression-error",
    "image_loc": "missing-tag",
    "invalid_changefreq": "changefreq-invalid",
    "invalid_lastmod": "lastmod-invalid",
    "invalid_priority": "priority-invalid",
    "invalid_value": "video-value",
    "link_invalid": "hreflang-invalid",
    "loc_blank": "url-unencoded",
    "loc_control": "url-invalid",
    "loc_escape": "url-unencoded",
    "loc_host": "url-invalid",
    "loc_invalid": "url-invalid",
    "loc_markup": "tag-has-children",
    "loc_port": "url-invalid",
    "loc_relative": "url-relative",
    "loc_scheme": "url-scheme",
    "loc_too_long": "url-too-long",
    "loc_undecodable": "url-invalid",
    "media_url": "url-invalid",
    "misplaced": "unknown-tag",
    "missing_loc": "missing-tag",
    "name_limit": "reader-limit",
    "namespace_limit": "reader-limit",
    "nesting_limit": "reader-limit",
    "news_missing": "news-missing",
    "not_well_formed": "xml-malformed",
    "priority_range": "priority-invalid",
    "robots_limit": "too-large",
    "several_locs": "duplicate-tag",
    "size_limit": "too-large",
    "text_limit": "reader-limit",
    "truncated": "xml-malformed",
    "undecodable_bytes": "bad-bytes",
    "unknown_encoding": "encoding-not-utf8",
    "unrecognized_format": "unsupported-format",
    "video_loc": "video-missing-thumbnail",
    "video_missing": "video-missing-location",
    "video_range": "video-value",
}
"""Error code of the core -> code of the rule."""

NOTES: Final = {
    "bad_attribute": "xml-malformed",
    "bad_declaration": "xml-malformed",
    "bad_reference": "xml-malformed",
    "bare_ampersand": "bare-ampersand",
    "bare_less_than": "xml-malformed",
    "broken_tag": "xml-malformed",
    "cdata_end": "xml-malformed",
    "comment_hyphens": "xml-malformed",
    "content_after_root": "xml-malformed",
    "control_character": "xml-malformed",
    "false_encoding_ignored": "encoding-conflict",
    "html_robots": "sitemap-soft-html",
    "lenient_date": "lastmod-nonstandard",
    "many_entries": "too-many-urls",
    "markup_before_declaration": "leading-whitespace",
    "misplaced_entry": "unknown-tag",
    "missing_colon": "robots-line",
    "missing_end_tag": "xml-malformed",
    "missing_start_tag": "xml-malformed",
    "misspelt_directive": "robots-line",
    "non_ascii_loc": "url-unencoded",
    "replaced_bytes": "bad-bytes",
    "several_locs_split": "duplicate-tag",
    "several_on_a_line": "robots-line",
    "stray_end_tag": "xml-malformed",
    "stray_text": "xml-malformed",
    "undeclared_prefix": "extension-namespace-undeclared",
    "unknown_entity": "html-entity",
    "value_twice": "duplicate-tag",
}
"""Code of a note of the core -> code of the rule."""

UNSAID: Final = frozenset({"loc_origin", "url_limit", "validation_error_limit"})
"""Codes that are no case of a rule: limits of this reading, and hosts, which `hosts` judges by the robots.txt too."""

# Where a document is well-formed, `structure` has seen these itself, with line and column.
_SEEN_BY_STRUCTURE: Final = frozenset({"value_twice", "several_locs_split", "several_locs", "misplaced", "image_loc"})
_SEEN_BY_FILES: Final = frozenset({"many_entries", "size_limit"})


def check_reading(subject: Subject, report: Report, *, structured: bool) -> None:
    """Report what tolerant and strict reading say of a document.

    Args:
        subject: The document.
        report: Where the findings go.
        structured: Whether `structure` has walked all of it.
    """
    seen = _SEEN_BY_FILES | (_SEEN_BY_STRUCTURE if structured else frozenset())
    said: set[str] = set()
    for error in _errors(subject):
        code = ERRORS.get(error.code)
        if error.code in seen or code is None:
            continue
        if isinstance(error, sf.ParseError):
            # Strict reading refuses a document as a whole for what tolerant reading has refused it for.
            if code not in said and not _is_html(subject, error):
                report.add(code, subject, error.reason, line=error.line, column=error.column)
            said.add(code)
        elif isinstance(error, sf.ValidationError):
            _add_validation(code, error, subject, report)
    if subject.document is not None:
        for note in subject.document.notes:
            if note.code in NOTES and note.code not in seen:
                times = f" ({note.count:,} times)" if note.count > 1 else ""
                report.add(NOTES[note.code], subject, note.message + times, line=note.line)


def _errors(subject: Subject) -> list[sf.SitemapError]:
    tolerant = [] if subject.document is None else list(subject.document.errors)
    refused = [] if subject.error is None else [subject.error]
    return [*refused, *tolerant, *subject.strict]


def _is_html(subject: Subject, error: sf.ParseError) -> bool:
    """Whether `fetching` has reported a web page already."""
    return error.code == "unrecognized_format" and subject.http is not None and '"html"' in error.reason.lower()


def _add_validation(code: str, error: sf.ValidationError, subject: Subject, report: Report) -> None:
    message = error.reason
    if error.code == "invalid_lastmod" and error.value:
        code, message = judge(error.value) or (code, message)
    elif error.code == "invalid_value" and "video" not in (error.field or ""):
        code = "news-missing" if "news" in (error.field or "") else "invalid-attribute"
    elif error.code == "video_missing":
        code = _video(error)
    loc = "" if error.url == subject.url else error.url
    report.add(code, subject, message, line=error.line, entry=error.entry_index, loc=loc)


def _video(error: sf.ValidationError) -> str:
    what = f"{error.field or ''} {error.reason}"
    if "title" in what:
        return "video-missing-title"
    return "missing-tag" if "description" in what else "video-missing-location"

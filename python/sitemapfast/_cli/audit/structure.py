"""Holds an XML sitemap to the schemas: which elements stand where, in which order, with which attributes.

Enters: the text of a urlset or an index. Leaves: findings with line and column. Called by `run`. The parser of the
library tells what a document says; what it says twice, in another order or in elements of its own, only the markup
tells. Expat reads it, which stops where a document is not well-formed; entities are not expanded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from sitemapfast._cli.audit.model import Severity
from sitemapfast._cli.audit.vocabulary import CORE, ELEMENTS, PREFIXES, Element, namespace_kind, root_namespace

if TYPE_CHECKING:
    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["check_structure"]

_TEXT: Final = Element(text=True)
_MAX_DEPTH: Final = 64
# Each is looked for in the whole text.
_MAX_ENTITIES: Final = 100
_ENTRIES: Final = frozenset({"url", "sitemap"})
_LOCATIONS: Final = frozenset({"loc", "image:loc"})


@dataclass(slots=True)
class _Open:
    """An element that has begun.

    Attributes:
        name: Its name, the prefix being that of `PREFIXES`, whatever the document calls it.
        schema: What it may hold, or ``None`` if that is not known; then nothing in it is looked at.
        place: Line and column.
        scope: The namespaces, by prefix.
        seen: Its children, by name: whether one of them had a value.
        last: How far the order of the schema was come.
        text: The pieces of its text.
        marked: Whether markup stands in its text.
        disordered: Whether its order was reported.
    """

    name: str
    schema: Element | None
    place: tuple[int, int]
    scope: dict[str, str]
    seen: dict[str, bool] = field(default_factory=dict)
    last: int = -1
    text: list[str] = field(default_factory=list)
    marked: bool = False
    disordered: bool = False


class _StopError(Exception):
    """There is nothing more to learn here."""


def check_structure(subject: Subject, report: Report) -> bool:
    """Report what the markup of an XML sitemap does against the schemas.

    Args:
        subject: The document.
        report: Where the findings go.

    Returns:
        Whether all of it was walked.
    """
    # What was too much for the parser is so here.
    if not subject.is_xml_sitemap or (subject.error is not None and subject.error.code.endswith("_limit")):
        return False
    walk = _Walk(subject, report)
    try:
        walk.run(subject.text)
    except (expat.ExpatError, _StopError):
        return False
    return True


class _Walk:
    """One walk through the elements of a document."""

    def __init__(self, subject: Subject, report: Report) -> None:
        self._subject = subject
        self._report = report
        self._open: list[_Open] = []
        # How many elements of no interest are open.
        self._skipped = 0
        self._entry = -1
        self._unknown: set[str] = set()
        self._undeclared: set[str] = set()
        self._loc = ""
        self._entities = 0
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.EntityDeclHandler = self._entity

    def run(self, text: str) -> None:
        self._parser.Parse(text.encode("utf-8", "replace"), True)

    def _place(self) -> tuple[int, int]:
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    def _add(self, code: str, message: str, place: tuple[int, int]) -> None:
        line, column = place
        self._report.add(code, self._subject, message, line=line, column=column, loc=self._loc)

    def _doctype(self, *_: object) -> None:
        self._add("doctype-present", "a DOCTYPE is declared", self._place())

    def _entity(self, name: str, is_parameter: int, *_: object) -> None:
        self._entities += 1
        if self._entities > _MAX_ENTITIES:
            raise _StopError
        used = f"&{name};" in self._subject.text
        if used:
            line, column = self._place()
            message = (
                f"the DOCTYPE defines the entity {name}, and it is used; readers refuse it, nothing behind was checked"
            )
            self._report.add(
                "doctype-present", self._subject, message, line=line, column=column, severity=Severity.ERROR
            )
        if used or is_parameter:
            raise _StopError

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        parent = self._open[-1] if self._open else None
        if self._skipped or (parent is not None and parent.schema is None):
            self._skip(parent)
            return
        scope = _scope(parent.scope if parent is not None else {}, attributes)
        name = self._name(tag, scope, is_root=parent is None)
        if name is None or len(self._open) >= _MAX_DEPTH:
            self._skip(parent)
            return
        opened = _Open(name, ELEMENTS.get(name, _TEXT), self._place(), scope)
        if parent is None:
            self._root(tag, opened)
        elif not self._child(parent, opened):
            self._skip(parent)
            return
        if opened.schema is not None:
            self._attributes(opened, attributes)
        if name in _ENTRIES and len(self._open) == 1:
            self._entry += 1
            self._loc = ""
        self._open.append(opened)

    def _skip(self, parent: _Open | None) -> None:
        self._skipped += 1
        if parent is not None and self._skipped == 1:
            parent.marked = True

    def _name(self, tag: str, scope: dict[str, str], *, is_root: bool) -> str | None:
        """Return the name of an element as the schemas have it, or ``None`` for one of no vocabulary."""
        prefix, _, local = tag.rpartition(":")
        uri = scope.get(prefix, "" if not prefix else None)
        if uri is None:
            if prefix not in self._undeclared:
                self._undeclared.add(prefix)
                self._add("extension-namespace-undeclared", f"the prefix {prefix} is not declared", self._place())
            kind = PREFIXES.get(prefix)
        else:
            # Readers take the root for what it is called, and what has no namespace for the protocol's own.
            kind = CORE if is_root or uri in ("", self._root_uri) else namespace_kind(uri)
        if kind is None:
            if uri and uri not in self._unknown:
                self._unknown.add(uri)
                self._add(
                    "extension-namespace-unknown", f'the namespace "{uri}" of <{tag}> is not known', self._place()
                )
            return None
        return local if kind == CORE else f"{kind}:{local}"

    @property
    def _root_uri(self) -> str:
        return self._open[0].scope.get("*root", "") if self._open else ""

    def _root(self, tag: str, opened: _Open) -> None:
        uri = opened.scope.get(tag.rpartition(":")[0], "")
        opened.scope["*root"] = uri
        code = root_namespace(uri)
        if code is not None:
            self._add(code, f'the namespace is "{uri}"' if uri else f"<{tag}> has no namespace", opened.place)

    def _child(self, parent: _Open, child: _Open) -> bool:
        """Take a child into account; return whether to look into it."""
        schema = parent.schema
        if schema is None:
            return False
        name = child.name
        if schema.text:
            # One report an element, when it ends.
            return False
        if name not in schema.order:
            foreign = ":" in name and name.partition(":")[0] != parent.name.partition(":")[0]
            if not (schema.extensible and foreign):
                self._add("unknown-tag", f"<{name}> stands in <{parent.name}>", child.place)
                return False
            parent.last = len(schema.order)
            return name in ELEMENTS
        if name in parent.seen and name not in schema.repeatable:
            self._add("duplicate-tag", f"<{name}> stands twice in <{parent.name}>", child.place)
        parent.seen.setdefault(name, False)
        position = schema.order.index(name)
        if position < parent.last and not parent.disordered:
            parent.disordered = True
            before = "an extension" if parent.last == len(schema.order) else f"<{schema.order[parent.last]}>"
            self._add("element-order", f"<{name}> stands after {before}", child.place)
        parent.last = max(parent.last, position)
        return True

    def _attributes(self, opened: _Open, attributes: dict[str, str]) -> None:
        schema = opened.schema
        if schema is None or not schema.attributes:
            return
        for name, wanted in schema.attributes.items():
            value = attributes.get(name)
            if value is None:
                if wanted.required:
                    self._add("missing-attribute", f"<{opened.name}> has no {name}", opened.place)
            elif not wanted.values.fullmatch(value):
                self._add("invalid-attribute", f'{name} of <{opened.name}> is "{value}"', opened.place)
        if opened.name == "xhtml:link" and not attributes.keys() & {"hreflang", "media"}:
            self._add("missing-attribute", "<xhtml:link> has no hreflang", opened.place)

    def _characters(self, text: str) -> None:
        if not self._skipped and self._open:
            opened = self._open[-1]
            if opened.schema is not None and opened.schema.text:
                opened.text.append(text)

    def _end(self, _tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        closed = self._open.pop()
        schema = closed.schema
        if schema is None:
            return
        parent = self._open[-1] if self._open else None
        if schema.text:
            self._end_text(closed, parent, schema)
        else:
            self._missing(closed, schema)
            if parent is not None and closed.name in parent.seen:
                parent.seen[closed.name] = True

    def _end_text(self, closed: _Open, parent: _Open | None, schema: Element) -> None:
        text = "".join(closed.text)
        name = closed.name
        if closed.marked:
            self._add("tag-has-children", f"there is markup in <{name}>", closed.place)
        if text.strip() or schema.may_be_empty or closed.marked:
            if parent is not None and name in parent.seen:
                parent.seen[name] = True
        elif parent is None or parent.schema is None or name not in parent.schema.required:
            self._add("empty-tag", f"<{name}> is empty", closed.place)
        if name == "loc":
            self._loc = text.strip()
        if name in _LOCATIONS and text.strip() and (text != text.strip() or "\n" in text):
            self._add("url-whitespace", f"there is white space in <{name}>", closed.place)

    def _missing(self, closed: _Open, schema: Element) -> None:
        for name, code in schema.required.items():
            if not closed.seen.get(name):
                what = "is empty" if name in closed.seen else "is missing"
                # Of the protocol's own entries the parser tells, which also reads what is not well-formed.
                if closed.name not in _ENTRIES:
                    self._add(code, f"<{name}> of <{closed.name}> {what}", closed.place)
        if closed.name == "video:video" and not (
            closed.seen.get("video:content_loc") or closed.seen.get("video:player_loc")
        ):
            self._add("video-missing-location", "neither <video:content_loc> nor <video:player_loc>", closed.place)


def _scope(outer: dict[str, str], attributes: dict[str, str]) -> dict[str, str]:
    """Return the namespaces that hold in an element."""
    declared = {
        name.partition(":")[2]: uri for name, uri in attributes.items() if name == "xmlns" or name.startswith("xmlns:")
    }
    return {**outer, **declared} if declared else outer

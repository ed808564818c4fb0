"""Strict mode knows what XML 1.0 and its namespaces forbid ([34]): held against expat, and lxml where they part ways.

Documents with an internal DTD subset stay out, since it is skipped unchecked. What follows the root other than comments,
instructions and white space is not well-formed, as for expat.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from xml.parsers import expat

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from sitemapfast import _core
from sitemapfast.exceptions import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

Place = tuple[int, int]

# Documents that use all that may stand in one, each on several lines.
VALID = {
    "everything": """<?xml version="1.0" encoding="UTF-8" standalone='yes'?>
<!-- c - d -->
<?pi x="<&" y?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i='urn:i'
  a="1">
<url><loc>https://example.com/?a=1&amp;b&#x41;&#66;</loc><i:x i:a='2' b=">"/>
<!-- é --><![CDATA[a ]] > <b>&]]></url>
</urlset >
<!-- end -->
<?end?>
""",
    "prefixes": """<!DOCTYPE urlset SYSTEM 'x>y'>
<s:urlset xmlns:s="urn:s" xml:lang="de"
>text &lt; &quot;&apos; ]] ]>
<s:url
 s:a="&#10;&gt;" a=''/><_a.b-c/><é/>
</s:urlset
>""",
    "equal namespaces": """<!DOCTYPE urlset PUBLIC "-//x//y's" "z">
<urlset xmlns:a="urn:1" xmlns:b="urn:2"><url a:x="1" b:x="2" x="3"/></urlset>""",
}

SPLICED = [
    *"<>&\"'/=!?-][:;#xa9.",
    *" \n\r\t\x01\x0b\ufffe\u0300é",
    *("<!--", "-->", "<![CDATA[", "]]>", "<a>", "</a>", "<a/>", "<?x?>", "<?xml?>", "<?xml version='1.0'?>"),
    *("&amp;", "&#0;", "&#xD800;", "&#xFFFF;", "&#x110000;", "&#x;", "&#X41;", "&foo;", "&a:b;", "&x41"),
    *(' xmlns:q=""', ' xmlns:xml="x"', ' xmlns:xmlns="x"', ' xmlns="http://www.w3.org/2000/xmlns/"', ' b:x="1"'),
    *(' b="2"', ' xmlns:b="urn:1"', " c", " c=d", ' c="<"', " xmlns:e='urn:2' e:x='1' "),
]


def with_faults(text: str) -> Iterator[str]:
    """A document with one thing inserted, replaced or left out, at every place."""
    for at in range(len(text) + 1):
        for piece in SPLICED:
            yield text[:at] + piece + text[at:]
            yield text[:at] + piece + text[at + 1 :]
        yield text[:at]
        for length in (1, 2, 5, 9):
            yield text[:at] + text[at + length :]


def by_expat(data: bytes) -> tuple[Place, str] | None:
    """Where expat stops, and why."""
    # The separator is a character that no document may hold, so that none is taken for it.
    parser = expat.ParserCreate(namespace_separator="\x01")
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        return (error.lineno, error.offset + 1), expat.ErrorString(error.code)
    return None


def is_well_formed_to_lxml(data: bytes) -> bool:
    parser = etree.XMLParser(resolve_entities=False, huge_tree=True, no_network=True, recover=False)
    try:
        etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return False
    return True


def by_us(data: bytes) -> ParseError | None:
    try:
        _core.parse(data, strict=True)
    except ParseError as error:
        return error
    return None


NO_VERSION = re.compile(r"<\?xml\s+version\s*=\s*[\"'](?!1\.\d+[\"'])")


def expected(data: bytes) -> tuple[Place, str] | None:
    """The verdict to be met: that of expat, which takes anything for a version."""
    found = by_expat(data)
    if found is None and NO_VERSION.match(data.decode()):
        return (1, 1), "XML declaration not well-formed"
    return found


# What expat reports where a tag or the document begins or ends, and we where the fault is.
ELSEWHERE = {
    "XML declaration not well-formed",
    "unbound prefix",
    "undefined entity",
    "must not undeclare prefix",
    "reserved prefix (xml) must not be undeclared or bound to another namespace name",
    "reserved prefix (xmlns) must not be declared or undeclared",
    "prefix must not be bound to one of the reserved namespace names",
    "unclosed CDATA section",
    "unclosed token",
}
# Where both mark the same byte.
SAME_COLUMN = {"mismatched tag", "junk after document element", "no element found"}


def is_compared(data: bytes) -> bool:
    """Whether the verdict is about well-formedness: an unknown root or encoding ends the document before that is known."""
    error = by_us(data)
    if re.match(rb"<!DOCTYPE[^<]*\[", data) or not re.match(rb"<\?xml.*encoding=\"UTF-8\"|(?!.*encoding)", data):
        return False
    return error is None or error.code == "not_well_formed"


def check(data: bytes) -> None:
    """The same verdict; where the fault is in the root or behind it, the same line."""
    ours, theirs = by_us(data), expected(data)
    assert (ours is None) == (theirs is None), (ours, theirs)
    if ours is None or theirs is None:
        return
    assert ours.line is not None
    assert ours.column is not None
    assert ours.offset is not None
    (line, column), reason = theirs
    root = re.search(rb"<(s:)?urlset", data)
    if reason in ELSEWHERE or root is None or ours.offset <= root.start():
        return
    assert ours.line == line, (ours, theirs)
    if reason in SAME_COLUMN:
        assert ours.column == column, (ours, theirs)


@pytest.mark.parametrize("name", VALID)
def test_valid_documents_are_well_formed(name: str) -> None:
    """[34]: the corpus is what it is said to be."""
    data = VALID[name].encode()
    assert by_us(data) is None
    assert by_expat(data) is None
    assert is_well_formed_to_lxml(data)


@pytest.mark.parametrize("name", VALID)
def test_every_fault_gets_the_verdict_and_the_line_of_expat(name: str) -> None:
    """[34]: every fault at every place of every document (a sample of them, evenly spread)."""
    faults = list(with_faults(VALID[name]))
    step = 1 if "EVERY_FAULT" in os.environ else 7
    compared = 0
    for text in faults[::step]:
        data = text.encode()
        if is_compared(data):
            compared += 1
            check(data)
    assert compared > len(faults) // step // 2

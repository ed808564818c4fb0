"""Strict mode knows what XML 1.0 and its namespaces forbid ([34]): held against expat, and lxml where they part ways.

Documents with an internal DTD subset stay out, since it is skipped unchecked. What follows the root other than
comments, instructions and white space is not well-formed, as for expat.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from xml.parsers import expat

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from lxml import etree

from sitemapfast import _core
from sitemapfast.exceptions import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

Place = tuple[int, int]
PROPERTY = settings(
    max_examples=200,
    derandomize="CI" in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

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
    """Whether the verdict is about well-formedness: an unknown root or encoding ends the document before."""
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
    step = 1 if "EVERY_FAULT" in os.environ else 11
    compared = 0
    for text in faults[::step]:
        data = text.encode()
        if is_compared(data):
            compared += 1
            check(data)
    assert compared > len(faults) // step // 2


NAMES = st.sampled_from(["url", "s:url", "a.b-c", "_x", "ü", "t:x"])
TEXTS = st.sampled_from(
    ["", "x", " \n", "é]] >", "&lt;&#x41;&#10;", "<![CDATA[<a>&]]>", "<!-- - -->", "<?p q?>", "\r\n"]
)
ATTRIBUTES = st.sampled_from(
    ["", " a=''", "\n b='>'", ' s:a="&amp;"', " xmlns:t='urn:t' t:a=''", " xmlns=''", " xml:lang='i'"]
)


@st.composite
def elements(draw: st.DrawFn, depth: int = 2) -> str:
    name, attributes = draw(NAMES), draw(ATTRIBUTES)
    if name.startswith("t:") and "xmlns:t" not in attributes:
        attributes += ' xmlns:t="urn:t"'
    children = draw(st.lists(elements(depth - 1), max_size=3)) if depth else []
    inside = "".join(draw(TEXTS) + child for child in children) + draw(TEXTS)
    if not inside and draw(st.booleans()):
        return f"<{name}{attributes}{draw(st.sampled_from(['', ' ']))}/>"
    return f"<{name}{attributes}>{inside}</{name}{draw(st.sampled_from(['', ' ', chr(10)]))}>"


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A well-formed document."""
    before = draw(
        st.sampled_from(["", '<?xml version="1.0" encoding="UTF-8"?>\n', "<!-- a --><?b?>\n", "<!DOCTYPE urlset>"])
    )
    after = draw(st.sampled_from(["", "\n", "<!-- a -->", "<?b?>\n"]))
    inside = "".join(draw(st.lists(elements(), max_size=3)))
    return f'{before}<urlset xmlns:s="urn:s">{inside}</urlset>{after}'


@st.composite
def documents_with_faults(draw: st.DrawFn) -> str:
    text = draw(documents())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["", *SPLICED])) + text[at + draw(st.integers(0, 4)) :]
    return text


@PROPERTY
@given(documents())
def test_generated_documents_are_well_formed(text: str) -> None:
    """[34]: as three parsers see it."""
    data = text.encode()
    assert by_us(data) is None
    assert by_expat(data) is None
    assert is_well_formed_to_lxml(data)


@PROPERTY
@given(documents_with_faults())
def test_generated_faults_get_the_verdict_and_the_line_of_expat(text: str) -> None:
    """[34]: several faults together, of which the first counts."""
    data = text.encode()
    assume(is_compared(data))
    check(data)


@PROPERTY
@given(documents_with_faults())
def test_generated_faults_get_the_verdict_of_lxml(text: str) -> None:
    """[34]: the names of the fifth edition included."""
    data = text.encode()
    assume(is_compared(data))
    # It warns of a version it does not know, and of namespaces that are no URIs, where others refuse or accept.
    odd = rb"<\?xml\s+version|xmlns(:\w+)?\s*=\s*(?!\"(urn:[st])?\"|'(urn:[st])?')"
    assume(not re.search(odd, data))
    assert (by_us(data) is None) == is_well_formed_to_lxml(data)


ROOT = "<urlset>\n{}</urlset>"
FAULTS = {
    "a tag that does not match": (ROOT.format("<a>\n </b>"), 3, 4, "</b> was found, </a> was expected"),
    "an end tag without a start": ("<urlset/></a>", 1, 12, "</a> closes nothing"),
    "an end that is missing": (ROOT.format("<a>\n"), 3, 3, "</urlset> was found, </a> was expected"),
    "the end of the document": ("<urlset>\n <url>", 2, 7, "the document ends inside <url>"),
    "a tag that does not end": ("<urlset>\n <url a='", 2, 2, "the document ends inside a tag"),
    "a prefix of an element": (ROOT.format("<é:a/>"), 2, 2, 'the prefix "é" is not declared'),
    "a prefix of an attribute": (ROOT.format("é<a b:c=''/>"), 2, 5, 'the prefix "b" is not declared'),
    "a reserved prefix": (ROOT.format("<a xmlns:xml='b'/>"), 2, 4, 'the prefix "xml" cannot be declared so'),
    "an attribute twice": (ROOT.format("<a b='1'\n b='2'/>"), 3, 2, 'the attribute "b" is given twice'),
    "an attribute without quotes": (ROOT.format("<a b=c/>"), 2, 6, "the value of an attribute is not quoted"),
    "an attribute without a value": (ROOT.format("<a b/>"), 2, 5, '"=" was expected'),
    "a < in a value": (ROOT.format("<a b='\n<'/>"), 3, 1, '"<" is not allowed'),
    "a bare &": (ROOT.format("é & b"), 2, 4, '"&" begins no reference'),
    "a bare < ": (ROOT.format("é < b"), 2, 4, '"<" begins no markup'),
    "an entity": (ROOT.format("é&nbsp;"), 2, 2, 'the entity "nbsp" is not defined'),
    "a reference to no character": (ROOT.format("é&#0;"), 2, 2, "stands for no character"),
    "a character": (ROOT.format("é\x08"), 2, 2, "the character U+0008 is not allowed"),
    "the end of a CDATA section": (ROOT.format("é]]>"), 2, 2, '"]]>" is not allowed'),
    "hyphens in a comment": (ROOT.format("<!-- a -- b -->"), 2, 10, '"--" is not allowed'),
    "white space before the declaration": ("\n<?xml version='1.0'?><urlset/>", 2, 1, "at the very start"),
    "a comment before the declaration": ("<!---->\n<?xml version='1.0'?><urlset/>", 2, 1, "at the very start"),
    "a declaration without a version": ("<?xml encoding='UTF-8'?><urlset/>", 1, 7, "has to begin with a version"),
    "a second root": ("<urlset/>\n<urlset/>", 2, 1, "an element follows the end of the root"),
    "text behind the root": ("<urlset/>\n é", 2, 2, "text is not allowed after the root"),
    "text before the root": ("<!---->\n é<urlset/>", 2, 2, "text is not allowed before the root"),
    "two DOCTYPEs": ("<!DOCTYPE a>\n<!DOCTYPE a><urlset/>", 2, 1, "a DOCTYPE is not allowed here"),
    "a reserved instruction": (ROOT.format("<?XML a?>"), 2, 3, '"XML" is reserved'),
}


@pytest.mark.parametrize(("text", "line", "column", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_reported_where_it_is(text: str, line: int, column: int, message: str) -> None:
    """[34]: one error with line and column, and nothing of the document."""
    with pytest.raises(ParseError) as caught:
        _core.parse(text, url="https://example.com/", strict=True)
    error = caught.value
    assert (error.code, error.line, error.column) == ("not_well_formed", line, column)
    assert message in str(error)
    assert len(error.result.errors) == 1
    assert not error.result.urls


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("text", [text for text, *_ in FAULTS.values()], ids=FAULTS)
def test_a_fault_is_the_same_by_pieces(text: str, size: int) -> None:
    """[34]: with its place, wherever the document is split."""
    data = text.encode()
    parser = _core.Parser(strict=True)
    for start in range(0, len(data), size):
        parser.feed(data[start : start + size])
    with pytest.raises(ParseError) as caught:
        parser.finish()
    whole = by_us(data)
    assert whole is not None
    assert (str(caught.value), caught.value.line, caught.value.column) == (str(whole), whole.line, whole.column)


PAGE = "<urlset><url><loc>https://example.com/{}</loc></url></urlset>"


def test_an_entity_that_may_be_defined_elsewhere_is_kept_as_it_stands() -> None:
    """[33], [34]: with a DTD that is never fetched it is no fault; where the document stands alone it is."""
    elsewhere = '<!DOCTYPE urlset SYSTEM "urlset.dtd">' + PAGE.format("&e;")
    parsed = _core.parse(elsewhere, strict=True)
    assert parsed.urls.locs() == ["https://example.com/&e;"]
    assert [note.code for note in parsed.notes] == ["unknown_entity"]
    assert by_expat(elsewhere.encode()) is None
    alone = "<?xml version='1.0' standalone='yes'?>" + elsewhere
    assert by_us(alone.encode()) is not None
    assert by_expat(alone.encode()) is not None


def test_an_entity_of_an_internal_subset_is_not_read() -> None:
    """[33]: what the subset defines is not looked at, and the document is rejected rather than read wrongly."""
    error = by_us(b"<!DOCTYPE urlset [<!ENTITY e 'x'>]>" + PAGE.format("&e;").encode())
    assert error is not None
    assert error.code == "not_well_formed"


def test_a_byte_order_mark_within_the_document_is_content() -> None:
    """[24], [34]: in text and in names, as the fifth edition has it."""
    assert by_us("<urlset>\ufeff<a\ufeff/></urlset>".encode()) is None
    assert by_us("<!---->\ufeff<urlset/>".encode()) is not None

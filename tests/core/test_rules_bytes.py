"""From bytes to text: rules [20] to [25], gzip, sizes and encodings."""

from __future__ import annotations

import gzip
import mmap
import struct
import zlib

import pytest
from tests.core.documents import (
    ENTRY,
    HOST,
    INDEX,
    MODES,
    ROBOTS,
    RSS,
    TEXT,
    URL,
    A,
    B,
    atom,
    codes,
    entry,
    gzipped,
    index,
    item,
    listed,
    locs,
    noted,
    read,
    refused,
    rss,
    sitemap,
    url,
    urlset,
)

import sitemapfast
from sitemapfast import Limit

DOCUMENT = urlset(url(A), url(B))
HALF = len(DOCUMENT) // 2


def declared(encoding: str, document: str = DOCUMENT) -> str:
    """Return a document with a declaration of an encoding."""
    return f'<?xml version="1.0" encoding="{encoding}"?>{document}'


def cut_gzip(begun: str) -> bytes:
    """Return gzip content that is cut right behind what it has given so far."""
    stored = zlib.compressobj(0, zlib.DEFLATED, 31)
    return stored.compress(begun.encode()) + stored.flush(zlib.Z_FULL_FLUSH)


# --- gzip -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("cuts", [(), (1,), (HALF,), (0,), (len(DOCUMENT),), (5, HALF, HALF, HALF + 1)])
def test_all_members_of_gzip_are_read(cuts, strict) -> None:
    """[20] A document in several members, empty ones included, is one document."""
    ends = [0, *cuts, len(DOCUMENT)]
    data = gzipped(*(DOCUMENT[start:end] for start, end in zip(ends, ends[1:], strict=False)))
    found = read(data, strict=strict)
    assert locs(found) == [A, B]
    assert (found.compressed, found.size, len(found.errors), found.notes) == (True, len(DOCUMENT), 0, ())


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "trailing",
    [b"\0", b"\0" * 1_000, b"\n", b"junk", b"<urlset>", b"\x1f", b"\x1f\x8b", b"\x1f\x8b\x00", b"\x1f\x8b\x09"],
)
def test_what_follows_the_last_member_is_ignored(trailing, strict) -> None:
    """[20] Bytes that are no member are not read, and are no error."""
    found = read(gzipped(DOCUMENT) + trailing, strict=strict)
    assert (locs(found), len(found.errors), found.complete) == ([A, B], 0, True)


@pytest.mark.parametrize("strict", MODES)
def test_gzip_in_gzip_is_unpacked_once_more_and_no_further(strict) -> None:
    """[20] Two layers are a document, three are bytes that no format has."""
    assert locs(read(gzipped(gzipped(DOCUMENT)), strict=strict)) == [A, B]
    assert refused(gzipped(gzipped(gzipped(DOCUMENT))), strict=strict)


@pytest.mark.parametrize("strict", MODES)
def test_optional_fields_of_a_header_are_passed_over(strict) -> None:
    """[20] Name, comment, extra field and header checksum stand before the content."""
    body = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = body.compress(DOCUMENT.encode()) + body.flush()
    header = b"\x1f\x8b\x08\x1e" + bytes(6) + struct.pack("<H", 3) + b"abc" + b"name\0" + b"comment\0"
    header += struct.pack("<H", zlib.crc32(header) & 0xFFFF)
    trailer = struct.pack("<II", zlib.crc32(DOCUMENT.encode()), len(DOCUMENT))
    assert locs(read(header + packed + trailer, strict=strict)) == [A, B]


def test_str_is_text_even_where_it_looks_like_gzip() -> None:
    """[23] [20] What is text already is not unpacked."""
    assert refused("\x1f\x8b\x08" + DOCUMENT).code == "unrecognized_format"


DAMAGE = {
    "cut": lambda data: data[:-30],
    "cut in the trailer": lambda data: data[:-4],
    "cut in the header": lambda data: data[:6],
    "magic alone": lambda data: data[:3],
    "checksum": lambda data: data[:-8] + b"\0\0\0\0" + data[-4:],
    "length": lambda data: data[:-4] + b"\0\0\0\0",
    "second member cut": lambda data: data + gzip.compress(b" " * 100)[:-9],
    "second member damaged": lambda data: data + gzip.compress(b" ")[:-8] + b"\1" * 8,
    "reserved flags": lambda data: data[:3] + b"\xff" + data[4:],
    "no deflate": lambda data: data[:10] + b"\xff" * 50,
    "inner layer cut": lambda data: gzip.compress(data[:-10]),
}


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_gzip_is_not_parsed_and_recorded_once(damage, strict) -> None:
    """[21] Any member that is cut or damaged refuses the document with one error."""
    error = refused(damage(gzipped(DOCUMENT)), strict=strict)
    assert (error.code, error.limit) == ("gzip_damaged", None)
    assert str(error).startswith(f'parse "{URL}": gzip decompression failed: ')
    assert (codes(error.result), locs(error.result)) == (["gzip_damaged"], [])


@pytest.mark.parametrize("strict", MODES)
def test_salvage_keeps_the_complete_entries_before_the_damage(strict) -> None:
    """[21] [4] Beside the one error, in strict mode too; the document is recorded as partial, not raised."""
    entries = "".join(url(f"{HOST}/{number:05}") for number in range(3_000))
    data = gzip.compress(urlset(entries).encode())
    found = read(data[: len(data) // 2], salvage=True, strict=strict)
    assert 0 < len(found.urls) < 3_000
    assert locs(found) == [f"{HOST}/{number:05}" for number in range(len(found.urls))]
    assert (codes(found), found.complete, found.compressed) == (["gzip_damaged"], False, True)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("begun", "address"),
    [
        pytest.param(f"<urlset>{url(A)}<url><loc>{B}", URL, id="location"),
        pytest.param(f"<urlset>{url(A)}<url><loc>{B}</loc><lastmod>2024-01-01</last", URL, id="entry"),
        pytest.param(f"<urlset>{url(A)}<url><loc>{B}</loc></ur", URL, id="end-tag"),
        pytest.param(f"<sitemapindex>{sitemap(A)}<sitemap><loc>{B}", INDEX, id="sitemapindex"),
        pytest.param(f"<rss><channel>{item()}<item><link>{B}", RSS, id="rss"),
        pytest.param(f'<feed>{entry()}<entry><link href="{B}', URL, id="atom"),
        pytest.param(f'<feed>{entry()}<entry><link href="{B}"/>', URL, id="atom-entry"),
        pytest.param(f"{A}\n{B}", TEXT, id="text"),
        pytest.param(f"{A}\r\n{B}", TEXT, id="text-crlf"),
        pytest.param(f"{A}\n{B} ", TEXT, id="text-with-a-blank"),
        pytest.param(f"{A}\r", TEXT, id="text-with-its-end"),
        pytest.param(f"Sitemap: {A}\nSitemap: {B}", ROBOTS, id="robots"),
    ],
)
def test_salvage_returns_no_value_that_was_cut(begun, address, strict) -> None:
    """[21] [36] An entry, or a line, whose end is missing is not complete."""
    found = read(cut_gzip(begun), url=address, salvage=True, strict=strict)
    assert [*locs(found), *listed(found)] == [A]
    assert (codes(found), found.complete) == (["gzip_damaged"], False)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "begun", ["", "<?xml version='1.0'?>", "<!-- a", "<urlset>", f"<urlset><url><loc>{A}", A, "# list\n"]
)
def test_salvage_of_nothing_is_refused_for_the_damage(begun, strict) -> None:
    """[21] Where no entry was complete, the one error is that of the gzip."""
    error = refused(cut_gzip(begun), salvage=True, strict=strict)
    assert (error.code, codes(error.result)) == ("gzip_damaged", ["gzip_damaged"])


@pytest.mark.parametrize("strict", MODES)
def test_salvage_changes_nothing_of_a_sound_document(strict) -> None:
    """[21] It is read as it is without."""
    found = read(gzipped(DOCUMENT), salvage=True, strict=strict)
    assert (locs(found), codes(found), found.complete) == ([A, B], [], True)


# --- size -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("pack", [str.encode, str], ids=["bytes", "str"])
def test_exactly_the_limit_of_bytes_passes_and_one_more_does_not(pack, strict) -> None:
    """[22] [2] `max_size` is inclusive; bytes passed in by the caller give a `ParseError`."""
    size = len(DOCUMENT)
    assert locs(read(pack(DOCUMENT), max_size=size, strict=strict)) == [A, B]
    error = refused(pack(DOCUMENT), max_size=size - 1, strict=strict)
    assert (error.code, error.limit) == ("size_limit", Limit.SIZE)
    assert str(error) == f'parse "{URL}": size exceeds limit of {size - 1} bytes'
    assert locs(error.result) == []


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("members", [1, 2, 7])
def test_the_decompressed_bytes_of_all_members_are_limited_together(members, strict) -> None:
    """[22] Decompressed, exactly the limit passes, whatever the members are."""
    step = -(-len(DOCUMENT) // members)
    data = gzipped(*(DOCUMENT[start : start + step] for start in range(0, len(DOCUMENT), step)))
    size = len(DOCUMENT)
    assert len(data) < size, "else it is the received bytes that are over the limit"
    assert locs(read(data, max_size=size, strict=strict)) == [A, B]
    error = refused(data, max_size=size - 1, strict=strict)
    assert (error.code, error.limit) == ("size_limit", Limit.SIZE)
    assert str(error) == f'parse "{URL}": decompressed size exceeds limit of {size - 1} bytes'


def test_each_layer_is_limited_on_its_own() -> None:
    """[22] A layer that is larger than what it unpacks to may take the limit alone."""
    data = gzip.compress(DOCUMENT.encode(), 0)
    twice = gzip.compress(data, 0)
    assert locs(read(twice, max_size=len(twice))) == [A, B]
    assert refused(twice, max_size=len(twice) - 1).limit is Limit.SIZE


def test_a_bomb_ends_at_the_limit() -> None:
    """[22] [111] A gigabyte in a few kilobytes, in two layers, is not unpacked."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = bytes(1 << 20)
    bomb = b"".join(squeeze.compress(block) for _ in range(256)) + squeeze.flush()
    error = refused(gzipped(bomb), max_size=1 << 20)
    assert (error.code, error.limit) == ("size_limit", Limit.SIZE)


def test_the_default_limit_is_that_of_the_protocol_and_none_lifts_it() -> None:
    """[22] [80] 52,428,800 bytes, inclusive; `None` means no limit."""
    ends = "<urlset>", f"{ENTRY}</urlset>"
    blanks = 52_428_800 - sum(map(len, ends))
    full = blanks * " "
    assert locs(read(ends[0] + full + ends[1])) == [A]
    over = ends[0] + full + " " + ends[1]
    assert refused(over).limit is Limit.SIZE
    assert locs(read(over, max_size=None)) == [A]


# --- what may be passed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview], ids=["bytes", "bytearray", "memoryview"])
@pytest.mark.parametrize("pack", [str.encode, gzipped], ids=["plain", "gzip"])
def test_any_buffer_of_bytes_is_read(make, pack) -> None:
    """[90] Bytes in any of the containers that Python has for them."""
    assert locs(read(make(pack(DOCUMENT)))) == [A, B]


def test_a_mapped_file_is_read(tmp_path) -> None:
    """[90] `mmap` is a buffer like others."""
    file = tmp_path / "sitemap.xml"
    file.write_text(DOCUMENT, encoding="utf-8")
    with file.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert locs(read(mapped)) == [A, B]
    assert locs(sitemapfast.parse_file(file, url=URL)) == [A, B]


@pytest.mark.parametrize("wrong", [None, 1, ["<urlset/>"], {"a": 1}])
def test_anything_else_is_a_type_error(wrong) -> None:
    """[3] What is neither bytes nor text is refused at once."""
    with pytest.raises(TypeError):
        read(wrong)


# --- encodings --------------------------------------------------------------------------------------------------------

NAMED = urlset(
    url(
        A,
        "<video:video><video:thumbnail_loc>https://example.com/t</video:thumbnail_loc><video:title>{}</video:title></video:video>",
    )
)


def title(document) -> str | None:
    """Return the title of the video of the first page."""
    return document.urls[0].videos[0].title


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("codec", "label", "word"),
    [
        ("utf-8", "utf-8", "Grüße 你好"),
        ("utf-8", "UTF8", "Grüße 你好"),
        ("latin-1", "ISO-8859-1", "Grüße"),
        ("cp1252", "iso-8859-1", "5 €"),
        ("cp1252", "windows-1252", "“Grüße”"),
        ("cp1252", "us-ascii", "é"),
        ("iso8859_2", "ISO-8859-2", "Žluťoučký"),
        ("iso8859_15", "l9", "€"),
        ("cp1251", "windows-1251", "Привет"),
        ("koi8_r", "KOI8-R", "Привет"),
        ("shift_jis", "Shift_JIS", "こんにちは"),
        ("euc_jp", "EUC-JP", "こんにちは"),
        ("gb2312", "GB2312", "你好"),
        ("gb18030", "gb18030", "你好"),
        ("big5", "Big5", "你好"),
        ("euc_kr", "EUC-KR", "안녕"),
    ],
)
def test_a_declaration_names_the_encoding(codec, label, word, strict) -> None:
    """[23] By the labels of the WHATWG standard, in any case, in either quotes."""
    for text in (
        declared(label, NAMED.format(word)),
        declared(label, NAMED.format(word)).replace('encoding="' + label + '"', f"encoding='{label}'"),
    ):
        found = read(text.encode(codec), strict=strict)
        assert title(found) == word
        assert not found.notes


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("bom", ["\ufeff", ""], ids=["bom", "no-bom"])
@pytest.mark.parametrize(
    "declaration",
    ["", '<?xml version="1.0" encoding="UTF-16"?>', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="utf-8"?>'],
)
def test_utf_16_is_read_by_its_mark_or_from_its_first_bytes(order, bom, declaration, strict) -> None:
    """[23] The mark, or the first bytes, win over whatever is declared."""
    found = read((bom + declaration + NAMED.format("Grüße 你好 😀")).encode(order), strict=strict)
    assert title(found) == "Grüße 你好 😀"
    assert found.encoding == order.replace("utf-16-", "utf-16").upper()


@pytest.mark.parametrize("strict", MODES)
def test_a_byte_order_mark_wins_over_the_declaration(strict) -> None:
    """[23] [24] A mark of UTF-8 makes a declaration of Latin-1 void."""
    found = read(
        b"\xef\xbb\xbf" + declared("iso-8859-1", NAMED.format("Grüße")).encode(),
        strict=strict,
        content_type="text/xml; charset=koi8-r",
    )
    assert (title(found), found.encoding) == ("Grüße", "UTF-8")


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "content_type",
    [
        "text/xml; charset=iso-8859-1",
        "text/xml;charset=ISO-8859-1",
        'text/xml; charset="latin1"',
        "text/xml; a=b; Charset = windows-1252",
    ],
)
def test_the_content_type_counts_where_nothing_else_tells_and_the_bytes_are_no_utf_8(content_type, strict) -> None:
    """[23] Its charset is a last resort."""
    text = NAMED.format("Grüße")
    assert title(read(text.encode("latin-1"), content_type=content_type, strict=strict)) == "Grüße"
    assert title(read(text.encode(), content_type=content_type, strict=strict)) == "Grüße"
    assert (
        title(
            read(
                declared("cp1251", text.replace("Grüße", "Привет")).encode("cp1251"),
                content_type=content_type,
                strict=strict,
            )
        )
        == "Привет"
    )


@pytest.mark.parametrize("strict", MODES)
def test_a_str_is_text_whatever_it_declares(strict) -> None:
    """[23] The declaration of text that is decoded already means nothing."""
    for label in ("iso-8859-1", "utf-16", "utf-8", "ebcdic-1", "nonsense"):
        found = read(declared(label, NAMED.format("Grüße 你好")), strict=strict)
        assert (title(found), found.notes) == ("Grüße 你好", ())


@pytest.mark.parametrize("label", ["utf-16", "UTF-16", "utf-16le", "UTF-16BE", "ucs-2", "iso-10646-ucs-2", "unicode"])
def test_a_declaration_of_utf_16_in_ascii_is_false(label) -> None:
    """[23] Tolerant: UTF-8 with a note. Strict: the document is refused."""
    data = declared(label, NAMED.format("Grüße")).encode()
    found = read(data)
    assert (title(found), noted(found), found.encoding) == ("Grüße", {"false_encoding_ignored": 1}, "UTF-8")
    assert refused(data, strict=True).code == "false_encoding"


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "label", ["ebcdic-cp-us", "utf-7", "nonsense", "utf-32", "x-user", "iso-2022-kr", "hz-gb-2312"]
)
def test_an_unknown_label_refuses_the_document_by_name(label, strict) -> None:
    """[23] What cannot be decoded is not guessed; the error names the label."""
    error = refused(declared(label).encode(), strict=strict)
    assert error.code == "unknown_encoding"
    assert f'"{label}"' in str(error)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "mark",
    [("\ufeff", "utf-8"), ("\ufeff", "utf-16-le"), ("\ufeff", "utf-16-be"), ("", "utf-8")],
    ids=["utf-8", "utf-16-le", "utf-16-be", "none"],
)
def test_text_and_robots_are_utf_8_or_what_their_mark_says(mark, strict) -> None:
    """[23] A mark of either kind is honoured in a text list and a robots.txt; else they are UTF-8."""
    bom, codec = mark
    assert locs(read(f"{bom}{A}\n{B}\n".encode(codec), url=TEXT, strict=strict)) == [A, B]
    assert listed(read(f"{bom}Sitemap: {A}\n".encode(codec), url=ROBOTS, strict=strict)) == [A]


def test_text_and_robots_know_no_other_encoding() -> None:
    """[23] [25] A Content-Type does not make a text list Latin-1."""
    found = read(f"{A}\n{HOST}/é\n".encode("latin-1"), url=TEXT, content_type="text/plain; charset=iso-8859-1")
    assert (locs(found), codes(found)) == ([A], ["loc_undecodable"])
    found = read(
        f"Sitemap: {A}\nSitemap: {HOST}/é\n".encode("latin-1"), url=ROBOTS, content_type="text/plain; charset=latin1"
    )
    assert (listed(found), codes(found)) == ([A], ["loc_undecodable"])


MARKED = [
    pytest.param(DOCUMENT, URL, id="urlset"),
    pytest.param(declared("utf-8"), URL, id="urlset-declared"),
    pytest.param(index(sitemap(A), sitemap(B)), INDEX, id="sitemapindex"),
    pytest.param(rss(item(link=A), item(link=B)), RSS, id="rss"),
    pytest.param(atom(entry(href=A), entry(href=B)), URL, id="atom"),
    pytest.param(f"{A}\n{B}", TEXT, id="text"),
    pytest.param(f"Sitemap: {A}\nSitemap: {B}", ROBOTS, id="robots"),
]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "pack", [str.encode, gzipped, lambda text: gzipped(gzipped(text)), str], ids=["bytes", "gzip", "gzip-twice", "str"]
)
@pytest.mark.parametrize(("document", "address"), MARKED)
def test_a_mark_at_the_very_start_is_ignored(document, address, pack, strict) -> None:
    """[24] In every format and mode, inside gzip too."""
    found = read(pack("\ufeff" + document), url=address, strict=strict)
    assert [*locs(found), *listed(found)] == [A, B]
    assert (len(found.errors), found.notes) == (0, ())


def test_a_mark_elsewhere_is_content() -> None:
    """[24] In a title it is kept, in a location it is a character like others."""
    assert title(read(NAMED.format("a\ufeffb"))) == "a\ufeffb"
    assert title(read(NAMED.format("\ufeffb"))) == "\ufeffb"
    assert locs(read(urlset(url(f"{HOST}/\ufeffx")))) == [f"{HOST}/%EF%BB%BFx"]
    assert refused("\ufeff\ufeff").code == "unrecognized_format"


@pytest.mark.parametrize("strict", MODES)
def test_a_second_mark_is_content_before_the_root(strict) -> None:
    """[24] Only one mark is left out, so that what follows does not begin with markup."""
    assert refused("\ufeff\ufeff<urlset/>".encode(), strict=strict)


BAD_BYTES = [
    pytest.param("utf-8", b"\xe9", 1, id="latin-1"),
    pytest.param("utf-8", b"\xc3", 1, id="half-a-character"),
    pytest.param("utf-8", b"\xed\xa0\x80", 3, id="surrogate"),
    pytest.param("utf-8", b"\xc0\xaf", 2, id="overlong"),
    pytest.param("utf-8", b"\xff\xfe", 2, id="never-utf-8"),
    pytest.param("shift_jis", b"\xff", 1, id="shift-jis"),
    pytest.param("euc-kr", b"\xff", 1, id="euc-kr"),
]


@pytest.mark.parametrize(("label", "bad", "count"), BAD_BYTES)
def test_bytes_that_are_not_in_the_encoding_are_replaced_with_a_note(label, bad, count) -> None:
    """[25] Tolerant: U+FFFD in a text, with a note that counts them and tells the first line."""
    head, tail = declared(label, "\n" + NAMED).encode().split(b"{}")
    found = read(head + b"a" + bad + b"z" + tail)
    assert title(found) == "a" + "\ufffd" * count + "z"
    (note,) = found.notes
    assert (note.code, note.count, note.line) == ("replaced_bytes", count, 2)
    assert not len(found.errors)


@pytest.mark.parametrize(("label", "bad", "count"), BAD_BYTES)
def test_strict_refuses_bytes_that_are_not_in_the_encoding(label, bad, count) -> None:
    """[25] Strict: the whole document, with the place of the first."""
    head, tail = declared(label, "\n" + NAMED).encode().split(b"{}")
    error = refused(head + bad + b"z" + tail, strict=True)
    assert (error.code, error.line) == ("undecodable_bytes", 2)
    assert (error.offset, error.column) == (len(head), len(head.split(b"\n")[1]) + 1)
    assert locs(error.result) == []


@pytest.mark.parametrize(
    ("document", "address"),
    [
        pytest.param(urlset(url(A), url(f"{HOST}/~"), url(B)), URL, id="urlset"),
        pytest.param(index(sitemap(A), sitemap(f"{HOST}/~"), sitemap(B)), INDEX, id="sitemapindex"),
        pytest.param(rss(item(link=A), item(link=f"{HOST}/~"), item(link=B)), RSS, id="rss"),
        pytest.param(atom(entry(href=A), entry(href=f"{HOST}/~"), entry(href=B)), URL, id="atom"),
        pytest.param(f"{A}\n{HOST}/~\n{B}", TEXT, id="text"),
        pytest.param(f"Sitemap: {A}\nSitemap: {HOST}/~\nSitemap: {B}", ROBOTS, id="robots"),
    ],
)
def test_a_location_that_held_undecodable_bytes_is_rejected(document, address) -> None:
    """[25] [7] Wherever it stands; the value on the error shows U+FFFD."""
    found = read(document.encode().replace(b"~", b"\xe9t\xe9"), url=address)
    assert [*locs(found), *listed(found)] == [A, B]
    assert codes(found) == ["loc_undecodable"]
    assert found.errors[0].value == f"{HOST}/\ufffdt\ufffd"
    assert noted(found) == {"replaced_bytes": 2}


def test_a_replacement_character_of_the_document_itself_is_content() -> None:
    """[25] [33] Only one that was put in for what could not be read makes a location invalid."""
    genuine = f"{HOST}/\ufffd"
    expected = [f"{HOST}/%EF%BF%BD"]
    assert locs(read(urlset(url(genuine)))) == expected
    assert locs(read(rss(item(link=genuine)))) == expected
    assert locs(read(atom(entry(href=genuine)))) == expected
    assert locs(read(f"{A}\n{genuine}\n")) == [A, *expected]
    image = f"<image:image><image:loc>{genuine}</image:loc></image:image>"
    assert read(urlset(url(A, image))).urls[0].images[0].loc == genuine


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_half_a_pair_and_half_a_unit_of_utf_16_are_bad_bytes(codec) -> None:
    """[25] A lone surrogate, and a last byte without its other half."""
    head, tail = ("\ufeff" + NAMED).split("{}")
    lone = "\ud800".encode(codec, "surrogatepass")
    data = head.encode(codec) + lone + tail.encode(codec)
    assert title(read(data)) == "\ufffd"
    assert refused(data, strict=True).code == "undecodable_bytes"
    assert noted(read((head + tail).encode(codec) + b"\n"))["replaced_bytes"] == 1

//! Bytes to text: which encoding is told by what, every label of the WHATWG standard, and what becomes of bytes that are in none.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use proptest::prelude::*;
use sitemapfast::error::{Code, Place};
use sitemapfast::input::{Options, UNDECODABLE, decode_text};

use crate::input::{STRICT, TOLERANT, gzip, read};

/// The labels of the Encoding Standard, by the name of their encoding.
#[rustfmt::skip]
const LABELS: [(&str, &str); 40] = [
    ("Big5", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    ("EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
    ("EUC-KR", "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"),
    ("gb18030", "gb18030"),
    ("GBK", "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
    ("IBM866", "866 cp866 csibm866 ibm866"),
    ("ISO-2022-JP", "csiso2022jp iso-2022-jp"),
    ("ISO-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ("ISO-8859-13", "iso-8859-13 iso8859-13 iso885913"),
    ("ISO-8859-14", "iso-8859-14 iso8859-14 iso885914"),
    ("ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
    ("ISO-8859-16", "iso-8859-16"),
    ("ISO-8859-2", "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"),
    ("ISO-8859-3", "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"),
    ("ISO-8859-4", "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"),
    ("ISO-8859-5", "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"),
    ("ISO-8859-6", "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"),
    ("ISO-8859-7", "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek"),
    ("ISO-8859-8", "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual"),
    ("ISO-8859-8-I", "csiso88598i iso-8859-8-i logical"),
    ("KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r"),
    ("KOI8-U", "koi8-ru koi8-u"),
    ("macintosh", "csmacintosh mac macintosh x-mac-roman"),
    ("replacement", "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement"),
    ("Shift_JIS", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
    ("UTF-16BE", "unicodefffe utf-16be"),
    ("UTF-16LE", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"),
    ("UTF-8", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"),
    ("windows-1250", "cp1250 windows-1250 x-cp1250"),
    ("windows-1251", "cp1251 windows-1251 x-cp1251"),
    ("windows-1252", "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"),
    ("windows-1253", "cp1253 windows-1253 x-cp1253"),
    ("windows-1254", "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254"),
    ("windows-1255", "cp1255 windows-1255 x-cp1255"),
    ("windows-1256", "cp1256 windows-1256 x-cp1256"),
    ("windows-1257", "cp1257 windows-1257 x-cp1257"),
    ("windows-1258", "cp1258 windows-1258 x-cp1258"),
    ("windows-874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    ("x-mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian"),
    ("x-user-defined", "x-user-defined"),
];

/// `text` in UTF-16.
fn utf16(text: &str, encoding: &Encoding) -> Vec<u8> {
    let bytes = if encoding == UTF_16LE { u16::to_le_bytes } else { u16::to_be_bytes };
    text.encode_utf16().flat_map(bytes).collect()
}

/// The letters that `encoding` can write, of a choice from many scripts.
fn letters(encoding: &'static Encoding) -> String {
    let choice = "é€ÄñşłžőğņŵŻҐджЯαΩאשתجقกไếภ中文字日本語ひカナ한글ｱ\u{f7e9}";
    let can = |c: &char| {
        let text = c.to_string();
        let (bytes, _, lossy) = encoding.encode(&text);
        !lossy && encoding.decode_without_bom_handling(&bytes).0 == text
    };
    choice.chars().filter(can).collect()
}

/// \[23\]: every label is understood, in any case and with blanks around it; those without a decoder are unknown.
#[test]
fn every_whatwg_label_is_read() {
    let mut count = 0;
    for (name, labels) in LABELS {
        for label in labels.split(' ') {
            count += 1;
            let shown = format!(" {} ", label.to_uppercase());
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            assert_eq!(encoding.name(), name);
            let text = format!("<?xml version=\"1.0\" encoding=\"{shown}\"?>\n<a>{}</a>", letters(encoding));
            let bytes = encoding.encode(&text).0;
            match name {
                "replacement" => assert_eq!(read(&bytes, STRICT).unwrap_err().code, Code::UnknownEncoding, "{label}"),
                "UTF-16LE" | "UTF-16BE" => {
                    assert_eq!(read(&bytes, STRICT).unwrap_err().code, Code::FalseEncoding, "{label}");
                }
                _ => {
                    assert!(!letters(encoding).is_empty(), "{name}");
                    let (decoded, summary) = read(&bytes, STRICT).unwrap();
                    assert_eq!((decoded, summary.encoding), (text, name), "{label}");
                }
            }
        }
    }
    assert_eq!(count, 228);
}

/// \[23\]: an unknown label refuses the document, and is named so that a terminal can show it.
#[test]
fn an_unknown_label_is_named() {
    for (label, shown) in
        [("x", "x"), ("UTF-7", "UTF-7"), ("utf-32", "utf-32"), ("caf\u{e9}", "café"), ("a\u{1b}[0m", "a\\u{1b}[0m")]
    {
        let document = format!("<?xml version='1.0' encoding='{label}'?><urlset/>");
        for options in [TOLERANT, STRICT] {
            let error = read(document.as_bytes(), options).unwrap_err();
            assert_eq!((error.code, error.detail), (Code::UnknownEncoding, format!("unknown encoding \"{shown}\"")));
        }
    }
    let long = format!("<?xml version='1.0' encoding='{}'?><urlset/>", "a".repeat(900));
    assert!(read(long.as_bytes(), TOLERANT).unwrap_err().detail.len() < 250);
}

/// \[23\]: UTF-16 is told by its mark, and without one by how markup begins, after blanks too; what it declares counts for nothing.
#[test]
fn utf16_is_told_by_its_bytes() {
    let text = " \n<?xml version=\"1.0\" encoding=\"x-unknown\"?><urlset>日本\u{1f600}</urlset>";
    for encoding in [UTF_16LE, UTF_16BE] {
        for mark in ["", "\u{feff}"] {
            for text in [text, text.trim_start()] {
                let (decoded, summary) = read(&utf16(&format!("{mark}{text}"), encoding), STRICT).unwrap();
                assert_eq!((decoded.as_str(), summary.encoding, summary.replaced), (text, encoding.name(), 0));
            }
        }
    }
}

/// \[23\]: text and robots.txt are UTF-8, or UTF-16 if a mark says so.
#[test]
fn text_and_robots_obey_a_mark_alone() {
    let robots = Options { robots: true, ..STRICT };
    let declared = "<?xml version='1.0' encoding='x-unknown'?>";
    assert_eq!(read(declared.as_bytes(), robots).unwrap().0, declared);
    for (text, options) in [("Sitemap: https://example.com/é", robots), ("https://example.com/é", STRICT)] {
        for encoding in [UTF_16LE, UTF_16BE] {
            let (decoded, summary) = read(&utf16(&format!("\u{feff}{text}"), encoding), options).unwrap();
            assert_eq!((decoded.as_str(), summary.encoding), (text, encoding.name()));
        }
        let (decoded, summary) = read(format!("\u{feff}{text}").as_bytes(), options).unwrap();
        assert_eq!((decoded.as_str(), summary.encoding), (text, "UTF-8"));
    }
    let (text, summary) = read(&utf16("https://example.com/", UTF_16LE), TOLERANT).unwrap();
    assert_eq!((summary.encoding, text.contains('\0')), ("UTF-8", true));
    let (text, summary) = read(&utf16("<a/>", UTF_16LE), robots).unwrap();
    assert_eq!((summary.encoding, text.as_str()), ("UTF-8", "<\0a\0/\0>\0"));
}

/// \[23\]: UTF-32 and EBCDIC are refused by name, with a mark or without.
#[test]
fn utf32_and_ebcdic_are_refused() {
    let starts: [(&[u8], &str); 5] = [
        (b"\x00\x00\xfe\xff\x00\x00\x00<", "UTF-32"),
        (b"\xff\xfe\x00\x00<\x00\x00\x00", "UTF-32"),
        (b"\x00\x00\x00<\x00\x00\x00a", "UTF-32"),
        (b"<\x00\x00\x00a\x00\x00\x00", "UTF-32"),
        (b"\x4c\x6f\xa7\x94\x93", "EBCDIC"),
    ];
    for (bytes, name) in starts {
        let error = read(bytes, TOLERANT).unwrap_err();
        assert_eq!((error.code, error.detail), (Code::UnknownEncoding, format!("unknown encoding \"{name}\"")));
    }
}

/// \[23\]: a declaration of UTF-16 that could be read is false: UTF-8 and a note, or in strict mode an error.
#[test]
fn a_false_declaration_of_utf16_is_ignored_or_refused() {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><urlset>é</urlset>";
    let latin = Options { content_type: Some("text/xml; charset=iso-8859-1"), ..TOLERANT };
    for options in [TOLERANT, latin] {
        let (decoded, summary) = read(text.as_bytes(), options).unwrap();
        assert_eq!((decoded.as_str(), summary.encoding, summary.false_encoding), (text, "UTF-8", true));
    }
    let error = read(text.as_bytes(), STRICT).unwrap_err();
    assert_eq!(
        (error.code, error.detail.as_str()),
        (Code::FalseEncoding, "the encoding is declared as \"UTF-16\", but the bytes are not")
    );
    let marked = format!("\u{feff}{text}");
    assert!(!read(marked.as_bytes(), STRICT).unwrap().1.false_encoding);
}

/// \[23\], \[24\]: a mark outranks the declaration, and is left out once; elsewhere it is content, in gzip and in `str` too.
#[test]
fn a_mark_is_left_out_once() {
    let document = "<?xml version='1.0' encoding='iso-8859-1'?><a>é\u{feff}</a>";
    for text in [document, "\u{feff}https://example.com/", ""] {
        let marked = format!("\u{feff}{text}");
        for bytes in [marked.as_bytes(), &gzip(marked.as_bytes()), &gzip(&gzip(marked.as_bytes()))] {
            let (decoded, summary) = read(bytes, STRICT).unwrap();
            assert_eq!((decoded.as_str(), summary.encoding, summary.size), (text, "UTF-8", marked.len() as u64));
        }
        assert_eq!(decode_text(&marked, &STRICT).unwrap().0, text);
    }
}

/// \[23\]: the declaration is read leniently, and where tolerant mode would still see one.
#[test]
#[rustfmt::skip]
fn a_declaration_is_read_in_many_spellings() {
    for start in [
        "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>", "<?xml version='1.0' encoding='iso-8859-1' standalone='yes'?>",
        "<?xml version = '1.0'\n\tencoding  =\r\n 'iso-8859-1'  ?>", "<?xml encoding=\"iso-8859-1\"?>", "<?xml encoding=\"iso-8859-1\">",
        "<?xml version=1.0 encoding=iso-8859-1?>", "<?xml version=1.0 encoding=iso-8859-1 ?>", "<?XML VERSION='1.0' ENCODING='ISO-8859-1'?>",
        "<?xml version='1.0'encoding='iso-8859-1'?>", "<?xml version encoding='iso-8859-1'?>", "<?xml 'x' encoding='iso-8859-1'?>",
        "<?xml encoding='iso-8859-1?>", " \r\n\t<?xml encoding='iso-8859-1'?>",
        "<!-- <?xml encoding='utf-8'?> --> <!----><?xml encoding='iso-8859-1'?>",
    ] {
        let document = format!("{start}<a>é</a>");
        let bytes: Vec<u8> = document.chars().map(|c| c as u8).collect();
        let (text, summary) = read(&bytes, TOLERANT).unwrap();
        assert_eq!((text.as_str(), summary.encoding), (document.as_str(), "windows-1252"), "{start}");
    }
    for start in [
        "<?xml version='1.0'?><a encoding='x'>", "<?xmlx encoding='x'?>", "<?xml-stylesheet encoding='x'?>", "<a/><?xml encoding='x'?>",
        "text <?xml encoding='x'?>", "<!-- <?xml encoding='x'?>", "<!DOCTYPE a><?xml encoding='x'?>", "<?xml encoding=''?>", "<?xml encoding=?>",
        "<?xml encoding='", "<?xml encoding", "<?xml version='1.0' encoding?>", "<?xml xencoding='x'?>", "<?xml = encoding='x'?>", "<", "", "<!", "\u{feff}\u{feff}<?xml encoding='x'?>",
    ] {
        let (text, summary) = read(start.as_bytes(), TOLERANT).unwrap();
        assert_eq!((text.as_str(), summary.encoding), (start.strip_prefix('\u{feff}').unwrap_or(start), "UTF-8"), "{start}");
    }
}

/// \[23\]: the label has to end within 1,024 bytes.
#[test]
fn a_declaration_is_looked_for_in_the_first_kilobyte() {
    let declaration = "<?xml version='1.0' encoding='iso-8859-1'";
    for (blanks, encoding) in
        [(1024 - declaration.len(), "windows-1252"), (1025 - declaration.len(), "UTF-8"), (5000, "UTF-8")]
    {
        let document = format!("{}{declaration}?><a/>", " ".repeat(blanks));
        assert_eq!(read(document.as_bytes(), STRICT).unwrap().1.encoding, encoding, "{blanks}");
    }
}

/// \[23\]: the charset of the Content-Type decides for markup that says nothing itself and is no UTF-8 as a whole.
#[test]
fn the_content_type_decides_where_nothing_else_does() {
    let latin = |content_type| Options { content_type: Some(content_type), ..STRICT };
    let document = b"<a>caf\xc3\xa9 caf\xe9</a>";
    for content_type in
        ["text/xml; charset=iso-8859-1", "text/xml;x=y; CharSet = \"Latin1\" ;z", "text/xml;charset='l1'"]
    {
        let (text, summary) = read(document, latin(content_type)).unwrap();
        assert_eq!((text.as_str(), summary.encoding, summary.replaced), ("<a>cafÃ© café</a>", "windows-1252", 0));
        // A character cut at the end is no UTF-8 either.
        assert_eq!(read(b"<a>\xc3", latin(content_type)).unwrap().0, "<a>Ã");
        // UTF-8 stays what it is, and a declaration or a mark outranks the header.
        for text in ["<a>café\u{1f600}</a>", "<a/>", "<?xml encoding='utf-8'?><a>é", "\u{feff}<a>é"] {
            let (decoded, summary) = read(text.as_bytes(), latin(content_type)).unwrap();
            assert_eq!((decoded.as_str(), summary.encoding), (text.trim_start_matches('\u{feff}'), "UTF-8"));
        }
        for bytes in [b"\xef\xbb\xbf<a>\xe9".as_slice(), b"<?xml encoding='utf-8'?><a>\xe9", b"caf\xe9"] {
            assert_eq!(read(bytes, latin(content_type)).unwrap_err().code, Code::UndecodableBytes);
        }
        let robots = Options { robots: true, ..latin(content_type) };
        assert_eq!(read(document, robots).unwrap_err().code, Code::UndecodableBytes);
    }
    for nothing in [
        "text/xml",
        "",
        "text/xml; charset",
        "text/xml; charset=x",
        "text/xml; charset=utf-8",
        "text/xml; charset=utf-16",
        "charset=latin1",
    ] {
        let (text, summary) = read(document, Options { content_type: Some(nothing), ..TOLERANT }).unwrap();
        assert_eq!((text.as_str(), summary.encoding), ("<a>café caf\u{ffff}</a>", "UTF-8"), "{nothing}");
    }
    let (text, _) =
        read(b"<a>\xa1\x40 \x5c \xff", Options { content_type: Some("text/xml; charset=big5"), ..TOLERANT }).unwrap();
    assert_eq!(text, "<a>\u{3000} \\ \u{ffff}");
}

/// \[25\]: each maximal invalid sequence becomes one sentinel in tolerant mode; strict says where the first one stands.
#[test]
fn bytes_that_are_not_in_the_encoding_are_marked_or_refused() {
    let place = |offset, line, column| Place { offset, line, column };
    let cases: [(&[u8], &str, u64, Place); 9] = [
        (b"a\xff\xfe", "a??", 2, place(1, 1, 2)),
        (b"\n\xc3\xa9\xe2\x82a\xe2\x82", "\né?a?", 2, place(3, 2, 2)),
        (b"a\r\nb\r\n\xf0\x9f\x98", "a\r\nb\r\n?", 1, place(6, 3, 1)),
        (b"\xed\xa0\x80", "???", 3, place(0, 1, 1)),
        (b"\xc0\xafx", "??x", 2, place(0, 1, 1)),
        (b"\xf4\x90\x80\x80", "????", 4, place(0, 1, 1)),
        (b"\xef\xbb\xbf\xef\xbb", "?", 1, place(0, 1, 1)),
        (b"\xff\xfea\x00\x00\xd8b\x00\x00", "a?b?", 2, place(1, 1, 2)),
        (b"<?xml encoding='gbk'?>\n\xff\n\x81", "<?xml encoding='gbk'?>\n?\n?", 2, place(23, 2, 1)),
    ];
    for (bytes, expected, replaced, place) in cases {
        let (text, summary) = read(bytes, TOLERANT).unwrap();
        assert_eq!(text, expected.replace('?', "\u{ffff}").replace("<\u{ffff}", "<?").replace("\u{ffff}>", "?>"));
        assert_eq!((summary.replaced, summary.replaced_line), (replaced, place.line), "{bytes:?}");
        let error = read(bytes, STRICT).unwrap_err();
        assert_eq!((error.code, error.place), (Code::UndecodableBytes, Some(place)), "{bytes:?}");
        assert_eq!(error.detail, format!("bytes that are not {}", summary.encoding));
    }
}

/// \[25\]: the place is right far into a document as well, across the pieces in which it is decoded.
#[test]
fn the_place_of_an_undecodable_byte_counts_from_the_start() {
    let line = "日本 https://example.com/\n";
    let mut bytes = line.repeat(10_000).into_bytes();
    bytes.extend_from_slice("é".repeat(50_000).as_bytes());
    let offset = bytes.len() as u64;
    bytes.extend_from_slice(b"\xff\n\xff");
    let error = read(&bytes, STRICT).unwrap_err();
    assert_eq!(error.place, Some(Place { offset, line: 10_001, column: 50_001 }));
    assert_eq!(read(&bytes, TOLERANT).unwrap().1.replaced_line, 10_001);
}

proptest! {
    /// \[25\]: UTF-8 with damage is read like the standard library does, but for the sentinel.
    #[test]
    fn damaged_utf8_is_read_as_the_standard_library_does(bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'a'), Just(0xe2), Just(0x82)], 0..200)) {
        let robots = Options { robots: true, ..TOLERANT };
        let mut marked = "\u{feff}".as_bytes().to_vec();
        marked.extend_from_slice(&bytes);
        let (text, summary) = read(&marked, robots).unwrap();
        let expected = String::from_utf8_lossy(&bytes).replace('\u{fffd}', "\u{ffff}");
        prop_assert_eq!(summary.replaced > 0, UTF_8.decode_without_bom_handling_and_without_replacement(&bytes).is_none());
        if !String::from_utf8_lossy(&bytes).contains('\u{ffff}') {
            prop_assert_eq!(summary.replaced, expected.matches(UNDECODABLE).count() as u64);
        }
        prop_assert_eq!(text, expected);
    }
}

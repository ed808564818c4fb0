//! The input stage as a whole: a document in pieces is the document; sizes are exact; nothing panics.

#![expect(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use std::borrow::Cow;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use sitemapfast::error::{Code, Error, Result};
use sitemapfast::input::{Input, Options, Summary, decode, decode_text};

pub(crate) const TOLERANT: Options<'_> =
    Options { strict: false, robots: false, salvage: false, max_size: u64::MAX, content_type: None };
pub(crate) const STRICT: Options<'_> = Options { strict: true, ..TOLERANT };

/// `bytes` as one member.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// What `input` makes of `chunks`, and the text it gave, also where it failed.
fn pushed<'a>(mut input: Input, chunks: impl Iterator<Item = &'a [u8]>) -> (String, Result<Summary>) {
    let mut text = String::new();
    for chunk in chunks {
        if let Err(error) = input.push(chunk, &mut text) {
            assert_eq!(input.push(b"x", &mut String::new()), Err(error.clone()), "an error lasts");
            assert_eq!(input.finish(&mut String::new()), Err(error.clone()), "an error lasts");
            return (text, Err(error));
        }
    }
    let summary = input.finish(&mut text);
    (text, summary)
}

/// What becomes of `bytes`, having made sure that the chunks in which they come make no difference.
pub(crate) fn read(bytes: &[u8], options: Options<'_>) -> Result<(String, Summary)> {
    let whole = pushed(Input::new(options), std::iter::once(bytes));
    for size in [1, 2, 3, 7, 1000, 70_000] {
        let pieces = pushed(Input::new(options), bytes.chunks(size));
        assert!(pieces == whole, "chunks of {size}: {:?}, whole: {:?}", pieces.1, whole.1);
    }
    let decoded = decode(bytes, &options);
    let (text, summary) = whole;
    let expected = summary.map(|summary| (Cow::Owned(text), summary));
    assert!(decoded == expected, "at once: {decoded:?}");
    decoded.map(|(text, summary)| (text.into_owned(), summary))
}

/// UTF-8, and ASCII whatever it is declared to be, is borrowed: nothing is copied.
#[test]
fn a_document_that_needs_no_change_is_borrowed() {
    for text in [
        "<a>日本</a>",
        "",
        "<?xml version='1.0' encoding='iso-8859-1'?><a/>",
        "<?xml encoding='shift_jis'?><a/>",
        "\u{feff}é",
    ] {
        let (decoded, summary) = decode(text.as_bytes(), &STRICT).unwrap();
        assert!(matches!(decoded, Cow::Borrowed(_)), "{text}");
        assert_eq!((decoded.as_ref(), summary.size), (text.trim_start_matches('\u{feff}'), text.len() as u64));
    }
}

/// \[22\]: the bytes received may be exactly as many as the limit, and in pieces nothing beyond it is read.
#[test]
fn the_limit_of_received_bytes_is_inclusive() {
    let limited = |max_size| Options { max_size, ..STRICT };
    let document = "<a>日本</a>";
    let size = document.len() as u64;
    assert_eq!(read(document.as_bytes(), limited(size)).unwrap().1.size, size);
    let error = read(document.as_bytes(), limited(size - 1)).unwrap_err();
    assert_eq!((error.code, error.detail), (Code::SizeLimit, format!("size exceeds limit of {} bytes", size - 1)));
    assert_eq!(decode_text(document, &limited(size)).unwrap().0, document);
    assert_eq!(decode_text(document, &limited(size - 1)).unwrap_err(), error_of_size(size - 1));

    let mut text = String::new();
    let mut input = Input::new(limited(10));
    assert_eq!(input.push(&vec![b'a'; 100_000], &mut text).unwrap_err(), error_of_size(10));
    assert_eq!(text, "a".repeat(10));
}

fn error_of_size(limit: u64) -> Error {
    Error::new(Code::SizeLimit, format!("size exceeds limit of {limit} bytes"))
}

/// Of several errors the first in the bytes is returned, so that it does not depend on the chunks.
#[test]
fn the_first_error_in_the_bytes_is_returned() {
    let bytes = b"https://example.com/\xff and more";
    let code = |max_size| read(bytes, Options { max_size, ..STRICT }).unwrap_err().code;
    assert_eq!(code(20), Code::SizeLimit);
    assert_eq!(code(21), Code::UndecodableBytes);
    let packed = gzip(bytes);
    let damaged = [&packed[..packed.len() - 8], &[0; 8]].concat();
    assert_eq!(read(&damaged, STRICT).unwrap_err().code, Code::UndecodableBytes);
    assert_eq!(read(&damaged, TOLERANT).unwrap_err().code, Code::GzipDamaged);
}

/// \[23\]: `str` is text already: nothing is unpacked, no declaration is obeyed, in pieces either.
#[test]
fn text_is_taken_as_it_is() {
    for text in [
        "<?xml version='1.0' encoding='x-unknown'?><a>é</a>",
        "\u{feff}<a/>",
        "\u{feff}\u{feff}",
        "",
        "\0\0\0<",
        "<\0a\0",
    ] {
        let (expected, summary) = decode_text(text, &STRICT).unwrap();
        assert_eq!((summary.encoding, summary.size), ("UTF-8", text.len() as u64));
        for size in [1, 2, 5, 100] {
            let pieces = pushed(Input::for_text(STRICT), text.as_bytes().chunks(size));
            assert_eq!(pieces, (expected.to_owned(), Ok(summary.clone())));
        }
    }
}

/// A document ends once: what is pushed or ended afterwards changes nothing.
#[test]
fn an_ended_document_stays_as_it_is() {
    for bytes in [b"\x1f\x8b".as_slice(), b"caf\xe9", &gzip(b"<a/>"), b""] {
        let mut input = Input::new(TOLERANT);
        let mut text = String::new();
        input.push(bytes, &mut text).unwrap();
        let summary = input.finish(&mut text).unwrap();
        let ended = text.clone();
        input.push(b"more", &mut text).unwrap();
        assert_eq!((input.finish(&mut text).unwrap(), text), (summary, ended));
    }
}

/// Pieces of documents that meet every branch, and bytes that meet none.
fn fragments() -> impl Strategy<Value = Vec<u8>> {
    let fragment = prop_oneof![
        Just(b"<?xml version='1.0' ".to_vec()),
        Just(b"encoding=".to_vec()),
        prop::sample::select(vec!["'iso-8859-1'", "\"utf-16\"", "gbk", "'iso-2022-jp'", "'x'", "'utf-8'", "''"])
            .prop_map(|label| label.as_bytes().to_vec()),
        Just(b"?>\n<urlset>".to_vec()),
        Just(b"<!-- ".to_vec()),
        Just(b" -->".to_vec()),
        Just(vec![b' '; 600]),
        Just(b"<\0a\0".to_vec()),
        Just(b"\0<\0a".to_vec()),
        Just(b"\xff\xfe".to_vec()),
        Just(b"\xfe\xff".to_vec()),
        Just(b"\xef\xbb\xbf".to_vec()),
        Just("é日本\u{1f600}\n".as_bytes().to_vec()),
        Just(b"\x1b$B\x1b(B".to_vec()),
        Just(b"\x1f\x8b\x08".to_vec()),
        prop::collection::vec(any::<u8>(), 0..8),
        prop::collection::vec(any::<u8>(), 900..1100),
    ];
    prop::collection::vec(fragment, 0..8).prop_map(|fragments| fragments.concat())
}

/// Documents of [`fragments`] in up to three layers of gzip, some of them damaged, some in members.
fn documents() -> impl Strategy<Value = Vec<u8>> {
    let damage = prop_oneof![3 => Just(None), 1 => any::<(prop::sample::Index, u8, bool)>().prop_map(Some)];
    let tail = prop_oneof![
        Just(Vec::new()),
        Just(b"\n".to_vec()),
        Just(b"\x1f\x8b".to_vec()),
        fragments().prop_map(|bytes| gzip(&bytes))
    ];
    (fragments(), prop::collection::vec((tail, damage), 0..4)).prop_map(|(mut document, layers)| {
        for (tail, damage) in layers {
            document = [gzip(&document), tail].concat();
            if let Some((index, flip, cut)) = damage {
                let at = index.index(document.len());
                document[at] ^= flip;
                if cut {
                    document.truncate(at);
                }
            }
        }
        document
    })
}

prop_compose! {
    fn options()(
        (strict, robots, salvage) in any::<(bool, bool, bool)>(),
        max_size in prop_oneof![Just(u64::MAX), 0..3000_u64],
        content_type in prop::sample::select(vec![None, Some("text/xml; charset=iso-8859-1"), Some("text/xml; charset=big5")]),
    ) -> Options<'static> {
        Options { strict, robots, salvage, max_size, content_type }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// However a document is cut, its text, summary and error are the same; nothing panics, and no limit is passed.
    #[test]
    fn a_document_in_pieces_is_the_document(
        bytes in documents(),
        options in options(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let whole = pushed(Input::new(options), std::iter::once(bytes.as_slice()));
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        let chunks = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]);
        prop_assert_eq!(&pushed(Input::new(options), chunks), &whole);
        let (text, summary) = whole;
        prop_assert!(text.len() as u64 <= options.max_size.saturating_mul(3));
        if let Ok(summary) = &summary {
            prop_assert!(summary.size <= options.max_size);
            prop_assert_eq!(summary.replaced > 0, summary.replaced_line > 0);
            prop_assert!(options.salvage || summary.damaged.is_none());
            prop_assert!(!options.strict || (summary.replaced == 0 && !summary.false_encoding));
        }
        prop_assert_eq!(decode(&bytes, &options), summary.map(|summary| (Cow::Owned(text), summary)));
    }
}

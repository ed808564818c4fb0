//! gzip: members, layers, limits, and every way in which a stream can be cut or damaged.

#![expect(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use std::io::{Read, Write};

use flate2::bufread::MultiGzDecoder;
use flate2::{Compression, Crc, GzBuilder};
use proptest::prelude::*;
use sitemapfast::error::{Code, Error};
use sitemapfast::input::{Input, Options, decode};

use crate::input::{STRICT, TOLERANT, gzip, read};

const SALVAGE: Options<'_> = Options { salvage: true, ..STRICT };

fn limited(max_size: usize) -> Options<'static> {
    Options { max_size: max_size as u64, ..STRICT }
}

fn damaged(how: &str) -> Error {
    Error::new(Code::GzipDamaged, format!("gzip decompression failed: {how}"))
}

fn too_large(limit: usize) -> Error {
    Error::new(Code::SizeLimit, format!("decompressed size exceeds limit of {limit} bytes"))
}

fn text(bytes: &[u8]) -> String {
    read(bytes, STRICT).unwrap().0
}

/// A member with a header of our own making, its checksum included.
fn member(flags: u8, optional: &[u8], content: &[u8]) -> Vec<u8> {
    let mut header = [&[0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 255], optional].concat();
    if flags & 2 != 0 {
        let mut crc = Crc::new();
        crc.update(&header);
        header.extend_from_slice(&crc.sum().to_le_bytes()[..2]);
    }
    [header.as_slice(), &gzip(content)[10..]].concat()
}

/// Bytes that deflate cannot make smaller.
fn noise(length: usize) -> String {
    let mut state = 1_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(33 + u8::try_from(state % 94).unwrap())
    };
    (0..length).map(|_| next()).collect()
}

/// \[20\]: told by the bytes, all members to the end of the last, empty ones too; what follows is ignored.
#[test]
fn all_members_are_read_and_what_follows_is_ignored() {
    let two = [gzip(b"<a>"), gzip(b""), gzip("é</a>".as_bytes())].concat();
    for tail in [
        b"".as_slice(),
        b"\n",
        b"\0\0\0\0\0\0\0\0",
        b"garbage",
        b"\x1f",
        b"\x1f\x8b",
        b"\x1f\x8b\x09 rest",
        b"\x1f\x1f\x8b\x08",
    ] {
        let (text, summary) = read(&[&two, tail].concat(), STRICT).unwrap();
        assert_eq!((text.as_str(), summary.size, summary.compressed), ("<a>é</a>", 9, true), "{tail:?}");
    }
    // Once something else came, a further member is not looked for.
    assert_eq!(text(&[two.as_slice(), b"\n", &gzip(b"more")].concat()), "<a>é</a>");
    assert_eq!(text(&gzip(b"")), "");
    assert_eq!(text(&[gzip(b""), gzip(b"")].concat()), "");
}

/// \[20\]: what does not begin like a member is not compressed.
#[test]
fn other_bytes_are_taken_as_they_are() {
    for plain in ["", "\u{1f}", "<a/>", "\u{1f}<a/>"] {
        let (text, summary) = read(plain.as_bytes(), STRICT).unwrap();
        assert_eq!((text.as_str(), summary.compressed), (plain, false));
    }
    for plain in [b"\x1f\x8b".as_slice(), b"\x1f\x8b\x07", b"\x1f\x8b\x1f\x8b\x08"] {
        let (_, summary) = read(plain, TOLERANT).unwrap();
        assert_eq!((summary.compressed, summary.size), (false, plain.len() as u64));
    }
}

/// \[20\]: gzip in gzip is unpacked one more time, no further; only the innermost bytes can be the document.
#[test]
fn two_layers_are_unpacked_and_a_third_is_not() {
    let document = "<a>é</a>";
    let members = [gzip(b"<a>"), gzip(&document.as_bytes()[3..])].concat();
    let two = gzip(&members);
    assert_eq!(text(&two), document);
    assert_eq!(text(&[two.as_slice(), b"\n"].concat()), document);
    assert_eq!(text(&gzip(&[&gzip(document.as_bytes()), b"\0\0".as_slice()].concat())), document);
    // The magic number of the inner layer may be spread over members of the outer one.
    let inner = gzip(document.as_bytes());
    assert_eq!(text(&[gzip(&inner[..1]), gzip(&inner[1..2]), gzip(&inner[2..])].concat()), document);

    let (text, summary) = read(&gzip(&two), TOLERANT).unwrap();
    assert!(text.starts_with("\u{1f}\u{ffff}\u{8}") && summary.encoding == "UTF-8", "{text:?}");
    assert_eq!(summary.size, members.len() as u64);
    assert_eq!(read(&gzip(&two), STRICT).unwrap_err().code, Code::UndecodableBytes);
    // A layer that is not gzip ends the unpacking.
    assert!(!read(b"\x1f\x8b\x1f\x8b\x08", TOLERANT).unwrap().1.compressed);
}

/// RFC 1952: optional parts of the header are skipped, its checksum is checked, flags that mean nothing are refused.
#[test]
fn every_part_of_a_header_is_understood() {
    let name = b"sitemap.xml\0".as_slice();
    let extra = [&300_u16.to_le_bytes()[..], &[b'x'; 300]].concat();
    let all = [extra.as_slice(), name, name].concat();
    for (flags, optional) in [
        (0, [].as_slice()),
        (1, &[]),
        (2, &[]),
        (4, &extra),
        (4, &[0, 0]),
        (8, name),
        (16, name),
        (8, b"\0"),
        (24, &[name, name].concat()),
        (10, name),
        (31, &all),
    ] {
        let packed = member(flags, optional, b"<a/>");
        assert_eq!(text(&[packed.clone(), packed.clone()].concat()), "<a/><a/>", "{flags}");
        for cut in 3..packed.len() {
            assert_eq!(read(&packed[..cut], STRICT).unwrap_err(), damaged("unexpected end of file"), "{flags}, {cut}");
        }
    }
    let mut wrong = member(10, name, b"<a/>");
    wrong[10] ^= 1;
    assert_eq!(read(&wrong, STRICT).unwrap_err(), damaged("invalid header checksum"));
    for flag in [32, 64, 128] {
        assert_eq!(read(&member(flag, &[], b"<a/>"), STRICT).unwrap_err(), damaged("invalid header"));
    }
    let mut built =
        GzBuilder::new().filename("a").comment("b").extra("c").mtime(1).write(Vec::new(), Compression::best());
    built.write_all(b"<a/>").unwrap();
    assert_eq!(text(&built.finish().unwrap()), "<a/>");
}

/// \[21\]: wherever a file is cut, it is damaged, unless a member ends there; `salvage` keeps what came before.
#[test]
fn every_cut_is_noticed() {
    let document = format!("<a>{}</a>", "é".repeat(40));
    let first = gzip(&document.as_bytes()[..21]);
    let file = [first.clone(), gzip(&document.as_bytes()[21..])].concat();
    for cut in 0..=file.len() {
        let cut_file = &file[..cut];
        let whole = cut == file.len() || (first.len()..first.len() + 3).contains(&cut);
        if cut < 3 {
            assert!(!read(cut_file, TOLERANT).unwrap().1.compressed);
        } else if whole {
            let (text, summary) = read(cut_file, STRICT).unwrap();
            assert!(summary.damaged.is_none() && document.starts_with(&text) && text.len() >= 21, "{cut}");
        } else {
            assert_eq!(read(cut_file, STRICT).unwrap_err(), damaged("unexpected end of file"), "{cut}");
            let (text, summary) = read(cut_file, SALVAGE).unwrap();
            assert_eq!(summary.damaged, Some(damaged("unexpected end of file")), "{cut}");
            assert!(document.starts_with(&text) && (cut < first.len() || text.len() >= 21), "{cut}");
        }
    }
}

/// \[21\]: where one byte unpacks to a thousand, everything that was there before a cut is salvaged.
#[test]
fn every_byte_before_a_cut_is_salvaged() {
    let file = gzip(&[b' '; 1000].repeat(200));
    let mut longest = 0;
    for cut in 20..file.len() {
        let (text, summary) = read(&file[..cut], SALVAGE).unwrap();
        assert!(summary.damaged.is_some() && text.len() >= longest);
        longest = text.len();
    }
    assert_eq!(longest, 200_000);
}

/// \[21\]: no bit of a member can be flipped so that another document is read.
#[test]
fn every_flipped_bit_is_noticed() {
    let document =
        "<urlset><url><loc>https://example.com/</loc></url><url><loc>https://example.com/b</loc></url></urlset>";
    let file = member(8, b"sitemap.xml\0", document.as_bytes());
    let mut outcomes = std::collections::BTreeMap::new();
    for bit in 24..file.len() * 8 {
        let mut flipped = file.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        match read(&flipped, STRICT) {
            Ok((text, _)) => {
                // What describes the file is covered by no checksum, padding by none.
                assert_eq!(text, document, "{bit}");
                *outcomes.entry("the same".to_owned()).or_insert(0) += 1;
            }
            Err(error) => {
                assert!(matches!(error.code, Code::GzipDamaged | Code::UndecodableBytes), "{bit}: {error}");
                let (_, summary) = read(&flipped, Options { strict: false, ..SALVAGE }).unwrap();
                *outcomes.entry(summary.damaged.unwrap().detail).or_insert(0) += 1;
            }
        }
    }
    let seen: Vec<_> =
        outcomes.keys().map(|outcome| outcome.trim_start_matches("gzip decompression failed: ")).collect();
    let expected = [
        "invalid checksum",
        "invalid deflate data",
        "invalid header",
        "invalid header checksum",
        "invalid length",
        "unexpected end of file",
        "the same",
    ];
    assert_eq!(seen, expected);
}

/// \[21\]: damage in either layer, in a later member and in the trailer is one error; salvage keeps the text before it.
#[test]
fn damage_in_either_layer_is_one_error() {
    let (good, mut bad) = (gzip(b"<a>kept"), gzip(b"</a>"));
    let trailer = bad.len() - 8;
    bad[trailer] ^= 1;
    let members = [good.clone(), bad.clone()].concat();
    let mut outer = gzip(&good);
    let length = outer.len() - 1;
    outer[length] ^= 1;
    for (file, detail, kept) in [
        (members.clone(), "invalid checksum", "<a>kept</a>"),
        (gzip(&members), "invalid checksum", "<a>kept</a>"),
        (outer, "invalid length", "<a>kept"),
        (gzip(&members[..good.len() + 5]), "unexpected end of file", "<a>kept"),
        ([good.as_slice(), &gzip(b"</a>")[..10], &[0xff]].concat(), "invalid deflate data", "<a>kept"),
    ] {
        assert_eq!(read(&file, STRICT).unwrap_err(), damaged(detail));
        let (text, summary) = read(&file, SALVAGE).unwrap();
        assert_eq!((text.as_str(), summary.damaged), (kept, Some(damaged(detail))));
    }
}

/// \[21\], \[25\]: a character that the damage cut in two is not an error of its own.
#[test]
fn a_character_cut_by_the_damage_is_left_out() {
    let latin = Options { content_type: Some("text/xml; charset=latin1"), ..SALVAGE };
    for (document, expected) in
        [("<a>日本".as_bytes(), "<a>日"), (b"\xff\xfe<\0a\0\xe5", "<a"), (b"\xff\xfe<\0a\0\x3d\xd8\0", "<a")]
    {
        let file = gzip(document);
        for (cut, options) in [(8, SALVAGE), (8, latin)] {
            let (text, summary) = read(&file[..file.len() - cut], options).unwrap();
            assert!(summary.damaged.is_some() && text.starts_with(expected), "{text:?}");
        }
        let shorter = gzip(&document[..document.len() - 1]);
        for options in [SALVAGE, latin] {
            let (text, summary) = read(&shorter[..shorter.len() - 8], options).unwrap();
            assert_eq!((text.as_str(), summary.replaced), (expected, 0));
        }
    }
}

/// \[22\]: each layer may give exactly the limit, its members together.
#[test]
fn the_limit_of_each_layer_is_inclusive() {
    // The largest is: what comes out, of one member or of several; the bytes between two layers; what is received.
    let document = "<a>".repeat(30_000);
    let zeros = gzip(document.as_bytes());
    let members = [gzip(&document.as_bytes()[..70_000]), gzip(&document.as_bytes()[70_000..]), gzip(b"")].concat();
    for file in [zeros.clone(), members, gzip(&zeros)] {
        assert_eq!(read(&file, limited(90_000)).unwrap().1.size, 90_000);
        assert_eq!(read(&file, limited(89_999)).unwrap_err(), too_large(89_999));
        assert_eq!(read(&file, limited(65_536)).unwrap_err(), too_large(65_536));
    }
    let between = member(8, &[&[b'x'; 5000], b"\0".as_slice()].concat(), b"<a/>");
    let file = gzip(&between);
    assert!(file.len() < 200);
    assert_eq!(text(&file), "<a/>");
    assert_eq!(read(&file, limited(between.len())).unwrap().0, "<a/>");
    assert_eq!(read(&file, limited(between.len() - 1)).unwrap_err(), too_large(between.len() - 1));
    let file = gzip(noise(1_000).as_bytes());
    let longer = [file.as_slice(), &[b'\n'; 2_000]].concat();
    assert_eq!(read(&longer, limited(longer.len())).unwrap().1.size, 1_000);
    let error = Error::new(Code::SizeLimit, format!("size exceeds limit of {} bytes", longer.len() - 1));
    assert_eq!(read(&longer, limited(longer.len() - 1)).unwrap_err(), error);
}

/// \[22\], \[111\]: a bomb costs no more than the limit, in either layer, and what it would unpack to is never made.
#[test]
fn a_bomb_is_stopped_at_the_limit() {
    const LIMIT: usize = 1 << 20;
    let bomb = gzip(&vec![b' '; 50 << 20]);
    for file in [bomb.clone(), gzip(&bomb), gzip(&gzip(&bomb)), bomb.repeat(20)] {
        let mut text = String::new();
        let mut input = Input::new(limited(LIMIT));
        let outcome = file.chunks(1000).try_for_each(|chunk| input.push(chunk, &mut text));
        match outcome {
            Ok(()) => assert!(text.len() < 10_000, "a third layer is not unpacked"),
            Err(error) => assert!(
                error == too_large(LIMIT) && text.len() == LIMIT || error.code == Code::UndecodableBytes,
                "{error}"
            ),
        }
        assert!(text.capacity() <= 2 * LIMIT);
    }
}

/// \[111\]: members without content are read in passing, however many.
#[test]
fn many_empty_members_are_no_burden() {
    let file = [gzip(b"").repeat(50_000), gzip(b"<a/>")].concat();
    assert_eq!(decode(&file, &STRICT).unwrap().0, "<a/>");
}

proptest! {
    /// \[20\]: contents in any number of members are those that flate2 reads.
    #[test]
    fn members_unpack_as_flate2_does(contents in prop::collection::vec("[a-zé\n]{0,300}", 1..6)) {
        let file: Vec<u8> = contents.iter().flat_map(|content| gzip(content.as_bytes())).collect();
        let mut expected = String::new();
        MultiGzDecoder::new(file.as_slice()).read_to_string(&mut expected).unwrap();
        prop_assert_eq!(read(&file, STRICT).unwrap().0, expected);
    }

    /// \[111\]: anything at all may follow the magic number.
    #[test]
    fn random_bytes_after_the_magic_number_do_not_panic(rest in prop::collection::vec(any::<u8>(), 0..400), flags in 0..32_u8, salvage: bool) {
        let file = [&[0x1f, 0x8b, 8, flags], rest.as_slice()].concat();
        let result = read(&file, Options { salvage, max_size: 100_000, ..TOLERANT });
        if let Err(error) = result {
            prop_assert!(matches!(error.code, Code::GzipDamaged | Code::SizeLimit | Code::UnknownEncoding));
        }
    }
}

//! The check that recognises a location that needs nothing, without allocating: nearly every location of nearly every
//! sitemap. The `url` crate alone would cost more than the XML around it.
//!
//! Enters: the bytes of a location. Leaves: how far its host goes, and what stands after it. [`super::Scope`] calls it, and
//! leaves to its general lane whatever is not recognised here.
//!
//! What breaks if this is touched: a text accepted here is never shown to the `url` crate. The property tests in
//! `tests/rust/locations.rs` hold both lanes to the same answers.

use crate::limits::MAX_LOCATION;

/// A character that no URL may hold as it stands, or that is not ASCII: the `url` crate has to see it.
const RAW: u8 = 1;
/// A percent sign: strict mode has to look at what follows.
const PERCENT: u8 = 2;
/// May stand in a host that is recognised here.
const HOST: u8 = 4;

/// What each byte may do.
const CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut c: u8 = 0;
    loop {
        table[c as usize] = match c {
            b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' => HOST,
            b'%' => PERCENT,
            _ if is_raw(c) => RAW,
            _ => 0,
        };
        if c == u8::MAX {
            return table;
        }
        c += 1;
    }
}

/// Whether no URL may hold this byte as it stands (RFC 3986; brackets pass, as they do everywhere).
#[expect(clippy::needless_bitwise_bool, reason = "branches would keep the loop in `contents` from being vector code")]
pub(super) const fn is_raw(c: u8) -> bool {
    // All but the printable characters up to `z` and `~`; and of those `"`, `<` and `>`, `\` and `^`, the backtick.
    ((c.wrapping_sub(0x21) > b'z' - 0x21) & (c != b'~')) | (c == b'"') | (c | 2 == b'>') | (c | 2 == b'^') | (c == b'`')
}

/// What a piece of a URL holds.
#[derive(Clone, Copy)]
pub(super) struct Contents(u8);

impl Contents {
    /// A character that has to be repaired, or refused.
    pub(super) const fn raw(self) -> bool {
        self.0 & RAW != 0
    }

    /// A percent sign.
    pub(super) const fn percent(self) -> bool {
        self.0 & PERCENT != 0
    }
}

/// Looks at every byte once.
pub(super) fn contents(text: &[u8]) -> Contents {
    let (blocks, tail) = text.as_chunks::<16>();
    let mut found = 0;
    for block in blocks {
        let mut of_block = 0;
        for &c in block {
            of_block |= (u8::from(is_raw(c)) * RAW) | (u8::from(c == b'%') * PERCENT);
        }
        found |= of_block;
    }
    for &c in tail {
        found |= CLASS[usize::from(c)];
    }
    Contents(found)
}

/// Whether every percent sign is followed by two hexadecimal digits.
pub(super) fn escapes_are_valid(text: &[u8]) -> bool {
    memchr::memchr_iter(b'%', text)
        .all(|at| text.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)))
}

/// The end of `http://` or `https://` and of the host, if the host is one that every reader of URLs takes as it stands:
/// lower-case letters, digits, single hyphens and dots, no empty label, and a last label that begins with a letter (else it
/// may be an IPv4 address). Followed by a path, a query, a fragment or nothing.
pub(super) fn host(text: &[u8]) -> Option<(usize, usize)> {
    let start = match text {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => 8,
        [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => 7,
        _ => return None,
    };
    let length = plain_host(&text[start..])?;
    let end = start + length;
    matches!(text.get(end), None | Some(b'/' | b'?' | b'#')).then_some((start, end))
}

/// The length of the plain host that `text` begins with.
pub(super) fn plain_host(text: &[u8]) -> Option<usize> {
    let mut before = b'.';
    let mut label = 0;
    let mut length = 0;
    for &c in text {
        if CLASS[usize::from(c)] & HOST == 0 {
            break;
        }
        if c == before && matches!(c, b'.' | b'-') {
            // An empty label, or a label of punycode.
            return None;
        }
        length += 1;
        if c == b'.' {
            label = length;
        }
        before = c;
    }
    text.get(label..length)?.first()?.is_ascii_lowercase().then_some(length)
}

/// Whether the `url` crate would return `text` as it stands: an absolute URL with a plain host and a path, without dot
/// segments, in which nothing has to be escaped. Says no when in doubt.
#[must_use]
pub fn needs_nothing(text: &str) -> bool {
    let text = text.as_bytes();
    if text.len() > MAX_LOCATION {
        return false;
    }
    let Some((_, end)) = host(text) else {
        return false;
    };
    let rest = &text[end..];
    rest.first() == Some(&b'/')
        && !contents(rest).raw()
        // The URL standard escapes it in a query.
        && !rest.contains(&b'\'')
        && !rest.windows(2).any(|pair| pair == b"/.")
        && !rest.windows(4).any(|part| part.eq_ignore_ascii_case(b"/%2e"))
}

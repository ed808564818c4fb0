//! A URL cut into its parts by hand, since the URL standard mends what RFC 3986 and rule \[42\] refuse (`https:page`,
//! `https:///p`).
//!
//! Enters: a location. Leaves: its parts, or the [`Fault`] that keeps it from being an http(s) URL with a host; the key
//! under which a sitemap is asked for once; whether a URL names a robots.txt.

use url::{ParseError, Url};

use super::Fault;
use super::origin::canonical_host;
use crate::limits::MAX_LOCATION;

/// Bytes of an authority beyond which nothing is made of it: more than any location that is short enough can have.
const MAX_AUTHORITY: usize = 4 * MAX_LOCATION;

/// `//user@host:port/path`: what stands between the scheme and the path, and the rest.
pub(super) struct Authority<'a> {
    /// What stands before the `@`, if there is one.
    pub(super) userinfo: Option<&'a str>,
    /// The host, not empty, in its brackets if it is an IPv6 address.
    pub(super) host: &'a str,
    /// Digits up to 65535, or nothing.
    pub(super) port: &'a str,
    /// Path, query and fragment.
    pub(super) rest: &'a str,
}

impl Authority<'_> {
    /// Whether the part before the `@` holds what RFC 3986 allows only escaped there, and the `url` crate does not mind.
    pub(super) fn holds_raw(&self) -> bool {
        self.userinfo.is_some_and(|userinfo| userinfo.contains(['@', '[', ']']))
    }
}

/// The scheme and what follows its colon; none for a relative reference.
pub(super) fn scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_at(text.find([':', '/', '?', '#'])?);
    let rest = rest.strip_prefix(':')?;
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(legal)).then_some((scheme, rest))
}

/// Whether `://` stands where an absolute URL has it, behind something that is no scheme: no reference of RFC 3986 begins so.
pub(super) fn has_bad_scheme(text: &str) -> bool {
    scheme(text).is_none() && text.find([':', '/', '?', '#']).is_some_and(|at| text[at..].starts_with("://"))
}

/// The parts of an absolute http(s) URL.
pub(super) fn absolute(text: &str) -> Result<Authority<'_>, Fault> {
    let (scheme, rest) = scheme(text).ok_or(Fault::Relative)?;
    if default_port(scheme).is_none() {
        return Err(Fault::Scheme);
    }
    authority(after_slashes(rest).ok_or(Fault::NoHost)?)
}

/// The port of a scheme that is read.
pub(super) fn default_port(scheme: &str) -> Option<u16> {
    if scheme.eq_ignore_ascii_case("https") { Some(443) } else { scheme.eq_ignore_ascii_case("http").then_some(80) }
}

/// What follows two slashes; the URL standard takes a backslash for one.
pub(super) fn after_slashes(text: &str) -> Option<&str> {
    text.strip_prefix(['/', '\\'])?.strip_prefix(['/', '\\'])
}

/// The parts of what follows the two slashes.
pub(super) fn authority(text: &str) -> Result<Authority<'_>, Fault> {
    let (authority, rest) = text.split_at(text.find(['/', '\\', '?', '#']).unwrap_or(text.len()));
    if authority.len() > MAX_AUTHORITY {
        return Err(Fault::TooLong);
    }
    let (userinfo, place) = match authority.rsplit_once('@') {
        Some((userinfo, place)) => (Some(userinfo), place),
        None => (None, authority),
    };
    let (host, port) = if place.starts_with('[') {
        let (host, after) = place.split_at(place.find(']').ok_or(Fault::Invalid)? + 1);
        match after.strip_prefix(':') {
            Some(port) => (host, port),
            None if after.is_empty() => (host, ""),
            None => return Err(Fault::Invalid),
        }
    } else {
        place.split_once(':').unwrap_or((place, ""))
    };
    if host.is_empty() {
        return Err(Fault::NoHost);
    }
    if !port.is_empty() && port_number(port).is_none() {
        return Err(Fault::Port);
    }
    Ok(Authority { userinfo, host, port, rest })
}

fn port_number(port: &str) -> Option<u16> {
    // Rust's own reader takes a sign.
    port.bytes().all(|c| c.is_ascii_digit()).then(|| port.parse().ok())?
}

/// What the `url` crate makes of an absolute URL.
pub(super) fn parse(text: &str) -> Result<Url, Fault> {
    Url::parse(text).map_err(fault_of)
}

/// What a refusal of the `url` crate is called here.
pub(super) fn fault_of(error: ParseError) -> Fault {
    match error {
        ParseError::EmptyHost => Fault::NoHost,
        ParseError::InvalidPort => Fault::Port,
        ParseError::Overflow => Fault::TooLong,
        _ => Fault::Invalid,
    }
}

/// An absolute http(s) URL with a host, whatever its length.
pub(super) fn web_url(text: &str) -> Result<Url, Fault> {
    if text.chars().any(char::is_control) {
        return Err(Fault::Control);
    }
    absolute(text)?;
    parse(text)
}

/// The form in which two spellings of one sitemap are equal (rule \[46\]): scheme and host in lower case, no default or empty
/// port, `/` for an empty path, no fragment. Everything else stays byte for byte, and so does a text that is no http(s) URL.
#[must_use]
pub fn sitemap_key(url: &str) -> String {
    let Ok(parts) = absolute(url) else {
        return url.to_owned();
    };
    let Some((scheme, _)) = scheme(url) else {
        return url.to_owned();
    };
    let mut key = String::with_capacity(url.len() + 1);
    key.push_str(scheme);
    key.make_ascii_lowercase();
    key.push_str("://");
    if let Some(userinfo) = parts.userinfo {
        key.push_str(userinfo);
        key.push('@');
    }
    if parts.host.is_ascii() {
        key.extend(parts.host.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        // The two spellings of an international name are one host, in any case.
        key.push_str(&canonical_host(parts.host).unwrap_or_else(|| parts.host.to_lowercase().into()));
    }
    if !parts.port.is_empty() && port_number(parts.port) != default_port(scheme) {
        key.push(':');
        key.push_str(parts.port);
    }
    let rest = parts.rest.split('#').next().unwrap_or("");
    if rest.is_empty() || rest.starts_with('?') {
        key.push('/');
    }
    key.push_str(rest);
    key
}

/// Whether a URL names a robots.txt (rule \[11\]): the last segment of its path, in any case.
#[must_use]
pub fn is_robots(url: &str) -> bool {
    let url = url.trim();
    let rest = match scheme(url) {
        Some((_, rest)) => rest,
        None => url,
    };
    let path = match after_slashes(rest) {
        Some(after) => &after[after.find(['/', '?', '#']).unwrap_or(after.len())..],
        None => rest,
    };
    let path = path.split(['?', '#']).next().unwrap_or("");
    path.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case("robots.txt"))
}

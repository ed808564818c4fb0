//! Locations: which are taken, which are mended, which are refused (rules \[40\] to \[47\], \[58\]).
//!
//! Enters: the text of a `<loc>`, a line or an attribute. Leaves: the location to return, or the [`Fault`] that keeps it
//! out. The format handlers make one [`Scope`] per document and ask it for every entry.
//!
//! Two lanes give the same answers. `fast` recognises what needs nothing; everything else is cut by hand in `parts`,
//! since rule \[42\] refuses what the URL standard would mend, and then shown to the `url` crate.

mod fast;
mod fault;
mod origin;
mod parts;

use std::borrow::Cow;

use url::Url;

pub use fast::needs_nothing;
pub use fault::Fault;
pub use origin::{Hosts, Origin};
pub use parts::{is_robots, sitemap_key};

use crate::limits::MAX_LOCATION;

/// A location that passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked<'a> {
    /// What is returned for it.
    pub loc: Cow<'a, str>,
    /// It holds characters that are not ASCII: only in strict mode, which takes it as written.
    pub non_ascii: bool,
}

/// Everything about where a document is, made once for it.
#[derive(Clone, Debug)]
pub struct Scope {
    strict: bool,
    base: Option<Url>,
    /// The document's own, if it has a URL, then those that count beside it.
    origins: Vec<Origin>,
    hosts: Option<Hosts>,
    prefixes: Vec<Prefix>,
}

/// How the plainly written URLs of an admitted origin begin, so that one comparison settles scheme, host and port.
#[derive(Clone, Debug)]
struct Prefix {
    text: Box<str>,
    /// `hosts` lets it in.
    admitted: bool,
}

impl Scope {
    /// The scope of a document that was served from `base`; an empty one is none. `origins` are further URLs whose origin
    /// strict mode admits, `hosts` the patterns of rule \[47\]. The length of a base is not limited: it was fetched.
    ///
    /// # Errors
    /// The base, or one of the origins, is no http(s) URL with a host.
    pub fn new(base: &str, strict: bool, origins: &[&str], hosts: Option<Hosts>) -> Result<Self, Fault> {
        let base = match base.trim() {
            "" => None,
            base => Some(parts::web_url(base)?),
        };
        let mut known = Vec::with_capacity(origins.len() + 1);
        if let Some(base) = &base {
            known.push(Origin::of_parsed(base).ok_or(Fault::NoHost)?);
        }
        for origin in origins {
            let origin = Origin::of_parsed(&parts::web_url(origin.trim())?).ok_or(Fault::NoHost)?;
            if !known.contains(&origin) {
                known.push(origin);
            }
        }
        let mut scope = Self { strict, base, origins: known, hosts, prefixes: Vec::new() };
        scope.prefixes = scope.origins.iter().filter_map(|origin| scope.prefix(origin)).collect();
        Ok(scope)
    }

    fn prefix(&self, origin: &Origin) -> Option<Prefix> {
        let text = origin.prefix();
        // The URL standard has hosts that hold `{` or a quote; the general lane has to see those.
        let plain = !fast::contents(text.as_bytes()).raw();
        plain.then(|| Prefix { text: text.into(), admitted: self.admits(origin.host()) })
    }

    /// Checks the location of a page, or of a sitemap that an index lists.
    ///
    /// Tolerant: resolved against the document, and mended where it holds what no URL may hold; otherwise as written
    /// (rule \[42\]). Strict: as written, or refused (rule \[43\]). Surrounding blanks are not part of it.
    ///
    /// # Errors
    /// What is wrong with it, if it cannot be returned.
    pub fn page<'a>(&self, text: &'a str) -> Result<Checked<'a>, Fault> {
        match self.fast(text, true) {
            Some(checked) => Ok(checked),
            None => self.general(text, true),
        }
    }

    /// Checks the location of a sitemap that a robots.txt names: like [`Self::page`], but it may be on any origin, in both
    /// modes (rule \[45\]). What `hosts` keeps out is for [`Self::outside`] to tell.
    ///
    /// # Errors
    /// What is wrong with it, if it cannot be returned.
    pub fn robots_line<'a>(&self, text: &'a str) -> Result<Checked<'a>, Fault> {
        match self.fast(text, false) {
            Some(checked) => Ok(checked),
            None => self.general(text, false),
        }
    }

    /// Whether `hosts` keeps a location out that was returned before (rule \[47\]).
    #[must_use]
    pub fn outside(&self, loc: &str) -> bool {
        if self.hosts.is_none() {
            return false;
        }
        if let Some(prefix) = self.prefix_of(loc) {
            return !prefix.admitted;
        }
        match fast::host(loc.as_bytes()) {
            Some((start, end)) => !self.admits(&loc[start..end]),
            None => Origin::of(loc).is_none_or(|origin| !self.admits(origin.host())),
        }
    }

    /// Whether `hosts` lets a host in; without `hosts` every host is let in. What `same` means are the hosts that strict mode
    /// admits: the document's, and those of the robots.txt that named it.
    fn admits(&self, host: &str) -> bool {
        let Some(hosts) = &self.hosts else {
            return true;
        };
        if self.base.is_none() {
            return hosts.admits(host, None);
        }
        self.origins.iter().any(|origin| hosts.admits(host, Some(origin)))
    }

    fn prefix_of(&self, text: &str) -> Option<&Prefix> {
        self.prefixes.iter().find(|prefix| {
            text.strip_prefix(&*prefix.text)
                .is_some_and(|rest| matches!(rest.as_bytes().first(), None | Some(b'/' | b'?' | b'#')))
        })
    }

    /// The lane for a location that is returned as it stands; nothing where there is any doubt.
    #[inline]
    fn fast<'a>(&self, text: &'a str, compare: bool) -> Option<Checked<'a>> {
        if text.len() > MAX_LOCATION {
            return None;
        }
        let compare = compare && self.strict;
        let end = if let Some(prefix) = self.prefix_of(text) {
            if compare && !prefix.admitted {
                return None;
            }
            prefix.text.len()
        } else {
            if compare && self.hosts.is_none() && self.base.is_some() {
                return None;
            }
            let (start, end) = fast::host(text.as_bytes())?;
            if compare && !self.admits(&text[start..end]) {
                return None;
            }
            end
        };
        let rest = &text.as_bytes()[end..];
        let contents = fast::contents(rest);
        if contents.raw() || (self.strict && contents.percent() && !fast::escapes_are_valid(rest)) {
            return None;
        }
        Some(Checked { loc: Cow::Borrowed(text), non_ascii: false })
    }

    /// The lane for everything.
    fn general<'a>(&self, text: &'a str, compare: bool) -> Result<Checked<'a>, Fault> {
        let text = text.trim();
        if text.chars().any(char::is_control) {
            return Err(Fault::Control);
        }
        if self.strict {
            self.strict(text, compare)?;
            return Ok(Checked { loc: Cow::Borrowed(text), non_ascii: !text.is_ascii() });
        }
        Ok(Checked { loc: self.tolerant(text)?, non_ascii: false })
    }

    fn tolerant<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, Fault> {
        let url = if parts::scheme(text).is_some() {
            let authority = parts::absolute(text)?;
            let mend = fast::contents(text.as_bytes()).raw() || authority.holds_raw() || authority.host.contains('%');
            if !mend && too_long(text) {
                return Err(Fault::TooLong);
            }
            let url = parts::parse(text)?;
            if !mend {
                return Ok(Cow::Borrowed(text));
            }
            url
        } else {
            if parts::has_bad_scheme(text) {
                return Err(Fault::Invalid);
            }
            let base = self.base.as_ref().filter(|_| !text.is_empty()).ok_or(Fault::Relative)?;
            if let Some(after) = parts::after_slashes(text) {
                parts::authority(after)?;
            }
            base.join(text).map_err(parts::fault_of)?
        };
        let url = String::from(url);
        if too_long(&url) { Err(Fault::TooLong) } else { Ok(Cow::Owned(url)) }
    }

    fn strict(&self, text: &str, compare: bool) -> Result<(), Fault> {
        if text.contains(char::is_whitespace) {
            return Err(Fault::Blank);
        }
        let (scheme, _) = parts::scheme(text).ok_or(Fault::Relative)?;
        if parts::default_port(scheme).is_none() {
            return Err(Fault::Scheme);
        }
        if text.bytes().any(|c| c.is_ascii() && fast::is_raw(c)) {
            return Err(Fault::Invalid);
        }
        if parts::absolute(text)?.holds_raw() {
            return Err(Fault::Invalid);
        }
        if !fast::escapes_are_valid(text.as_bytes()) {
            return Err(Fault::Escape);
        }
        if too_long(text) {
            return Err(Fault::TooLong);
        }
        let origin = Origin::of_parsed(&parts::parse(text)?).ok_or(Fault::NoHost)?;
        let admitted = match self.hosts {
            _ if !compare => true,
            Some(_) => self.admits(origin.host()),
            None => self.base.is_none() || self.origins.contains(&origin),
        };
        if admitted { Ok(()) } else { Err(Fault::Origin) }
    }
}

/// Checks a URL of an extension as strict mode asks for it (rule \[58\]): absolute, http or https, a host, no blank and no control
/// character, at most 2,048 characters. It may be on any host.
///
/// # Errors
/// What is wrong with it.
pub fn extension_strict(text: &str) -> Result<(), Fault> {
    if fast::host(text.as_bytes()).is_some() && !too_long(text) && !fast::contents(text.as_bytes()).raw() {
        return Ok(());
    }
    if text.chars().any(char::is_control) {
        return Err(Fault::Control);
    }
    if text.contains(char::is_whitespace) {
        return Err(Fault::Blank);
    }
    parts::absolute(text)?;
    if too_long(text) { Err(Fault::TooLong) } else { Ok(()) }
}

/// Whether a location has more characters than the protocol allows (rule \[41\]).
#[must_use]
pub fn too_long(text: &str) -> bool {
    // No text has more characters than bytes, and nearly every location is short.
    text.len() > MAX_LOCATION && text.chars().nth(MAX_LOCATION).is_some()
}

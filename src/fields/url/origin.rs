//! Where a document is, and which hosts a caller lets in.
//!
//! Enters: URLs, and the names and patterns of `hosts=`. Leaves: an [`Origin`] to compare, and [`Hosts`] to ask (rules
//! \[43\], \[47\]). [`super::Scope`] uses both; the Python layer reads [`Hosts`] once per call.

use std::borrow::Cow;
use std::collections::HashSet;

use url::{Host, Url};

use super::{fast, parts};
use crate::error::excerpt;

/// Scheme, host and port. The host is in lower case and in punycode, so that its spellings are one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    scheme: Box<str>,
    host: Box<str>,
    port: u16,
}

impl Origin {
    /// The origin of an absolute http(s) URL with a host.
    #[must_use]
    pub fn of(url: &str) -> Option<Self> {
        Self::of_parsed(&parts::web_url(url.trim()).ok()?)
    }

    pub(super) fn of_parsed(url: &Url) -> Option<Self> {
        let port = url.port_or_known_default()?;
        Some(Self { scheme: url.scheme().into(), host: url.host_str()?.into(), port })
    }

    /// `http` or `https`.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The host, in lower case and punycode; an IPv6 address in its brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port that is connected to.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// What the URLs of this origin begin with when they are written plainly.
    pub(super) fn prefix(&self) -> String {
        let Self { scheme, host, port } = self;
        if parts::default_port(scheme) == Some(*port) {
            format!("{scheme}://{host}")
        } else {
            format!("{scheme}://{host}:{port}")
        }
    }
}

/// A host in lower case and punycode, if it is one.
pub(super) fn canonical_host(host: &str) -> Option<Cow<'_, str>> {
    if fast::plain_host(host.as_bytes()) == Some(host.len()) {
        return Some(Cow::Borrowed(host));
    }
    Host::parse(host).ok().map(|host| Cow::Owned(host.to_string()))
}

/// The hosts that a caller lets in (rule \[47\]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hosts {
    same: bool,
    exact: HashSet<Box<str>>,
    below: HashSet<Box<str>>,
}

impl Hosts {
    /// Reads names (`example.com`, in any case, Unicode or punycode; addresses too), `*.example.com` for every host below
    /// that name at any depth, but not the name itself, and `same` for the host of the document.
    ///
    /// # Errors
    /// What is wrong with the first pattern that is none of these, or that there is no pattern at all.
    pub fn parse(patterns: &[&str]) -> Result<Self, String> {
        if patterns.is_empty() {
            return Err("no host is given; leave it out to let in every host".into());
        }
        let mut hosts = Self::default();
        for &pattern in patterns {
            if pattern == "same" {
                hosts.same = true;
            } else if let Some(name) = pattern.strip_prefix("*.") {
                hosts.below.insert(named(name).ok_or_else(|| refusal(pattern))?);
            } else {
                hosts.exact.insert(named(pattern).or_else(|| address(pattern)).ok_or_else(|| refusal(pattern))?);
            }
        }
        Ok(hosts)
    }

    /// Whether a host, in any spelling, is one of them. `same` stands for the host of `document`; without one there is nothing
    /// to compare, and it admits every host (rule \[43\]).
    #[must_use]
    pub fn admits(&self, host: &str, document: Option<&Origin>) -> bool {
        let Some(host) = canonical_host(host) else {
            return false;
        };
        (self.same && document.is_none_or(|document| *document.host == *host))
            || self.exact.contains(&*host)
            || host.match_indices('.').any(|(dot, _)| self.below.contains(&host[dot + 1..]))
    }
}

/// A name in its canonical form, or an IPv4 address.
fn named(name: &str) -> Option<Box<str>> {
    match Host::parse(name).ok()? {
        // The URL standard has names that hold an asterisk; here it is a pattern that is not read.
        Host::Domain(name) if name.contains('*') => None,
        Host::Domain(name) => Some(name.into()),
        _ => None,
    }
}

/// An address as it stands in a URL; brackets may be left out.
fn address(text: &str) -> Option<Box<str>> {
    match text.parse().map(Host::Ipv6).or_else(|_| Host::parse(text)).ok()? {
        Host::Domain(_) => None,
        address => Some(address.to_string().into()),
    }
}

fn refusal(pattern: &str) -> String {
    format!("\"{}\" is no host; expected a name, \"*.\" and a name, or \"same\"", excerpt(pattern))
}

//! What can be wrong with a location, and how it is said.
//!
//! Enters: the reason for which [`super::Scope`] refuses a text. Leaves: its code and its message, for the handlers that
//! record it.

use std::borrow::Cow;

use url::{ParseError, Url};

use super::{fast, parts, too_long};
use crate::error::{Code, excerpt};
use crate::limits::MAX_LOCATION;

/// Why a location is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Neither http nor https.
    Scheme,
    /// No host.
    NoHost,
    /// A port out of range, or no number.
    Port,
    /// More than 2,048 characters.
    TooLong,
    /// A control character.
    Control,
    /// Strict mode: a blank.
    Blank,
    /// Strict mode: a percent sign that begins no escape.
    Escape,
    /// Relative, in strict mode or without anything to resolve it against.
    Relative,
    /// Strict mode: another origin than the document's.
    Origin,
    /// Nothing that can be read as a URL.
    Invalid,
}

impl Fault {
    /// The code of the error that is recorded.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            Self::Scheme => Code::LocScheme,
            Self::NoHost => Code::LocHost,
            Self::Port => Code::LocPort,
            Self::TooLong => Code::LocTooLong,
            Self::Control => Code::LocControl,
            Self::Blank => Code::LocBlank,
            Self::Escape => Code::LocEscape,
            Self::Relative => Code::LocRelative,
            Self::Origin => Code::LocOrigin,
            Self::Invalid => Code::LocInvalid,
        }
    }

    /// What is wrong with `text`, the location that was refused.
    #[must_use]
    pub fn message(self, text: &str) -> String {
        let text = text.trim();
        match self {
            Self::Scheme => {
                let scheme = parts::scheme(text).map_or("", |(scheme, _)| scheme);
                format!("unsupported scheme \"{}\": only http and https are read", excerpt(scheme))
            }
            Self::NoHost => "URL has no host".into(),
            Self::Port => "URL has a port that is no number from 0 to 65535".into(),
            Self::TooLong if too_long(text) => {
                format!("URL has {} characters, at most {MAX_LOCATION} are allowed", text.chars().count())
            }
            Self::TooLong => format!("URL has more than {MAX_LOCATION} characters once it is absolute and escaped"),
            Self::Control => match text.chars().find(|c| c.is_control()) {
                Some(c) => format!("URL holds the control character U+{:04X}", u32::from(c)),
                None => "URL holds a control character".into(),
            },
            Self::Blank => "URL holds a blank: it has to be written %20".into(),
            Self::Escape => "URL holds a % that is not followed by two hexadecimal digits".into(),
            Self::Relative => "URL is relative: an absolute one is expected".into(),
            Self::Origin => "URL is on another scheme, host or port than its document".into(),
            Self::Invalid => invalid(text),
        }
    }
}

fn invalid(text: &str) -> String {
    // Without a scheme it can only be the host of `//host/path` that was refused.
    let written = match parts::scheme(text) {
        Some(_) => Cow::Borrowed(text),
        None => Cow::Owned(format!("https:{text}")),
    };
    match Url::parse(&written) {
        Err(ParseError::InvalidIpv4Address | ParseError::InvalidIpv6Address) => {
            "invalid URL: the host is no IP address".into()
        }
        Err(_) => "invalid URL: the host is no domain name".into(),
        Ok(_) => match text.chars().find(|&c| c.is_ascii() && fast::is_raw(c as u8)) {
            Some(c) => format!("invalid URL: the character {c} has to be escaped"),
            None => "invalid URL: the part before the host holds an @ or a bracket".into(),
        },
    }
}

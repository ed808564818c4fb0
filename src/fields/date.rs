//! W3C and RFC 822 dates.

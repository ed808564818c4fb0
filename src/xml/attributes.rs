//! The attributes of a start tag: names and raw values, and what is wrong with them.
//!
//! Enters: what stands between a name and the end of its tag. Leaves: one [`Attribute`] after the other; a flaw is for
//! [`super::tag`] to refuse or for the caller to note (rule \[35\]).

use super::work;

/// What is wrong with an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// No blank before it.
    NoBlank,
    /// No `=` and value.
    NoValue,
    /// A value without quotes.
    Unquoted,
    /// A value whose quote does not end.
    OpenQuote,
}

/// One attribute as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The name, prefix included.
    pub name: &'a str,
    /// The value, references not resolved.
    pub value: &'a str,
    /// What is wrong with it.
    pub flaw: Option<Flaw>,
    /// Where it begins in the text that was scanned.
    pub at: usize,
    /// Where its value begins there, behind the quote.
    pub value_at: usize,
}

/// Scans the attributes of a tag.
#[derive(Clone, Debug)]
pub struct Attributes<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Attributes<'a> {
    /// The attributes in `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn skip(&mut self, stop: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().position(|&b| stop(b)).unwrap_or(rest.len());
        work::add(length);
        let skipped = &self.text[self.at..self.at + length];
        self.at += length;
        skipped
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        let blank = !self.skip(|b| !is_blank(b)).is_empty();
        let at = self.at;
        self.peek()?;
        let name = self.skip(|b| is_blank(b) || b == b'=' || b == b'"' || b == b'\'');
        if name.is_empty() && self.peek() != Some(b'=') {
            // A quote where a name belongs: it and what it encloses are read as a value of no name.
            let value = self.quoted().unwrap_or_default();
            return Some(Attribute { name, value, flaw: Some(Flaw::NoValue), at, value_at: at + 1 });
        }
        let before = self.at;
        self.skip(|b| !is_blank(b));
        if self.peek() != Some(b'=') {
            self.at = before;
            return Some(Attribute { name, value: "", flaw: Some(Flaw::NoValue), at, value_at: before });
        }
        self.at += 1;
        self.skip(|b| !is_blank(b));
        let value_at = self.at + usize::from(matches!(self.peek(), Some(b'"' | b'\'')));
        let (value, flaw) = match self.peek() {
            Some(b'"' | b'\'') => match self.quoted() {
                Ok(value) => (value, (!blank).then_some(Flaw::NoBlank)),
                Err(value) => (value, Some(Flaw::OpenQuote)),
            },
            Some(_) => (self.skip(is_blank), Some(Flaw::Unquoted)),
            None => ("", Some(Flaw::NoValue)),
        };
        Some(Attribute { name, value, flaw, at, value_at })
    }
}

impl<'a> Attributes<'a> {
    /// What the quote at hand encloses, or all that follows it where it does not end.
    fn quoted(&mut self) -> Result<&'a str, &'a str> {
        let Some(quote) = self.peek() else { return Err("") };
        let start = self.at + 1;
        let rest = &self.text.as_bytes()[start..];
        let end = memchr::memchr(quote, rest);
        work::add(end.unwrap_or(rest.len()));
        if let Some(end) = end {
            self.at = start + end + 1;
            Ok(&self.text[start..start + end])
        } else {
            self.at = self.text.len();
            Err(&self.text[start..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(&str, &str, Option<Flaw>)> {
        Attributes::new(text).map(|a| (a.name, a.value, a.flaw)).collect()
    }

    #[test]
    fn reads_quoted_values() {
        assert_eq!(read(r#" a="1" b = '2 "x"' "#), [("a", "1", None), ("b", "2 \"x\"", None)]);
    }

    #[test]
    fn reads_past_what_is_wrong() {
        assert_eq!(
            read(r#" a=1 b c="2"d='3' e="4"#),
            [
                ("a", "1", Some(Flaw::Unquoted)),
                ("b", "", Some(Flaw::NoValue)),
                ("c", "2", None),
                ("d", "3", Some(Flaw::NoBlank)),
                ("e", "4", Some(Flaw::OpenQuote)),
            ]
        );
    }

    #[test]
    fn always_ends() {
        for text in ["=", "\"", "''", " = = ", "a==", "\"a\"b\"", "a=\"b\"c=d'"] {
            assert!(Attributes::new(text).count() < 10, "{text}");
        }
    }
}

//! Errors and notes as rows: a code, where, and the text it is about, in one arena.
//!
//! Enters: what the formats find while they read. Leaves: rows that Python makes exceptions of on access. A document of
//! 50 MiB can hold millions of faults, so rows are small, their texts are cut to a bounded length and validation errors
//! are capped (rule \[6\]); notes are counted, not listed.

use crate::error::{Class, Code, Error, Limit, Place, excerpt};
use crate::limits;

/// The index of an entry that a finding does not have.
pub const NO_ENTRY: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: u32,
    end: u32,
}

/// One row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub code: Code,
    /// The position of the entry, or [`NO_ENTRY`].
    pub entry: u32,
    /// Where, if it is an error of the document; the line of the entry otherwise.
    pub place: Option<Place>,
    texts: [Span; 4],
}

/// The texts of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texts<'a> {
    /// The page, the rejected URL, or nothing for the document itself (rule \[5\]).
    pub url: &'a str,
    /// The element or attribute.
    pub field: &'a str,
    /// The value that was found.
    pub value: &'a str,
    /// What was found and what was expected.
    pub detail: &'a str,
}

/// A validation error before it has a row.
#[derive(Clone, Debug)]
pub struct Finding<'a> {
    /// What it is.
    pub code: Code,
    /// The element or attribute, or `""`.
    pub field: &'a str,
    /// The value that was found, or `""`.
    pub value: &'a str,
    /// What was found and what was expected.
    pub detail: String,
}

/// A note: how often, and where first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// What it is.
    pub code: Code,
    /// The line it was found on first, from 1.
    pub line: u32,
    /// How often it was found.
    pub count: u64,
}

/// A state to return to.
#[derive(Clone, Debug)]
pub struct Mark {
    rows: usize,
    text: usize,
    notes: Vec<Noted>,
    validation: u64,
}

/// The errors and notes of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    rows: Vec<Row>,
    text: String,
    notes: Vec<Noted>,
    /// Validation errors found, recorded or not.
    validation: u64,
    /// The most validation errors that are recorded.
    cap: u64,
}

impl Diagnostics {
    /// None yet; at most `cap` validation errors will be recorded.
    #[must_use]
    pub fn new(cap: u64) -> Self {
        Self { cap, ..Self::default() }
    }

    fn store(&mut self, text: &str) -> Option<Span> {
        let cut = text.char_indices().nth(limits::MAX_EXCERPT).map_or(text, |(end, _)| &text[..end]);
        let start = u32::try_from(self.text.len()).ok()?;
        let end = u32::try_from(self.text.len() + cut.len()).ok()?;
        self.text.push_str(cut);
        Some(Span { start, end })
    }

    /// Adds a row as it is; `false` where the arena is full.
    pub fn push(&mut self, code: Code, entry: u32, place: Option<Place>, texts: Texts<'_>) -> bool {
        let [url, field, value, detail] = [texts.url, texts.field, texts.value, texts.detail].map(|t| self.store(t));
        let (Some(url), Some(field), Some(value), Some(detail)) = (url, field, value, detail) else { return false };
        self.rows.push(Row { code, entry, place, texts: [url, field, value, detail] });
        true
    }

    /// Records an error about the document.
    pub fn error(&mut self, error: &Error) {
        self.push(error.code, NO_ENTRY, error.place, Texts { detail: &error.detail, ..Texts::default() });
    }

    /// Records that something was left out of the entry at position `entry`, about `url` (rule \[5\]).
    pub fn validation(&mut self, finding: &Finding<'_>, url: &str, entry: u32, line: u32) {
        self.validation += 1;
        if self.validation > self.cap {
            return;
        }
        let place = Some(Place { offset: 0, line, column: 0 });
        let texts = Texts { url, field: finding.field, value: finding.value, detail: &finding.detail };
        if !self.push(finding.code, entry, place, texts) {
            // The arena is full: as with the cap, the count tells that some are missing.
            self.cap = self.cap.min(self.validation - 1);
        }
    }

    /// Counts something that was read past.
    pub fn note(&mut self, code: Code, line: u32) {
        self.notes_at(code, line, 1);
    }

    /// Counts something that was read past several times.
    pub fn notes_at(&mut self, code: Code, line: u32, count: u64) {
        match self.notes.iter_mut().find(|n| n.code == code) {
            Some(noted) => noted.count += count,
            None => self.notes.push(Noted { code, line, count }),
        }
    }

    /// Where it stands now.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { rows: self.rows.len(), text: self.text.len(), notes: self.notes.clone(), validation: self.validation }
    }

    /// Forgets what came after `mark`.
    pub fn rewind(&mut self, mark: &Mark) {
        self.rows.truncate(mark.rows);
        self.text.truncate(mark.text);
        self.notes.clone_from(&mark.notes);
        self.validation = mark.validation;
    }

    /// Forgets all errors, and keeps the notes.
    pub fn forget_errors(&mut self) {
        self.rows.clear();
        self.text.clear();
        self.validation = 0;
    }

    /// Ends the recording: says so if some had to be left out (rule \[6\]).
    pub fn finish(&mut self) {
        if self.validation > self.cap {
            self.error(&Error::new(
                Code::ValidationErrorLimit,
                format!("limit of {} validation errors reached", self.cap),
            ));
        }
    }

    /// The rows, in order.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The notes, in the order they were first met.
    #[must_use]
    pub fn notes(&self) -> &[Noted] {
        &self.notes
    }

    /// How often anything was noted.
    #[must_use]
    pub fn noted(&self) -> u64 {
        self.notes.iter().map(|noted| noted.count).sum()
    }

    /// Validation errors found, recorded or not.
    #[must_use]
    pub const fn validation_count(&self) -> u64 {
        self.validation
    }

    /// Errors found, recorded or not.
    #[must_use]
    pub fn error_count(&self) -> u64 {
        let others = self.rows.iter().filter(|r| r.code.class() != Class::Validation).count();
        self.validation + others as u64
    }

    /// The texts of a row.
    #[must_use]
    pub fn texts(&self, row: &Row) -> Texts<'_> {
        let [url, field, value, detail] = row.texts.map(|span| &self.text[span.start as usize..span.end as usize]);
        Texts { url, field, value, detail }
    }

    /// The same with only the rows that `keep` admits.
    #[must_use]
    pub fn filtered(&self, mut keep: impl FnMut(&Row) -> bool) -> Self {
        let rows = self.rows.iter().copied().filter(|row| keep(row)).collect();
        Self { rows, ..self.clone() }
    }

    /// Takes over how many validation errors there were, recorded or not.
    pub const fn set_validation_count(&mut self, count: u64) {
        self.validation = count;
    }
}

/// The limit that a code stands for (rule \[2\]).
#[must_use]
pub const fn limit_of(code: Code) -> Option<Limit> {
    match code {
        Code::SizeLimit | Code::RobotsLimit => Some(Limit::Size),
        Code::UrlLimit => Some(Limit::Urls),
        Code::ValidationErrorLimit => Some(Limit::ValidationErrors),
        _ => None,
    }
}

/// `invalid <field> value "value"`.
#[must_use]
pub fn invalid(field: &str, value: &str) -> String {
    format!("invalid <{field}> value \"{}\"", excerpt(value))
}

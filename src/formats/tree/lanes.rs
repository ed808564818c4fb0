//! Where entries stand: which lane reads the next ones.
//!
//! Enters: the tokens of a document, at the end of an element. Leaves: the same, behind all entries that the lanes for
//! canonical entries and for entries of plain markup could read; the general lane goes on there.

use super::super::entry::Kind;
use super::super::output::Output;
use super::super::{Format, Slot, canonical, plain};
use super::repair::Doubts;
use super::{Stage, Tree};
use crate::xml::text::is_clean;
use crate::xml::{Tokens, work};

/// Entries in a row that are not plain, after which only every sixteenth is tried.
const PATIENCE: u32 = 16;

impl Tree {
    /// Reads the entries from here on that need no second look.
    pub(super) fn lanes(&mut self, tokens: &mut Tokens<'_>, text: &str, output: &mut Output) {
        if self.stage != Stage::Root || !output.settings.fast {
            return;
        }
        let Some(container @ (Slot::Root(_) | Slot::Feed(_))) = self.stack.slot(0) else { return };
        if self.checkpoint.is_some() || self.stack.frames().iter().any(|frame| frame.may_be_entry) {
            return;
        }
        loop {
            let at = tokens.position();
            if let Slot::Root(format) = container {
                self.canonical(format, tokens, text, output);
            }
            // What no vocabulary knows is kept with `raw`, and that lane skips it.
            if !output.settings.raw {
                self.plain(container, tokens, text, output);
            }
            if tokens.position() == at || output.stopped() {
                return;
            }
        }
    }

    fn canonical(&mut self, format: Format, tokens: &mut Tokens<'_>, text: &str, output: &mut Output) {
        if self.stack.len() != 1 || self.root_ns.is_extension() || self.stack.top_name().contains(':') {
            return;
        }
        let kind = if format == Format::Sitemapindex { Kind::Sitemap } else { Kind::Url };
        let at = tokens.position();
        let line = self.lines.line(text, at);
        let stopped = canonical::entries(text, at, kind, line, output);
        if stopped.at > at {
            self.lines.counted(stopped.at, stopped.lines);
            self.doubts = Doubts::default();
            tokens.seek(stopped.at);
        }
    }

    fn plain(&mut self, container: Slot, tokens: &mut Tokens<'_>, text: &str, output: &mut Output) {
        self.missed = self.missed.saturating_add(1);
        if self.missed > PATIENCE && !self.missed.is_multiple_of(PATIENCE) {
            return;
        }
        let rest = &text.as_bytes()[tokens.position()..];
        let blank = rest.iter().position(|b| !matches!(b, b' ' | b'\t' | b'\r' | b'\n')).unwrap_or(rest.len());
        work::add(blank);
        if rest.get(blank) != Some(&b'<') || output.stopped() {
            return;
        }
        if !*self.clean.get_or_insert_with(|| is_clean(text)) {
            return;
        }
        let at = tokens.position() + blank;
        let line = self.lines.line(text, at);
        let mark = output.diagnostics.mark();
        let place = plain::Place { text, at, line, container, scope: &self.scope };
        match plain::entry(place, &mut self.handler, &mut self.text, output) {
            Some(end) => {
                self.missed = 0;
                self.doubts = Doubts::default();
                tokens.seek(end);
            }
            None => output.diagnostics.rewind(&mark),
        }
    }
}

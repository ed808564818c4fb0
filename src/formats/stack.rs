//! The open elements of a document.
//!
//! Enters: names and slots from [`super::tree`]. Leaves: which element an end tag ends, however the tags were damaged.

use super::Slot;
use crate::xml::names::Ns;
use crate::xml::work;

/// What an element opens inside of, that cannot hold it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inside {
    /// Nothing of the kind.
    #[default]
    Nothing,
    /// Another value of the entry.
    Value,
    /// A location.
    Location,
}

/// An open element.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Where its name begins in the names.
    name: usize,
    /// Its namespace.
    pub ns: Ns,
    /// What it is to its format.
    pub slot: Slot,
    /// Where its start tag begins in the document.
    pub at: u64,
    /// The line of its start tag.
    pub line: u32,
    /// It has no start tag of its own.
    pub implied: bool,
    /// It may be an entry although it stands in an unknown element.
    pub may_be_entry: bool,
    /// What it opened inside of, if that was closed for it.
    pub inside: Inside,
    /// Text stands in it.
    pub has_text: bool,
    /// It stands in a document of another kind.
    pub misplaced: bool,
}

impl Frame {
    /// An element as its start tag opens it.
    #[must_use]
    pub const fn new(ns: Ns, slot: Slot, at: u64, line: u32) -> Self {
        Self {
            name: 0,
            ns,
            slot,
            at,
            line,
            implied: false,
            may_be_entry: false,
            inside: Inside::Nothing,
            has_text: false,
            misplaced: false,
        }
    }
}

/// The open elements, the root first.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    frames: Vec<Frame>,
    names: String,
    /// A hash of each name: a stray end tag is compared with all of them.
    hashes: Vec<u32>,
    /// Where those are that entries stand in.
    containers: Vec<usize>,
}

impl Stack {
    /// How many are open.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether none is open.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The innermost.
    #[must_use]
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// The innermost, to be changed.
    pub fn top_mut(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// All of them.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The slot of the one `below` levels outside the innermost.
    #[must_use]
    pub fn slot(&self, below: usize) -> Option<Slot> {
        let index = self.frames.len().checked_sub(below + 1)?;
        Some(self.frames[index].slot)
    }

    /// Opens an element called `name`.
    pub fn push(&mut self, name: &str, mut frame: Frame) {
        frame.name = self.names.len();
        self.names.push_str(name);
        self.hashes.push(hash(name));
        if matches!(frame.slot, Slot::Root(_) | Slot::Feed(_)) {
            self.containers.push(self.frames.len());
        }
        self.frames.push(frame);
    }

    /// Closes the innermost.
    pub fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.names.truncate(frame.name);
        self.hashes.pop();
        if self.container() == Some(self.frames.len()) {
            self.containers.pop();
        }
        Some(frame)
    }

    /// The name of the one at `index`, as written.
    #[must_use]
    pub fn name(&self, index: usize) -> &str {
        let end = self.frames.get(index + 1).map_or(self.names.len(), |next| next.name);
        &self.names[self.frames[index].name..end]
    }

    /// The name of the innermost, as written.
    #[must_use]
    pub fn top_name(&self) -> &str {
        self.frames.len().checked_sub(1).map_or("", |index| self.name(index))
    }

    /// The innermost one called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        work::add(self.frames.len());
        let wanted = hash(name);
        (0..self.frames.len()).rev().find(|&index| self.hashes[index] == wanted && self.name(index) == name)
    }

    /// The innermost one that entries stand in.
    #[must_use]
    pub fn container(&self) -> Option<usize> {
        self.containers.last().copied()
    }
}

/// FNV-1a.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

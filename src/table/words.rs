//! The distinct words of a dictionary column, numbered in the order they were first seen.
//!
//! Enters: any text, from [`super::column`]. Leaves: codes, and the words as one text with offsets, which is the
//! layout Arrow wants for a dictionary. Any word is kept, so the index has to stand up to documents that make up a
//! new word for every row.

use std::collections::HashMap;

/// Up to so many words are compared one by one, which is cheaper than hashing them.
const LINEAR: usize = 12;

/// Words and their codes.
#[derive(Clone, Debug)]
pub struct Words {
    text: String,
    /// One more than there are words; the first is 0, the last the length of `text`.
    offsets: Vec<i32>,
    /// The code that was asked for last: equal words follow each other.
    last: usize,
    /// Words of the program itself, by their address: told apart without a look at their text.
    fixed: Vec<(&'static str, i32)>,
    /// Built when there are more than [`LINEAR`] words, dropped when the column is frozen.
    index: HashMap<Box<str>, usize>,
}

impl Default for Words {
    fn default() -> Self {
        Self { text: String::new(), offsets: vec![0], last: 0, fixed: Vec::new(), index: HashMap::new() }
    }
}

impl Words {
    /// Words from their Arrow layout, which the caller has checked.
    pub(super) fn from_parts(text: String, offsets: Vec<i32>) -> Self {
        Self { text, offsets, last: 0, fixed: Vec::new(), index: HashMap::new() }
    }

    /// How many words there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All words, one after the other.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where each word begins in the text, and where the last one ends.
    #[must_use]
    pub fn offsets(&self) -> &[i32] {
        &self.offsets
    }

    /// The word with that code.
    #[inline]
    #[must_use]
    pub fn get(&self, code: usize) -> Option<&str> {
        let (start, end) = (self.offsets.get(code)?, self.offsets.get(code + 1)?);
        self.text.get(position(*start)..position(*end))
    }

    /// The code of `word`, which is added if it is new; nothing if there is no room for it.
    #[inline]
    pub fn code(&mut self, word: &str) -> Option<i32> {
        if self.get(self.last) != Some(word) {
            self.last = match self.find(word) {
                Some(code) => code,
                None => position(self.add(word)?),
            };
        }
        i32::try_from(self.last).ok()
    }

    /// The code of a word of the program itself.
    #[inline]
    pub fn fixed(&mut self, word: &'static str) -> Option<i32> {
        match self.fixed.iter().find(|known| std::ptr::eq(known.0, word)) {
            Some(known) => Some(known.1),
            None => self.learn(word),
        }
    }

    #[cold]
    fn learn(&mut self, word: &'static str) -> Option<i32> {
        let code = self.code(word)?;
        self.fixed.push((word, code));
        Some(code)
    }

    fn find(&mut self, word: &str) -> Option<usize> {
        let len = self.len();
        if len <= LINEAR {
            return (0..len).find(|&code| self.get(code) == Some(word));
        }
        if self.index.is_empty() {
            self.index = (0..len).filter_map(|code| Some((self.get(code)?.into(), code))).collect();
        }
        self.index.get(word).copied()
    }

    /// Appends a word that is known to be new; nothing if there is no room for it.
    pub(super) fn add(&mut self, word: &str) -> Option<i32> {
        let code = i32::try_from(self.len()).ok()?;
        let end = i32::try_from(self.text.len() + word.len()).ok()?;
        self.text.push_str(word);
        self.offsets.push(end);
        if !self.index.is_empty() {
            self.index.insert(word.into(), position(code));
        }
        Some(code)
    }

    /// Gives back what only writing needs.
    pub fn freeze(&mut self) {
        self.index = HashMap::new();
        self.fixed = Vec::new();
        self.text.shrink_to_fit();
        self.offsets.shrink_to_fit();
    }

    /// Bytes held on the heap, without the index, which frozen columns do not have.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.text.capacity() + self.offsets.capacity() * size_of::<i32>()
    }
}

/// An offset or code as an index. Both are never negative here.
#[inline]
pub(super) fn position(offset: i32) -> usize {
    usize::try_from(offset).unwrap_or(0)
}

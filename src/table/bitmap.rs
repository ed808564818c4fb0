//! Bits packed as Arrow packs them: the least significant bit of a byte comes first.
//!
//! Enters: one truth a row, from [`super::column`]. Leaves: bytes that Arrow and pickles take as they are.

/// A vector of bits.
#[derive(Clone, Debug, Default)]
pub struct Bitmap {
    bytes: Vec<u8>,
    len: usize,
}

impl Bitmap {
    /// `len` times the same bit.
    #[must_use]
    pub fn filled(value: bool, len: usize) -> Self {
        let byte = if value { u8::MAX } else { 0 };
        Self { bytes: vec![byte; len.div_ceil(8)], len }
    }

    /// The bits of `bytes`, or nothing if these are not as many bytes as `len` bits need.
    #[must_use]
    pub fn from_bytes(bytes: &[u8], len: usize) -> Option<Self> {
        (bytes.len() == len.div_ceil(8)).then(|| Self { bytes: bytes.to_vec(), len })
    }

    /// How many bits there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bits as Arrow wants them. Those beyond the length may be anything until they are frozen.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bit at `index`; false beyond the end.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> bool {
        index < self.len && self.bytes[index / 8] >> (index % 8) & 1 == 1
    }

    /// Appends one bit.
    #[inline]
    pub fn push(&mut self, value: bool) {
        let (byte, bit) = (self.len / 8, self.len % 8);
        if bit == 0 {
            self.bytes.push(u8::from(value));
        } else if value {
            self.bytes[byte] |= 1 << bit;
        } else {
            self.bytes[byte] &= !(1 << bit);
        }
        self.len += 1;
    }

    /// Appends `len` times the same bit.
    pub fn push_many(&mut self, value: bool, len: usize) {
        let head = len.min((8 - self.len % 8) % 8);
        for _ in 0..head {
            self.push(value);
        }
        let rest = len - head;
        let byte = if value { u8::MAX } else { 0 };
        self.bytes.resize(self.bytes.len() + rest.div_ceil(8), byte);
        self.len += rest;
    }

    /// Appends `len` bits of `other` from `start` on.
    pub fn extend(&mut self, other: &Self, start: usize, len: usize) {
        if self.len.is_multiple_of(8) && start.is_multiple_of(8) && start + len <= other.len {
            let first = start / 8;
            self.bytes.extend_from_slice(&other.bytes[first..first + len.div_ceil(8)]);
            self.len += len;
        } else {
            for index in start..start + len {
                self.push(other.get(index));
            }
        }
    }

    /// Drops what is beyond the first `len` bits.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.bytes.truncate(self.len.div_ceil(8));
    }

    /// How many bits are set.
    #[must_use]
    pub fn count_ones(&self) -> usize {
        let whole = self.len / 8;
        let full: usize = self.bytes[..whole].iter().map(|byte| byte.count_ones() as usize).sum();
        full + (whole * 8..self.len).filter(|&index| self.get(index)).count()
    }

    /// Gives unused capacity back, and clears the bits beyond the length, so that equal bits are equal bytes.
    pub fn freeze(&mut self) {
        if let Some(last) = self.bytes.last_mut()
            && !self.len.is_multiple_of(8)
        {
            *last &= (1 << (self.len % 8)) - 1;
        }
        self.bytes.shrink_to_fit();
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.bytes.capacity()
    }
}

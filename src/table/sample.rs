//! Rows picked by chance.
//!
//! Enters: a table, a number of rows and a seed. Leaves: that many different rows in random order, the same for the
//! same seed on any machine.

use std::collections::HashMap;

use super::Table;

impl Table {
    /// At most `count` different rows in random order.
    #[must_use]
    pub fn sample(&self, count: usize, seed: u64) -> Self {
        // The first steps of a Fisher-Yates shuffle, in which only places that were swapped are written down.
        let mut swapped = HashMap::new();
        let mut random = SplitMix(seed);
        let picks: Vec<usize> = (0..count.min(self.len()))
            .map(|place| {
                let pick = place + random.below(self.len() - place);
                let here = swapped.get(&place).copied().unwrap_or(place);
                swapped.insert(pick, here).unwrap_or(pick)
            })
            .collect();
        self.take(picks)
    }
}

/// The generator of Steele, Lea and Flood (2014): enough for picking rows, and only that.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0: the high half of a product, whose bias is below one in 2^32 for tables.
    fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.next()) * bound as u128;
        usize::try_from(product >> 64).unwrap_or(0)
    }
}

//! Decimals, integers, words.

//! XML events out of UTF-8 text.

//! Bytes in, UTF-8 out: [`gzip`], then [`charset`].

//! Every cap and default of the core, each with its reason: the only place where such a number stands.
//! Python reads the public ones from `_core.DEFAULTS`.

/// Bytes of a document, received and decompressed alike: the limit of the sitemaps.org protocol (rules \[22\], \[80\]).
pub const MAX_SIZE: u64 = 52_428_800;
/// Pages a call holds; a last resort, since they take gigabytes.
pub const MAX_URLS: u64 = 10_000_000;
/// Sitemaps a call asks for: what one index may list.
pub const MAX_SITEMAPS: u64 = 50_000;
/// Validation errors a call records: a document of 50 MiB can hold millions of entries without a location.
pub const MAX_VALIDATION_ERRORS: u64 = 100_000;
/// Levels of indexes below the main document.
pub const MAX_DEPTH: u32 = 10;
/// Documents in flight or waiting to be committed.
pub const CONCURRENCY: u32 = 16;
/// Seconds for one request, from connecting to the last byte.
pub const TIMEOUT: f64 = 3.0;
/// Requests after the first.
pub const RETRIES: u32 = 2;
/// Characters of a location: the protocol's limit (rule \[41\]).
pub const MAX_LOCATION: usize = 2_048;
/// Entries of a document, beyond which a note is made (rule \[44\]).
pub const PROTOCOL_ENTRIES: u32 = 50_000;
/// Bytes of a robots.txt that are read: the least that RFC 9309 asks for (rule \[76\]).
pub const MAX_ROBOTS: usize = 512_000;
/// Open elements at once; the deepest vocabulary needs six.
pub const MAX_NESTING: usize = 256;
/// Attributes of one element; a video needs two.
pub const MAX_ATTRIBUTES: usize = 256;
/// Bytes of an element's or attribute's name.
pub const MAX_NAME: usize = 1_024;
/// Bytes of text of one element that is read (rule \[38\]).
pub const MAX_TEXT: usize = 1 << 20;
/// Namespace declarations in scope at once.
pub const MAX_NAMESPACES: usize = 256;
/// Layers of gzip that are unpacked (rule \[20\]).
pub const GZIP_LAYERS: usize = 2;
/// Bytes at the start of a document in which an XML declaration is looked for (rule \[23\]).
pub const MAX_DECLARATION: usize = 1_024;
/// Characters of a value that an error carries: enough for any location, and no more.
pub const MAX_EXCERPT: usize = 2_100;
/// Rows after which a chunk is closed, so that consumers get batches worth their overhead.
pub const CHUNK_ROWS: usize = 8_192;
/// Bytes of one text column after which its chunk is closed: far below what `i32` offsets can address.
pub const CHUNK_BYTES: usize = 1 << 28;

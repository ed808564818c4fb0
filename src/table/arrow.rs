//! The Arrow C data interface, export only: a table as a stream of record batches, without Python.
//!
//! Enters: a [`Table`], which is cheap to clone. Leaves: [`ArrowArrayStream`] and [`ArrowSchema`], the structs of
//! <https://arrow.apache.org/docs/format/CDataInterface.html>. Called by `py::arrow`, which puts them into capsules.
//!
//! There is one batch a part. The buffers are the columns' own: every array that leaves holds its chunk with an `Arc`,
//! since a consumer may move a child out of its batch and keep it longer. Only columns without a value, which have no
//! buffers, are given zeros.
//!
//! What must stay true: each struct is released once (its `release` is cleared then, and `Drop` looks at it); the
//! private data of a struct owns everything its pointers reach; frozen chunks never change.
#![expect(unsafe_code, reason = "the C data interface is made of raw pointers")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ops::Range;
use std::ptr;
use std::sync::Arc;

use super::column::{Column, Data};
use super::schema::{Field, Kind, Schema};
use super::words::Words;
use super::{Chunk, Part, Table};

const NULLABLE: i64 = 2;

/// `struct ArrowSchema`: the type of a column.
#[derive(Debug)]
#[repr(C)]
pub struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

/// `struct ArrowArray`: the values of a column.
#[derive(Debug)]
#[repr(C)]
pub struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

/// `struct ArrowArrayStream`: record batches, one after the other.
#[derive(Debug)]
#[repr(C)]
pub struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

/// What the pointers of an [`ArrowSchema`] reach.
struct SchemaParts {
    name: CString,
    children: Vec<*mut ArrowSchema>,
    dictionary: *mut ArrowSchema,
}

/// What the pointers of an [`ArrowArray`] reach.
struct ArrayParts {
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
    dictionary: *mut ArrowArray,
    /// The buffers lie in one of these two.
    _chunk: Arc<Chunk>,
    _zeros: Option<Arc<[u64]>>,
}

struct StreamParts {
    schema: &'static Schema,
    parts: std::vec::IntoIter<Part>,
}

impl ArrowSchema {
    /// The type of a record batch of a table.
    #[must_use]
    pub fn of_table(schema: &'static Schema) -> Self {
        Self::build(c"+s", "", 0, schema.fields.iter().map(Self::of_field).collect(), None)
    }

    fn of_field(field: &'static Field) -> Self {
        let (format, children, dictionary): (&CStr, _, _) = match field.kind {
            Kind::Utf8 => (c"u", Vec::new(), None),
            Kind::Dictionary => (c"i", Vec::new(), Some(Self::build(c"u", "", NULLABLE, Vec::new(), None))),
            Kind::Timestamp => (c"tsu:UTC", Vec::new(), None),
            Kind::Int16 => (c"s", Vec::new(), None),
            Kind::Int64 => (c"l", Vec::new(), None),
            Kind::UInt32 => (c"I", Vec::new(), None),
            Kind::Float64 => (c"g", Vec::new(), None),
            Kind::Bool => (c"b", Vec::new(), None),
            Kind::List(item) => (c"+l", vec![Self::of_field(item)], None),
            Kind::Struct(fields) => (c"+s", fields.iter().map(Self::of_field).collect(), None),
        };
        Self::build(format, field.name, if field.nullable { NULLABLE } else { 0 }, children, dictionary)
    }

    fn build(format: &'static CStr, name: &str, flags: i64, children: Vec<Self>, dictionary: Option<Self>) -> Self {
        let mut parts = Box::new(SchemaParts {
            // The names are our own and hold no NUL.
            name: CString::new(name).unwrap_or_default(),
            children: children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect(),
            dictionary: dictionary.map_or(ptr::null_mut(), |dictionary| Box::into_raw(Box::new(dictionary))),
        });
        Self {
            format: format.as_ptr(),
            name: parts.name.as_ptr(),
            metadata: ptr::null(),
            flags,
            n_children: count(parts.children.len()),
            children: parts.children.as_mut_ptr(),
            dictionary: parts.dictionary,
            release: Some(release_schema),
            private_data: Box::into_raw(parts).cast(),
        }
    }
}

impl ArrowArray {
    /// Some rows of a chunk as a record batch.
    fn of_part(part: &Part, zeros: &mut Zeros) -> Self {
        let chunk = &part.chunk;
        let columns = chunk.columns.iter().map(|column| Self::of_column(column, part.rows(), chunk, zeros)).collect();
        Self::build(chunk, 0..part.len, 0, vec![ptr::null()], columns, None, None)
    }

    fn of_column(column: &Column, rows: Range<usize>, chunk: &Arc<Chunk>, zeros: &mut Zeros) -> Self {
        let (validity, nulls) = match &column.validity {
            None => (ptr::null(), 0),
            Some(bits) if rows.len() == column.len => (address(bits.as_bytes()), count(column.len - bits.count_ones())),
            Some(bits) => (address(bits.as_bytes()), -1),
        };
        let (mut buffers, mut children, mut dictionary) = (vec![validity], Vec::new(), None);
        match &column.data {
            Data::Absent => return Self::of_nothing(column.field, rows.len(), chunk, zeros),
            Data::Utf8 { offsets, text } => buffers.extend([address(offsets), address(text.as_bytes())]),
            Data::Dictionary { codes, words } => {
                buffers.push(address(codes));
                dictionary = Some(Self::of_words(words, chunk));
            }
            Data::I64(values) => buffers.push(address(values)),
            Data::I16(values) => buffers.push(address(values)),
            Data::U32(values) => buffers.push(address(values)),
            Data::F64(values) => buffers.push(address(values)),
            Data::Bool(bits) => buffers.push(address(bits.as_bytes())),
            Data::List { offsets, child } => {
                buffers.push(address(offsets));
                children.push(Self::of_column(child, 0..child.len, chunk, zeros));
            }
            // The offset of a struct applies to its children as well, so these are not cut.
            Data::Struct(fields) => {
                children.extend(fields.iter().map(|field| Self::of_column(field, 0..column.len, chunk, zeros)));
            }
        }
        Self::build(chunk, rows, nulls, buffers, children, dictionary, None)
    }

    fn of_words(words: &Words, chunk: &Arc<Chunk>) -> Self {
        let buffers = vec![ptr::null(), address(words.offsets()), address(words.text().as_bytes())];
        Self::build(chunk, 0..words.len(), 0, buffers, Vec::new(), None, None)
    }

    /// `rows` rows without a value: nulls, or the default where the field is not nullable. All of that is zeros.
    fn of_nothing(field: &'static Field, rows: usize, chunk: &Arc<Chunk>, zeros: &mut Zeros) -> Self {
        let keep = zeros.of_rows(rows);
        let zero: *const c_void = address(&keep);
        let (validity, nulls) = if field.nullable { (zero, count(rows)) } else { (ptr::null(), 0) };
        let (mut buffers, mut children, mut dictionary) = (vec![validity], Vec::new(), None);
        match field.kind {
            Kind::Utf8 => buffers.extend([zero, zero]),
            Kind::Dictionary => {
                buffers.push(zero);
                // Rows that are not null need the empty word that their code stands for.
                let words = 0..usize::from(!field.nullable);
                let texts = vec![ptr::null(), zero, zero];
                dictionary = Some(Self::build(chunk, words, 0, texts, Vec::new(), None, Some(keep.clone())));
            }
            Kind::List(item) => {
                buffers.push(zero);
                children.push(Self::of_nothing(item, 0, chunk, zeros));
            }
            Kind::Struct(fields) => {
                children.extend(fields.iter().map(|field| Self::of_nothing(field, rows, chunk, zeros)));
            }
            _ => buffers.push(zero),
        }
        Self::build(chunk, 0..rows, nulls, buffers, children, dictionary, Some(keep))
    }

    fn build(
        chunk: &Arc<Chunk>,
        rows: Range<usize>,
        null_count: i64,
        buffers: Vec<*const c_void>,
        children: Vec<Self>,
        dictionary: Option<Self>,
        zeros: Option<Arc<[u64]>>,
    ) -> Self {
        let mut parts = Box::new(ArrayParts {
            buffers,
            children: children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect(),
            dictionary: dictionary.map_or(ptr::null_mut(), |dictionary| Box::into_raw(Box::new(dictionary))),
            _chunk: chunk.clone(),
            _zeros: zeros,
        });
        Self {
            length: count(rows.len()),
            null_count,
            offset: count(rows.start),
            n_buffers: count(parts.buffers.len()),
            n_children: count(parts.children.len()),
            buffers: parts.buffers.as_mut_ptr(),
            children: parts.children.as_mut_ptr(),
            dictionary: parts.dictionary,
            release: Some(release_array),
            private_data: Box::into_raw(parts).cast(),
        }
    }
}

impl ArrowArrayStream {
    /// The rows of a table, one batch a part.
    #[must_use]
    pub fn of_table(table: &Table) -> Self {
        let parts = StreamParts { schema: table.schema, parts: table.parts.clone().into_iter() };
        Self {
            get_schema: Some(stream_schema),
            get_next: Some(stream_next),
            get_last_error: Some(stream_error),
            release: Some(release_stream),
            private_data: Box::into_raw(Box::new(parts)).cast(),
        }
    }
}

/// Zeros for the columns of a batch that have no value; they share them.
#[derive(Default)]
struct Zeros(Option<Arc<[u64]>>);

impl Zeros {
    /// Enough of them for any buffer of so many rows; offsets have one more than there are rows.
    fn of_rows(&mut self, rows: usize) -> Arc<[u64]> {
        match &self.0 {
            Some(zeros) if zeros.len() > rows => zeros.clone(),
            _ => self.0.insert(vec![0; rows + 2].into()).clone(),
        }
    }
}

fn address<T>(values: &[T]) -> *const c_void {
    values.as_ptr().cast()
}

fn count(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

impl Drop for SchemaParts {
    fn drop(&mut self) {
        let dictionary = (!self.dictionary.is_null()).then_some(self.dictionary);
        for schema in self.children.drain(..).chain(dictionary) {
            // SAFETY: `build` made these pointers with `Box::into_raw`, and only this drop takes them back. What a
            // consumer moved out of them it marked as released, and their own `Drop` leaves that alone.
            drop(unsafe { Box::from_raw(schema) });
        }
    }
}

impl Drop for ArrayParts {
    fn drop(&mut self) {
        let dictionary = (!self.dictionary.is_null()).then_some(self.dictionary);
        for array in self.children.drain(..).chain(dictionary) {
            // SAFETY: as for the parts of a schema.
            drop(unsafe { Box::from_raw(array) });
        }
    }
}

/// Writes the `Drop` that calls `release` unless someone did, and the `release` that takes the private data back.
macro_rules! released_once {
    ($($of:ty, $parts:ty, $release:ident;)*) => {$(
        impl Drop for $of {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the struct is alive and not released, and no one else can reach it any more.
                    unsafe { release(self) }
                }
            }
        }

        unsafe extern "C" fn $release(released: *mut $of) {
            // SAFETY: the interface asks callers for a pointer to a struct that is alive and theirs alone.
            let Some(released) = (unsafe { released.as_mut() }) else { return };
            released.release = None;
            let parts = std::mem::replace(&mut released.private_data, ptr::null_mut());
            if !parts.is_null() {
                // SAFETY: `private_data` came from `Box::into_raw` of these parts, and was just cleared.
                drop(unsafe { Box::from_raw(parts.cast::<$parts>()) });
            }
        }

        // SAFETY: all that the pointers reach is owned by the struct or frozen behind an `Arc`, and nothing of it is
        // tied to a thread.
        unsafe impl Send for $of {}
    )*};
}

released_once! {
    ArrowSchema, SchemaParts, release_schema;
    ArrowArray, ArrayParts, release_array;
    ArrowArrayStream, StreamParts, release_stream;
}

/// The parts of a stream that is not released.
///
/// # Safety
/// `stream` is null or points to a stream of ours that no one else uses at the same time.
unsafe fn parts_of<'a>(stream: *mut ArrowArrayStream) -> Option<&'a mut StreamParts> {
    // SAFETY: the caller vouches for the stream; its private data is null or made by `of_table`.
    unsafe { stream.as_ref().and_then(|stream| stream.private_data.cast::<StreamParts>().as_mut()) }
}

/// `EINVAL`, where a consumer calls a stream that is released.
const INVALID: c_int = 22;

unsafe extern "C" fn stream_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the interface asks callers for a stream that is alive and theirs alone.
    let Some(parts) = (unsafe { parts_of(stream) }) else { return INVALID };
    // SAFETY: `out` is room for a schema, not initialised, so it is written and not dropped.
    unsafe { out.write(ArrowSchema::of_table(parts.schema)) };
    0
}

unsafe extern "C" fn stream_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: as above.
    let Some(parts) = (unsafe { parts_of(stream) }) else { return INVALID };
    let batch = parts.parts.next().map_or_else(ended, |part| ArrowArray::of_part(&part, &mut Zeros::default()));
    // SAFETY: `out` is room for an array, not initialised, so it is written and not dropped.
    unsafe { out.write(batch) };
    0
}

/// What stands after the last batch: an array that is released.
fn ended() -> ArrowArray {
    ArrowArray {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: ptr::null_mut(),
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    }
}

unsafe extern "C" fn stream_error(_: *mut ArrowArrayStream) -> *const c_char {
    // The only failure is a released stream, whose code says all.
    ptr::null()
}

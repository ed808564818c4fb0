//! The types of the columns in words, as pyarrow spells them.
//!
//! Enters: a [`Field`]. Leaves: a type string for the docs and for `_core.URL_FIELDS`.

use super::schema::{Field, Kind};

/// The Arrow type of a field, such as `list<item: string not null>`.
#[must_use]
pub fn arrow_type(field: &Field) -> String {
    match field.kind {
        Kind::Utf8 => "string".into(),
        Kind::Dictionary => "dictionary<values=string, indices=int32, ordered=0>".into(),
        Kind::Timestamp => "timestamp[us, tz=UTC]".into(),
        Kind::Int16 => "int16".into(),
        Kind::Int64 => "int64".into(),
        Kind::UInt32 => "uint32".into(),
        Kind::Float64 => "double".into(),
        Kind::Bool => "bool".into(),
        Kind::List(item) => format!("list<{}>", named(item)),
        Kind::Struct(fields) => format!("struct<{}>", fields.iter().map(named).collect::<Vec<_>>().join(", ")),
    }
}

fn named(field: &Field) -> String {
    format!("{}: {}{}", field.name, arrow_type(field), if field.nullable { "" } else { " not null" })
}

//! Rows and tables as people see them: `repr` at a prompt, HTML in a notebook.
//!
//! Enters: rows. Leaves: text that is cut to a bounded length and holds nothing a terminal or browser would obey.

use std::fmt::Write;

use super::moment::Iso;
use super::url::View;
use crate::error::excerpt;
use crate::table::Table;
use crate::table::schema::Kind;

/// Rows of a table in its `repr`.
const LINES: usize = 5;
/// Rows of a table in a notebook.
const HTML_LINES: usize = 10;
/// Columns of a table in a notebook, those of its schema.
const HTML_COLUMNS: &[&str] = &["loc", "lastmod", "changefreq", "priority", "images", "videos", "outcome", "error"];
/// What the `repr` of a row leaves out: where it comes from is long, and the same for most.
const QUIET: &[&str] = &["loc", "lastmod_offset", "lastmod_precision", "sitemap", "parent", "url", "position", "line"];

/// A row in one line: its location, and the values it has.
pub(crate) fn row(view: &View) -> String {
    let mut line = cell(view, 0).unwrap_or_default();
    for (index, field) in view.chunk.schema().fields.iter().enumerate() {
        if !QUIET.contains(&field.name)
            && let Some(text) = cell(view, index)
        {
            line.push(' ');
            line.push_str(field.name);
            if !text.is_empty() {
                line.push('=');
                line.push_str(&text);
            }
        }
    }
    line
}

/// A table by its size and its first rows.
pub(crate) fn table(name: &str, table: &Table) -> String {
    let mut text = format!("<{name} of {}>", counted(table.len()));
    for (chunk, at) in table.rows().take(LINES) {
        text.push_str("\n  ");
        text.push_str(&row(&View { chunk: chunk.clone(), row: at }));
    }
    if table.len() > LINES {
        let _ = write!(text, "\n  … and {} more", grouped(table.len() - LINES));
    }
    text
}

/// A table for a notebook.
pub(crate) fn html(name: &str, table: &Table) -> String {
    let fields = table.schema().fields.iter().enumerate();
    let columns: Vec<_> = fields.filter(|(_, field)| HTML_COLUMNS.contains(&field.name)).collect();
    let mut text = format!("<p>{name} of {}</p>\n<table>\n<tr>", counted(table.len()));
    for (_, field) in &columns {
        let _ = write!(text, "<th>{}</th>", field.name);
    }
    text.push_str("</tr>\n");
    for (chunk, at) in table.rows().take(HTML_LINES) {
        let view = View { chunk: chunk.clone(), row: at };
        text.push_str("<tr>");
        for (index, _) in &columns {
            let _ = write!(text, "<td>{}</td>", escaped(&cell(&view, *index).unwrap_or_default()));
        }
        text.push_str("</tr>\n");
    }
    if table.len() > HTML_LINES {
        let _ = writeln!(text, "<tr><td>… and {} more</td></tr>", grouped(table.len() - HTML_LINES));
    }
    text.push_str("</table>");
    text
}

/// A value in a few characters; nothing where there is none, or nothing to tell.
fn cell(view: &View, index: usize) -> Option<String> {
    let (column, row) = (view.chunk.columns().get(index)?, view.row);
    if !column.is_valid(row) {
        return None;
    }
    match column.field().kind {
        Kind::Utf8 | Kind::Dictionary => column.str_at(row).map(excerpt),
        Kind::Timestamp => date(view, index),
        Kind::Float64 => column.f64_at(row).map(|value| value.to_string()),
        Kind::Int16 | Kind::Int64 | Kind::UInt32 => column.i64_at(row).map(|value| value.to_string()),
        Kind::Bool => column.bool_at(row).filter(|value| *value).map(|_| String::new()),
        Kind::List(_) => Some(column.list_range(row).len()).filter(|count| *count > 0).map(|count| count.to_string()),
        Kind::Struct(_) => Some(String::new()),
    }
}

/// A date as exact as it was written.
fn date(view: &View, index: usize) -> Option<String> {
    let column = |index: usize, name| view.chunk.columns().get(index).filter(|column| column.field().name == name);
    let micros = view.chunk.columns().get(index)?.i64_at(view.row)?;
    let offset = column(index + 1, "lastmod_offset").and_then(|offset| offset.i64_at(view.row)).unwrap_or(0);
    let iso = Iso::new(micros, offset).or_else(|| Iso::new(micros, 0))?;
    let shown = match column(index + 2, "lastmod_precision").and_then(|precision| precision.str_at(view.row)) {
        Some("year") => iso.as_str().get(..4),
        Some("month") => iso.as_str().get(..7),
        Some("day") => iso.as_str().get(..10),
        _ => None,
    };
    Some(shown.unwrap_or(iso.as_str()).to_owned())
}

fn counted(rows: usize) -> String {
    format!("{} {}", grouped(rows), if rows == 1 { "row" } else { "rows" })
}

/// A number with a comma before each group of three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

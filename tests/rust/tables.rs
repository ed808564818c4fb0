//! Tables hold what was pushed, through every way of cutting, joining and writing them down.
#![expect(clippy::unwrap_used, reason = "a helper that finds no value here has failed its test")]

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use sitemapfast::limits::CHUNK_ROWS;
use sitemapfast::table::arrow::{ArrowArrayStream, ArrowSchema};
use sitemapfast::table::column::Column;
use sitemapfast::table::schema::{Field, Kind, SITEMAPS, Schema, URLS};
use sitemapfast::table::{Chunk, Table, codec};

/// The slow, obvious twin of a row of a column.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Null,
    Text(String),
    Int(i64),
    Float(f64),
    Bool(bool),
    Many(Vec<Value>),
}

fn values(field: &'static Field) -> BoxedStrategy<Value> {
    let value = match field.kind {
        Kind::Utf8 => "[a-zé€😀\\x00]{0,6}".prop_map(Value::Text).boxed(),
        Kind::Dictionary => "[ab]{0,3}".prop_map(Value::Text).boxed(),
        Kind::Timestamp | Kind::Int64 => any::<i64>().prop_map(Value::Int).boxed(),
        Kind::Int16 => any::<i16>().prop_map(|value| Value::Int(value.into())).boxed(),
        Kind::UInt32 => any::<u32>().prop_map(|value| Value::Int(value.into())).boxed(),
        Kind::Float64 => (-1e9..1e9).prop_map(Value::Float).boxed(),
        Kind::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Kind::List(item) => {
            prop_oneof![2 => Just(Value::Many(Vec::new())), 1 => vec(values(item), 0..3).prop_map(Value::Many)].boxed()
        }
        Kind::Struct(fields) => fields.iter().map(values).collect::<Vec<_>>().prop_map(Value::Many).boxed(),
    };
    if field.nullable { prop_oneof![2 => Just(Value::Null), 1 => value].boxed() } else { value }
}

fn rows(schema: &'static Schema, len: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Vec<Value>>> {
    vec(schema.fields.iter().map(values).collect::<Vec<_>>(), len)
}

fn push(column: &mut Column, value: &Value) {
    match value {
        Value::Null => column.push_null(),
        Value::Text(text) => column.push_str(text),
        Value::Int(value) => column.push_i64(*value),
        Value::Float(value) => column.push_f64(*value),
        Value::Bool(value) => column.push_bool(*value),
        Value::Many(values) if matches!(column.field().kind, Kind::List(_)) => {
            for value in values {
                push(column.child(), value);
            }
            column.close_list();
        }
        Value::Many(values) => {
            column.fields().iter_mut().zip(values).for_each(|(field, value)| push(field, value));
            column.close_struct();
        }
    }
}

fn read(column: &Column, row: usize) -> Value {
    if !column.is_valid(row) {
        return Value::Null;
    }
    match column.field().kind {
        Kind::Utf8 | Kind::Dictionary => Value::Text(column.str_at(row).unwrap().to_owned()),
        Kind::Timestamp | Kind::Int16 | Kind::Int64 | Kind::UInt32 => Value::Int(column.i64_at(row).unwrap()),
        Kind::Float64 => Value::Float(column.f64_at(row).unwrap()),
        Kind::Bool => Value::Bool(column.bool_at(row).unwrap()),
        Kind::List(_) => Value::Many(column.list_range(row).map(|item| read(column.items().unwrap(), item)).collect()),
        Kind::Struct(_) => Value::Many(column.members().iter().map(|field| read(field, row)).collect()),
    }
}

fn chunk(schema: &'static Schema, rows: &[Vec<Value>]) -> Arc<Chunk> {
    let mut columns = schema.columns();
    for row in rows {
        columns.iter_mut().zip(row).for_each(|(column, value)| push(column, value));
    }
    Arc::new(Chunk::from_columns(schema, columns))
}

/// The rows, cut into chunks of `size`.
fn table(schema: &'static Schema, rows: &[Vec<Value>], size: usize) -> Table {
    Table::from_chunks(schema, rows.chunks(size).map(|rows| chunk(schema, rows)))
}

fn content(table: &Table) -> Vec<Vec<Value>> {
    table.rows().map(|(chunk, row)| chunk.columns().iter().map(|column| read(column, row)).collect()).collect()
}

/// `count` pages with nothing but a location.
fn plain(count: usize, prefix: &str) -> Table {
    let mut columns = URLS.columns();
    for row in 0..count {
        for column in &mut columns {
            match column.field().name {
                "loc" => column.push_str(&format!("https://example.com/{prefix}/{row}")),
                "position" | "line" => column.push_i64(i64::try_from(row).unwrap()),
                "sitemap" => column.push_str("https://example.com/sitemap.xml"),
                _ => column.push_null(),
            }
        }
    }
    Table::from_chunks(&URLS, [Arc::new(Chunk::from_columns(&URLS, columns))])
}

fn locs(table: &Table) -> Vec<String> {
    table.rows().map(|(chunk, row)| chunk.columns()[0].str_at(row).unwrap().to_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_table_holds_what_was_pushed(rows in rows(&URLS, 0..12), size in 1_usize..13) {
        prop_assert_eq!(content(&table(&URLS, &rows, size)), rows);
    }

    #[test]
    fn a_sitemap_table_holds_what_was_pushed(rows in rows(&SITEMAPS, 0..12), size in 1_usize..13) {
        prop_assert_eq!(content(&table(&SITEMAPS, &rows, size)), rows);
    }

    #[test]
    fn a_row_taken_back_leaves_no_trace(kept in rows(&URLS, 0..6), dropped in rows(&URLS, 1..4), more in rows(&URLS, 0..6)) {
        let mut columns = URLS.columns();
        for row in &kept {
            columns.iter_mut().zip(row).for_each(|(column, value)| push(column, value));
        }
        for row in &dropped {
            columns.iter_mut().zip(row).for_each(|(column, value)| push(column, value));
        }
        for column in &mut columns {
            column.truncate(kept.len());
        }
        for row in &more {
            columns.iter_mut().zip(row).for_each(|(column, value)| push(column, value));
        }
        let all = [kept, more].concat();
        let left = Table::from_chunks(&URLS, [Arc::new(Chunk::from_columns(&URLS, columns))]);
        prop_assert_eq!(content(&left), all.clone());
        prop_assert!(codec::encode(&left) == codec::encode(&table(&URLS, &all, 12)) || all.is_empty());
    }

    #[test]
    fn slices_and_picks_are_those_of_a_vector(
        rows in rows(&URLS, 1..14), size in 1_usize..6, cut in (0_usize..14, 0_usize..16), picks in vec(0_usize..14, 0..20), mask in vec(any::<bool>(), 14),
    ) {
        let all = table(&URLS, &rows, size);
        let (start, end) = (cut.0.min(cut.1), cut.0.max(cut.1));
        let slice = all.slice(start..end);
        prop_assert_eq!(content(&slice), rows[start.min(rows.len())..end.min(rows.len())].to_vec());

        let picked: Vec<_> = picks.iter().filter_map(|&row| rows.get(row).cloned()).collect();
        prop_assert_eq!(content(&all.take(picks)), picked);

        let kept: Vec<_> = rows.iter().zip(&mask).filter(|(_, keep)| **keep).map(|(row, _)| row.clone()).collect();
        prop_assert_eq!(content(&all.filter(&mask)), kept);

        let joined = Table::concat(&URLS, [&slice, &all, &slice]);
        prop_assert_eq!(content(&joined), [content(&slice), rows, content(&slice)].concat());
    }

    #[test]
    fn equality_looks_at_values_and_not_at_chunks(rows in rows(&URLS, 0..8), other in rows(&URLS, 0..8), size in 1_usize..9) {
        prop_assert!(table(&URLS, &rows, 8) == table(&URLS, &rows, size));
        prop_assert_eq!(table(&URLS, &rows, 8) == table(&URLS, &other, size), rows == other);
    }

    #[test]
    fn the_codec_gives_back_the_table(rows in rows(&URLS, 0..10), size in 1_usize..11, start in 0_usize..10) {
        let all = table(&URLS, &rows, size);
        let part = all.slice(start..rows.len());
        prop_assert_eq!(content(&codec::decode(&codec::encode(&all)).unwrap()), rows);
        prop_assert_eq!(content(&codec::decode(&codec::encode(&part)).unwrap()), content(&part));
    }

    #[test]
    fn damaged_bytes_are_an_error_or_a_sound_table(rows in rows(&URLS, 1..6), changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), cut in any::<prop::sample::Index>()) {
        let bytes = codec::encode(&table(&URLS, &rows, 3));
        prop_assert!(codec::decode(&bytes[..cut.index(bytes.len())]).is_err());
        let mut damaged = bytes;
        for (place, byte) in changes {
            let place = place.index(damaged.len());
            damaged[place] = byte;
        }
        if let Ok(table) = codec::decode(&damaged) {
            prop_assert!(content(&table).len() == table.len());
            prop_assert!(codec::decode(&codec::encode(&table)).unwrap() == table);
        }
    }
}

#[test]
fn bytes_that_claim_many_rows_or_parts_are_refused() {
    let good = codec::encode(&plain(1, "a"));
    let name = 4 + 2 + 8 + 8 + URLS.name.len();
    for place in [name - URLS.name.len() - 8, name, name + 8] {
        let mut bad = good.clone();
        bad[place..place + 8].copy_from_slice(&(u64::MAX / 2).to_le_bytes());
        assert!(codec::decode(&bad).is_err(), "a length at {place}");
    }
    // Rows without any column that stores something: nothing vouches for their number.
    let mut empty = good[..name].to_vec();
    empty.extend(1_u64.to_le_bytes());
    empty.extend((1_u64 << 40).to_le_bytes());
    empty.extend(vec![0; URLS.fields.len()]);
    assert!(codec::decode(&empty).is_err());
    assert!(codec::decode(&[good, vec![0]].concat()).is_err(), "bytes after the end");
}

#[test]
fn many_tiny_tables_join_to_chunks_worth_their_overhead() {
    let tiny: Vec<_> = (0..3_000).map(|number| plain(7, &number.to_string())).collect();
    let joined = Table::concat(&URLS, &tiny);
    assert_eq!(locs(&joined), tiny.iter().flat_map(locs).collect::<Vec<_>>());
    let (last, full) = joined.parts().split_last().unwrap();
    assert!(full.iter().all(|part| part.rows().len() >= CHUNK_ROWS), "all but the last are full");
    assert!(!last.rows().is_empty() && joined.parts().len() == 3);
}

#[test]
fn small_and_large_tables_in_turn_leave_no_small_chunk() {
    let (small, large) = (plain(10, "small"), plain(3 * CHUNK_ROWS, "large"));
    let joined = Table::concat(&URLS, [&small, &large, &small, &large, &small]);
    let expected = [locs(&small), locs(&large), locs(&small), locs(&large), locs(&small)].concat();
    assert_eq!(locs(&joined), expected);
    let (_, full) = joined.parts().split_last().unwrap();
    assert!(full.iter().all(|part| part.rows().len() >= CHUNK_ROWS));
}

#[test]
fn a_large_table_is_joined_and_sliced_without_a_copy() {
    let large = plain(2 * CHUNK_ROWS, "large");
    let joined = Table::concat(&URLS, [&large, &large]);
    assert!(joined.parts().iter().all(|part| Arc::ptr_eq(part.chunk(), large.parts()[0].chunk())));
    let slice = large.slice(5..CHUNK_ROWS);
    assert!(Arc::ptr_eq(slice.parts()[0].chunk(), large.parts()[0].chunk()));
    assert!(joined.heap_bytes() < large.heap_bytes() + 1_000, "a shared chunk counts once");
}

#[test]
fn a_table_of_plain_pages_takes_little_more_than_their_urls() {
    let table = plain(50_000, "a-path-of-the-length-that-urls-of-shops-have-on-average");
    let urls: usize = locs(&table).iter().map(String::len).sum();
    assert!(table.heap_bytes() * 10 <= urls * 13, "{} bytes for {urls} bytes of URLs", table.heap_bytes());
}

#[test]
fn columns_without_a_value_take_no_memory() {
    let table = plain(1_000, "a");
    let chunk = table.parts()[0].chunk();
    let absent: Vec<_> =
        chunk.columns().iter().filter(|column| column.is_absent()).map(|column| column.field().name).collect();
    assert_eq!(absent.len(), URLS.fields.len() - 4, "{absent:?}");
    assert_eq!(chunk.columns()[6].heap_bytes(), 0);
}

#[test]
fn a_dictionary_keeps_any_number_of_words() {
    let mut column = Column::new(&URLS.fields[4]);
    let words: Vec<_> = (0..5_000).map(|number| format!("word {}", number % 2_500)).collect();
    for word in &words {
        column.push_str(word);
    }
    assert!(words.iter().enumerate().all(|(row, word)| column.str_at(row) == Some(word)));
    assert_eq!(column.words().map(sitemapfast::table::words::Words::len), Some(2_500));
}

#[test]
fn an_open_row_can_be_taken_back() {
    let images = URLS.index_of("images").unwrap();
    let mut column = Column::new(&URLS.fields[images]);
    column.fields()[0].push_str("https://example.com/a.png");
    column.child().close_struct();
    column.fields()[0].push_str("https://example.com/half-read.png");
    column.truncate_open();
    column.close_list();
    assert_eq!(column.list_range(0), 0..0, "the items of the open row are gone");
    column.fields()[0].push_str("https://example.com/b.png");
    column.fields()[1].push_str("B");
    column.child().close_struct();
    column.close_list();
    let item = column.list_range(1).next().unwrap();
    assert_eq!(column.items().unwrap().members()[1].str_at(item), Some("B"));
}

#[test]
fn a_dropped_stream_lets_go_of_the_table() {
    let table = plain(3, "a");
    let chunk = table.parts()[0].chunk().clone();
    let before = Arc::strong_count(&chunk);
    let streams = [ArrowArrayStream::of_table(&table), ArrowArrayStream::of_table(&table)];
    assert_eq!(Arc::strong_count(&chunk), before + 2);
    drop(streams);
    assert_eq!(Arc::strong_count(&chunk), before);
    drop(ArrowSchema::of_table(&URLS));
}

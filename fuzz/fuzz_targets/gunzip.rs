//! Any bytes as gzip, and any bytes compressed: bounded, the same in pieces, and back again.
#![no_main]

use std::io::Write;

use sitemapfast::input::{Input, Options, decode};

const LIMIT: u64 = 1 << 18;

fn parted(data: &[u8], size: usize, options: Options<'_>) -> Result<String, String> {
    let mut input = Input::new(options);
    let mut text = String::new();
    for chunk in data.chunks(size) {
        input.push(chunk, &mut text).map_err(|error| error.detail)?;
    }
    input.finish(&mut text).map_err(|error| error.detail)?;
    Ok(text)
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((&size, data)) = input.split_first() else { return };
    let options = Options { max_size: LIMIT, ..Options::default() };
    let magic = [&[0x1f, 0x8b, 0x08], data].concat();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(data).expect("a vector takes anything");
    let packed = encoder.finish().expect("a vector takes anything");
    for bytes in [&magic, &packed, &data.to_vec()] {
        let whole = decode(bytes, &options).map(|(text, _)| text.into_owned()).map_err(|error| error.detail);
        assert_eq!(parted(bytes, usize::from(size) + 1, options), whole);
        if let Ok(text) = &whole {
            assert!(text.len() as u64 <= 3 * LIMIT);
        }
    }
    if let (Ok((one, _)), Ok((other, _))) = (decode(&packed, &options), decode(data, &options))
        && !data.starts_with(&[0x1f, 0x8b])
    {
        assert_eq!(one, other);
    }
});

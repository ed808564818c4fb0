//! Any text as a location: the fast check is exact, both modes agree, and what is returned stays as it is.
#![no_main]

use sitemapfast::fields::url::{Scope, is_robots, needs_nothing, sitemap_key};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let scope = |strict| Scope::new("https://example.com/dir/sitemap.xml", strict, &[], None).expect("a good base");
    if needs_nothing(text) {
        assert_eq!(url::Url::parse(text).expect("the check is exact").as_str(), text);
    }
    let tolerant = scope(false).page(text);
    if let Ok(checked) = &tolerant {
        let loc = &checked.loc;
        let parsed = url::Url::parse(loc).expect("it is a URL");
        assert!(matches!(parsed.scheme(), "http" | "https") && parsed.has_host());
        assert!(loc.is_ascii() && loc.len() <= 2_048 && !loc.bytes().any(|b| b <= b' ' || b == 0x7f));
        assert_eq!(scope(false).page(loc).expect("it was accepted").loc, *loc);
        let key = sitemap_key(loc);
        assert_eq!(sitemap_key(&key), key);
        let _ = is_robots(loc);
    }
    if let Ok(strict) = scope(true).page(text)
        && strict.loc.is_ascii()
        && !strict.loc.split('/').nth(2).unwrap_or("").contains('%')
    {
        assert_eq!(tolerant.expect("strict mode accepts it").loc, strict.loc);
    }
});

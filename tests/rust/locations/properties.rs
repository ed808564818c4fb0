//! What holds for every text: the lanes agree with each other and with the `url` crate, results are clean and stable.

use proptest::prelude::*;
use sitemapfast::fields::url::Fault;
use sitemapfast::fields::url::{
    Hosts, Origin, Scope, extension_strict, is_robots, needs_nothing, sitemap_key, too_long,
};
use url::Url;

use super::{BASE, hosts, page, strict, tolerant};

/// The fast check takes the usual URL, and leaves alone what the `url` crate would change or might.
#[test]
#[rustfmt::skip]
fn the_fast_check_takes_only_what_needs_nothing() {
    for text in ["https://example.com/", "http://a-b.c.example/x/y~z?q=%zz&r[]=1#f"] {
        assert!(needs_nothing(text), "{text}");
    }
    for text in [
        "https://example.com", "HTTPS://example.com/", "https://Example.com/", "https://example.com:443/",
        "https://u@example.com/", "https://1.2.3.4/", "https://xn--bcher-kva.example/", "https://example.com/?it's",
        "https://example.com/a b", "https://example.com/é", "https://example.com/./a", "https://example.com/%2E/a",
        "ftp://example.com/", "/a", "",
    ] {
        assert!(!needs_nothing(text), "{text}");
    }
}

/// Texts like URLs, well formed more often than not, with everything in them that readers of URLs disagree on.
fn urls() -> impl Strategy<Value = String> {
    let scheme = prop_oneof![
        6 => Just("https://"), 3 => Just("http://"), 1 => Just("HTTPS://"), 1 => Just("https:"), 1 => Just("https:/"),
        1 => Just("https:///"), 1 => Just("//"), 1 => Just("ftp://"), 1 => Just("https:\\\\"), 1 => Just(""),
    ];
    let userinfo = prop_oneof![12 => Just(""), 1 => Just("user@"), 1 => Just("u:p@"), 1 => Just("@"), 1 => Just("a@b@"), 1 => Just("[@")];
    let host = prop_oneof![
        6 => Just("example.com".to_owned()),
        3 => "[a-z0-9-]{1,6}(\\.[a-z0-9-]{1,4}){0,3}",
        2 => "[a-zA-Z0-9._%-]{0,12}",
        1 => "(0x)?[0-9a-f]{1,4}(\\.(0x)?[0-9a-f]{0,3}){0,3}\\.?",
        1 => Just("[::1]".to_owned()),
        1 => Just("a{b".to_owned()),
        1 => "\\[[0-9a-f:]{0,12}\\]?",
        1 => "(xn--)?[a-zéüß。．\u{ad}\u{200d}א-]{0,6}(\\.xn--[a-z0-9]{0,5})?",
        1 => "\\PC{0,8}",
    ];
    let port =
        prop_oneof![8 => Just(String::new()), 2 => Just(":443".to_owned()), 2 => ":[0-9]{0,6}", 1 => ":[0-9a-z+]{0,3}"];
    let rest = prop_oneof![
        4 => "(/[a-zA-Z0-9._~-]{0,6}){0,4}(\\?[a-z=&]{0,8})?(#[a-z]{0,3})?",
        3 => "[/?#a-c.%2eE'\\[\\]!$&()*+,;:@=~|^{}`<>\" \\\\-]{0,16}",
        2 => "(/(\\.|\\.\\.|%2e|%2E\\.|a)){0,6}/?",
        1 => "/(%[0-9a-fA-Z]{0,2}){0,5}",
        1 => "/\\PC{0,8}",
        1 => Just(format!("/{}", "a".repeat(2_020))),
        1 => Just(format!("/{}", "é".repeat(341))),
        1 => any::<String>(),
    ];
    (scheme, userinfo, host, port, rest)
        .prop_map(|(scheme, userinfo, host, port, rest)| format!("{scheme}{userinfo}{host}{port}{rest}"))
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => urls(),
        1 => any::<String>(),
        1 => proptest::collection::vec(any::<u8>(), 0..40).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}

/// The same answer without the fast lane: a blank in front is not part of the location and keeps the fast lane away.
fn generally(scope: &Scope, text: &str) -> Result<String, Fault> {
    page(scope, &format!(" {text}"))
}

fn origin_of(url: &Url) -> Option<(String, String, u16)> {
    Some((url.scheme().to_owned(), url.host_str()?.to_owned(), url.port_or_known_default()?))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// The fast check never takes a text that the `url` crate would return otherwise.
    #[test]
    fn what_needs_nothing_is_what_the_url_crate_returns(text in texts()) {
        if needs_nothing(&text) {
            let url = Url::parse(&text);
            prop_assert_eq!(url.as_ref().map(Url::as_str), Ok(&*text));
            prop_assert!(text.is_ascii() && text.len() <= 2_048);
            prop_assert_eq!(page(&tolerant(""), &text), Ok(text));
        }
    }

    /// The fast lane and the general lane give the same answers.
    #[test]
    fn both_lanes_give_the_same_answers(text in texts()) {
        let text = text.trim();
        let other = "http://other.example:8080/";
        for scope in [
            tolerant(BASE), strict(BASE), tolerant(""), strict(""),
            Scope::new("https://example.com:443/x", true, &[other, "https://a{b/"], Some(hosts(&["*.com", "same"]))).unwrap(),
            Scope::new(other, true, &["https://[::1]/", BASE], None).unwrap(),
            Scope::new(BASE, false, &[], Some(hosts(&["example.com"]))).unwrap(),
        ] {
            prop_assert_eq!(page(&scope, text), generally(&scope, text));
            let robots = |text: &str| scope.robots_line(text).map(|checked| checked.loc.into_owned());
            prop_assert_eq!(robots(text), robots(&format!(" {text}")));
        }
    }

    /// \[41\] \[42\]: whatever tolerant mode returns is an http(s) URL with a host, short and clean, and returned again as it is.
    #[test]
    fn tolerant_results_are_clean_and_stable(text in texts(), base in prop_oneof![Just(BASE), Just("http://u:p@[::1]:81/a/b")]) {
        let scope = tolerant(base);
        let Ok(loc) = page(&scope, &text) else { return Ok(()) };
        let url = Url::parse(&loc).unwrap();
        prop_assert!(matches!(url.scheme(), "http" | "https"));
        prop_assert!(url.host_str().is_some_and(|host| !host.is_empty()));
        prop_assert!(loc.len() <= 2_048);
        prop_assert!(loc.bytes().all(|c| c.is_ascii_graphic()));
        prop_assert_eq!(page(&scope, &loc), Ok(loc.clone()));
        prop_assert_eq!(page(&tolerant(""), &loc), Ok(loc));
        // Where RFC 3986 and the URL standard agree that there is a URL, it is the same one.
        let standard = Url::parse(base).unwrap().join(text.trim()).unwrap();
        prop_assert_eq!(standard.as_str(), url.as_str());
    }

    /// \[43\]: what strict mode takes, tolerant mode takes as it is, unless it is not ASCII or has an escape in its host.
    #[test]
    fn strict_takes_less_than_tolerant(text in texts()) {
        let Ok(checked) = strict(BASE).page(&text) else { return Ok(()) };
        prop_assert_eq!(&*checked.loc, text.trim());
        let origin = Url::parse(&checked.loc).ok().as_ref().and_then(origin_of);
        prop_assert_eq!(origin, Url::parse(BASE).ok().as_ref().and_then(origin_of));
        let authority = checked.loc.split('/').nth(2).unwrap_or("");
        if !checked.non_ascii && !authority.contains('%') {
            let written = checked.loc.into_owned();
            prop_assert_eq!(page(&tolerant(BASE), &written), Ok(written));
        }
    }

    /// \[47\]: in strict mode the patterns take exactly what is not outside.
    #[test]
    fn hosts_mean_the_same_in_both_modes(text in texts()) {
        for patterns in [&["same"][..], &["*.com"], &["example.com", "[::1]"]] {
            let scope = Scope::new(BASE, true, &[], Some(hosts(patterns))).unwrap();
            if let Ok(checked) = scope.robots_line(&text) {
                prop_assert_eq!(scope.page(&text).is_err(), scope.outside(&checked.loc));
            }
        }
    }

    /// \[46\]: a key is a key of itself, and of the same origin and path as its URL.
    #[test]
    fn keys_are_stable(text in texts()) {
        let key = sitemap_key(&text);
        prop_assert_eq!(&sitemap_key(&key), &key);
        if let Ok(loc) = page(&tolerant(""), &text) {
            let mut url = Url::parse(&loc).unwrap();
            url.set_fragment(None);
            prop_assert_eq!(Url::parse(&sitemap_key(&loc)).unwrap(), url);
        }
    }

    /// Nothing panics, and no message holds a control character.
    #[test]
    fn no_text_panics(text in texts()) {
        let _ = (is_robots(&text), Origin::of(&text), Hosts::parse(&[&text]), too_long(&text));
        let found = [page(&tolerant(BASE), &text).err(), page(&strict(BASE), &text).err(), Scope::new(&text, true, &[], None).err(), extension_strict(&text).err()];
        for fault in found.into_iter().flatten() {
            prop_assert!(!fault.message(&text).chars().any(char::is_control));
        }
    }
}

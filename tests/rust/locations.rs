//! Locations: which are returned as written, which are mended, which are refused and why; and that the fast lane never gives
//! another answer than the general one.

#![expect(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod origins;
mod properties;

use sitemapfast::error::Code;
use sitemapfast::fields::url::{Checked, Fault, Hosts, Scope, extension_strict, too_long};

const BASE: &str = "https://example.com/maps/index.xml?v=1#top";

fn tolerant(base: &str) -> Scope {
    Scope::new(base, false, &[], None).unwrap()
}

fn strict(base: &str) -> Scope {
    Scope::new(base, true, &[], None).unwrap()
}

fn hosts(patterns: &[&str]) -> Hosts {
    Hosts::parse(patterns).unwrap()
}

/// The location that is returned, or why there is none.
fn page(scope: &Scope, text: &str) -> Result<String, Fault> {
    scope.page(text).map(|checked| checked.loc.into_owned())
}

/// \[42\]: an absolute URL that needs no repair is returned byte for byte.
#[test]
#[rustfmt::skip]
fn an_absolute_url_in_order_is_returned_as_written() {
    for text in [
        "https://example.com/", "https://example.com", "https://example.com?q", "https://example.com#f",
        "http://example.com/a", "https://WWW.Example.com/e", "HTTPS://example.com:443/x/../y",
        "https://example.com/%zz", "https://example.com/%c3%A9?q=%20&r=a+b", "https://example.com/a/./b/%2e%2E/c",
        "https://example.com:/", "https://example.com:8080/x", "https://example.com:00443/x",
        "https://user:secret@example.com/x", "https://@example.com/x", "https://[2001:DB8::1]/x",
        "https://[::1]:8080/x", "https://127.0.0.1/x", "https://xn--bcher-kva.example/x",
        "https://example.com/it's?it's", "https://example.com/a[0]?b[]=1#c#d",
        "https://example.com/a;b=1,2/~x/$&'()*+:@!", "https://a_b.example.com/x", "https://example.com./x",
        "https://localhost/x",
    ] {
        assert_eq!(page(&tolerant(BASE), text).as_deref(), Ok(text));
        assert_eq!(page(&tolerant(""), text).as_deref(), Ok(text));
    }
}

/// \[42\]: what no URL may hold is escaped once, and a Unicode host becomes punycode.
#[test]
#[rustfmt::skip]
fn what_needs_repair_is_returned_as_the_url_standard_writes_it() {
    for (text, mended) in [
        ("https://example.com/a b", "https://example.com/a%20b"),
        ("https://example.com/a%20b c", "https://example.com/a%20b%20c"),
        ("https://example.com/é", "https://example.com/%C3%A9"),
        ("https://example.com/%C3%A9/é?ü=ü", "https://example.com/%C3%A9/%C3%A9?%C3%BC=%C3%BC"),
        ("https://Bücher.example/x", "https://xn--bcher-kva.example/x"),
        ("https://b%C3%BCcher.example/x", "https://xn--bcher-kva.example/x"),
        ("https://example.com\\a\\b", "https://example.com/a/b"),
        ("https:\\\\example.com\\a", "https://example.com/a"),
        ("https://example.com/a\"b<c>d`e{f}", "https://example.com/a%22b%3Cc%3Ed%60e%7Bf%7D"),
        ("https://EXAMPLE.com:443/a b/../c", "https://example.com/c"),
        ("https://a@b@example.com/x", "https://a%40b@example.com/x"),
        ("https://example.com/\u{3000}x", "https://example.com/%E3%80%80x"),
        ("https://例え.jp", "https://xn--r8jz45g.jp/"),
    ] {
        assert_eq!(page(&tolerant(BASE), text).as_deref(), Ok(mended));
    }
}

/// \[42\]: a relative one is resolved against the URL the document was served from.
#[test]
#[rustfmt::skip]
fn a_relative_location_is_resolved() {
    for (text, resolved) in [
        ("page.html", "https://example.com/maps/page.html"),
        ("/page", "https://example.com/page"),
        ("../page", "https://example.com/page"),
        ("../../../page", "https://example.com/page"),
        ("./", "https://example.com/maps/"),
        ("?q", "https://example.com/maps/index.xml?q"),
        ("#f", "https://example.com/maps/index.xml?v=1#f"),
        ("N/A", "https://example.com/maps/N/A"),
        ("//other.example/p", "https://other.example/p"),
        ("//user@Other.example:443/p", "https://user@other.example/p"),
        ("/a b/é", "https://example.com/a%20b/%C3%A9"),
        ("\\page", "https://example.com/page"),
        ("a/b:c", "https://example.com/maps/a/b:c"),
        ("?u=https://x.example/", "https://example.com/maps/index.xml?u=https://x.example/"),
        ("www.example.com/x", "https://example.com/maps/www.example.com/x"),
        ("1:2", "https://example.com/maps/1:2"),
        (":8080/x", "https://example.com/maps/:8080/x"),
    ] {
        assert_eq!(page(&tolerant(BASE), text).as_deref(), Ok(resolved), "{text}");
        assert_eq!(page(&tolerant(""), text), Err(Fault::Relative), "{text} without a base");
        assert!(page(&strict(BASE), text).is_err(), "{text} in strict mode");
    }
    assert_eq!(page(&tolerant("http://example.com/"), "//other.example/p").as_deref(), Ok("http://other.example/p"));
}

/// \[41\] \[42\]: in either mode these are no http(s) URLs with a host.
#[test]
#[rustfmt::skip]
fn what_has_no_host_or_another_scheme_is_refused_in_both_modes() {
    for (text, fault) in [
        ("https:page", Fault::NoHost),
        ("https:/page", Fault::NoHost),
        ("https:///p", Fault::NoHost),
        ("https://", Fault::NoHost),
        ("https:", Fault::NoHost),
        ("https://:8080/", Fault::NoHost),
        ("http://?x", Fault::NoHost),
        ("http://#x", Fault::NoHost),
        ("https://user@/x", Fault::NoHost),
        ("https://user:pw@:80/x", Fault::NoHost),
        ("mailto:x@example.com", Fault::Scheme),
        ("ftp://example.com/x", Fault::Scheme),
        ("javascript:alert(1)", Fault::Scheme),
        ("example.com:8080/x", Fault::Scheme),
        ("localhost:80", Fault::Scheme),
        ("httpss://example.com/", Fault::Scheme),
        ("a:b", Fault::Scheme),
        ("https://example.com:99999/", Fault::Port),
        ("https://example.com:65536/", Fault::Port),
        ("https://example.com:8o/", Fault::Port),
        ("https://example.com:-1/", Fault::Port),
        ("https://example.com:+1/", Fault::Port),
        ("https://example.com:80:90/", Fault::Port),
        ("https://[::1]:x/", Fault::Port),
        ("https://[::1/", Fault::Invalid),
        ("https://[::1]x/", Fault::Invalid),
        ("https://[::g]/", Fault::Invalid),
        ("https://1.2.3.256/", Fault::Invalid),
        ("https://example.com/a\tb", Fault::Control),
        ("https://example.com/a\nb", Fault::Control),
        ("https://example.com/\u{8}", Fault::Control),
        ("https://example.com/\u{85}x", Fault::Control),
        ("https://example.com/\u{7f}", Fault::Control),
        ("https://xn--a/", Fault::Invalid),
    ] {
        assert_eq!(page(&tolerant(BASE), text), Err(fault), "tolerant {text:?}");
        assert_eq!(page(&strict(BASE), text), Err(fault), "strict {text:?}");
        assert_eq!(tolerant(BASE).robots_line(text), Err(fault), "robots {text:?}");
        assert_eq!(strict(BASE).robots_line(text), Err(fault), "strict robots {text:?}");
    }
    for text in ["//", "//?x", "///p", "//:80/p", "//#f", "\\\\", "/\\/p", "//user@/p"] {
        assert_eq!(page(&tolerant(BASE), text), Err(Fault::NoHost), "{text:?}");
    }
    for text in
        ["https://exa mple.com/", "https://exa<mple.com/", "https://a^b.example/", "https://exa\u{3000}mple.com/"]
    {
        assert_eq!(page(&tolerant(BASE), text), Err(Fault::Invalid), "{text:?}");
    }
    for (text, fault) in
        [("//example.com:x/p", Fault::Port), ("//exa mple.com/p", Fault::Invalid), ("", Fault::Relative)]
    {
        assert_eq!(page(&tolerant(BASE), text), Err(fault), "{text:?}");
    }
}

/// \[43\]: strict takes the location as written or not at all.
#[test]
#[rustfmt::skip]
fn strict_refuses_what_tolerant_mends() {
    let scope = strict("https://example.com/sitemap.xml");
    for (text, fault) in [
        ("/page", Fault::Relative),
        ("//example.com/page", Fault::Relative),
        ("page", Fault::Relative),
        ("https://example.com/a b", Fault::Blank),
        ("https://example.com/a\u{a0}b", Fault::Blank),
        ("https://example.com/100%", Fault::Escape),
        ("https://example.com/%zz", Fault::Escape),
        ("https://example.com/%2", Fault::Escape),
        ("https://example.com/?q=%2G", Fault::Escape),
        ("https://example.com/a|b", Fault::Invalid),
        ("https://example.com/a\\b", Fault::Invalid),
        ("https:\\\\example.com/", Fault::Invalid),
        ("https://example.com/{id}", Fault::Invalid),
        ("https://a@b@example.com/", Fault::Invalid),
        ("http://example.com/a", Fault::Origin),
        ("https://www.example.com/a", Fault::Origin),
        ("https://example.com.evil.example/a", Fault::Origin),
        ("https://example.com@evil.example/a", Fault::Origin),
        ("https://example.comevil/a", Fault::Origin),
        ("https://example.com:8443/a", Fault::Origin),
    ] {
        assert_eq!(page(&scope, text), Err(fault), "{text:?}");
    }
    for text in [
        "https://example.com/a", "https://example.com", "https://EXAMPLE.com/a", "HTTPS://example.com:443/x/../y",
        "https://example.com:/a", "https://user@example.com/a", "https://example.com/~x?~#~", "https://example.com/%C3%a9",
        "https://example.com/a[0]",
    ] {
        assert_eq!(scope.page(text), Ok(Checked { loc: text.into(), non_ascii: false }), "{text:?}");
    }
}

/// \[43\]: a host of the URL standard that RFC 3986 does not know is mended or refused, also where it is the document's own.
#[test]
fn a_host_that_no_url_may_hold_is_refused_in_strict_mode() {
    assert_eq!(page(&strict("https://a{b/"), "https://a{b/x"), Err(Fault::Invalid));
    assert_eq!(page(&tolerant("https://a{b/"), "https://a{b/./x").as_deref(), Ok("https://a{b/x"));
}

/// \[43\]: what is not ASCII is accepted as written, and told.
#[test]
fn strict_takes_what_is_not_ascii_and_says_so() {
    let scope = strict("https://bücher.example/sitemap.xml");
    for text in ["https://bücher.example/é", "https://xn--bcher-kva.example/é", "https://BÜCHER.example/a"] {
        assert_eq!(scope.page(text), Ok(Checked { loc: text.into(), non_ascii: true }));
    }
    let plain = "https://xn--bcher-kva.example/a";
    assert_eq!(scope.page(plain), Ok(Checked { loc: plain.into(), non_ascii: false }));
    assert!(!tolerant("").page("https://example.com/é").unwrap().non_ascii);
}

/// \[43\]: further origins count beside the document's own, and without a base nothing is compared.
#[test]
fn strict_admits_the_origins_it_is_given() {
    let scope = Scope::new("https://maps.example/s.xml", true, &["http://example.com:8080/robots.txt"], None).unwrap();
    assert!(scope.page("https://maps.example/a").is_ok());
    assert!(scope.page("http://example.com:8080/a").is_ok());
    assert_eq!(scope.page("http://example.com/a"), Err(Fault::Origin));
    assert_eq!(scope.page("https://other.example/a"), Err(Fault::Origin));
    assert!(strict("").page("https://other.example/a").is_ok());
}

/// \[45\]: a line of a robots.txt may name another origin in strict mode too, and stays strict otherwise.
#[test]
fn a_robots_line_may_name_any_origin() {
    let scope = strict("https://example.com/robots.txt");
    assert!(scope.robots_line("http://other.example:8080/s.xml").is_ok());
    assert!(scope.robots_line("http://Other.example/s.xml").is_ok());
    assert_eq!(scope.robots_line("/s.xml"), Err(Fault::Relative));
    assert_eq!(scope.robots_line("https://other.example/a b"), Err(Fault::Blank));
    let resolved = tolerant("https://example.com/robots.txt").robots_line("/s.xml").unwrap().loc.into_owned();
    assert_eq!(resolved, "https://example.com/s.xml");
}

/// \[41\]: 2,048 characters of what is returned, no more.
#[test]
fn length_is_counted_in_characters_of_what_is_returned() {
    let head = "https://example.com/";
    let fits = format!("{head}{}", "a".repeat(2_048 - head.len()));
    for scope in [tolerant(BASE), tolerant(""), strict(BASE), strict("")] {
        assert_eq!(page(&scope, &fits).as_deref(), Ok(&*fits));
        assert_eq!(page(&scope, &format!("{fits}a")), Err(Fault::TooLong));
    }
    // Relative: what counts is the resolved one.
    let path = &fits[head.len() - 1..];
    assert_eq!(page(&tolerant(BASE), path).as_deref(), Ok(&*fits));
    assert_eq!(page(&tolerant(BASE), &format!("{path}a")), Err(Fault::TooLong));
    // Escaped: six characters for one of two bytes; as written in strict mode, one.
    let accents = format!("{head}{}", "é".repeat(2_048 - head.len()));
    assert_eq!(page(&tolerant(BASE), &accents), Err(Fault::TooLong));
    assert_eq!(page(&strict(BASE), &accents).as_deref(), Ok(&*accents));
    assert_eq!(page(&strict(BASE), &format!("{accents}é")), Err(Fault::TooLong));
    assert!(!too_long(&accents) && too_long(&format!("{accents}é")));
    // A base is what was fetched, whatever its length.
    assert!(Scope::new(&format!("{fits}a"), true, &[], None).is_ok());
}

/// A host of a megabyte is refused without being worked on.
#[test]
fn an_enormous_host_is_refused() {
    for host in ["é".repeat(500_000), "a".repeat(1_000_000), "a.".repeat(500_000), "xn--".repeat(250_000)] {
        assert_eq!(page(&tolerant(BASE), &format!("https://{host}/")), Err(Fault::TooLong));
        assert_eq!(page(&tolerant(BASE), &format!("//{host}/")), Err(Fault::TooLong));
    }
}

/// \[58\]: any host, as written, but absolute and clean.
#[test]
#[rustfmt::skip]
fn urls_of_extensions_are_checked_in_strict_mode() {
    for text in ["https://cdn.example/a.jpg", "HTTP://cdn.example", "https://cdn.example/%zz|é"] {
        assert_eq!(extension_strict(text), Ok(()), "{text}");
    }
    for (text, fault) in [
        ("", Fault::Relative),
        ("/a.jpg", Fault::Relative),
        ("//cdn.example/a.jpg", Fault::Relative),
        ("data:image/png;base64,x", Fault::Scheme),
        ("https:///a.jpg", Fault::NoHost),
        ("https://cdn.example/a b.jpg", Fault::Blank),
        ("https://cdn.example/a\u{1}.jpg", Fault::Control),
    ] {
        assert_eq!(extension_strict(text), Err(fault), "{text}");
    }
    assert_eq!(extension_strict(&format!("https://cdn.example/{}", "a".repeat(2_048))), Err(Fault::TooLong));
}

/// Every fault has a code of its own and a message that names the rule, with nothing in it that a terminal would obey.
#[test]
#[rustfmt::skip]
fn faults_say_what_is_wrong() {
    let long = format!("https://example.com/{}", "a".repeat(2_480));
    for (fault, code, text, message) in [
        (Fault::Scheme, Code::LocScheme, "ftp://x", "unsupported scheme \"ftp\": only http and https are read"),
        (Fault::NoHost, Code::LocHost, "https:///p", "URL has no host"),
        (Fault::Port, Code::LocPort, "https://x:99999/", "URL has a port that is no number from 0 to 65535"),
        (Fault::TooLong, Code::LocTooLong, &*long, "URL has 2500 characters, at most 2048 are allowed"),
        (Fault::TooLong, Code::LocTooLong, "/é", "URL has more than 2048 characters once it is absolute and escaped"),
        (Fault::Control, Code::LocControl, "https://x/\u{1b}[2J", "URL holds the control character U+001B"),
        (Fault::Blank, Code::LocBlank, "https://x/a b", "URL holds a blank: it has to be written %20"),
        (Fault::Escape, Code::LocEscape, "https://x/%", "URL holds a % that is not followed by two hexadecimal digits"),
        (Fault::Relative, Code::LocRelative, "/p", "URL is relative: an absolute one is expected"),
        (Fault::Origin, Code::LocOrigin, "https://y/", "URL is on another scheme, host or port than its document"),
        (Fault::Invalid, Code::LocInvalid, "https://x/a|b", "invalid URL: the character | has to be escaped"),
        (Fault::Invalid, Code::LocInvalid, "https://a b/", "invalid URL: the host is no domain name"),
        (Fault::Invalid, Code::LocInvalid, "//1.2.3.256/", "invalid URL: the host is no IP address"),
        (Fault::Invalid, Code::LocInvalid, "https://[::1/", "invalid URL: the host is no IP address"),
        (
            Fault::Invalid,
            Code::LocInvalid,
            "https://a@b@c/",
            "invalid URL: the part before the host holds an @ or a bracket",
        ),
    ] {
        assert_eq!((fault.code(), &*fault.message(text)), (code, message));
    }
}

//! Where a document is, which hosts are let in, and which URLs are one sitemap or a robots.txt.

use sitemapfast::fields::url::{Fault, Hosts, Origin, Scope, is_robots, sitemap_key};

use super::{hosts, tolerant};

/// A base has to be a URL that a document can be served from; none at all is no fault.
#[test]
#[rustfmt::skip]
fn a_base_has_to_be_a_web_url() {
    for (base, fault) in [
        ("/local", Fault::Relative),
        ("file:///etc/passwd", Fault::Scheme),
        ("https:example.com", Fault::NoHost),
        ("https://example.com:x/", Fault::Port),
        ("https://exa mple.com/", Fault::Invalid),
        ("https://example.com/\u{0}", Fault::Control),
    ] {
        assert_eq!(Scope::new(base, false, &[], None).unwrap_err(), fault, "{base}");
        assert_eq!(Scope::new("", false, &[base], None).unwrap_err(), fault, "{base} as an origin");
    }
    assert!(Scope::new(" ", true, &[], None).is_ok());
}

/// \[47\]: names, sub-domains at any depth, and the document's own host, in any spelling.
#[test]
#[rustfmt::skip]
fn host_patterns_admit_what_they_name() {
    let document = Origin::of("https://WWW.Example.com/robots.txt");
    for (patterns, admitted, refused) in [
        (
            &["example.com"][..],
            &["example.com", "EXAMPLE.com"][..],
            &["www.example.com", "example.com.evil.example"][..],
        ),
        (
            &["*.example.com"],
            &["www.example.com", "a.b.example.com"],
            &["example.com", "notexample.com", "example.com.x"],
        ),
        (&["same"], &["www.example.com", "WWW.EXAMPLE.COM"], &["example.com", "a.www.example.com"]),
        (
            &["Bücher.example", "*.例え.jp"],
            &["xn--bcher-kva.example", "BÜCHER.example", "a.xn--r8jz45g.jp"],
            &["例え.jp"],
        ),
        (&["127.0.0.1", "::1"], &["127.0.0.1", "0x7f.1", "[::1]"], &["127.0.0.2", "[::2]"]),
        (&["a.example", "same"], &["a.example", "www.example.com"], &["b.example"]),
    ] {
        let hosts = Hosts::parse(patterns).unwrap();
        for host in admitted {
            assert!(hosts.admits(host, document.as_ref()), "{patterns:?} {host}");
        }
        for host in refused.iter().chain(&["", "a b", "[::"]) {
            assert!(!hosts.admits(host, document.as_ref()), "{patterns:?} {host}");
        }
    }
    assert!(Hosts::parse(&["same"]).unwrap().admits("anything.example", None));
    for wrong in [
        "", "*", "*.", "*.*.example", "a.*.example", "https://example.com", "example.com:80", "example.com/x",
        "*.127.0.0.1", "a b",
    ] {
        assert!(Hosts::parse(&[wrong]).unwrap_err().contains("is no host"), "{wrong:?}");
    }
    assert!(Hosts::parse(&[]).is_err());
}

/// \[47\]: in strict mode the patterns replace the comparison of origins, in tolerant mode they only tell what is outside.
#[test]
fn hosts_replace_the_comparison_of_strict_mode() {
    let base = "https://example.com/sitemap.xml";
    let scope = Scope::new(base, true, &[], Some(hosts(&["*.example.com"]))).unwrap();
    assert!(scope.page("http://a.example.com:8080/x").is_ok());
    assert!(scope.page("http://a.example.com/x").is_ok());
    assert_eq!(scope.page("https://example.com/x"), Err(Fault::Origin));
    assert_eq!(scope.page("https://EXAMPLE.com/x"), Err(Fault::Origin));
    let scope = Scope::new(base, false, &[], Some(hosts(&["*.example.com"]))).unwrap();
    assert!(scope.page("https://example.com/x").is_ok());
    assert!(scope.outside("https://example.com/x"));
    assert!(scope.outside("https://user@example.com/x"));
    assert!(!scope.outside("https://a.example.com/x"));
    assert!(!scope.outside("http://A.example.com:8080/x"));
    assert!(scope.outside("no URL"));
    assert!(!tolerant(base).outside("https://other.example/"));
}

/// \[43\] \[47\]: `same` means the hosts that strict mode admits: the document's and those of the robots.txt that named it.
#[test]
fn same_counts_the_origins_that_strict_mode_admits() {
    let robots = ["https://example.com/robots.txt"];
    let scope = Scope::new("https://cdn.example/s.xml", false, &robots, Some(hosts(&["same"]))).unwrap();
    assert!(!scope.outside("https://cdn.example/x"));
    assert!(!scope.outside("http://example.com/x"));
    assert!(scope.outside("https://other.example/x"));
    assert!(!Scope::new("", false, &[], Some(hosts(&["same"]))).unwrap().outside("https://other.example/x"));
}

/// \[46\]: what makes no difference to a sitemap is taken off its key, and nothing else.
#[test]
#[rustfmt::skip]
fn the_key_of_a_sitemap_ignores_what_makes_no_difference() {
    for (url, key) in [
        ("HTTPS://Example.com:443/sitemap.xml#top", "https://example.com/sitemap.xml"),
        ("https://example.com", "https://example.com/"),
        ("https://example.com?q", "https://example.com/?q"),
        ("https://example.com#f", "https://example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("http://example.com:080/", "http://example.com/"),
        ("http://example.com:443/", "http://example.com:443/"),
        ("https://example.com:/x", "https://example.com/x"),
        ("https://example.com:8080/x", "https://example.com:8080/x"),
        ("https://User:PW@Example.com/x", "https://User:PW@example.com/x"),
        ("https://@example.com/x", "https://@example.com/x"),
        ("https://example.com/A/../b?C=%c3#d#e", "https://example.com/A/../b?C=%c3"),
        ("https://BÜCHER.example/É", "https://xn--bcher-kva.example/É"),
        ("https://[::AB]:443/x", "https://[::ab]/x"),
        ("", ""),
        ("no URL#x", "no URL#x"),
        ("ftp://Example.com/", "ftp://Example.com/"),
        ("https:Page", "https:Page"),
    ] {
        assert_eq!(sitemap_key(url), key);
    }
}

/// \[11\]: the last segment of the path, in any case, and nothing but that.
#[test]
#[rustfmt::skip]
fn a_robots_txt_is_told_by_the_last_segment_of_its_path() {
    for url in [
        "https://example.com/robots.txt", "https://example.com/ROBOTS.TXT?v=2#x", "https://example.com/a/b/Robots.txt",
        "http://user@example.com:8080//robots.txt",
    ] {
        assert!(is_robots(url), "{url}");
    }
    for url in [
        "",
        "https://robots.txt",
        "https://robots.txt/",
        "https://example.com/robots.txt/",
        "https://example.com/sitemap.xml?from=/robots.txt",
        "https://example.com/#/robots.txt",
        "https://example.com/my-robots.txt",
        "https://example.com/robots.txt.gz",
        "https://example.com/robots%2Etxt",
    ] {
        assert!(!is_robots(url), "{url}");
    }
}

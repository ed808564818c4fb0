//! Tokens: every byte is in one of them, however a document is cut, and each ends where XML ends it.

use proptest::prelude::*;
use sitemapfast::xml::{Stop, Token, Tokens};

/// The tokens of a text, each with the bytes that it takes.
fn tokens(text: &str) -> (Vec<(Token<'_>, &str)>, Stop) {
    let mut tokens = Tokens::new(text, 0, true);
    let mut found = Vec::new();
    loop {
        let from = tokens.position();
        match tokens.next_token() {
            Ok(token) => found.push((token, &text[from..tokens.position()])),
            Err(stop) => return (found, stop),
        }
    }
}

fn only(text: &str) -> Token<'_> {
    let (found, stop) = tokens(text);
    assert_eq!((found.len(), stop), (1, Stop::End), "{text}: {found:?}");
    found[0].0
}

fn start<'a>(name: &'a str, attributes: &'a str, empty: bool) -> Token<'a> {
    Token::Start { name, attributes, empty, broken: false }
}

#[test]
fn whole_markup_is_one_token() {
    assert_eq!(only("<a>"), start("a", "", false));
    assert_eq!(only("<a b='>' c=\"/>\"/>"), start("a", " b='>' c=\"/>\"", true));
    assert_eq!(only("</a\n>"), Token::End { name: "a\n", broken: false });
    assert_eq!(only("</a\"b>"), Token::End { name: "a\"b", broken: false });
    assert_eq!(only("<!-->-->"), Token::Comment(">"));
    assert_eq!(only("<!--->-->"), Token::Comment("->"));
    assert_eq!(only("<!---->"), Token::Comment(""));
    assert_eq!(only("<![CDATA[<a>]]]]>"), Token::CData("<a>]]"));
    assert_eq!(only("<?xml version='1.0'?>"), Token::Declaration("xml version='1.0'"));
    assert_eq!(only("<?xml-stylesheet >?>"), Token::Instruction("xml-stylesheet >"));
    assert_eq!(
        only("<!DOCTYPE a SYSTEM '>' [<!ENTITY b ']>'>]>"),
        Token::Doctype("DOCTYPE a SYSTEM '>' [<!ENTITY b ']>'>]")
    );
    assert_eq!(only("&amp;"), Token::Reference("amp"));
    assert_eq!(only("\u{feff}"), Token::Text("\u{feff}"));
}

#[test]
fn markup_that_is_broken_ends_before_the_next() {
    let broken = |name, attributes| Token::Start { name, attributes, empty: false, broken: true };
    let first = |text| tokens(text).0[0];
    assert_eq!(first("<a <b>"), (broken("a", " "), "<a "));
    assert_eq!(first("<a b='1' c='2<b>"), (broken("a", " b='1' "), "<a b='1' c='2"));
    assert_eq!(first("<a b=c<b>"), (broken("a", " "), "<a b=c"));
    assert_eq!(first("<a b='1>2<b>"), (broken("a", " b='1"), "<a b='1>"));
    assert_eq!(first("</a<b>"), (Token::End { name: "a", broken: true }, "</a"));
    for text in ["<>", "< a>", "<1>", "<!a>", "<!-a->", "<![cdata[a]]>", "<?>"] {
        assert_eq!(first(text).0, Token::LessThan, "{text}");
    }
}

#[test]
fn markup_without_an_end_stops_the_reading() {
    let cases = ["<a", "<a b='>", "</a", "<!--->", "<![CDATA[]]", "<?a>", "<!DOCTYPE a [>", "<", "<!", "<![CDA"];
    for text in cases {
        assert!(matches!(tokens(text), (found, Stop::Unfinished(_)) if found.is_empty()), "{text}");
    }
}

#[test]
fn what_may_not_be_whole_yet_is_asked_for() {
    for text in ["a", "&a", "&", "<", "<a", "<a b='>", "</a", "<!", "<!--", "<![CDATA[]]", "<?a?", ""] {
        let mut tokens = Tokens::new(text, 0, false);
        assert_eq!(tokens.next_token(), Err(Stop::NeedMore), "{text}");
        assert_eq!(tokens.position(), 0, "{text}");
    }
}

/// Texts of the characters that matter.
fn soup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "<",
        ">",
        "&",
        ";",
        "\"",
        "'",
        "/",
        "=",
        "!",
        "?",
        "-",
        "--",
        "]",
        "[",
        "]]>",
        "<!--",
        "-->",
        "<![CDATA[",
        "<?",
        "?>",
        "<!DOCTYPE",
        "a",
        "b:c",
        " ",
        "\n",
        "\r",
        "\u{feff}",
        "é",
        "\u{1}",
        "#x41",
        "<a>",
        "</a>",
    ]);
    prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn tokens_take_every_byte_once(text in soup()) {
        let (found, stop) = tokens(&text);
        let taken: String = found.iter().map(|(_, bytes)| *bytes).collect();
        prop_assert!(text.starts_with(&taken));
        prop_assert!(found.iter().all(|(_, bytes)| !bytes.is_empty()));
        if stop == Stop::End {
            prop_assert_eq!(taken, text);
        }
    }

    /// Whatever is there to come, a token that is given out is the one that the whole text has.
    #[test]
    fn a_token_does_not_depend_on_what_follows(text in soup(), cut in any::<prop::sample::Index>()) {
        let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let cut = boundaries[cut.index(boundaries.len())];
        let (whole, _) = tokens(&text);
        let mut first = Tokens::new(&text[..cut], 0, false);
        for (token, _) in &whole {
            match first.next_token() {
                Ok(early) => prop_assert_eq!(&early, token),
                Err(stop) => {
                    prop_assert_eq!(stop, Stop::NeedMore);
                    break;
                }
            }
        }
    }
}

#[test]
fn a_mark_in_the_middle_of_a_text_does_not_part_it() {
    // [24] Where a piece begins with U+FEFF, the text behind it is the same one text.
    let text = "\u{feff}lns<a/>";
    let mut tokens = Tokens::new(text, 0, true);
    assert_eq!(tokens.next_token(), Ok(Token::Text("\u{feff}lns")));
}

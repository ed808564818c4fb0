//! `link` of XHTML: the same page in another language, or for other media (rule \[57\]).

use super::{Mode, drop_element, refused, text_cell, url_attribute, values};
use crate::error::Code;
use crate::formats::entry::Entry;
use crate::table::builder::Cell;

const FIELD: &str = "xhtml:link";

/// Takes in an `xhtml:link`, which is all in its attributes.
pub fn link(attributes: &str, entry: &mut Entry, mode: Mode) {
    let [rel, hreflang, media] = values(attributes, ["rel", "hreflang", "media"]);
    let href = url_attribute(attributes, "href");
    let reason = if href.is_empty() {
        if !mode.strict {
            return;
        }
        Some("a link without href is left out".to_owned())
    } else if mode.strict && rel != "alternate" {
        Some(format!("rel \"{}\" was found, \"alternate\" was expected", crate::error::excerpt(&rel)))
    } else if mode.strict && hreflang.is_empty() && media.is_empty() {
        Some("a link needs a hreflang or a media".to_owned())
    } else {
        refused(&href, mode.strict)
    };
    if let Some(reason) = reason {
        return drop_element(entry, Code::LinkInvalid, FIELD, &href, &reason);
    }
    let cells = vec![text_cell(rel), text_cell(hreflang), Cell::Text(href), text_cell(media)];
    entry.more.alternates.append(Cell::Record(cells));
}

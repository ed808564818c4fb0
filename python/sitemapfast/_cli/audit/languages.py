"""The rules on the language versions of a page, as far as one entry tells; `site` has those that need both ends.

Enters: a subject. Leaves: findings. Called by `run`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sitemapfast._cli.audit.locations import key

if TYPE_CHECKING:
    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["check_languages", "fault_of"]

_DEFAULT: Final = "x-default"
_SHAPE: Final = re.compile(r"([a-z]{2})(?:-[a-z]{4})?(?:-([a-z]{2}))?", re.IGNORECASE)

# ISO 639-1.
_LANGUAGES: Final = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo
es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg
ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn
no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta
te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu in iw ji sh
"""
# ISO 3166-1 alpha-2.
_REGIONS: Final = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""
_LANGUAGE_CODES: Final = frozenset(_LANGUAGES.split())
_REGION_CODES: Final = frozenset(_REGIONS.split())


def fault_of(code: str) -> str | None:
    """Return what is wrong with an hreflang, or ``None``.

    Example:
        >>> fault_of("en-UK")
        'UK is no country'
        >>> fault_of("zh-Hant-TW") is None
        True
    """
    if code.lower() == _DEFAULT:
        return None
    if "_" in code:
        return "language and country are joined by a hyphen"
    shape = _SHAPE.fullmatch(code)
    if shape is None:
        return "it is no language, or language and country"
    language, region = shape[1].lower(), shape[2]
    if language not in _LANGUAGE_CODES:
        return f"{shape[1]} is no language"
    if region is not None and region.upper() not in _REGION_CODES:
        return f"{region} is no country"
    return None


def check_languages(subject: Subject, report: Report) -> None:
    """Report sets of language versions that search engines cannot use."""
    document = subject.document
    if document is None:
        return
    for loc, alternates, line, entry in document.urls.rows("loc", "alternates", "line", "position"):
        targets: dict[str, str] = {}
        for link in alternates:
            if not link.hreflang:
                continue
            fault = fault_of(link.hreflang)
            if fault is not None:
                report.add("hreflang-invalid", subject, f'"{link.hreflang}": {fault}', line=line, entry=entry, loc=loc)
            code = link.hreflang.lower()
            other = targets.setdefault(code, link.href)
            if key(other) != key(link.href):
                message = f"{link.hreflang} leads to {other} and to {link.href}"
                report.add("hreflang-conflict", subject, message, line=line, entry=entry, loc=loc)
        if not targets:
            continue
        if key(loc) not in {key(target) for target in targets.values()}:
            report.add("hreflang-no-self", subject, "no link leads to the page itself", line=line, entry=entry, loc=loc)
        if _DEFAULT not in targets:
            report.add("hreflang-no-x-default", subject, "there is no x-default", line=line, entry=entry, loc=loc)

"""Which addresses and names are not public (rule [110]): pure tables, no lookup.

Enters: an address or a host. Leaves: a `Refusal`, or ``None`` where it is public. The sockets of `backend` and
`aio` ask for every address a name has; `client` asks for the host alone where a proxy does the connecting.

The tables are our own because `ipaddress.is_global` answers ``True`` for addresses that lead inside: 6to4 and NAT64
spellings of loopback, site-local ``fec0::/10``, ``::127.0.0.1``, and the metadata services in public space.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Kind", "Refusal", "check", "check_host", "check_name", "is_metadata", "is_public", "literal"]

Address: TypeAlias = IPv4Address | IPv6Address


class Kind(StrEnum):
    """Why an address or a name is refused."""

    METADATA = "metadata"
    LOOPBACK = "loopback"
    PRIVATE = "private"
    LINK_LOCAL = "link-local"
    RESERVED = "reserved"
    NAME = "local name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why nobody who was sent there by a public site connects to a place.

    Attributes:
        kind: Which table it stands in; `Kind.METADATA` is refused to everybody.
        reason: The same in words, with the address or name.
    """

    kind: Kind
    reason: str


# They hand out credentials or configuration to whoever asks, so that no setting opens them.
_METADATA = frozenset(
    map(
        ip_address,
        (
            "169.254.169.254",  # AWS, Azure, Google, Oracle, DigitalOcean and others
            "169.254.170.2",  # AWS ECS task credentials
            "169.254.170.23",  # AWS EKS pod identity
            "fd00:ec2::254",
            "fd00:ec2::23",
            "fd20:ce::254",  # Google
            "100.100.100.200",  # Alibaba
            "168.63.129.16",  # Azure; in public space
            "192.0.0.192",  # Oracle
        ),
    )
)
_METADATA_NAMES = frozenset(
    {"metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal"}
)

_V4 = tuple(
    (IPv4Network(network), kind)
    for network, kind in (
        ("127.0.0.0/8", Kind.LOOPBACK),
        ("10.0.0.0/8", Kind.PRIVATE),
        ("172.16.0.0/12", Kind.PRIVATE),
        ("192.168.0.0/16", Kind.PRIVATE),
        ("169.254.0.0/16", Kind.LINK_LOCAL),
        ("100.64.0.0/10", Kind.PRIVATE),  # behind a carrier's NAT
        ("0.0.0.0/8", Kind.LOOPBACK),  # Linux connects 0.0.0.0 to itself
        ("192.0.0.0/24", Kind.RESERVED),
        ("192.0.2.0/24", Kind.RESERVED),
        ("192.88.99.0/24", Kind.RESERVED),
        ("198.18.0.0/15", Kind.RESERVED),
        ("198.51.100.0/24", Kind.RESERVED),
        ("203.0.113.0/24", Kind.RESERVED),
        ("224.0.0.0/4", Kind.RESERVED),
        ("240.0.0.0/4", Kind.RESERVED),
    )
)

_V6 = tuple(
    (IPv6Network(network), kind)
    for network, kind in (
        ("::1/128", Kind.LOOPBACK),
        ("::/128", Kind.LOOPBACK),
        ("fc00::/7", Kind.PRIVATE),
        ("fec0::/10", Kind.PRIVATE),
        ("fe80::/10", Kind.LINK_LOCAL),
        ("ff00::/8", Kind.RESERVED),
        ("100::/64", Kind.RESERVED),
        ("2001::/23", Kind.RESERVED),  # Teredo 2001::/32 and the other protocol assignments
        ("2001:db8::/32", Kind.RESERVED),
        ("3fff::/20", Kind.RESERVED),
    )
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")

# What is inside is what is reached; the shift says where the 32 bits of the IPv4 address end.
_CARRIERS = tuple(
    (IPv6Network(network), shift)
    for network, shift in (
        ("::ffff:0:0/96", 0),  # v4-mapped
        ("::ffff:0:0:0/96", 0),  # v4-translated
        ("::/96", 0),  # v4-compatible
        ("64:ff9b::/96", 0),  # NAT64
        ("2002::/16", 80),  # 6to4
    )
)
_LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")
_ISATAP = frozenset({0x0000_5EFE, 0x0200_5EFE})
_U32 = 0xFFFF_FFFF

# Names that are answered inside, whatever a resolver says today.
_LOCAL_SUFFIXES = (".localhost", ".local", ".internal", ".localdomain", ".home.arpa")
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]*|[0-9]+", re.ASCII)


def check(address: str | Address) -> Refusal | None:
    """Return why an address is not public, or ``None`` if it is.

    Args:
        address: The address, or its text as a resolver gives it; text that is no address is refused.

    Returns:
        The refusal, that of an address inside the address included (protocol.md, 10.2).

    Examples:
        >>> check("93.184.215.14") is None
        True
        >>> check("64:ff9b::a9fe:a9fe").kind
        <Kind.METADATA: 'metadata'>
    """
    if isinstance(address, str):
        parsed = literal(address)
        if parsed is None:
            return Refusal(kind=Kind.RESERVED, reason="what the name stands for is no address")
        address = parsed
    kind = _kind(address)
    if kind is None:
        return None
    return Refusal(kind=kind, reason=f"{address} is not a public address ({kind})")


def is_public(address: str | Address) -> bool:
    """Return whether everybody may be sent to an address."""
    return check(address) is None


def is_metadata(address: str | Address) -> bool:
    """Return whether an address, or one inside it, is a cloud's metadata service."""
    refusal = check(address)
    return refusal is not None and refusal.kind is Kind.METADATA


def check_host(host: str) -> Refusal | None:
    """Return why a host is not public as far as that can be told without a lookup, or ``None``.

    Args:
        host: A name, or an address in any spelling, ``2130706433`` and ``0x7f.1`` included.
    """
    address = literal(host)
    return check_name(host) if address is None else check(address)


def check_name(host: str) -> Refusal | None:
    """Return why a name is local by itself, or ``None``; an address is no name and passes."""
    if literal(host) is not None:
        return None
    name = unicodedata.normalize("NFKC", host).lower().replace("\u3002", ".").rstrip(".")
    if name in _METADATA_NAMES:
        return Refusal(kind=Kind.METADATA, reason=f"{name} is a metadata service")
    # A name without a dot is looked up in the search domains of the machine, so it is whatever the network says.
    if "." not in name or name.endswith(_LOCAL_SUFFIXES):
        return Refusal(kind=Kind.NAME, reason=f"{name or 'an empty host'} is not a public name")
    return None


def literal(host: str) -> Address | None:
    """Return the address a host spells, or ``None`` where it is a name.

    Resolvers and browsers read ``127.1``, ``0x7f000001``, ``017700000001`` and ``2130706433`` as 127.0.0.1, so that a
    table of names has to.
    """
    text = host.strip("[]")
    try:
        return ip_address(text.replace("%25", "%", 1))
    except ValueError:
        return _numeric(text)


def _numeric(host: str) -> IPv4Address | None:
    """Read the spellings of `inet_aton`: one to four numbers, the last of which fills what is left."""
    parts = unicodedata.normalize("NFKC", host).removesuffix(".").split(".")
    if len(parts) > 4 or not all(_NUMBER.fullmatch(part) and len(part) <= 16 for part in parts):  # noqa: PLR2004
        return None
    try:
        numbers = [_number(part) for part in parts]
    except ValueError:
        return None
    *leading, last = numbers
    if any(number > 255 for number in leading) or last >= 256 ** (4 - len(leading)):  # noqa: PLR2004
        return None
    return IPv4Address(last + sum(number << (24 - 8 * place) for place, number in enumerate(leading)))


def _number(text: str) -> int:
    if text[:2].lower() == "0x":
        return int(text[2:] or "0", 16)
    return int(text, 8 if text.startswith("0") else 10)


def _kind(address: Address) -> Kind | None:
    """Return the table an address, or an address inside it, stands in; metadata before all others."""
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        address = IPv6Address(int(address))
    if address in _METADATA:
        return Kind.METADATA
    inner = list(_inside(address)) if isinstance(address, IPv6Address) else []
    kinds = [_kind(each) for each in inner]
    if Kind.METADATA in kinds:
        return Kind.METADATA
    own = _own(address)
    if own is not None:
        return own
    found = next((kind for kind in kinds if kind is not None), None)
    if found is None and isinstance(address, IPv6Address) and address not in _GLOBAL_UNICAST and not inner:
        return Kind.RESERVED
    return found


def _own(address: Address) -> Kind | None:
    if isinstance(address, IPv4Address):
        return next((kind for network, kind in _V4 if address in network), None)
    return next((kind for network, kind in _V6 if address in network), None)


def _inside(address: IPv6Address) -> Iterator[IPv4Address]:
    """Yield the IPv4 addresses that a translator or a tunnel would take out of an IPv6 address."""
    bits = int(address)
    for network, shift in _CARRIERS:
        if address in network:
            yield IPv4Address(bits >> shift & _U32)
    if address in _LOCAL_NAT64:
        yield from _inside_local_nat64(bits)
    if bits >> 32 & _U32 in _ISATAP:
        yield IPv4Address(bits & _U32)


def _inside_local_nat64(bits: int) -> Iterator[IPv4Address]:
    """Yield every IPv4 address that a prefix within 64:ff9b:1::/48 may mean (RFC 6052, 2.2): its length is not known.

    Bits 64 to 71 are skipped by the layouts of 48, 56 and 64, whose unused end is zero.
    """
    if not bits >> 56 & 0xFF:
        joined = bits >> 64 << 56 | bits & (1 << 56) - 1  # without the skipped octet: 120 bits
        for length in (48, 56, 64):
            end = 120 - length - 32
            if not joined & (1 << end) - 1:
                yield IPv4Address(joined >> end & _U32)
    if bits & _U32 or not bits >> 32 & (1 << 48) - 1:
        yield IPv4Address(bits & _U32)

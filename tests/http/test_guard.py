"""Which addresses and names are not public (protocol.md, 10.2 to 10.4)."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemapfast._http.guard import Kind, check, check_host, check_name, is_metadata, is_public, literal

V4_REFUSED = [
    ("0.0.0.0", Kind.LOOPBACK),
    ("0.255.255.255", Kind.LOOPBACK),
    ("10.0.0.0", Kind.PRIVATE),
    ("10.255.255.255", Kind.PRIVATE),
    ("100.64.0.0", Kind.PRIVATE),
    ("100.127.255.255", Kind.PRIVATE),
    ("127.0.0.1", Kind.LOOPBACK),
    ("127.255.255.255", Kind.LOOPBACK),
    ("169.254.0.1", Kind.LINK_LOCAL),
    ("172.16.0.0", Kind.PRIVATE),
    ("172.31.255.255", Kind.PRIVATE),
    ("192.0.0.8", Kind.RESERVED),
    ("192.0.2.1", Kind.RESERVED),
    ("192.88.99.1", Kind.RESERVED),
    ("192.168.255.255", Kind.PRIVATE),
    ("198.18.0.0", Kind.RESERVED),
    ("198.19.255.255", Kind.RESERVED),
    ("198.51.100.1", Kind.RESERVED),
    ("203.0.113.1", Kind.RESERVED),
    ("224.0.0.1", Kind.RESERVED),
    ("240.0.0.1", Kind.RESERVED),
    ("255.255.255.255", Kind.RESERVED),
]
V4_PUBLIC = [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.215.14", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
    "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
]  # fmt: skip
METADATA = [
    "169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254",
]  # fmt: skip
V6_REFUSED = [
    ("::", Kind.LOOPBACK),
    ("::1", Kind.LOOPBACK),
    ("fc00::1", Kind.PRIVATE),
    ("fdff:ffff::1", Kind.PRIVATE),
    ("fe80::1", Kind.LINK_LOCAL),
    ("fe80::1%eth0", Kind.LINK_LOCAL),
    ("febf::1", Kind.LINK_LOCAL),
    ("fec0::1", Kind.PRIVATE),
    ("ff02::1", Kind.RESERVED),
    ("100::1", Kind.RESERVED),
    ("2001::1", Kind.RESERVED),
    ("2001:0:4136:e378:8000:63bf:3fff:fdd2", Kind.RESERVED),  # Teredo
    ("2001:db8::1", Kind.RESERVED),
    ("3fff::1", Kind.RESERVED),
    ("4000::1", Kind.RESERVED),
    ("5f00::1", Kind.RESERVED),
    ("::ffff:127.0.0.1", Kind.LOOPBACK),
    ("::ffff:10.0.0.1", Kind.PRIVATE),
    ("::ffff:0:10.0.0.1", Kind.PRIVATE),
    ("::127.0.0.1", Kind.LOOPBACK),
    ("64:ff9b::7f00:1", Kind.LOOPBACK),
    ("64:ff9b:1::10.1.2.3", Kind.PRIVATE),
    ("64:ff9b:1:7f00:0:100::", Kind.LOOPBACK),
    ("64:ff9b:1:fffe:7f:0:100:0", Kind.LOOPBACK),
    ("64:ff9b:1::", Kind.LOOPBACK),
    ("2002:7f00:1::", Kind.LOOPBACK),
    ("2002:c0a8:101::1", Kind.PRIVATE),
    ("2606:4700::5efe:127.0.0.1", Kind.LOOPBACK),  # ISATAP
    ("2606:4700::200:5efe:10.0.0.1", Kind.PRIVATE),
]
V6_PUBLIC = [
    "2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450:4001:82a::200e", "2002:808:808::1", "64:ff9b::808:808",
    "::ffff:8.8.8.8", "64:ff9b:1::8.8.8.8", "64:ff9b:1:808:8:800::", "2001:200::1", "2606:4700::5efe:8.8.8.8",
]  # fmt: skip


@pytest.mark.parametrize(("address", "kind"), [*V4_REFUSED, *V6_REFUSED])
def test_an_address_that_is_not_public_is_refused(address: str, kind: Kind) -> None:
    """[110], from the first to the last of every range."""
    refusal = check(address)
    assert refusal is not None
    assert refusal.kind is kind
    assert not is_public(address)


@pytest.mark.parametrize("address", [*V4_PUBLIC, *V6_PUBLIC])
def test_the_neighbours_of_every_range_are_public(address: str) -> None:
    """A table that is too wide loses sites."""
    assert check(address) is None


@pytest.mark.parametrize("address", METADATA)
def test_metadata_is_told_in_every_spelling(address: str) -> None:
    """protocol.md, 10.3: it has its own kind, for it stays refused where private addresses are allowed."""
    assert is_metadata(address)
    if ":" not in address:
        bits = int(IPv4Address(address))
        assert is_metadata(f"::ffff:{address}")
        assert is_metadata(f"::{address}")
        assert is_metadata(f"64:ff9b::{address}")
        assert is_metadata(f"64:ff9b:1::{address}")
        assert is_metadata(IPv6Address(0x2002 << 112 | bits << 80))
        assert is_metadata(str(bits))
        assert is_metadata(hex(bits))


@pytest.mark.parametrize(
    "address", ["64:ff9b::a9fe:a9fe", "2002:7f00:1::", "fec0::1", "::127.0.0.1", "168.63.129.16", "192.0.0.192"]
)
def test_what_ipaddress_calls_global_is_not(address: str) -> None:
    """The trap of protocol.md, 10.3."""
    assert not is_public(address)


@pytest.mark.parametrize("text", ["", "what", "1.2.3.4.5", "300.1.1.1", "1.2.3", "::1::"])
def test_what_is_no_address_is_refused_unless_it_spells_one(text: str) -> None:
    """A resolver that answers nonsense is no way in; 1.2.3 is 1.2.0.3."""
    assert is_public(text) is (text == "1.2.3")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("0x7F000001", "127.0.0.1"),
        ("017700000001", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("0", "0.0.0.0"),
        ("0x", "0.0.0.0"),
        ("0300.0250.1.1", "192.168.1.1"),
        ("192.168.257", "192.168.1.1"),
        ("10.0x10001", "10.1.0.1"),
        ("\uff11\uff12\uff17.0.0.1", "127.0.0.1"),
        ("[::1]", "::1"),
        ("::ffff:7f00:1", "::ffff:7f00:1"),
        ("fe80::1%25eth0", "fe80::1%eth0"),
    ],
)
def test_an_address_is_read_in_every_spelling_that_a_resolver_reads(host: str, address: str) -> None:
    """protocol.md, 9 and 10.4."""
    assert str(literal(host)) == address


@pytest.mark.parametrize(
    "host", ["example.com", "1.2.3.4.5", "08.0.0.1", "256.1.1.1", "0xg", "4294967296", "a1", "1..1"]
)
def test_a_name_is_no_address(host: str) -> None:
    """What no resolver reads as numbers is looked up."""
    assert literal(host) is None


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "LOCALHOST.", "a.localhost", "printer.local", "db.internal", "intranet", "router.home.arpa", "ai.",
        "", "localhost.localdomain", "\uff4cocalhost",
    ],
)  # fmt: skip
def test_a_local_name_is_refused_whatever_a_resolver_says(host: str) -> None:
    """protocol.md, 10.4"""
    refusal = check_name(host)
    assert refusal is not None
    assert refusal.kind is Kind.NAME


@pytest.mark.parametrize("host", ["metadata.google.internal", "Metadata.Google.Internal.", "metadata", "instance-data"])
def test_the_names_of_metadata_services_are_metadata(host: str) -> None:
    """They stay refused where private names are allowed."""
    refusal = check_host(host)
    assert refusal is not None
    assert refusal.kind is Kind.METADATA


@pytest.mark.parametrize("host", ["example.com", "localhost.com", "mylocal", "xn--exmple-cua.com.", "internal.example"])
def test_a_public_name_passes(host: str) -> None:
    """But one without a dot, which the search domains complete."""
    assert (check_name(host) is None) is ("." in host)


@given(st.ip_addresses(v=4))
def test_an_address_inside_an_address_is_judged_as_itself(address: IPv4Address) -> None:
    """Mapped, compatible, NAT64 and 6to4 lead where they say."""
    outside = [IPv6Address(f"::ffff:{address}"), IPv6Address(f"64:ff9b::{address}")]
    outside.append(IPv6Address(0x2002 << 112 | int(address) << 80))
    assert {is_public(each) for each in outside} == {is_public(address)}
    assert {is_metadata(each) for each in outside} == {is_metadata(address)}


@given(st.text(max_size=40))
def test_any_text_is_judged(text: str) -> None:
    """[111]"""
    check(text)
    check_host(text)

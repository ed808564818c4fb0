"""What may use what: the table of ARCHITECTURE.md, held to by reading the imports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RUST = ROOT / "src"
PYTHON = ROOT / "python" / "sitemapfast"

# Left may use right.
RUST_LAYERS = {
    "py": {"parse", "input", "formats", "xml", "fields", "table", "error", "limits"},
    "parse": {"input", "formats", "xml", "fields", "table", "error", "limits"},
    "input": {"xml", "error", "limits"},
    "formats": {"xml", "fields", "table", "error", "limits"},
    "xml": {"error", "limits"},
    "fields": {"error", "limits"},
    "table": {"error", "limits"},
    "error": set(),
    "limits": set(),
}

# A crate -> the only places that may name it.
RUST_CRATES = {
    r"quick_xml::": ["xml/mod.rs"],
    r"flate2::": ["input/"],
    r"encoding_rs::": ["input/"],
    r"pyo3::": ["py/"],
    r"url::Url\b": ["fields/url/"],
}

UNSAFE = {"table/arrow.rs", "py/arrow.rs"}

# A module or package below sitemapfast -> what of ours it may import. "*" is what `import sitemapfast` offers.
PYTHON_LAYERS: dict[str, set[str]] = {
    "exceptions": set(),
    "typing": set(),
    "entries": set(),
    "_cancel": {"exceptions"},
    "_checks": {"_core", "exceptions", "typing"},
    "_options": {"_core", "_cancel", "_checks", "exceptions", "typing", "entries"},
    "_errors": {"_core", "exceptions"},
    "_document": {"_core", "_errors", "entries", "exceptions"},
    "_parse": {"_core", "_checks", "_document", "_errors", "_options", "entries", "exceptions"},
    "_http": {"exceptions", "typing", "_http"},
    "_walk": {
        "_core",
        "_cancel",
        "_checks",
        "_document",
        "_errors",
        "_options",
        "_walk",
        "entries",
        "exceptions",
        "typing",
    },
    "_cli": {"*", "_cli", "_demo"},
    "_demo": {"_demo"},
    "compat": {"*"},
    "integrations": {"*"},
}

# Free of I/O, clocks, threads and event loops: everything in _walk but the two drivers.
IMPURE = {
    "asyncio",
    "concurrent",
    "queue",
    "random",
    "selectors",
    "socket",
    "ssl",
    "subprocess",
    "threading",
    "time",
    "httpx2",
}
DRIVERS = {"sync.py", "aio.py"}


def rust_files() -> list[Path]:
    return sorted(RUST.rglob("*.rs"))


def layer_of(path: Path) -> str:
    return path.relative_to(RUST).parts[0].removesuffix(".rs")


def without_comments(path: Path) -> str:
    return re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path", [p for p in rust_files() if p.name != "lib.rs"], ids=lambda p: str(p.relative_to(RUST))
)
def test_rust_modules_use_only_what_their_layer_may(path: Path) -> None:
    layer = layer_of(path)
    used = set(re.findall(r"\bcrate::(\w+)", without_comments(path)))
    for group in re.findall(r"\bcrate::\{([^;]*)\}", without_comments(path)):
        used |= set(re.findall(r"(?:^|[{,]\s*)(\w+)", group)) & RUST_LAYERS.keys()
    assert used - {layer} <= RUST_LAYERS[layer]


@pytest.mark.parametrize("crate", RUST_CRATES)
def test_a_crate_has_one_home(crate: str) -> None:
    pattern = re.compile(rf"(?<!\w){crate}")
    users = {str(p.relative_to(RUST)) for p in rust_files() if pattern.search(without_comments(p))}
    assert users, "nothing uses it: the table above is out of date"
    assert all(any(user.startswith(home) for home in RUST_CRATES[crate]) for user in users), users


def test_unsafe_stands_only_where_the_arrow_interface_needs_it() -> None:
    pattern = re.compile(r"\bunsafe\b(?!_code)")
    users = {str(p.relative_to(RUST)) for p in rust_files() if pattern.search(without_comments(p))}
    assert users <= UNSAFE


def imports(path: Path) -> list[tuple[str, bool]]:
    """Return what a module imports, absolute, and whether it does so when it is imported itself."""
    package = ("sitemapfast", *path.relative_to(PYTHON).parts[:-1])
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_import = {id(node) for node in tree.body}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, id(node) in at_import) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, [base, node.module or ""]))
            found += [(f"{module}.{alias.name}", id(node) in at_import) for alias in node.names]
    return found


def python_files() -> list[Path]:
    return [
        p for p in sorted(PYTHON.rglob("*.py")) if p.relative_to(PYTHON).parts[0].removesuffix(".py") in PYTHON_LAYERS
    ]


@pytest.mark.parametrize("path", python_files(), ids=lambda p: str(p.relative_to(PYTHON)))
def test_python_modules_use_only_what_their_layer_may(path: Path) -> None:
    layer = path.relative_to(PYTHON).parts[0].removesuffix(".py")
    allowed = PYTHON_LAYERS[layer]
    for name, _ in imports(path):
        parts = name.split(".")
        if parts[0] != "sitemapfast" or len(parts) == 1:
            continue
        private = parts[1].startswith("_") or parts[1] in PYTHON_LAYERS
        assert parts[1] in allowed or ("*" in allowed and not (private and parts[1].startswith("_"))), name


@pytest.mark.parametrize("path", sorted((PYTHON / "_walk").glob("*.py")), ids=lambda p: p.name)
def test_only_the_drivers_of_the_walk_know_time_threads_and_sockets(path: Path) -> None:
    used = {name.split(".")[0] for name, _ in imports(path)}
    if path.name in DRIVERS:
        other = "aio" if path.name == "sync.py" else "sync"
        assert not any(name.startswith(f"sitemapfast._walk.{other}") for name, _ in imports(path))
    else:
        assert not used & IMPURE


def test_transports_do_not_know_documents() -> None:
    for path in (PYTHON / "_http").glob("*.py"):
        assert not any(name.startswith(("sitemapfast._core", "sitemapfast._parse")) for name, _ in imports(path)), path


@pytest.mark.parametrize("path", sorted(PYTHON.rglob("*.py")), ids=lambda p: str(p.relative_to(PYTHON)))
def test_heavy_libraries_are_imported_when_they_are_needed(path: Path) -> None:
    heavy = {"rich", "pyarrow", "pandas", "polars", "duckdb", "scrapy", "pyspark", "httpx2", "httpcore2"}
    if path.relative_to(PYTHON).parts[0] in {"_http", "compat", "integrations"}:
        heavy -= {"httpx2", "httpcore2", "scrapy", "pyspark"}
    if path.relative_to(PYTHON).parts[:2] == ("_cli", "report.py"):
        heavy -= {"rich"}
    assert not {name.split(".")[0] for name, at_import in imports(path) if at_import} & heavy

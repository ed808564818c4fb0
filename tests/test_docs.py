"""The documentation says what is true: every block of code on its pages is run, and the output shown is compared.

A page is one story: its blocks run in order in one namespace, in an empty directory. Blocks of ``python`` are
scripts, or sessions where they begin with ``>>>``; the ``text`` block behind a script or a ``console`` block is what
it prints. The web is the demo site of the package, served on loopback as ``https://example.com``. Other kinds of
blocks are not run.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import doctest
import importlib
import io
import re
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.server import Reply, Server

from sitemapfast import CallSettings, Settings
from sitemapfast._cli.main import main
from sitemapfast._core import SITEMAP_FIELDS, URL_FIELDS
from sitemapfast._demo.server import load
from sitemapfast._options import Options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.glob("*.md")), ROOT / "README.md"]
SITE = "https://example.com"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fenced block of a page.

    Attributes:
        kind: What stands behind the fence.
        text: What it holds.
        line: Its first line in the page, from 0.
        output: The text of the ``text`` block that follows it.
    """

    kind: str
    text: str
    line: int
    output: str | None = None


def blocks_of(page: str) -> list[Block]:
    """Return the blocks of a page, those of output joined to what they are the output of."""
    blocks: list[Block] = []
    end = -1
    lines = page.split("\n")
    at = 0
    while at < len(lines):
        fence = re.fullmatch(r"```(\w*)", lines[at])
        if fence is None:
            at += 1
            continue
        close = lines.index("```", at + 1)
        text = "\n".join(lines[at + 1 : close]) + "\n"
        follows = blocks and not "".join(lines[end + 1 : at]).strip() and blocks[-1].output is None
        if fence[1] == "text" and follows and blocks[-1].kind in {"python", "console"}:
            last = blocks.pop()
            blocks.append(Block(kind=last.kind, text=last.text, line=last.line, output=text))
        else:
            blocks.append(Block(kind=fence[1], text=text, line=at + 1))
        end = close
        at = close + 1
    return blocks


def run_python(block: Block, page: Path, namespace: dict[str, Any]) -> str:
    """Run a script in the namespace of its page, and return what it printed."""
    printed = io.StringIO()
    # The blank lines are those of the page above it, so that a traceback names the line of the page.
    code = compile("\n" * block.line + block.text, str(page), "exec")
    with contextlib.redirect_stdout(printed):
        exec(code, namespace)
    return printed.getvalue()


def run_session(block: Block, page: Path, namespace: dict[str, Any]) -> str:
    """Run a session of ``>>>`` in the namespace of its page, and return what is not as it is shown."""
    test = doctest.DocTestParser().get_doctest(block.text, namespace, page.name, str(page), block.line)
    test.globs = namespace  # the parser copies it, and what follows on the page needs what is named here
    wrong = io.StringIO()
    doctest.DocTestRunner(verbose=False).run(test, out=wrong.write, clear_globs=False)
    return wrong.getvalue()


def run_console(block: Block) -> str:
    """Run the commands of a block, and return them with what they print; other programs' are looked at only."""
    shown = ""
    for line in block.text.splitlines():
        if not line.startswith("$ "):
            continue
        shown += f"{line}\n"
        words = shlex.split(line[2:], comments=True)
        if words[0] == "sitemapfast":
            shown += CliRunner().invoke(main, words[1:], prog_name="sitemapfast", catch_exceptions=False).output
        else:
            assert words[0] in {"pip", "make", "python", "git", "cd"}, f"who runs {words[0]}?"
            _check_packages(words)
    return shown


def _check_packages(words: list[str]) -> None:
    """What is installed by a page is the package, with extras that it has."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for word in words:
        found = re.fullmatch(r"sitemapfast\[([\w,]+)\]", word)
        if found is not None:
            assert set(found[1].split(",")) <= set(project["optional-dependencies"])


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The demo site at `SITE`, trusted; everything else of the network is as it is."""
    from tests.server import _authority

    authority = tmp_path / "authority.pem"
    _authority().cert_pem.write_to_path(str(authority))
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    script = {}
    for path, page in load(SITE).items():
        headers = {
            "Content-Type": page.content_type,
            "ETag": page.etag,
            "Last-Modified": "Mon, 02 Nov 2026 06:00:00 GMT",
        }
        script[path] = [Reply(body=page.body, headers=headers)]
    with Server(script) as server, server.names():
        yield server


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
@pytest.mark.usefixtures("web")
def test_every_block_of_a_page_runs_and_prints_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "reader"
    folder.mkdir()
    monkeypatch.chdir(folder)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks_of(page.read_text(encoding="utf-8")):
        place = f"{page.name}:{block.line}"
        if block.kind == "python" and block.text.startswith(">>>"):
            assert run_session(block, page, namespace) == "", place
        elif block.kind == "python":
            printed = run_python(block, page, namespace)
            assert printed == (block.output or ""), place
        elif block.kind == "console":
            shown = run_console(block)
            assert block.output is None, f"{place}: the output of a command stands under it, in the same block"
            if any(not line.startswith("$ ") for line in block.text.splitlines()):
                assert shown == block.text, place
        else:
            assert block.kind != "text" or page.parent != DOCS, f"{place}: output of what?"


@pytest.fixture(name="generator")
def make_generator(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import a script of `docs`, which stands beside what it imports."""
    monkeypatch.syspath_prepend(DOCS)

    def load_script(name: str) -> ModuleType:
        return importlib.import_module(name)

    return load_script


@pytest.mark.parametrize("name", ["generate_codes", "generate_columns"])
def test_a_generated_page_is_what_its_generator_writes(name: str, generator: Any) -> None:
    script = generator(name)
    assert script.PAGE.read_text(encoding="utf-8") == script.render(), f"run: python docs/{name}.py"


def test_the_fields_of_a_column_are_those_of_its_value(generator: Any) -> None:
    script = generator("generate_columns")
    seen = set()

    def check(column: Any, path: str) -> None:
        if not column.fields:
            return
        seen.add(path)
        if path != "raw":
            names = [field.name for field in dataclasses.fields(script.VALUES[path])]
            assert names == [inner.name for inner in column.fields], path
        for inner in column.fields:
            check(inner, f"{path}.{inner.name}")

    for column, _ in [*script.columns_of(URL_FIELDS), *script.columns_of(SITEMAP_FIELDS)]:
        check(column, column.name)
    assert seen == {*script.VALUES, "raw"}


def test_every_option_is_on_the_page_with_its_default() -> None:
    page = (DOCS / "sites.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", page.partition("## Options")[2], re.MULTILINE))
    defaults = {field.name: field.default for field in dataclasses.fields(Options)}
    assert set(rows) == set(Settings.__annotations__) | set(CallSettings.__annotations__)
    for name, shown in rows.items():
        default = defaults[name]
        assert ast.literal_eval(shown) == (None if default == () else default), name


def test_links_lead_to_headings_that_are_there() -> None:
    anchors = {page.name: _anchors(page.read_text(encoding="utf-8")) for page in DOCS.glob("*.md")}
    links = 0
    for page in sorted(DOCS.glob("*.md")):
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", text)):
            if "://" in target:
                continue
            links += 1
            name, _, anchor = target.partition("#")
            assert (name or page.name) in anchors, f"{page.name}: {target}"
            assert not anchor or anchor in anchors[name or page.name], f"{page.name}: {target}"
    assert links > 50


def _anchors(page: str) -> set[str]:
    text = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}

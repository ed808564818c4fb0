"""The group: help, version, and what is loaded before it is needed."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from sitemapfast._cli.main import COMMANDS, main
from sitemapfast._cli.report import EXIT_CODES, Exit

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_the_help_lists_every_command() -> None:
    text = CliRunner().invoke(main, ["--help"]).output
    for name, line in COMMANDS.items():
        assert f"  {name} " in text
        assert line in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_loads_and_has_help(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert result.output.startswith("Usage: ")


def test_the_help_names_every_exit_code() -> None:
    documented = {int(line.split()[0]) for line in EXIT_CODES.splitlines() if line.strip()[:1].isdigit()}
    assert documented == {code.value for code in Exit}
    assert "Exit codes:" in CliRunner().invoke(main, ["urls", "--help"]).output


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").stdout.decode().split()[-1] == version("sitemapfast")


def test_an_unknown_command_is_wrong_usage(run: Run) -> None:
    result = run("nonsense")
    assert result.returncode == Exit.USAGE
    assert b"nonsense" in result.stderr


def test_importing_the_library_loads_nothing_of_the_command_line() -> None:
    code = "import sys, sitemapfast; print(*sorted({'click', 'rich', 'sitemapfast._cli'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert answer.stdout.split() == []


def test_the_help_loads_no_command_and_no_rich() -> None:
    code = (
        "import sys\nfrom sitemapfast._cli.main import main\nmain(['--help'], standalone_mode=False)\n"
        "print(*sorted({'rich', 'sitemapfast._cli.urls', 'sitemapfast._cli.demo'} & set(sys.modules)), file=sys.stderr)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert answer.stderr.split() == []

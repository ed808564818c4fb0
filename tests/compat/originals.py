"""The libraries that the compat modules stand in for, installed beside them.

Enters: nothing. Leaves: `original`, which imports one or skips the test with the reason, and `quiet`, under which
their logging and their warnings are nobody's concern.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import logging
import warnings
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


def original(module: str, package: str) -> Any:
    """Return a module of an original.

    Args:
        module: Its name.
        package: What pip installs it from; without it the test is skipped.
    """
    with quiet():
        try:
            return importlib.import_module(module)
        except ModuleNotFoundError as error:
            pytest.skip(f"{package} is not installed, there is nothing to compare with ({error})")


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep what an original logs and warns of away from the tests, which take warnings for errors."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
            # What an original leaves open is closed here, where nobody is told of it.
            gc.collect()
    finally:
        logging.disable(before)

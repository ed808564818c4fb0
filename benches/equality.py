"""When two libraries have read the same: one digest of all rows, in order.

Enters: rows of any library's values. Leaves: a SHA-1. Called by `measure.py`, after the clock has stopped.

Libraries give the same fact in different types, so each value is brought to one form before it is hashed:

* a date becomes the instant it stands for, in microseconds since 1970 UTC: an offset is another way to write the same
  instant, and a date without an offset is midnight UTC, which is how the protocol's bare dates are read here. A peer
  that returns naive datetimes is thereby taken at its best;
* a number becomes a float, whether it came as int, float or Decimal;
* a member of an enumeration becomes its value;
* text stays as it is, to the last byte. A count is no equality, and neither is a set.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["digest", "normal"]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def normal(value: Any) -> Any:
    """Return the one form of a value, as the module says.

    Raises:
        TypeError: If there is no rule for its type, so that nothing is compared by accident.
    """
    if isinstance(value, Enum):
        return normal(value.value)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, datetime):
        aware = value if value.tzinfo is not None else value.replace(tzinfo=UTC)
        return (aware - _EPOCH) // _MICROSECOND
    if isinstance(value, int | float | Decimal):
        return float(value)
    if isinstance(value, list | tuple):
        return [normal(item) for item in value]
    message = f"no rule for {type(value).__name__}"
    raise TypeError(message)


def digest(rows: Iterable[Sequence[Any]]) -> tuple[str, int]:
    """Return the SHA-1 of the rows in their order, and how many there are."""
    sha1 = hashlib.sha1(usedforsecurity=False)
    count = 0
    for row in rows:
        sha1.update(json.dumps(normal(row), ensure_ascii=False).encode())
        sha1.update(b"\n")
        count += 1
    return sha1.hexdigest(), count

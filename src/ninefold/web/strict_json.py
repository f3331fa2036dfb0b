"""JSON from strangers: read strictly, or refused with the place."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, NoReturn

from ninefold.web.refusals import Refusal

# Deeper than any request, and far less than what Python's own reader stands.
DEEPEST = 40
MAX_NUMBER, MAX_WHOLE = 25, 20
_BRACKET = re.compile(r"[\[\]{}]")


def read_json(data: bytes) -> Any:
    """The value of a JSON text.

    1. It is UTF-8, and nothing else.
    2. No key of an object stands twice, and no number is NaN or Infinity or has more than 25 characters, or 20
      where it is whole.
    3. It is not nested more than 40 deep.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal("malformed", f"the body is no UTF-8 at byte {error.start}") from None
    _check_depth(text)
    try:
        return json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_whole, parse_float=_fraction
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refusal("malformed", f"the body is no JSON: {error.msg} ({where})", where) from None


def _check_depth(text: str) -> None:
    """Count brackets outside of texts (rule 3), in one pass; what is no JSON is told of later."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    # Without escapes, every second part between quotes is a text.
    bare = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            raise Refusal("malformed", f"the body is nested more than {DEEPEST} deep")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        double = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise Refusal("malformed", f"the key {double[:40]!r} stands twice in one object", double[:40])
    return found


def _constant(word: str) -> NoReturn:
    raise Refusal("malformed", f"{word} is no number of JSON")


def _whole(digits: str) -> int:
    return int(_short(digits, MAX_WHOLE))


def _fraction(digits: str) -> float:
    value = float(_short(digits, MAX_NUMBER))
    if value in (float("inf"), float("-inf")):
        raise Refusal("malformed", f"the number {digits} is too large")
    return value


def _short(digits: str, most: int) -> str:
    if len(digits) > most:
        raise Refusal("malformed", f"a number has {len(digits):,} characters, expected at most {most}")
    return digits

"""Schemas: what a value may be, in the words of JSON Schema that are enough here, and holding a value against one.

The same schemas check the requests and stand in `/openapi.json`, so that the two cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

from ninefold.core.values import short_repr
from ninefold.web.refusals import Refusal

Schema = dict[str, Any]

# What a JSON text may hold, and neither a file nor a library can.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def text(about: str = "", *, most: int = 10_000, least: int = 0, pattern: str = "", **more: Any) -> Schema:
    """A text of so many characters."""
    return (
        _about(
            {"type": "string", "minLength": least, "maxLength": most} | ({"pattern": pattern} if pattern else {}), about
        )
        | more
    )


def one_of(*words: object, about: str = "") -> Schema:
    """One of a few words."""
    return _about({"enum": list(words)}, about)


def whole(least: int, most: int, about: str = "") -> Schema:
    """A whole number."""
    return _about({"type": "integer", "minimum": least, "maximum": most}, about)


def number(least: float, most: float, about: str = "") -> Schema:
    """A number."""
    return _about({"type": "number", "minimum": least, "maximum": most}, about)


def flag(about: str = "") -> Schema:
    """True or false."""
    return _about({"type": "boolean"}, about)


def some(items: Schema, *, most: int, least: int = 0, about: str = "") -> Schema:
    """A list."""
    return _about({"type": "array", "items": items, "minItems": least, "maxItems": most}, about)


def any_of(*choices: Schema, about: str = "") -> Schema:
    """A value of one of several kinds."""
    return _about({"anyOf": list(choices)}, about)


def or_null(schema: Schema) -> Schema:
    """The same, or null."""
    return any_of(schema, {"type": "null"})


def record(
    fields: Mapping[str, Schema], *, needs: tuple[str, ...] = (), about: str = "", closed: bool = True
) -> Schema:
    """An object with these keys and no others; `needs` must be there."""
    found: Schema = {"type": "object", "properties": dict(fields), "additionalProperties": not closed}
    return _about(found | ({"required": list(needs)} if needs else {}), about)


def answer(about: str = "", /, **fields: Schema) -> Schema:
    """An object of an answer, in which every key is there."""
    return record(fields, needs=tuple(fields), about=about)


def mapping(values: Schema, *, most: int, about: str = "", pattern: str = "") -> Schema:
    """An object with keys of one's own."""
    names = {"propertyNames": {"type": "string", "pattern": pattern}} if pattern else {}
    return _about({"type": "object", "additionalProperties": values, "maxProperties": most} | names, about)


def _about(schema: Schema, about: str) -> Schema:
    return schema | ({"description": about} if about else {})


# --- holding a value against a schema -----------------------------------------------------------


def require(value: object, schema: Schema, name: str = "") -> None:
    """Refuse a value, of a name if it has one, that is not what the schema says."""
    if faults := list(_faults(value, schema, name)):
        listed = [{"where": where, "read": read, "expected": expected} for where, read, expected in faults[:12]]
        where, read, expected = faults[0]
        raise Refusal("unreadable", f"{where or 'the body'}: read {read}, expected {expected}", where, faults=listed)


Found = Iterator[tuple[str, str, str]]


def _faults(value: Any, schema: Schema, where: str) -> Found:
    if "anyOf" in schema:
        yield from _none_fits(value, schema["anyOf"], where)
    elif "enum" in schema:
        if not any(value == word and type(value) is type(word) for word in schema["enum"]):
            yield where, short_repr(value), " or ".join(map(str, schema["enum"]))
    elif "type" in schema:
        kind = cast("str", schema["type"])
        if not isinstance(value, _KINDS[kind]) or (isinstance(value, bool) and kind in ("integer", "number")):
            yield where, short_repr(value), words(schema)
        else:
            yield from _PARTS.get(kind, _nothing)(value, schema, where)


def _none_fits(value: Any, choices: list[Schema], where: str) -> Found:
    """The faults by the choice that comes nearest: one of the same kind, if any."""
    tried = []
    for choice in choices:
        if not (faults := list(_faults(value, choice, where))):
            return
        tried.append(faults)
    deeper = [faults for faults in tried if faults[0][0] != where]
    yield from deeper[0] if deeper else [(where, short_repr(value), " or ".join(map(words, choices)))]


def _nothing(value: Any, schema: Schema, where: str) -> Found:  # noqa: ARG001 - nothing more to look at
    return iter(())


def _text_faults(value: str, schema: Schema, where: str) -> Found:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        yield where, f"{len(value):,} characters", words(schema)
    elif "pattern" in schema and not _like(schema["pattern"]).search(value):
        yield where, short_repr(value), words(schema)
    elif _NO_TEXT.search(value):
        yield where, "a character that no text has", "text"


@lru_cache(maxsize=64)
def _like(pattern: str) -> re.Pattern[str]:
    """A pattern of JSON Schema, in which $ is the end; in Python a line feed may follow it."""
    return re.compile(re.sub(r"\$$", r"\\Z", pattern))


def _number_faults(value: float, schema: Schema, where: str) -> Found:
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield where, short_repr(value), words(schema)


def _list_faults(value: list[Any], schema: Schema, where: str) -> Found:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield where, f"{len(value):,} items", words(schema)
        return
    for index, item in enumerate(value):
        yield from _faults(item, schema.get("items", {}), f"{where}[{index}]")


def _record_faults(value: dict[str, Any], schema: Schema, where: str) -> Found:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield _key(where, name), "nothing", words(known[name])
    if len(value) > schema.get("maxProperties", len(value)):
        yield where, f"{len(value):,} keys", f"at most {schema['maxProperties']:,}"
        return
    for name, part in value.items():
        if name in known:
            yield from _faults(part, known[name], _key(where, name))
        else:
            yield from _other_faults(name, part, schema, where)


def _other_faults(name: str, part: Any, schema: Schema, where: str) -> Found:
    """The faults of a key that has no schema of its own."""
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    pattern = schema.get("propertyNames", {}).get("pattern", "")
    if others is False:
        yield _key(where, name), "a key that is not known", f"one of {', '.join(known)}" if known else "none"
    elif not _like(pattern).search(name):
        yield _key(where, name), short_repr(name), f"a key like {pattern}"
    elif isinstance(others, dict):
        yield from _faults(part, others, _key(where, name))


_PARTS: dict[str, Any] = {
    "string": _text_faults,
    "integer": _number_faults,
    "number": _number_faults,
    "array": _list_faults,
    "object": _record_faults,
}


def _key(where: str, name: str) -> str:
    shown_name = name if len(name) <= 40 else f"{name[:39]}…"
    return f"{where}.{shown_name}" if where else shown_name


def words(schema: Schema) -> str:
    """What a schema asks for, in words."""
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(map(words, schema["anyOf"]))
    kind = schema.get("type")
    if kind in ("integer", "number"):
        name = "a whole number" if kind == "integer" else "a number"
        return f"{name} {schema['minimum']:,} to {schema['maximum']:,}" if "minimum" in schema else name
    if kind == "string":
        return (
            f"text like {schema['pattern']}"
            if "pattern" in schema
            else f"text of {_range(schema, 'Length')} characters"
        )
    if kind == "array":
        return f"a list of {_range(schema, 'Items')} items"
    return {"boolean": "true or false", "object": "an object", "null": "null"}.get(str(kind), "anything")


def _range(schema: Schema, of: str) -> str:
    least, most = schema.get(f"min{of}", 0), schema.get(f"max{of}")
    return f"at least {least}" if most is None else f"{least} to {most:,}"

"""Strict XML and JSON readers whose errors give line and column.

XML is read as a stream of elements or as a small tree; entities and anything outside the file are errors. JSON may have
no duplicate keys, no NaN and no deep nesting.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any
from xml.parsers import expat

from ninefold.core.errors import ParseError
from ninefold.core.geometry import MAX_SIZE
from ninefold.core.values import short_repr

DEEPEST, MAX_COUNT = 50, 500_000
_PIECE = 1 << 18
# The parser starts a tag again with each piece of it, so an endless tag would take ever longer.
_LONGEST_TAG = 4 * _PIECE


class Xml:
    """A parser that calls `start` and `end` for each element; names keep their prefix, see `bare`.

    For the text between tags, set the parser's `CharacterDataHandler`.

    Args:
        start: called with the name and the attributes of an element; an exception ends the reading.
        end: called with the name of an element that ends.
        within: the start of each message, such as the name of a part of the file.
    """

    def __init__(
        self, start: Callable[[str, dict[str, str]], None], end: Callable[[str], None], within: str = ""
    ) -> None:
        self._within = within
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.EntityDeclHandler = self._refuse
        parser.ExternalEntityRefHandler = self._refuse

    @property
    def place(self) -> tuple[int, int]:
        """The line and the column of what is being read."""
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def read(self, pieces: Iterable[bytes]) -> None:
        """Read an XML text in pieces."""
        try:
            done = 0
            for piece in pieces:
                for at in range(0, len(piece), _PIECE):
                    part = piece[at : at + _PIECE]
                    self.parser.Parse(part, False)
                    done += len(part)
                    if done - self.parser.CurrentByteIndex > _LONGEST_TAG:
                        raise self.fault(f"a tag has more than {_LONGEST_TAG:,} bytes")
            self.parser.Parse(b"", True)
        except expat.ExpatError as error:
            where = f"line {error.lineno}, column {error.offset + 1}"
            text = f"{where}: the XML cannot be read: {expat.ErrorString(error.code)}"
            raise ParseError(self._within + text) from None
        except (ValueError, LookupError) as error:  # an unknown encoding, or bytes that are not in it
            if isinstance(error, ParseError):
                raise
            raise ParseError(f"{self._within}the XML cannot be read: {error}") from None

    def fault(self, text: str) -> ParseError:
        """An error at the current place."""
        line, column = self.place
        return ParseError(f"{self._within}line {line}, column {column}: {text}")

    def _refuse(self, *_about: object) -> int:
        raise self.fault("XML entities are not allowed")


def bare(name: str) -> str:
    """The name of an element without its namespace."""
    return name.rpartition(":")[2]


@dataclass(slots=True)
class Node:
    """An element: its name without a namespace, attributes, text, and the elements inside."""

    name: str
    attributes: dict[str, str]
    line: int
    column: int
    text: str = ""
    inside: list[Node] = field(default_factory=list)

    def all(self, name: str) -> Iterator[Node]:
        """Every element with a name inside, at any depth, in order."""
        for node in self.inside:
            if node.name == name:
                yield node
            yield from node.all(name)

    def first(self, name: str) -> Node | None:
        """The first element with a name inside."""
        return next(self.all(name), None)

    @property
    def place(self) -> str:
        """Its line and column."""
        return f"line {self.line}, column {self.column}"


def read_tree(data: bytes, within: str = "", most: int = MAX_COUNT) -> Node:
    """The root of an XML text with at most `most` elements."""
    builder = _Builder(within, most)
    builder.xml.read([data])
    if builder.root is None:
        raise ParseError(f"{within}the XML has no element")
    return builder.root


class _Builder:
    def __init__(self, within: str, most: int) -> None:
        self.xml = Xml(self._start, self._end, within)
        self.xml.parser.CharacterDataHandler = self._text
        self.root: Node | None = None
        self._open: list[tuple[Node, list[str]]] = []  # with the pieces of its text
        self._left = most

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        node = Node(bare(name), attributes, *self.xml.place)
        self._left -= 1
        if len(self._open) > DEEPEST or self._left < 0:
            raise self.xml.fault("the XML is too deep or has too many elements")
        if self._open:
            self._open[-1][0].inside.append(node)
        else:
            self.root = node
        self._open.append((node, []))

    def _end(self, _name: str) -> None:
        node, texts = self._open.pop()
        node.text = "".join(texts)

    def _text(self, text: str) -> None:
        if self._open:
            self._open[-1][1].append(text)


Path = tuple[str | int, ...]
_BLANK = " \t\n\r"


class Document:
    """A JSON value with the text it was read from; `at` goes inside, and every error knows its place."""

    def __init__(self, value: Any, text: str, start: int = 0, path: Path = ()) -> None:
        self.value = value
        self._text, self._start, self._path = text, start, path

    def at(self, *path: str | int) -> Document:
        """A value further inside; null if there is none."""
        value = self.value
        for step in path:
            if isinstance(step, str):
                value = value.get(step) if isinstance(value, dict) else None
            else:
                value = value[step] if isinstance(value, list) and 0 <= step < len(value) else None
        return Document(value, self._text, self._start, (*self._path, *path))

    def items(self) -> Iterator[Document]:
        """The values of an array; one that has more of them than the largest board has cells is refused."""
        if not isinstance(self.value, list):
            raise self.error("an array")
        if len(self.value) > MAX_SIZE**2:
            raise self.error(f"an array of at most {MAX_SIZE**2:,} values")
        for index in range(len(self.value)):
            yield self.at(index)

    def number(self, low: int, high: int) -> int:
        """A whole number within bounds, as a number or as text."""
        value = self.value
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error(f"a number {low} to {high}")
        return value

    def word(self) -> str:
        """A text; empty if there is none."""
        if self.value is None:
            return ""
        if isinstance(self.value, bool) or not isinstance(self.value, str | int | float):
            raise self.error("a text")
        return str(self.value)

    def error(self, expected: str) -> ParseError:
        """An error that something else was expected here."""
        name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self._path).lstrip(".")
        read = "nothing" if self.value is None else short_repr(self.value)
        return ParseError(f"{self.place}{f', {name}' if name else ''}: read {read}, expected {expected}")

    @property
    def place(self) -> str:
        """The line and column of the value."""
        offset = _offset(self._text, self._start, self._path)
        line, before = self._text.count("\n", 0, offset) + 1, self._text.rfind("\n", 0, offset)
        return f"line {line}, column {offset - before}"


def documents(text: str) -> Iterator[Document]:
    """The values of a text, separated by blanks or line ends (JSON lines)."""
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant, parse_int=_int)
    start = _skip(text, 0)
    while start < len(text):
        try:
            value, end = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            raise ParseError(
                f"line {error.lineno}, column {error.colno}: the JSON cannot be read: {error.msg}"
            ) from None
        except RecursionError:
            raise ParseError("the JSON is too deep") from None
        except _Refused as error:
            line = text.count("\n", 0, start) + 1
            raise ParseError(f"in the JSON from line {line}: {error}") from None
        yield Document(value, text, start)
        start = _skip(text, end)


def one_document(text: str) -> Document:
    """The only value of a text."""
    found = list(documents(text))
    if len(found) != 1:
        raise ParseError(f"read {len(found)} JSON values, expected one")
    return found[0]


class _Refused(ValueError):
    """Something that JSON allows and we do not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Refused(f"duplicate key {short_repr(twice)}")
    return found


def _refuse_constant(text: str) -> None:
    raise _Refused(f"{text} is not a JSON number")


def _int(text: str) -> int:
    if len(text) > 20:
        raise _Refused(f"a number has {len(text):,} digits")
    return int(text)


def _skip(text: str, start: int) -> int:
    while start < len(text) and text[start] in _BLANK:
        start += 1
    return start


def _offset(text: str, start: int, path: Path) -> int:
    """Where the value of a path begins; if it does not exist, the value around it."""
    for step in path:
        found = next((at for name, at in _members(text, start) if name == step), None)
        if found is None:
            break
        start = found
    return start


def _members(text: str, start: int) -> Iterator[tuple[str | int, int]]:
    """The names or numbers of what an object or array holds, each with where its value begins."""
    decoder = json.JSONDecoder()
    kind, at, index = text[start], _skip(text, start + 1), 0
    while kind in "{[" and text[at] not in "}]":
        name: str | int = index
        if kind == "{":
            name, at = scanstring(text, at + 1, True)
            at = _skip(text, _skip(text, at) + 1)  # over the colon
        yield name, at
        _, at = decoder.raw_decode(text, at)
        at, index = _skip(text, at), index + 1
        if text[at] == ",":
            at = _skip(text, at + 1)

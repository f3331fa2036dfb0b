"""XML, as a stream of elements or as a small tree; entities and anything outside the file are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from ninefold.core.errors import ParseError

DEEPEST, MOST = 50, 500_000
_PIECE = 1 << 18
# The parser begins a tag anew with each piece of it, so that one without end would take ever longer.
_LONGEST_TAG = 4 * _PIECE


class Xml:
    """A parser that calls `start` and `end` for each element; names are as they stand, see `bare`.

    For the text between tags, set the parser's `CharacterDataHandler`.

    Args:
        start: called with the name and the attributes of an element; what it raises ends the reading.
        end: called with the name of an element that ends.
        within: what stands before each message, as the name of a part of the file.
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
        """Read an XML text, given in pieces."""
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
        except (ValueError, LookupError) as error:  # a code that Python does not know, or bytes that are not in it
            if isinstance(error, ParseError):
                raise
            raise ParseError(f"{self._within}the XML cannot be read: {error}") from None

    def fault(self, text: str) -> ParseError:
        """What is wrong with the XML, at the place that is being read."""
        line, column = self.place
        return ParseError(f"{self._within}line {line}, column {column}: {text}")

    def _refuse(self, *_about: object) -> int:
        raise self.fault("the XML declares entities, which is refused")


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
        """Every element of a name inside, at any depth, in order."""
        for node in self.inside:
            if node.name == name:
                yield node
            yield from node.all(name)

    def first(self, name: str) -> Node | None:
        """The first element of a name inside."""
        return next(self.all(name), None)

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"line {self.line}, column {self.column}"


def read_tree(data: bytes, within: str = "", most: int = MOST) -> Node:
    """The root of an XML text of no more than so many elements."""
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

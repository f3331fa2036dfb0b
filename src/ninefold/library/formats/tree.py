"""XML as a small tree, with the line and column of each element; entities and anything outside the file are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from ninefold.core.errors import ParseError

DEEPEST, MOST = 50, 500_000


@dataclass
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


def read_tree(data: bytes) -> Node:
    """The root of an XML text."""
    builder = _Builder()
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        where = f"line {error.lineno}, column {error.offset + 1}"
        raise ParseError(f"{where}: the XML cannot be read: {expat.ErrorString(error.code)}") from None
    except (ValueError, LookupError) as error:  # a code that Python does not know, or bytes that are not in it
        if isinstance(error, ParseError):
            raise
        raise ParseError(f"the XML cannot be read: {error}") from None
    if builder.root is None:
        raise ParseError("the XML has no element")
    return builder.root


class _Builder:
    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._refuse
        self.parser.ExternalEntityRefHandler = self._refuse
        self.root: Node | None = None
        self._open: list[Node] = []
        self._count = 0

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        node = Node(name.rpartition(":")[2], attributes, line, column)
        self._count += 1
        if len(self._open) > DEEPEST or self._count > MOST:
            raise ParseError(f"{node.place}: the XML is too deep or has too many elements")
        if self._open:
            self._open[-1].inside.append(node)
        else:
            self.root = node
        self._open.append(node)

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        if self._open:
            self._open[-1].text += text

    def _refuse(self, *_about: object) -> int:
        raise ParseError(f"line {self.parser.CurrentLineNumber}: the XML declares entities, which is refused")

"""An endpoint: one request of the API."""

from __future__ import annotations

from dataclasses import dataclass, field

from ninefold.web.schema import Schema

# What a part of a path in braces may be.
NAME = "^[A-Za-z0-9_-]{1,64}$"


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One request of the API.

    Args:
        method, path: how it is asked; parts of the path in braces are texts.
        about: what it does.
        ask: which ask of a worker answers it; empty where the server does so itself.
        body: the schema of its JSON body, if it has one.
        kinds: where the body's `kind` tells which schema it has, all of them.
        query: the schemas of what may stand behind the question mark.
        file: whether the body may be a file instead.
        usual: the seconds where none are named; None where it has no such key.
        status: the number of a good answer.
        answer: the schema of the answer; None for a file or a stream of the type.
        type: the type of the answer.
    """

    method: str
    path: str
    about: str
    ask: str = ""
    body: Schema | None = None
    kinds: dict[str, Schema] = field(default_factory=dict)
    query: dict[str, Schema] = field(default_factory=dict)
    file: bool = False
    usual: float | None = None
    status: int = 200
    answer: Schema | None = None
    type: str = "application/json"

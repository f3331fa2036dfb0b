"""The check of methods in requests: they exist, their options are valid, and none names a file, program or module.

Every request passes here before its function runs, whichever endpoint it is for: a request names its methods in `by`
and their options there or in `settings` (a test reads this from the types of all requests).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from ninefold.solving.method import MethodInfo, make, refuse_local
from ninefold.solving.registry import find, method_text, parse_method
from ninefold.solving.table import TABLE

_NAMES = frozenset(info.name for info in TABLE) | {"auto"}


async def check_methods(request: object) -> None:
    """Refuse a request with an unknown method, or with a local or an invalid option, before a job is accepted with it.

    Loading a method and looking for plug-ins take a while, so another thread does it.
    """
    for name, options in _methods(request):
        if options or name not in _NAMES:
            await asyncio.to_thread(_check, name, options)


def _methods(request: object) -> Iterator[tuple[str, dict[str, str]]]:
    """The methods of a request, read from the very text that is run later."""
    by, settings = getattr(request, "by", ()), getattr(request, "settings", {})
    if hasattr(request, "seeds"):  # it needs a method that has one
        settings = settings | {"seed": "0"}
    for text in [by] if isinstance(by, str) else by:
        yield parse_method(method_text(text, settings))


def _check(name: str, options: dict[str, str]) -> None:
    infos = _infos(name)
    for info in infos:
        refuse_local(info, options)
    if len(infos) == 1:  # `auto` chooses by the board, which is not read here
        make(infos[0], options)


def _infos(name: str) -> list[MethodInfo]:
    """The methods that a name may mean; none if it is not available, as the worker will report."""
    if name == "auto":
        return [info for info in TABLE if info.complete and info.cooperative and info.available]
    return [info for info in [find(name)] if info.available]

"""The check of method options in requests: they are valid, and none names a file, a program or a module.

Every request passes here before its function runs, whichever endpoint it is for: a request names its methods in `by`
and their options there or in `settings` (a test reads this from the types of all requests).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from ninefold.core.errors import MethodError
from ninefold.solving.method import MethodInfo, make, refuse_local
from ninefold.solving.registry import TABLE, find, method_text, parse_method


async def check_method_options(request: object) -> None:
    """Refuse a request with a local or an invalid option, before a job is accepted with it.

    Loading a method takes a while, so another thread does it.
    """
    for name, options in _methods(request):
        if options:
            await asyncio.to_thread(_check, name, options)


def _methods(request: object) -> Iterator[tuple[str, dict[str, str]]]:
    """The methods of a request, read from the very text that is run later."""
    by, settings = getattr(request, "by", ()), getattr(request, "settings", {})
    for text in [by] if isinstance(by, str) else by:
        yield parse_method(method_text(text, settings))


def _check(name: str, options: dict[str, str]) -> None:
    infos = _infos(name)
    for info in infos:
        refuse_local(info, options)
    if len(infos) == 1:  # `auto` chooses by the board, so only the worker knows
        make(infos[0], options)


def _infos(name: str) -> list[MethodInfo]:
    """The methods that a name may stand for; none if it is unknown or not available, as the worker will report."""
    if name == "auto":
        return [info for info in TABLE if info.complete and info.cooperative and info.available]
    try:
        return [info for info in [find(name)] if info.available]
    except MethodError:
        return []

"""What the server tells of itself: methods, formats, layouts, limits."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

import ninefold
from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.layout import Layout
from ninefold.core.values import for_json
from ninefold.formats import TABLE as FORMATS
from ninefold.solving.method import REQUIRED, MethodInfo, Option, options_of
from ninefold.solving.registry import methods
from ninefold.web.asks.common import unit_of
from ninefold.web.asks.making import LEVELS, SYMMETRIES
from ninefold.web.limits import Limits

Record = dict[str, Any]
SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)


def about(limits: Limits) -> Record:
    """What this server is, and its limits."""
    shown = {
        "seconds": limits.seconds,
        "job_seconds": limits.job_seconds,
        "body": limits.body,
        "file": limits.file,
        "jobs": limits.workers,
        "queue": limits.jobs_waiting,
        "events": limits.events,
    }
    return {
        "name": "ninefold",
        "version": ninefold.__version__,
        "limits": shown,
        "library": True,
        "levels": list(LEVELS),
        "symmetries": list(SYMMETRIES),
        "sizes": list(SIZES),
    }


def layout_record(word: str) -> Record:
    """The units of a layout."""
    layout = Layout.parse(word)
    alphabet = default_alphabet(layout.size)
    return {
        "layout": str(layout),
        "size": layout.size,
        "box": None if layout.box is None else list(layout.box),
        "box_of": list(layout.box_of),
        "units": [unit_of(unit) for unit in layout.units],
        "symbols": "." + symbols_of(alphabet, layout.size) if alphabet else "",
    }


@lru_cache(maxsize=1)
def method_records() -> list[Record]:
    """Every method, and its options."""
    return [_method(info) for info in methods()]


def _method(info: MethodInfo) -> Record:
    return {
        "name": info.name,
        "about": info.about,
        "available": info.available,
        "hindrance": info.unavailable_reason,
        "complete": info.complete,
        "cooperative": info.cooperative,
        "sizes": list(info.sizes),
        "variants": info.variants,
        "traces": list(info.traces),
        "options": [_option(option) for option in options_of(info)] if info.available else [],
    }


def _option(option: Option) -> Record:
    is_choice = get_origin(option.type) is Literal
    values = [str(value) for value in get_args(option.type)] if is_choice else None
    if option.type is bool:
        values = ["true", "false"]
    return {
        "name": option.name,
        "values": values,
        "takes": option.values,
        "default": None if option.default is REQUIRED else _plain(option.default),
        "about": option.about,
    }


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | None) else for_json(value)


@lru_cache(maxsize=1)
def format_records() -> list[Record]:
    """Every format that is read or written."""
    return [
        {
            "name": form.name,
            "about": form.about,
            "endings": list(form.endings),
            "reads": True,
            "writes": form.write is not None,
            "single": form.single,
        }
        for form in FORMATS
    ]

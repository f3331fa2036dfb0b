"""Themes: the colours of a picture. Each tells its parts apart also for people who see few colours."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

from ninefold.core.errors import NinefoldError
from ninefold.core.values import shown

# Tints for highlighted cells, by what they mean (after Okabe and Ito, made pale).
TONES = MappingProxyType(
    {"main": "#ffe08a", "good": "#b9e3c6", "bad": "#f6c1b5", "other": "#bcd9f2", "aside": "#e3d3ee"}
)
DARK_TONES = MappingProxyType(
    {"main": "#6b5310", "good": "#1d5a3a", "bad": "#7a2f22", "other": "#1f4c73", "aside": "#4c3562"}
)


@dataclass(frozen=True)
class Theme:
    """The colour of each part."""

    paper: str = "#ffffff"
    ink: str = "#111111"  # box lines and clues
    rule: str = "#9a9a9a"  # lines between cells
    placed: str = "#1557a6"  # digits that are no clues
    candidate: str = "#555555"
    belief: str = "#d55e00"
    extra: str = "#e8eef7"  # cells of extra units
    diagonal: str = "#9db4d6"
    link: str = "#b03060"
    tones: MappingProxyType[str, str] = field(default_factory=lambda: TONES)


THEMES = MappingProxyType(
    {
        "light": Theme(),
        "dark": Theme(
            paper="#16181d",
            ink="#f2f2f2",
            rule="#5b606b",
            placed="#7db7ff",
            candidate="#a9adb6",
            belief="#ff9d4d",
            extra="#222a38",
            diagonal="#4a5f85",
            link="#ff8fb3",
            tones=DARK_TONES,
        ),
        "print": Theme(
            placed="#444444", candidate="#444444", rule="#777777", extra="#eeeeee", diagonal="#bbbbbb", belief="#000000"
        ),
    }
)


def find_theme(name: str) -> Theme:
    """A theme by its name."""
    if name not in THEMES:
        raise NinefoldError(f"no theme {shown(name)}; there are {', '.join(THEMES)}")
    return THEMES[name]

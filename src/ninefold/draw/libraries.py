"""The libraries that some forms need: said in one line where they are missing."""

from __future__ import annotations

from importlib.util import find_spec

from ninefold.core.errors import NinefoldError

NAMES = {"PIL": "Pillow", "reportlab": "ReportLab"}


def load(module: str) -> None:
    """Refuse with what to install, where a library is not there."""
    if find_spec(module) is None:
        raise NinefoldError(f"this picture needs {NAMES[module]}, which is not installed: pip install 'ninefold[draw]'")

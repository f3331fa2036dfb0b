"""The screenshots of the docs: complete, small, and all used."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


def test_screenshots_are_complete_small_and_used() -> None:
    script = runpy.run_path(str(DOCS / "screenshots.py"))
    pictures = {path.stem: path for path in (DOCS / "screenshots").iterdir()}
    assert set(pictures) == set(script["SHOTS"])
    assert len(pictures) <= 8
    assert all(path.stat().st_size < script["MAX_BYTES"] for path in pictures.values())
    shown = "".join((DOCS / name).read_text() for name in ("playing.md", "lab.md"))
    assert set(re.findall(r"\(screenshots/([\w-]+)\.png\)", shown)) == set(pictures)


def test_readme_screenshots_exist() -> None:
    shown = re.findall(r"docs/screenshots/[\w-]+\.png", (DOCS.parent / "README.md").read_text())
    assert shown
    assert all((DOCS.parent / path).is_file() for path in shown)

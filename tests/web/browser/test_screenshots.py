"""The pictures of the docs: as many as the script takes, small, and all shown."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


def test_every_screenshot_is_small_and_shown() -> None:
    script = runpy.run_path(str(DOCS / "screenshots.py"))
    pictures = {path.stem: path for path in (DOCS / "screenshots").iterdir()}
    assert set(pictures) == set(script["SHOTS"])
    assert len(pictures) <= 6
    assert all(path.stat().st_size < script["MOST_BYTES"] for path in pictures.values())
    shown = "".join((DOCS / name).read_text() for name in ("playing.md", "lab.md"))
    assert set(re.findall(r"\(screenshots/([\w-]+)\.png\)", shown)) == set(pictures)


def test_the_readme_shows_pictures_that_are_there() -> None:
    shown = re.findall(r"docs/screenshots/[\w-]+\.png", (DOCS.parent / "README.md").read_text())
    assert shown
    assert all((DOCS.parent / path).is_file() for path in shown)

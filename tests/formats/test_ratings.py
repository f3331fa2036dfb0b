"""Ratings in files: every format with a field for a level or a rating keeps it, and the page lists which."""

from __future__ import annotations

import importlib.util
import re
from io import BytesIO
from pathlib import Path

import pytest

import ninefold as nf
from ninefold.formats import TABLE, find
from ninefold.formats.format import InputFile
from ninefold.library.ratings import StoredRating
from ninefold.rating.levels import LEVELS

LINE = "3..2........1.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6"
PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
FIELDS = {
    "level": ("ninefold", "link", "csv", "sdk", "opensudoku", "ipuz", "gnome", "parquet"),
    "rating": ("ninefold", "link", "csv", "bank", "extreme", "parquet"),
    **dict.fromkeys(
        ("ep", "ed", "hodoku_level", "hodoku_score", "minutes", "techniques"), ("ninefold", "link", "csv", "parquet")
    ),
}


def rated() -> nf.Puzzle:
    return StoredRating.of(nf.rate(LINE)).put_on(nf.Puzzle(nf.Grid(LINE)))


@pytest.mark.parametrize("name", sorted({name for names in FIELDS.values() for name in names}))
def test_a_rating_comes_back(name: str) -> None:
    if name == "parquet" and not importlib.util.find_spec("pyarrow"):
        pytest.skip("pyarrow is not installed")
    form, puzzle = find(name), rated()
    (again,) = form.read(InputFile(BytesIO(form.bytes_of([puzzle]))))
    assert isinstance(again, nf.Puzzle)
    for field, names in FIELDS.items():
        if name in names:
            expected = "medium" if (name, field) == ("gnome", "level") else puzzle.meta[field]
            assert again.meta[field] == expected, field


def test_all_formats_with_a_field_are_listed() -> None:
    for field, names in FIELDS.items():
        keeping = {form.name for form in TABLE if form.write and (form.meta is None or field in form.meta)}
        assert keeping == set(names), field
        row = re.search(rf"^\| {field} \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
        assert row is not None, field
        assert set(re.findall(r"`([\w-]+)`", row[1])) == set(names), field


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_category_in_gnome_sudoku(level: str) -> None:
    form = find("gnome")
    (again,) = form.read(InputFile(BytesIO(form.bytes_of([nf.Puzzle(nf.Grid(LINE), level=level)]))))
    assert isinstance(again, nf.Puzzle)
    assert again.level in ("easy", "medium", "hard", "very hard")

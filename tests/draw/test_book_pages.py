"""Tests of the pages of a book as a PDF reader sees them."""

from __future__ import annotations

import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest

import ninefold as nf
from ninefold.draw.book import Book
from ninefold.draw.paper import INCH, MILLIMETRE, SAFE

pytestmark = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler is not installed")

EASY = nf.Puzzle(nf.Grid("..4.1......3.1.."), solution=nf.Grid("2341143242133124"), level="easy")
BOUND = Book(title="Bound", paper="8x10", margin="0.5in", gutter="0.375in", per_page=1)
INTRODUCTION = "Fill the grid.\n\n# Levels\n" + "Some are harder than others. " * 200


class Word(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    text: str


def read(book: Book, puzzles: list[nf.Puzzle], path: Path) -> list[list[Word]]:
    """The words of each page, with their places from the upper left corner."""
    path = path / "book.pdf"
    path.write_bytes(book.pdf(puzzles, warn=lambda _: None))
    shown = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, text=True, check=True).stdout
    pattern = r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)'
    return [
        [Word(float(a), float(b), float(c), float(d), unescape(text)) for a, b, c, d, text in re.findall(pattern, page)]
        for page in shown.split("<page ")[1:]
    ]


def texts(pages: list[list[Word]]) -> list[str]:
    return [" ".join(word.text for word in page) for page in pages]


@pytest.mark.parametrize("margin", [0, 2, 5, 15, 40])
@pytest.mark.parametrize("paper", ["a5", "8x10"])
def test_page_numbers_are_inside_the_margin_and_below_the_boards(margin: float, paper: str, tmp_path: Path) -> None:
    book = Book(paper=paper, margin=margin, per_page=2)
    edge = max(SAFE, margin * MILLIMETRE)
    for number, page in enumerate(read(book, [EASY] * 3, tmp_path), 1):
        *others, last = sorted(page, key=lambda word: word.bottom)
        assert last.text == str(number)
        assert last.bottom <= book.trim.height - edge
        assert max(word.bottom for word in others) < last.top
        assert edge < last.left < last.right < book.trim.width - edge


def test_the_gutter_is_at_the_spine(tmp_path: Path) -> None:
    pages = read(BOUND, [EASY] * 3, tmp_path)
    (third, fourth) = (min(page) for page in pages[2:4])  # the numbers of the first two puzzles
    assert (third.text, fourth.text) == ("1", "2")
    assert third.left - fourth.left == pytest.approx(0.375 * INCH, abs=0.01)
    assert fourth.left > 0.5 * INCH
    middles = [sum(page[-1][0:3:2]) / 2 for page in pages[2:4]]
    assert [page[-1].text for page in pages[2:4]] == ["3", "4"]
    assert middles == pytest.approx([(8 + 0.375) / 2 * INCH, (8 - 0.375) / 2 * INCH], abs=0.1)


def test_parts_of_a_bound_book_start_on_right_hand_pages(tmp_path: Path) -> None:
    loose, bound = (texts(read(Book(title="T", gutter=gutter, per_page=1), [EASY] * 2, tmp_path)) for gutter in (0, 10))
    assert [bool(page) for page in loose] == [True] * 4
    assert [bool(page) for page in bound] == [True, False, True, True, True]
    assert [page.startswith("Answers") for page in bound] == [False] * 4 + [True]


@pytest.mark.parametrize(
    ("gutter", "sheet", "trims"),
    [
        (0, (594, 738), [(9, 9, 585, 729)] * 2),
        (10, (585, 738), [(0, 9, 576, 729), (9, 9, 585, 729)]),  # no bleed at the spine
    ],
)
def test_boxes_of_a_page_with_bleed(
    gutter: float, sheet: tuple[float, float], trims: list[tuple[float, ...]], tmp_path: Path
) -> None:
    book = Book(paper="8x10in", bleed="0.125in", gutter=gutter, per_page=1)
    read(book, [EASY] * 2, tmp_path)
    shown = subprocess.run(
        ["pdfinfo", "-box", "-l", "2", tmp_path / "book.pdf"], capture_output=True, text=True, check=True
    ).stdout
    boxes = re.findall(r"(\w+)Box: +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)", shown)
    found = {
        name: [tuple(map(float, box)) for one, *box in boxes if one == name] for name in ("Media", "Bleed", "Trim")
    }
    assert found == {"Media": [(0, 0, *sheet)] * 2, "Bleed": [(0, 0, *sheet)] * 2, "Trim": trims}


def test_sections_by_level_with_contents(tmp_path: Path) -> None:
    levels = ["hard", "", "Easy", "fiendish", "easy"]
    puzzles = [EASY.replace(level=level, about={"name": f"n{at}"}) for at, level in enumerate(levels)]
    pages = texts(read(Book(sections=True, per_page=1, introduction=INTRODUCTION), puzzles, tmp_path))
    contents, *text = pages[:3]
    assert text[0].startswith("Introduction Fill the grid. Levels Some")
    assert contents == "Contents Introduction 2 Easy 4 Hard 7 Fiendish 9 Other puzzles 11 Answers 13 1"
    assert pages[3] == "Easy Puzzles 1 to 2 Answers from page 13"
    assert pages[8] == "Fiendish Puzzle 4 Answers from page 13"
    assert [re.findall(r"\d n\d", page) for page in (pages[4], pages[5], pages[11])] == [["1 n2"], ["2 n4"], ["5 n1"]]
    assert (tmp_path / "book.pdf").read_bytes().count(b"/Title") >= 6  # the outline


def test_puzzles_and_answers_refer_to_each_other(tmp_path: Path) -> None:
    book = Book(title="T", per_page=2, answers_per_page=2, references=True)
    pages = texts(read(book, [EASY] * 3, tmp_path))
    assert [re.findall(r"p\. (\d+)", page) for page in pages] == [[], ["4", "4"], ["5"], ["2", "2"], ["3"]]
    without = Book(title="T", per_page=2, answers=False, references=True)
    assert "p." not in " ".join(texts(read(without, [EASY] * 3, tmp_path)))


def test_front_matter(tmp_path: Path) -> None:
    copyright_lines = "© 2026 A. Setter\nAll rights reserved.\n\n" + "x" * 300
    book = Book(
        title="T", author="A. Setter", copyright=copyright_lines, introduction=INTRODUCTION, margin=0, paper="a5"
    )
    pages = read(book, [EASY], tmp_path)
    assert texts(pages)[0] == "T A. Setter 1 puzzle"
    assert texts(pages)[1].startswith("© 2026 A. Setter All rights reserved. xxxx")
    assert pages[1][0].top > book.trim.height / 2
    assert "".join(texts(pages)[1].split()).count("x") == 300
    assert " ".join(texts(pages)[2:]).count("Some are harder than others.") >= 190  # the others are across a page break
    for word in (word for page in pages[:3] for word in page):
        assert SAFE <= word.left < word.right <= book.trim.width - SAFE
        assert word.bottom <= book.trim.height - SAFE


def test_titles_and_headings_stay_on_small_pages(tmp_path: Path) -> None:
    book = Book(
        title="A tiny book with a long title " * 6, author="A", paper="60x60mm", margin=0, per_page=1, sections=True
    )
    pages = read(book, [EASY.replace(level="a level that has no end " * 9)], tmp_path)
    assert any(word.text.endswith("…") for word in pages[0])
    assert texts(pages)[0].endswith("A 1 puzzle")
    assert texts(pages)[-1].startswith("Answers")
    headings = [word for page in (*pages[:-2], pages[-1]) for word in page]
    assert all(SAFE <= word.left < word.right <= book.trim.width - SAFE for word in headings)
    assert all(SAFE - 5 <= word.top < word.bottom <= book.trim.height - SAFE for word in headings)


def test_the_same_book_is_the_same_file() -> None:
    book = Book(title="T", sections=True, references=True, bleed=3, gutter=5, introduction="# Hello")
    assert book.pdf([EASY] * 3) == book.pdf([EASY] * 3)

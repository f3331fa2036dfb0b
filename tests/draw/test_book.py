"""Tests of puzzle books."""

from __future__ import annotations

import re
import shutil
import subprocess
from math import ceil
from pathlib import Path

import numpy as np
import pytest

import ninefold as nf
from ninefold.draw.book import Book
from ninefold.draw.pdf import missing_glyphs
from ninefold.testing.puzzles import pattern

PUZZLE, SOLUTION = nf.Grid("..4.1......3.1.."), nf.Grid("2341143242133124")
EASY = nf.Puzzle(PUZZLE, solution=SOLUTION, level="easy")


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("count", [1, 6, 13])
def test_number_of_pages(per_page: int, count: int) -> None:
    entries = [EASY] * count
    steps: list[int] = []
    made = Book(per_page=per_page).pdf(entries, lambda: steps.append(1))
    assert pages(made) == ceil(count / per_page) + ceil(count / 12)
    assert len(steps) == 2 * count
    assert pages(Book(per_page=per_page, title="A book", answers=False).pdf(entries)) == 1 + ceil(count / per_page)


def test_label_is_name_and_level_unless_the_book_has_one() -> None:
    named = EASY.replace(about={"name": "The  long\nway"})
    assert Book().label_of(named) == "The long way, easy"
    rated = named.replace(
        about={**named.about, "minutes": "12.4", "techniques": "Hidden Single 40, Pointing 1, X-Wing 2"}
    )
    assert Book().label_of(rated) == "The long way, easy, 12 min"
    assert Book().answer_label_of(rated) == ""
    assert Book(techniques=True).answer_label_of(rated) == "X-Wing, Pointing"
    assert Book(techniques=True).answer_label_of(named) == ""
    assert Book().label_of(named.replace(about={"minutes": "soon"})) == "easy"
    assert Book(label="May").label_of(named) == "May"
    assert Book(label="").label_of(named) == ""
    assert Book().label_of(EASY.replace(level="\ud800")) == "?"


def test_a_book_needs_solutions() -> None:
    with pytest.raises(nf.NinefoldError, match="puzzle 2 has no solution to print"):
        Book().pdf([EASY, nf.Puzzle(PUZZLE)])


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")
def test_pdftotext_reads_numbers_labels_digits_and_answers(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(
        Book(title="A little book", per_page=2).pdf([nf.Puzzle(PUZZLE, solution=SOLUTION, level="gentle")] * 3)
    )
    text = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True).stdout
    front, *middle, behind = text.split("\f")[:4]
    assert "A little book" in front
    assert "3 puzzles" in front
    assert re.findall(r"(\d) +gentle", "".join(middle)) == ["1", "2", "3"]
    assert "Answers" in behind
    # 16 digits and a number for each answer, and the page number.
    assert len(re.findall(r"\d", behind)) == 3 * 16 + 3 + 1


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")
@pytest.mark.parametrize("title", ["A long title " * 8, "Donaudampfschifffahrtsgesellschaftskapitänspatent"])
def test_long_title_fits_on_the_page(title: str, tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(Book(title=title, paper="a5").pdf([EASY]))
    box = subprocess.run(
        ["pdftotext", "-bbox", "-l", "1", path, "-"], capture_output=True, text=True, check=True
    ).stdout
    page = re.search(r'<page width="([\d.]+)"', box)
    assert page
    words = re.findall(r'<word xMin="([\d.-]+)" yMin="[\d.-]+" xMax="([\d.-]+)" yMax="[\d.-]+">([^<]*)', box)
    assert " ".join(word for _, _, word in words).startswith(title.strip())
    assert all(0 < float(left) < float(right) < float(page[1]) for left, right, _ in words)


def board(size: int) -> nf.Puzzle:
    return nf.Puzzle(nf.Grid.empty(size), solution=pattern(nf.Layout(size)))


@pytest.mark.parametrize(
    ("size", "paper", "per_page"), [(9, "a4", 12), (9, "6x9", 9), (9, "a5", 6), (16, "a4", 4), (25, "a4", 1)]
)
def test_a_page_has_as_many_answers_as_stay_readable(size: int, paper: str, per_page: int) -> None:
    entries = [board(size)] * 13
    book = Book(per_page=1, paper=paper)
    assert book.answer_count(entries) == per_page
    assert pages(book.pdf(entries)) == 13 + ceil(13 / per_page)


def test_the_number_of_answers_per_page_can_be_set() -> None:
    assert pages(Book(per_page=6, answers_per_page=20).pdf([EASY] * 42)) == 7 + 3


def test_small_digits_give_a_warning_that_says_what_helps() -> None:
    with pytest.warns(UserWarning, match=r"size 25 print at 4\.2 pt; .*: print 1 puzzle per page \(10\.1 pt\), or use"):
        Book(per_page=6, answers=False).pdf([EASY, board(25)])
    found: list[str] = []
    Book(paper="a5", answers_per_page=12).pdf([board(9)], warn=found.append)
    (message,) = found
    assert re.match(r"the digits of answers on boards of size 9 print at 5\.\d pt", message)
    assert "print 6 answers per page (8." in message
    found.clear()
    Book(per_page=1, paper="a5").pdf([board(64)], warn=found.append)
    assert [message.endswith("hard to read: use larger paper or smaller margins") for message in found] == [True, True]


def test_lengths_and_sizes_in_several_units() -> None:
    trims = [
        Book(paper="8x10", margin="0.5in", gutter=12.7, bleed="9pt"),
        Book(paper="8x10in", margin=" 1.27 CM ", gutter=np.int64(12), bleed="3.175mm"),
        Book(paper="203.2mm×10in", margin="36pt", gutter=np.float32(12), bleed=3.175),
        Book(paper="576 x 720 pt", margin=12.7, gutter="12", bleed="0.125IN"),
    ]
    for trim in (book.trim for book in trims):
        assert (trim.width, trim.height, trim.margin, trim.bleed) == pytest.approx((576, 720, 36, 9))
        assert trim.gutter == pytest.approx(36, abs=2)


def test_a_small_margin_and_missing_characters_give_a_warning() -> None:
    found: list[str] = []
    Book(margin="3mm", copyright="數独").pdf([EASY], warn=found.append)
    assert found == [
        "the book's font lacks 數 独; they print as empty boxes",
        "with a margin of 3mm, boards may be cut off: printers need about 6.35 mm (0.25 in)",
    ]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")
@pytest.mark.parametrize("per_page", [1, 6])
def test_long_label_is_cut_at_the_width_of_its_puzzle(per_page: int, tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    label = "a label without an end " * 9
    path.write_bytes(Book(per_page=per_page, answers=False, label=label).pdf([EASY] * 2))
    box = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, text=True, check=True).stdout
    words = re.findall(r'<word xMin="([\d.-]+)" yMin="[\d.-]+" xMax="([\d.-]+)" yMax="[\d.-]+">([^<]*)', box)
    ends = [float(right) for _, right, word in words if word.endswith("…")]
    starts = [float(left) for left, _, word in words if word in ("1", "2")]
    assert len(ends) == 2
    if per_page == 6:  # side by side
        assert ends[0] < max(starts)
    assert max(ends) < 595 - 15 * 72 / 25.4 + 1


@pytest.mark.skipif(not shutil.which("pdffonts"), reason="pdffonts is not installed")
def test_fonts_are_embedded(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(Book(title="Größe").pdf([EASY]))
    shown = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in shown.splitlines()[2:]]
    assert rows
    assert all("Vera" in row[0] and row[-5] == "yes" for row in rows)


def test_missing_glyphs_are_listed() -> None:
    assert missing_glyphs(["Größe – “x” €", "數独", "獨 1"]) == "數独獨"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"paper": "b5"}, r"unknown paper 'b5' \(choose from a4, a5"),
        ({"per_page": 3}, "a page has 1, 2, 4 or 6 puzzles, not 3"),
        ({"per_page": 4.0}, "a page has 1, 2, 4 or 6 puzzles, not 4.0"),
        ({"paper": ["a4"]}, r"unknown paper \['a4'\]"),
        ({"margin": 100.0}, r"a margin of 100\.0 mm is invalid: on a4 it must be at least 0 and below 70 mm"),
        ({"margin": -1.0}, "must be at least 0"),
        ({"margin": "3 feet"}, "unknown margin '3 feet'"),
        ({"margin": float("nan")}, "unknown margin nan"),
        ({"margin": 10**400}, "unknown margin 1000"),
        ({"gutter": "5in"}, "a gutter of 5in is invalid: on a4 it must be at least 0 and below 110 mm"),
        ({"title": "a\udcffb"}, r"invalid title 'a\\udcffb': expected text"),
        ({"introduction": None}, "invalid introduction None: expected text"),
        ({"bleed": True}, "unknown bleed True"),
        ({"paper": "8.5x10"}, r"unknown paper '8\.5x10' .* write the width and height with a unit: 7x10in"),
        ({"paper": "1.2.3x4mm"}, "unknown paper"),
        ({"paper": "2x3mm"}, "each side must be 50 to 1500 mm"),
        ({"paper": "55x55mm", "per_page": 6}, "there is no room for 6 puzzles on a page of 55x55mm"),
        ({"answers_per_page": 0}, "a page has 1 to 48 answers, not 0"),
        ({"answers_per_page": 2.5}, "a page has 1 to 48 answers"),
    ],
)
def test_invalid_designs_are_rejected(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(nf.NinefoldError, match=words):
        Book(**wrong)  # type: ignore[arg-type]

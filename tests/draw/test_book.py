"""Books: every puzzle with its number on a page, and every answer behind."""

from __future__ import annotations

import re
import shutil
import subprocess
from math import ceil
from pathlib import Path

import pytest

import ninefold as nf
from ninefold.draw.book import Book, Entry

PUZZLE, SOLUTION = nf.Grid("..4.1......3.1.."), nf.Grid("2341143242133124")


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("count", [1, 6, 13])
def test_a_book_has_as_many_pages_as_it_takes(per_page: int, count: int) -> None:
    entries = [Entry(PUZZLE, SOLUTION, "easy")] * count
    steps: list[int] = []
    made = Book(per_page=per_page).pdf(entries, lambda: steps.append(1))
    assert pages(made) == ceil(count / per_page) + ceil(count / 12)
    assert len(steps) == 2 * count
    assert pages(Book(per_page=per_page, title="A book", answers=False).pdf(entries)) == 1 + ceil(count / per_page)


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext here to read the book with")
def test_another_program_reads_numbers_labels_digits_and_answers(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(Book(title="A little book", per_page=2).pdf([Entry(PUZZLE, SOLUTION, "gentle")] * 3))
    text = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True).stdout
    front, *middle, behind = text.split("\f")[:4]
    assert "A little book" in front
    assert "3 puzzles" in front
    assert re.findall(r"(\d) +gentle", "".join(middle)) == ["1", "2", "3"]
    assert "Answers" in behind
    # 16 digits for each answer, its number, and the number of the page.
    assert len(re.findall(r"\d", behind)) == 3 * 16 + 3 + 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"paper": "b5"}, "no paper 'b5'; there are a4, a5"),
        ({"per_page": 3}, "1, 2, 4 or 6 puzzles; read 3"),
        ({"margin": 100.0}, r"leaves room for puzzles; read 100\.0 mm on a4"),
        ({"margin": -1.0}, "leaves room"),
    ],
)
def test_a_look_that_no_page_can_have_is_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(nf.NinefoldError, match=words):
        Book(**wrong)  # type: ignore[arg-type]

"""`ninefold draw` and `ninefold book` on the command line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from running import IMPOSSIBLE, PROPER, TWO, ninefold, shell

import ninefold as nf
from ninefold.cli.book import rated_puzzles

SMALL = "..4.1......3.1.."


def test_a_grid_is_drawn_in_characters_with_its_candidates() -> None:
    done = ninefold("draw", SMALL, "--candidates")
    assert done.code == 0
    assert done.lines[1] == "│ 2¦ 2│  ¦12│"


@pytest.mark.parametrize(
    ("name", "start"), [("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF-"), ("a.html", b"<!doctype html>")]
)
def test_the_file_name_sets_the_form(tmp_path: Path, name: str, start: bytes) -> None:
    done = ninefold("draw", PROPER, "--solution", "-o", tmp_path / name)
    assert (done.code, done.out) == (0, "")
    assert (tmp_path / name).read_bytes().startswith(start)


def test_several_puzzles_make_several_files(tmp_path: Path) -> None:
    ninefold("draw", SMALL, TWO, "-o", tmp_path / "a.svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-2.svg", "a.svg"]


@pytest.mark.parametrize("output", [[], ["-o", "-"], ["-o", "/dev/stdout"]])
def test_draw_prints_every_grid_to_standard_output(output: list[str], tmp_path: Path) -> None:
    done = shell(f"cd {tmp_path}; ninefold draw {SMALL} {TWO} --to svg {' '.join(output)}")
    assert (done.code, done.out.count("<svg"), os.listdir(tmp_path)) == (0, 2, [])


def test_a_book_is_printed_to_standard_output(tmp_path: Path) -> None:
    done = shell(f"cd {tmp_path}; ninefold book {SMALL} -o - | head -c 5")
    assert (done.out, os.listdir(tmp_path)) == ("%PDF-", [])


@pytest.mark.parametrize("form", ["png", "pdf"])
def test_characters_that_the_font_lacks_are_reported(form: str, tmp_path: Path) -> None:
    out = tmp_path / f"a.{form}"
    done = ninefold("draw", SMALL, "-o", out, "--caption", "A first one: 数独")
    form = form.upper()
    assert (done.code, done.err) == (0, f"ninefold: the font of the {form} lacks 数 独; they appear as empty boxes\n")
    assert ninefold("draw", SMALL, "-o", out, "--caption", "A first one").err == ""


@pytest.mark.parametrize("command", ["draw", "book"])
def test_a_full_disk_leaves_the_old_file(command: str, tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    out.write_text("old")
    # Python would also cut off the bytecode of modules it compiles under the limit, and leave it for later runs.
    done = shell(f'export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1; ninefold {command} "$1" -o "$2"', SMALL, out)
    assert (done.code, done.err) == (2, f"ninefold: {out}: File too large\n")
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]
    assert out.read_text() == "old"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((SMALL, "-o", "a.gif"), "unknown form 'gif' (choose from text, svg"),
        ((IMPOSSIBLE, "--solution"), "no solution to draw (impossible)"),
        ((SMALL, "--beliefs", "backtrack"), "method 'backtrack' has no beliefs for this puzzle"),
        ((SMALL, "--theme", "pink"), "unknown theme 'pink'"),
    ],
)
def test_draw_reports_errors(arguments: tuple[str, ...], words: str) -> None:
    done = ninefold("draw", *arguments)
    assert done.code == 2
    assert words in done.err


def test_a_book_skips_improper_puzzles_with_a_warning(tmp_path: Path) -> None:
    done = ninefold("book", SMALL, TWO, "-o", tmp_path / "book.pdf", "--title", "Two")
    assert done.code == 2
    assert f"{TWO}: skipped: a book needs unique solutions (this puzzle is multiple)" in done.err
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF-")


def test_a_book_without_puzzles_is_not_made(tmp_path: Path) -> None:
    done = ninefold("book", IMPOSSIBLE, "-o", tmp_path / "book.pdf")
    assert done.code == 2
    assert "no puzzles for the book" in done.err
    assert not (tmp_path / "book.pdf").exists()


def test_a_book_is_always_a_pdf_file(tmp_path: Path) -> None:
    done = ninefold("book", PROPER, "-o", tmp_path / "book.txt")
    assert (done.code, list(tmp_path.iterdir())) == (2, [])
    assert "a book is a PDF file, so name it book.pdf" in done.err


def test_a_book_takes_all_options_of_its_design(tmp_path: Path) -> None:
    start, file = tmp_path / "start.txt", tmp_path / "book.pdf"
    start.write_text("\ufeffFill the grid.")
    options = "--paper 8x10in --margin 0.5in --gutter 9.5 --bleed 0.125in --answers-per-page 20 --references --sections"
    front = ("--title", "T", "--author", "A", "--copyright", "C", "--introduction", start)
    done = ninefold("book", SMALL, "-o", file, "--label", "L", "--per-page", "1", *options.split(), *front)
    assert (done.code, done.err) == (0, "")
    design = nf.Book(
        title="T",
        author="A",
        copyright="C",
        introduction="Fill the grid.",
        label="L",
        paper="8x10",
        margin="0.5in",
        gutter=9.5,
        bleed="9pt",
        per_page=1,
        answers_per_page=20,
        references=True,
        sections=True,
    )
    assert file.read_bytes() == design.pdf([nf.Puzzle(nf.Grid(SMALL), solution=nf.solve(SMALL).solution)])


def test_a_book_warns_of_small_digits_and_is_made(tmp_path: Path) -> None:
    done = ninefold("book", PROPER, "-o", tmp_path / "book.pdf", "--paper", "a5", "--answers-per-page", "20")
    assert done.code == 0
    assert done.err.startswith("ninefold: the digits of answers on boards of size 9 print at 4.")
    assert (tmp_path / "book.pdf").exists()


def test_a_book_can_be_rated(tmp_path: Path) -> None:
    done = ninefold("book", PROPER, SMALL, "-o", tmp_path / "book.pdf", "--rate", "--techniques", "--sections")
    assert (done.code, done.err) == (0, "")
    (nine,) = rated_puzzles([nf.Puzzle(nf.Grid(PROPER))])
    assert (nine.level, nine.rating) == ("gentle", nf.Rating("1.2"))
    assert nf.Book().label_of(nine) == "gentle, 4 min"
    (small,) = rated_puzzles([nf.Puzzle(nf.Grid(SMALL))])
    assert small.meta == {"level": "easy"}


def test_an_introduction_must_be_text(tmp_path: Path) -> None:
    (tmp_path / "start.doc").write_bytes(b"\xd0\xcf\x11\xe0")
    done = ninefold("book", SMALL, "-o", tmp_path / "book.pdf", "--introduction", tmp_path / "start.doc")
    assert done.code == 2
    assert "start.doc: the introduction must be text in UTF-8" in done.err


def test_drawing_one_of_several_solutions_gives_a_warning(tmp_path: Path) -> None:
    done = ninefold("draw", "." * 16, "--solution", "-o", tmp_path / "one.svg")
    assert done.code == 0
    assert done.err == f"ninefold: {'.' * 16}: it has several solutions; drawing one of them\n"
    assert ninefold("draw", "..4.1......3.1..", "--solution", "-o", tmp_path / "only.svg").err == ""

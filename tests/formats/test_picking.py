"""Picking one puzzle of a file: what there is instead is named, and harms no terminal."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.formats.files import pick, reading
from ninefold.formats.format import InputFile

SMALL = "..4.1......3.1.."


def test_names_that_a_terminal_would_obey_are_written_out() -> None:
    text = f"puzzle,name\n{SMALL},plain name\n{SMALL},\x1b[31mred\n"
    with pytest.raises(nf.NinefoldError) as caught:
        pick(reading(InputFile.of(text), "the text"), "none")
    assert str(caught.value) == r"the text: no puzzle 'none'; it has plain name, '\x1b[31mred'"
    assert pick(reading(InputFile.of(text), "the text"), "\x1b[31mred").meta["name"] == "\x1b[31mred"

"""Tests of alphabets: detection, and errors when two alphabets fit."""

from __future__ import annotations

from collections import Counter

import pytest
from core.boards import solved, some
from hypothesis import given
from hypothesis import strategies as st

from ninefold import Grid, Layout, ParseError
from ninefold.core.alphabet import default_alphabet, detect, fold, known_alphabets, symbols_of


@pytest.mark.parametrize(
    ("alphabet", "size", "symbols"),
    [
        ("1-9", 9, "123456789"),
        ("1-9A-C", 12, "123456789ABC"),
        ("0-9AB", 12, "0123456789AB"),
        ("A-L", 12, "ABCDEFGHIJKL"),
        ("1-9A-G", 16, "123456789ABCDEFG"),
        ("0-9A-F", 16, "0123456789ABCDEF"),
        ("1-9a-g", 16, "123456789abcdefg"),
        ("A-P", 16, "ABCDEFGHIJKLMNOP"),
        ("A-Y", 25, "ABCDEFGHIJKLMNOPQRSTUVWXY"),
        ("SUDOKGAME", 9, "SUDOKGAME"),
    ],
)
def test_ranges_in_an_alphabet_are_expanded(alphabet, size, symbols):
    assert symbols_of(alphabet, size) == symbols


@pytest.mark.parametrize(
    ("size", "known"),
    [
        (4, ("1-4",)),
        (9, ("1-9",)),
        (10, ("1-9A", "0-9", "A-J")),
        (12, ("1-9A-C", "0-9AB", "A-L")),
        (16, ("1-9A-G", "0-9A-F", "A-P")),
        (25, ("1-9A-P", "0-9A-O", "A-Y")),
        (36, ("1-9A-Za", "0-9A-Z")),
        (49, ("1-9A-Za-n",)),
    ],
)
def test_first_known_alphabet_is_the_default(size, known):
    assert known_alphabets(size) == known
    assert default_alphabet(size) == known[0]


@pytest.mark.parametrize("size", range(2, 62))
def test_sizes_up_to_61_have_one_character_per_digit(size):
    assert len(set(symbols_of(default_alphabet(size), size))) == size


def test_no_default_alphabet_beyond_61_digits():
    assert default_alphabet(62) == ""


@pytest.mark.parametrize(
    ("alphabet", "size"),
    [("1-9", 16), ("1-9A-H", 16), ("AA-O", 16), ("P-A", 16), (".1-9A-F", 16), ("1-9À-Æ", 16), ("", 16), ("9-F", 14)],
)
def test_alphabet_needs_n_different_letters_and_digits(alphabet, size):
    with pytest.raises(ParseError, match=f"size {size} needs {size} different letters and digits, such as '1-9A-"):
        symbols_of(alphabet, size)


# --- detection ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "size", "alphabet"),
    [
        ("12.", 9, "1-9"),
        ("10.", 9, "1-9"),  # nine digits are never ambiguous: 0 is a blank
        ("123.G", 16, "1-9A-G"),
        ("123.g", 16, "1-9A-G"),
        ("1230G", 16, "1-9A-G"),
        ("10.F", 16, "0-9A-F"),  # 0 beside another blank is a digit
        ("10_f", 16, "0-9A-F"),
        ("AH.", 16, "A-P"),
        ("ah0", 16, "A-P"),
        ("ABCDEFGHIJKLMNOP", 16, "A-P"),
        ("1C.", 12, "1-9A-C"),
        ("10.B", 12, "0-9AB"),
        ("L.", 12, "A-L"),
        ("1P.", 25, "1-9A-P"),
        ("10.O", 25, "0-9A-O"),
        ("Q*", 25, "A-Y"),
        ("Z0.", 36, "0-9A-Z"),
        ("....", 16, "1-9A-G"),  # an empty grid is the same in every alphabet
        ("0000", 16, "1-9A-G"),
        ("?!", 16, "1-9A-G"),  # nothing fits: faults refer to the default alphabet
    ],
)
def test_alphabet_is_detected_from_the_characters(seen, size, alphabet):
    assert detect(Counter(seen), size) == alphabet


@pytest.mark.parametrize(
    ("seen", "size", "fitting"),
    [
        ("123.F", 16, "1-9A-G and 0-9A-F"),
        ("ABC.G", 16, "1-9A-G and A-P"),
        ("ABC.", 16, "1-9A-G and 0-9A-F and A-P"),
        ("12.", 12, "1-9A-C and 0-9AB"),
        ("1a.", 36, "1-9A-Za and 0-9A-Z"),
        ("ABC.", 25, "1-9A-P and 0-9A-O and A-Y"),
    ],
)
def test_ambiguous_alphabet_error_names_the_option(seen, size, fitting):
    with pytest.raises(ParseError) as caught:
        detect(Counter(seen), size)
    assert f"the characters seen fit {fitting}," in str(caught.value)
    first = fitting.split()[0]
    assert f"alphabet={first!r}, or --alphabet {first}" in str(caught.value)


@pytest.mark.parametrize("size", [10, 12, 16, 25])
def test_full_grid_with_zeros_is_ambiguous(size):
    zero_based = known_alphabets(size)[1]
    text = "".join(symbols_of(zero_based, size)[digit - 1] for digit in solved(Layout(size)))
    with pytest.raises(ParseError, match="could be written in the alphabets"):
        Grid(text)
    assert Grid(text, alphabet=zero_based) == solved(Layout(size))


def test_zeros_are_blanks_unless_there_are_n_of_them():
    assert detect(Counter("0" * 15 + "123456789ABCDEF" * 16), 16) == "1-9A-G"


@given(st.sampled_from([10, 12, 16, 25, 36]), st.data())
@some
def test_detected_alphabet_has_every_character_seen(size, data):
    alphabet = data.draw(st.sampled_from(known_alphabets(size)))
    symbols = symbols_of(alphabet, size)
    seen = Counter(data.draw(st.lists(st.sampled_from(symbols + "."), min_size=1)))
    try:
        found = detect(seen, size)
    except ParseError:
        return
    assert set(seen) <= set(symbols_of(found, size) + ".0")


@pytest.mark.parametrize(
    ("char", "symbols", "folded"),
    [("a", "123A", "A"), ("A", "123A", "A"), ("a", "Aa", "a"), ("ı", "123I", "ı"), ("ß", "S", "ß"), (".", "A", ".")],
)
def test_small_letters_fold_to_capitals_if_the_alphabet_has_only_capitals(char, symbols, folded):
    assert fold(char, symbols) == folded

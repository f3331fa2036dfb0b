"""The table of techniques: complete, in the order of the engine, and found by any name."""

import pytest

import ninefold as nf
from ninefold._native import technique_names
from ninefold.logic.engine import ORDERS, in_order
from ninefold.logic.techniques import find_techniques

ROWS_OF_OTHERS = {76, 81}  # templates and brute force are not human techniques


def slugs(name):
    return [technique.slug for technique in find_techniques(name)]


def test_numbers_are_those_of_the_engine():
    assert [technique.slug.replace("-", "_") for technique in nf.techniques()] == technique_names()
    assert [technique.number for technique in nf.techniques()] == list(range(len(nf.techniques())))


def test_every_human_row_of_the_table_is_covered():
    rows = {row for technique in nf.techniques() for row in technique.rows}
    assert rows == set(range(1, 82)) - ROWS_OF_OTHERS


def test_every_technique_is_described():
    for technique in nf.techniques():
        for text in (technique.about, technique.why, technique.look):
            assert text.endswith("."), technique
        assert technique.name[0].islower() or technique.name.split()[0] not in ("The", "A")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("skyscraper", ["skyscraper"]),
        ("2-String Kite", ["two-string-kite"]),
        ("0401", ["two-string-kite"]),
        ("hidden single", ["hidden-single-box", "hidden-single-line"]),
        ("h1", ["hidden-single-box", "hidden-single-line"]),
        ("unique rectangle", [f"unique-rectangle-{number}" for number in range(1, 7)]),
        ("locked", ["pointing", "claiming"]),
        ("Y-Wing", ["xy-wing"]),
        ("X_Wing", ["x-wing"]),
    ],
)
def test_techniques_are_found_by_name_alias_code_and_family(name, found):
    assert slugs(name) == found


def test_unknown_technique_suggests_the_nearest():
    with pytest.raises(nf.NinefoldError, match=r"unknown technique 'skyscaper' \(did you mean skyscraper"):
        find_techniques("skyscaper")
    with pytest.raises(nf.NinefoldError, match="ninefold steps --list"):
        find_techniques("zzzz")
    with pytest.raises(nf.NinefoldError, match="must be a name"):
        find_techniques(7)


@pytest.mark.parametrize("order", ORDERS)
def test_orders_begin_with_a_single(order):
    assert in_order(order)[0].family == "singles"


def test_suggestions_call_a_family_by_its_own_name():
    with pytest.raises(nf.NinefoldError, match=r"did you mean fish,"):
        list(nf.steps("." * 81, technique="fishh"))
    with pytest.raises(nf.NinefoldError, match=r"did you mean unique rectangle,"):
        list(nf.steps("." * 81, technique="unique rectangel"))

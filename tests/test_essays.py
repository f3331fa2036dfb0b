"""Tests of the essays: each method has one with every part in order, every option and a separate picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ninefold as nf
from ninefold.solving.method import options_of
from ninefold.solving.table import TABLE

ESSAYS = Path(__file__).parents[1] / "docs" / "methods"

each_method = pytest.mark.parametrize("info", TABLE, ids=lambda info: info.name)


def essay(info: nf.MethodInfo) -> str:
    return (ESSAYS / f"{info.name}.md").read_text(encoding="utf-8")


def parts(info: nf.MethodInfo) -> dict[str, str]:
    """The text under each bold heading, in order."""
    found = re.split(r"^\*\*([^*]+)\.\*\*", essay(info), flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def heads(info: nf.MethodInfo) -> tuple[str, ...]:
    """The required parts; a method that does not support 4×4 has a larger worked example."""
    size = next(n for n in (4, 9) if not info.unsupported_reason(nf.Layout(n)))
    return (
        *("The idea", "Rules", f"A worked {size}×{size}", "Trace", "Options", "Guarantees"),
        *("When it is slow", "When it fails", "Source"),
    )


@each_method
def test_essay_has_every_part_in_order(info: nf.MethodInfo) -> None:
    assert essay(info).startswith(f"# {info.name}\n")
    assert tuple(head for head in parts(info) if head in heads(info)) == heads(info)
    assert all(text.strip() for text in parts(info).values())


@each_method
def test_rules_are_numbered(info: nf.MethodInfo) -> None:
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", parts(info)["Rules"], re.MULTILINE)]
    assert len(numbers) > 2
    assert numbers == [*range(1, len(numbers) + 1)]


@each_method
def test_worked_example_is_executed(info: nf.MethodInfo) -> None:
    assert ">>> " in parts(info)[heads(info)[2]]


@each_method
def test_every_option_is_described(info: nf.MethodInfo) -> None:
    if not info.available:
        pytest.skip(f"{info.name} is not installed")
    text = parts(info)["Options"]
    missing = [option.name for option in options_of(info) if not re.search(rf"`{option.name}[`=]", text)]
    assert not missing
    assert bool(options_of(info)) != text.strip().startswith("None.")


@each_method
def test_picture_exists_and_is_described(info: nf.MethodInfo) -> None:
    idea = parts(info)["The idea"]
    assert f"](pictures/{info.name}.svg)\n\n*In the picture: " in idea
    picture = (ESSAYS / "pictures" / f"{info.name}.svg").read_text(encoding="utf-8")
    assert f"<title>{info.name}: " in picture


def test_pictures_are_distinct() -> None:
    files = sorted((ESSAYS / "pictures").glob("*.svg"))
    pictures = {file.read_text(encoding="utf-8").replace(file.stem, "") for file in files}
    assert len(pictures) == len(files) == len(TABLE)


@each_method
def test_links_of_an_essay_exist(info: nf.MethodInfo) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", essay(info)):
        assert (ESSAYS / target).exists(), target

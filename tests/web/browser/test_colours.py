"""Contrast of text on the player's colours in every theme and palette, and colours in every kind of colour vision.

axe checks neither: a coloured cell has a background image, and it does not know how people see.
"""

from __future__ import annotations

from itertools import combinations, product
from math import dist
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

ENOUGH = 4.5  # WCAG 2.2, 1.4.3
COMBINATIONS = tuple(product(("light", "dark", "contrast"), ("standard", "colour-blind")))

# A separate board with a column per colour and a row per kind of text. Returns [what, colour, text, ground], with
# colours as [red, green, blue].
WRITTEN = """async () => {
    const { createBoard } = await import("/static/common/board.js");
    const { layoutOf } = await import("/static/common/layout.js");
    const marks = { strong: 2, roles: { 3: "base", 4: "end", 5: "drop", 6: "other" } };
    const entry = { text: "5", kind: "entry" };
    const rows = [
        { text: "5", kind: "clue" }, entry, { text: "5", kind: "solver" }, { ...entry, classes: "clash" },
        { ...entry, classes: "wrong" }, { ...entry, classes: "selected" }, { corner: 63, ...marks },
        { centre: 63, ...marks }, { centre: 63, inPlace: true, ...marks },
    ];
    const host = document.createElement("div");
    document.body.append(host);
    const cells = rows.flatMap((row) => Array.from({ length: 9 }, (_, i) => ({ ...row, colours: 1 << i })));
    createBoard(host, { label: "colours" }).show({ layout: layoutOf("9"), cells, focus: -1 });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const plain = (colour) => {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const found = [];
    [...host.querySelectorAll(".cell")].forEach((cell, index) => {
        const colour = (index % 9) + 1;
        cell.style.background = `var(--colour-${colour})`;
        const fill = plain(getComputedStyle(cell).backgroundColor);
        for (const part of cell.querySelectorAll(".digit, :is(.corner, .centre, .places) > span")) {
            const own = plain(getComputedStyle(part).backgroundColor);
            const what = `${cell.className} ${part.parentElement.className} ${part.className}`;
            found.push([what, colour, plain(getComputedStyle(part).color), own[3] ? own : fill]);
        }
    });
    host.remove();
    return found;
}"""


# The values of design tokens in a theme and palette.
COLOURS = """([theme, palette, names]) => {
    Object.assign(document.documentElement.dataset, { theme, palette });
    const style = getComputedStyle(document.documentElement);
    return names.map((name) => style.getPropertyValue(`--${name}`).trim());
}"""


def _luminance(colour: list[int]) -> float:
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (part / 255 for part in colour[:3])
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: list[int], other: list[int]) -> float:
    dark, bright = sorted((_luminance(one), _luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_text_has_enough_contrast_on_every_colour(page: Any, server: Any) -> None:
    page.goto(server.address)
    expect(page.locator(".cell")).to_have_count(81)
    page.click("#settings")
    for theme, palette in COMBINATIONS:
        page.select_option("#set-theme", theme)
        page.select_option("#set-palette", palette)
        expect(page.locator(f":root[data-theme={theme}][data-palette={palette}]")).to_have_count(1)
        written = page.evaluate(WRITTEN)
        assert len(written) == 9 * (6 + 3 * 6)
        poor = [(what, colour, _contrast(text, ground)) for what, colour, text, ground in written]
        assert [one for one in poor if one[2] < ENOUGH] == [], (theme, palette)


def test_colours_differ_from_each_other_and_the_paper(page: Any, server: Any) -> None:
    page.goto(server.address)
    names = ["paper", *(f"colour-{number}" for number in range(1, 10))]
    for theme, palette in COMBINATIONS:
        colours = page.evaluate(COLOURS, [theme, palette, names])
        assert len(set(colours)) == 10, (theme, palette)


# Colour vision without red, green or blue cones: the matrices of Machado, Oliveira and Fernandes (2009).
VISION = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
ROLES = ("base", "end", "drop", "place")
LEAST = 0.075  # in OKLab


def _oklab(colour: str, vision: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """A colour #rrggbb as a person with this vision sees it."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (min(1, max(0, sum(k * part for k, part in zip(row, light, strict=True)))) for row in vision)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def test_roles_differ_in_every_kind_of_colour_vision(page: Any, server: Any) -> None:
    """Each role has a shape as well (test_forced_colours_show_pressed_buttons_and_roles)."""
    page.goto(server.address)
    for theme, palette in COMBINATIONS:
        colours = page.evaluate(COLOURS, [theme, palette, ROLES])
        for vision, matrix in VISION.items():
            seen = [_oklab(colour, matrix) for colour in colours]
            for (one, first), (other, second) in combinations(zip(ROLES, seen, strict=True), 2):
                assert dist(first, second) >= LEAST, (theme, palette, vision, one, other)

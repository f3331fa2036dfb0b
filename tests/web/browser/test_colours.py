"""Contrast of text on the player's colours, in every theme and palette.

axe cannot check this, because a coloured cell has a background image.
"""

from __future__ import annotations

from itertools import product
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
        colours = page.evaluate(
            """([theme, palette, names]) => {
                Object.assign(document.documentElement.dataset, { theme, palette });
                const style = getComputedStyle(document.documentElement);
                return names.map((name) => style.getPropertyValue(`--${name}`).trim());
            }""",
            [theme, palette, names],
        )
        assert len(set(colours)) == 10, (theme, palette)

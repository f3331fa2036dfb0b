"""Touch on a phone: one finger selects cells, two fingers zoom."""

from __future__ import annotations

from typing import Any

import pytest
from running import PROPER

expect = pytest.importorskip("playwright.sync_api").expect

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("size", [9, 25])
def test_two_fingers_zoom(new_page: Any, server: Any, player_at: Any, size: int) -> None:
    page = new_page(**PHONE)
    player = player_at(page, server).open("-".join("0" * size**2) if size > 9 else PROPER, str(size))
    expect(page.locator(".cell")).to_have_count(size**2)
    box = player.page.locator(".board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    for apart in range(40, 240, 20):
        points = [{"x": x - apart / 2, "y": y, "id": 0}, {"x": x + apart / 2, "y": y, "id": 1}]
        kind = "touchStart" if apart == 40 else "touchMove"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("() => visualViewport.scale > 1.2")


def test_one_finger_selects_cells(new_page: Any, server: Any, player_at: Any) -> None:
    page = new_page(**PHONE)
    player = player_at(page, server).open()
    touch = page.context.new_cdp_session(page)
    boxes = [player.cell(f"r5c{column}").bounding_box() for column in range(2, 6)]
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    player.selected(4)
    assert page.evaluate("[visualViewport.scale, scrollY]") == [1, 0]

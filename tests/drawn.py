"""A board in a page is drawn in the next animation frame: what reads it at once may see the one before."""

from typing import Any


def wait_for_board(page: Any) -> None:
    """Return once the board shows what the page has given it."""
    page.evaluate("() => new Promise(requestAnimationFrame)")

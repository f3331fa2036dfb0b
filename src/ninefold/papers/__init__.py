"""The papers that Ninefold grew from: their puzzles, what they claim, and what we find."""

from __future__ import annotations

from ninefold.core.errors import NinefoldError
from ninefold.core.values import short_repr
from ninefold.papers import gira, huerlimann, marinescu, ptasiewicz, wu
from ninefold.papers.experiment import Paper

PAPERS = (ptasiewicz.PAPER, gira.PAPER, marinescu.PAPER, wu.PAPER, huerlimann.PAPER)


def find_paper(name: str) -> Paper:
    """A paper by its name or by the number of its document.

    >>> find_paper("004").name
    'huerlimann'
    """
    for paper in PAPERS:
        if name in (paper.name, str(paper.seed), f"{paper.seed:03}"):
            return paper
    known = ", ".join(f"{paper.name} ({paper.seed:03})" for paper in PAPERS)
    raise NinefoldError(f"no paper {short_repr(name)}; there are {known}")

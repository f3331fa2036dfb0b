"""Published results on solving Sudoku: the puzzles and claims of five papers, and experiments that test them."""

from __future__ import annotations

from ninefold.core.errors import NinefoldError
from ninefold.core.values import short_repr
from ninefold.papers import gira, huerlimann, marinescu, ptasiewicz, wu
from ninefold.papers.experiment import Paper

# `find_paper` also accepts the position in this tuple: "0" or "000".
PAPERS = (ptasiewicz.PAPER, gira.PAPER, marinescu.PAPER, wu.PAPER, huerlimann.PAPER)


def find_paper(name: str) -> Paper:
    """The paper of an author.

    >>> find_paper("Hürlimann").name
    'huerlimann'
    """
    plain = name.strip().casefold().replace("ü", "ue")
    for number, paper in enumerate(PAPERS):
        if plain in (paper.name, str(number), f"{number:03}"):
            return paper
    known = ", ".join(paper.name for paper in PAPERS)
    raise NinefoldError(f"unknown paper {short_repr(name)} (choose from {known})")

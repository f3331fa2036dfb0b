"""Sentences: a step in plain English, from its evidence alone.

Someone who reads the sentence with the board beside it can check the step without knowing its name, so each inference
is named. One module per family.
"""

from __future__ import annotations

from collections.abc import Callable

from ninefold.logic.step import Step
from ninefold.logic.symbols import with_symbols
from ninefold.logic.words import basics, board, chains, colours, fish, forcing, sets, uniqueness

Writer = Callable[[Step], str]

# By family; techniques that differ within a family come first.
_BY_SLUG: dict[str, Writer] = {
    "hidden-pair": basics.hidden_subset,
    "hidden-triple": basics.hidden_subset,
    "hidden-quad": basics.hidden_subset,
    "xy-wing": sets.xy_wing,
    "xyz-wing": sets.xy_wing,
    "w-wing": chains.chain,
    "remote-pair": colours.remote_pair,
    "sue-de-coq": sets.sue_de_coq,
    "death-blossom": sets.death_blossom,
    "multi-colours-1": colours.multi,
    "multi-colours-2": colours.multi,
    "medusa": colours.medusa,
    "fireworks-triple": board.fireworks,
    "fireworks-quad": board.fireworks,
    "exocet": board.exocet,
    "double-exocet": board.exocet,
    "sk-loop": board.counted,
    "multi-sector-locked-sets": board.counted,
    "gurth": board.symmetry,
}
_BY_FAMILY: dict[str, Writer] = {
    "singles": basics.single,
    "direct": basics.direct,
    "locked": basics.locked,
    "subsets": basics.naked_subset,
    "fish": fish.fish,
    "kraken": board.kraken,
    "single-digit": chains.several,
    "wings": sets.bent_set,
    "rectangles": uniqueness.deadly,
    "bug": uniqueness.bug,
    "colours": colours.simple,
    "chains": chains.chain,
    "als": sets.als_chain,
    "exclusion": sets.exclusion,
    "forcing": forcing.forcing,
}


def explain_step(step: Step) -> str:
    """The reason of a step, in a few sentences or, for forcing chains, lines."""
    technique = step.technique
    return (_BY_SLUG.get(technique.slug) or _BY_FAMILY[technique.family])(with_symbols(step))

"""Models: the mathematics of a puzzle apart from any solver. Needs NumPy and nothing else."""

from ninefold.models.base import Model, Program
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.candidates import candidates
from ninefold.models.clauses import ENCODINGS, ClauseModel, clauses
from ninefold.models.colouring import ColouringModel, colouring
from ninefold.models.integer import IntegerModel, integer
from ninefold.models.lifted import LiftedModel, lifted
from ninefold.models.rows import Rows, stacked
from ninefold.models.structure import FAMILIES, Structure, structure

__all__ = [
    "ENCODINGS",
    "FAMILIES",
    "BinaryModel",
    "ClauseModel",
    "ColouringModel",
    "IntegerModel",
    "LiftedModel",
    "Model",
    "Program",
    "Rows",
    "Structure",
    "binary",
    "candidates",
    "clauses",
    "colouring",
    "integer",
    "lifted",
    "stacked",
    "structure",
]

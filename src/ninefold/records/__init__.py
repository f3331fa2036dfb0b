"""The JSON forms of results, each written once: `--json` on the command line and the API share them.

Every form is a frozen dataclass whose fields are the documented keys, in order. In JSON a cell is its name, such as
r4c7. On the command line each object starts with the puzzle and its layout (`with_puzzle`), so that the output of one
command can be the input of another; the API sends a grid as a `Board`.
"""

from __future__ import annotations

from ninefold.records.lab import PathRecord, PivotRecord, RelaxationRecord, RungRecord, TreeRecord
from ninefold.records.methods import MethodRecord, OptionRecord, StandingRecord, StudyRecord
from ninefold.records.parts import (
    Board,
    CellDigit,
    ClashRecord,
    UnitRecord,
    as_dict,
    as_json,
    candidates_of,
    clashes_of,
    extend,
    names,
    with_puzzle,
)
from ninefold.records.puzzles import (
    CanonicalRecord,
    ExplainerRecord,
    Generated,
    HodokuRecord,
    LibraryEntry,
    RatingRecord,
    Shown,
)
from ninefold.records.solving import CheckRecord, CountRecord, HintRecord, ResultRecord

__all__ = [
    "Board",
    "CanonicalRecord",
    "CellDigit",
    "CheckRecord",
    "ClashRecord",
    "CountRecord",
    "ExplainerRecord",
    "Generated",
    "HintRecord",
    "HodokuRecord",
    "LibraryEntry",
    "MethodRecord",
    "OptionRecord",
    "PathRecord",
    "PivotRecord",
    "RatingRecord",
    "RelaxationRecord",
    "ResultRecord",
    "RungRecord",
    "Shown",
    "StandingRecord",
    "StudyRecord",
    "TreeRecord",
    "UnitRecord",
    "as_dict",
    "as_json",
    "candidates_of",
    "clashes_of",
    "extend",
    "names",
    "with_puzzle",
]

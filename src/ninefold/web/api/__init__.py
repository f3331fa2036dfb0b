"""The API: every request there is, by name; what each takes and answers is in the module of its kind."""

from __future__ import annotations

from ninefold.web.api.checking import CANDIDATES, CHECK, HINT
from ninefold.web.api.endpoint import NAME, Endpoint
from ninefold.web.api.files import BOOK, DRAW, EXPORT, PARSE
from ninefold.web.api.games import FORGET_GAME, LIST_GAMES, SAVE_GAME, SHOW_GAME
from ninefold.web.api.jobs import CANCEL_JOB, FOLLOW_JOB, LIST_JOBS, SHOW_JOB, START_JOB
from ninefold.web.api.library import (
    ADD_TO_LIBRARY,
    CHANGE_PUZZLE,
    EXPORT_LIBRARY,
    RANDOM_PUZZLE,
    REMOVE_PUZZLE,
    SEARCH_LIBRARY,
    SHOW_PUZZLE,
)
from ninefold.web.api.making import GENERATE
from ninefold.web.api.solving import COUNT, SOLVE
from ninefold.web.api.telling import ABOUT, FORMATS, METHODS, UNITS

__all__ = ["NAME", "TABLE", "Endpoint"]

# In the order in which they are told of.
TABLE: tuple[Endpoint, ...] = (
    *(ABOUT, UNITS, METHODS, FORMATS),
    *(SOLVE, COUNT),
    *(CHECK, CANDIDATES, HINT),
    GENERATE,
    *(PARSE, EXPORT, DRAW, BOOK),
    *(START_JOB, LIST_JOBS, SHOW_JOB, FOLLOW_JOB, CANCEL_JOB),
    *(SEARCH_LIBRARY, ADD_TO_LIBRARY, EXPORT_LIBRARY, RANDOM_PUZZLE, SHOW_PUZZLE, CHANGE_PUZZLE, REMOVE_PUZZLE),
    *(LIST_GAMES, SHOW_GAME, SAVE_GAME, FORGET_GAME),
)

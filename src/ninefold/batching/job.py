"""BatchJob: what a batch makes, as a value that can be written as TOML or JSON and is checked as a whole.

1. The input is `count` generated puzzles of a `seed` and a `recipe`, or the rows of `files`.
2. The rows have numbers: those of the seed, or those of the files one after the other. Shard k has the numbers from
   k × `rows` on, so the content does not depend on how it is cut.
3. The ID of a job is a hash of all of it, of the files and of the versions: a folder belongs to one job.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import blake2b
from os import PathLike, fspath
from typing import Any

from ninefold.batching.inputs import Listed, list_files
from ninefold.core.errors import BatchError, Fault, NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.values import MAX_SEED, short_repr
from ninefold.formats.documents import one_document
from ninefold.make.negatives import KINDS
from ninefold.make.recipe import Recipe, RecipeFields
from ninefold.make.weights import require_weights

SCHEMA = 1  # of the columns and the files of a batch
WORK = {
    "ids": "the IDs of the puzzle's and the solution's class",
    "levels": "the level: rates every puzzle, which takes most of the time",
    "rate": "the ratings on every scale, minutes and techniques (9×9)",
    "count": "the number of solutions, up to `limit` (9×9)",
    "canonical": "the canonical form",
    "automorphisms": "how many symmetries leave the puzzle unchanged",
    "explain": "the steps of a solution as JSON",
    "text": "the steps of a solution in words",
    "weight": "weights that make minimal 9×9 puzzles representative",
}
ALSO = ("csv", "jsonl", "hrm")
MAX_ROWS, MIN_ROWS = 1_000_000, 10_000
MAX_COUNT = 10**12
MAX_FILE = 1 << 20  # bytes of a job file
NINE_ONLY = ("rate", "count")


@dataclass(frozen=True, kw_only=True)
class BatchJob:
    """What to make; see rule 1 to 3 of the module.

    >>> BatchJob(count=1000, seed=7).shards
    1

    Args:
        count: how many puzzles to generate.
        seed: the seed to generate them from.
        recipe: the arguments of `Recipe` by name, such as `{"layout": 6}` or `{"symmetry": "rotational"}`.
        files: files of puzzles to read instead, or patterns such as `data/*.csv`.
        layout: the board of the files.
        work: what to compute besides the solution; see `WORK`.
        limit: how many solutions `count` looks for.
        augment: how many symmetric copies follow each puzzle.
        negatives: kinds of improper puzzles made from each puzzle: `multiple`, `impossible`, `wrong`.
        dedupe: drop puzzles equivalent to an earlier one.
        validation: the share of solution classes in the validation split.
        test: the share of solution classes in the test split.
        rows: puzzles per shard (default: 10,000 to a million, by the size of the job).
        also: further file formats, written at the end: `csv`, `jsonl`, `hrm`.
        name: the name in the data card.
        licence: the licence in the data card.
    """

    count: int | None = None
    seed: int = 0
    recipe: Mapping[str, Any] = field(default_factory=dict, hash=False)
    files: tuple[str, ...] = ()
    layout: str = "9"
    work: tuple[str, ...] = ("ids",)
    limit: int = 2
    augment: int = 0
    negatives: tuple[str, ...] = ()
    dedupe: bool = False
    validation: float = 0.01
    test: float = 0.01
    rows: int | None = None
    also: tuple[str, ...] = ()
    name: str = "Sudoku"
    licence: str = "cc0-1.0"

    def __post_init__(self) -> None:
        if faults := _faults(self):
            raise BatchError("this job cannot be run", faults)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> BatchJob:
        """A job from plain values; every unknown or invalid key is named at once."""
        if not isinstance(values, Mapping):
            raise BatchError(f"a job must be a BatchJob, or a mapping of its fields; not {short_repr(values)}")
        known = {each.name for each in fields(cls)}
        unknown = [
            Fault(str(key), short_repr(values[key]), f"one of {', '.join(sorted(known))}")
            for key in values
            if key not in known
        ]
        rest: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in values.items() if key in known
        }
        try:
            job = cls(**rest)
        except BatchError as error:
            raise BatchError(error.message, [*unknown, *error.faults]) from None
        if unknown:
            raise BatchError("this job cannot be run", unknown)
        return job

    @classmethod
    def read(cls, path: str | PathLike[str]) -> BatchJob:
        """A job from a TOML or JSON file."""
        name = fspath(path)
        with open(name, "rb") as file:
            data = file.read(MAX_FILE + 1)
        try:
            if len(data) > MAX_FILE:
                raise BatchError(f"read more than {MAX_FILE:,} bytes, too many for a job")
            text = data.decode("utf-8-sig")
            values = one_document(text).value if name.lower().endswith(".json") else tomllib.loads(text)
            if not isinstance(values, dict):
                raise BatchError(f"read {short_repr(values)}, expected keys and values")
            return cls.of(values)
        except BatchError as error:
            raise BatchError(f"{name}: {error.message}", error.faults) from None
        except (ValueError, RecursionError) as error:
            raise BatchError(f"{name}: {error}") from None

    def values(self) -> dict[str, Any]:
        """The job as plain values, without what is at its default."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            key: list(value) if isinstance(value, tuple) else dict(value) if key == "recipe" else value
            for key, value in found.items()
            if value != _DEFAULTS[key]
        }

    # --- what follows from it -----------------------------------------------------------------

    @cached_property
    def made(self) -> Recipe:
        """The recipe of generated puzzles."""
        return _recipe(self.recipe)

    @cached_property
    def board(self) -> Layout:
        """The board of every puzzle."""
        return Layout.parse(self.layout) if self.files else self.made.layout

    @cached_property
    def rows_per_shard(self) -> int:
        """Puzzles per shard (rule 2)."""
        return self.rows or max(MIN_ROWS, min(MAX_ROWS, -(-(self.count or 10 * MAX_ROWS) // 64)))

    @cached_property
    def listed(self) -> Listed:
        """The files of the input, cut into shards."""
        return list_files(self.files, self.rows_per_shard, self.board)

    @property
    def total(self) -> int:
        """How many numbers there are."""
        return self.listed.rows if self.files else self.count or 0

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return len(self.listed.shards) if self.files else -(-self.total // self.rows_per_shard)

    def numbers(self, shard: int) -> range:
        """The numbers of a shard."""
        first = shard * self.rows_per_shard
        if self.files:
            return range(first, first + self.listed.shards[shard].span.rows)
        return range(first, min(first + self.rows_per_shard, self.total))

    @cached_property
    def id(self) -> str:
        """The ID (rule 3)."""
        return id_of(self.text.encode())

    @cached_property
    def text(self) -> str:
        """The job with its versions and files, as it is kept in the folder."""
        versions = {"schema": SCHEMA, "recipe": Recipe.VERSION}
        inputs = {"inputs": self.listed.values()} if self.files else {}
        rows = {"rows": self.rows_per_shard}
        return json.dumps({"job": self.values() | rows, "versions": versions} | inputs, indent=1, sort_keys=True)


def id_of(text: bytes) -> str:
    """The ID of the job with this text."""
    return blake2b(text, digest_size=8).hexdigest()


_DEFAULTS: dict[str, Any] = {each.name: {} if each.name == "recipe" else each.default for each in fields(BatchJob)}


WHOLE = {"count": (1, MAX_COUNT), "seed": (0, MAX_SEED), "limit": (1, 2**63), "augment": (0, 1000), "rows": (1, 10**7)}
LISTS: dict[str, Any] = {"work": WORK, "negatives": KINDS, "also": ALSO, "files": None}


def _faults(job: BatchJob) -> list[Fault]:
    """Everything that is wrong with a job: first key by key, then what does not fit together."""
    values: dict[str, Any] = vars(job)
    found = [_whole_fault(name, values[name], *bounds) for name, bounds in WHOLE.items()]
    found += [_list_fault(name, values[name], choices) for name, choices in LISTS.items()]
    found += [_share_fault(name, values[name]) for name in ("validation", "test")]
    found += [_kind_fault(name, values[name], str, "a text") for name in ("name", "licence", "layout")]
    found += [_kind_fault("dedupe", job.dedupe, bool, "true or false")]
    found += [_kind_fault("recipe", job.recipe, Mapping, "arguments of Recipe by name")]
    single = [fault for fault in found if fault]
    return single + list(_contradictions(job, {fault.where for fault in single}))


def _kind_fault(name: str, value: object, kind: type, expected: str) -> Fault | None:
    return None if isinstance(value, kind) else Fault(name, short_repr(value), expected)


def _whole_fault(name: str, value: object, least: int, most: int) -> Fault | None:
    if (value is None and name in ("count", "rows")) or (type(value) is int and least <= value <= most):
        return None
    return Fault(name, short_repr(value), f"a whole number from {least:,} to {most:,}")


def _share_fault(name: str, value: object) -> Fault | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 0.5:
        return None
    return Fault(name, short_repr(value), "a share from 0 to 0.5")


def _list_fault(name: str, value: object, choices: Any) -> Fault | None:
    if not isinstance(value, tuple) or not all(isinstance(word, str) for word in value):
        return Fault(name, short_repr(value), "a list of words")
    wrong = [word for word in value if choices is not None and word not in choices]
    return Fault(name, ", ".join(wrong), f"any of {', '.join(choices)}") if wrong else None


def _contradictions(job: BatchJob, wrong: set[str]) -> Iterator[Fault]:
    """What does not fit together, among the keys that are not wrong by themselves."""
    if not {"count", "files"} & wrong:
        yield from (fault for fault in _about_input(job) if fault.where not in wrong)
    if "work" not in wrong:
        if job.dedupe is True and "ids" not in job.work:
            yield Fault("dedupe", "true", 'work with "ids", by which duplicates are found')
        if job.limit != _DEFAULTS["limit"] and "count" not in job.work:
            yield Fault("limit", short_repr(job.limit), 'work with "count", the only one that has a limit')
    if ("layout" if job.files else "recipe") not in wrong:
        yield from _about_board(job, () if "work" in wrong else job.work)


def _about_input(job: BatchJob) -> Iterator[Fault]:
    """Keys that do not go with files, or only with files."""
    if bool(job.files) == (job.count is not None):
        yield Fault("count and files", "both" if job.files else "neither", "exactly one of them")
    use = "none with files: their puzzles are not generated" if job.files else "layout in the recipe"
    for name in ("recipe", "seed") if job.files else ("layout",):
        if getattr(job, name) != _DEFAULTS[name]:
            yield Fault(name, short_repr(getattr(job, name)), use)


def _about_board(job: BatchJob, work: tuple[str, ...]) -> Iterator[Fault]:
    """What the board or the recipe does not allow."""
    if faults := [] if job.files else list(_recipe_faults(job.recipe)):
        yield from faults
        return
    name = "layout" if job.files else "recipe"
    try:
        board = job.board
    except (NinefoldError, TypeError) as error:
        yield Fault(name, short_repr(getattr(job, name)), f"one that can be used: {error}")
        return
    try:
        if "weight" in work and not job.files:
            require_weights(job.made)
    except NinefoldError as error:
        yield Fault(name, short_repr(job.recipe), f"one that can be used: {error}")
    if board.size != 9 or not board.is_standard:
        yield from (Fault("work", word, "standard 9×9 boards") for word in work if word in NINE_ONLY)
    if job.files and "weight" in work:
        yield Fault("work", "weight", "generated puzzles: those of files have no weight")
    if not job.files and job.made.distinct:
        yield Fault("recipe", "distinct", "dedupe = true: distinct depends on all puzzles before")


def _recipe_faults(recipe: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with each argument on its own."""
    known = ["layout", *RecipeFields.__annotations__]
    board = {name: value for name, value in recipe.items() if name == "layout"}
    for name, value in recipe.items():
        if name not in known:
            yield Fault("recipe", str(name), f"one of {', '.join(known)}")
            continue
        try:
            _recipe(board | {name: value})
        except (NinefoldError, TypeError) as error:
            yield Fault("recipe", f"{name} = {short_repr(value)}", f"one that can be used: {error}")
            if name == "layout":  # the others depend on it
                return


def _recipe(values: Mapping[str, Any]) -> Recipe:
    """The recipe of some arguments; lists become tuples."""
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return Recipe(**given)

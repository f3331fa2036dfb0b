"""The data card of a set: what it has, how it was made, what is known about its biases, how to make it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ninefold.batching.job import BatchJob
from ninefold.batching.shard import versions
from ninefold.core.layout import Layout
from ninefold.core.values import counted
from ninefold.make.recipe import Recipe
from ninefold.solving.result import Status

TESTED = (4, 6, 9)  # the standard boards whose full grids were tested
SIZES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M"))


def card(job: BatchJob, report: Mapping[str, Any], extra: Sequence[str]) -> str:
    """The card as Markdown, with the heading that Hugging Face reads."""
    rows, made = report["rows"], versions()
    splits = {name: count for name, count in report["splits"].items() if count}
    size = next((word for most, word in SIZES if rows < most), "n>10M")
    files = "\n".join(f"  - split: {name}\n    path: data/{name}-*.parquet" for name in splits)
    parts = [
        f"---\nlicense: {json.dumps(job.licence)}\npretty_name: {json.dumps(job.name)}\nsize_categories:\n- {size}\n"
        f"tags:\n- sudoku\nconfigs:\n- config_name: default\n  data_files:\n{files}\n---",
        f"# {job.name}",
        f"{counted(rows, 'Sudoku puzzle')} on board {job.board}, {_solved(report)}, {_origin(job)}.",
        "| split | rows |\n|---|--:|\n" + "\n".join(f"| {name} | {count:,} |" for name, count in splits.items()),
        "## Splits\n\n" + _splits(report),
        "## Biases\n\n" + _biases(job, report),
        "## Figures\n\n" + _figures(report),
        "## Making it again\n\n"
        f"With Ninefold {made['ninefold']} (recipe version {made['recipe']}, schema {made['schema']}), save this as "
        "`job.json` and run `ninefold batch make FOLDER --job job.json`, then `ninefold batch finish FOLDER`. Every "
        f"column has the same content on every machine.\n\n```json\n{json.dumps(job.values(), indent=1)}\n```",
        "`manifest.json` names every file with its checksum and a digest of every column; `ninefold batch verify` "
        "checks them and solves every puzzle again.",
    ]
    if extra:
        parts.append("Other forms: " + ", ".join(f"`{name}`" for name in extra) + ".")
    return "\n\n".join(parts) + "\n"


def _origin(job: BatchJob) -> str:
    return f"read from {', '.join(job.files)}" if job.files else f"generated from seed {job.seed}"


def _solved(report: Mapping[str, Any]) -> str:
    unique = report["status"].get(str(Status.UNIQUE), 0)
    return "with solutions" if unique == report["rows"] else f"{unique:,} of them with exactly one solution"


def _splits(report: Mapping[str, Any]) -> str:
    crossing = report["crossing"]
    text = "The split of a row follows from the class of its solution grid under all symmetries of the board."
    if crossing is None:
        return f"{text} The IDs of the classes are not in the data."
    return (
        f"{text} The IDs of all rows were compared: {crossing} classes of solutions are in more than one split "
        f"({report['classes']['test']:,} classes in test, {report['classes']['validation']:,} in validation)."
    )


def _biases(job: BatchJob, report: Mapping[str, Any]) -> str:
    clues = f"The puzzles have {report['mean_clues']} clues on average."
    if job.files:
        return f"{clues} What biases the input has is not known here."
    text = f"{clues} {_grids(job)} {_removal(job)}"
    weighted = report["weighted_mean_clues"]
    return f"{text} Weighted by the column `weight`, this set has {weighted}." if weighted else text


def _grids(job: BatchJob) -> str:
    if job.made.solution is not None:
        return "All puzzles have the same solution."
    if job.board.is_standard and job.board.size in TESTED:
        return "Full grids are as likely as each other as far as tests can see."
    return "Whether all full grids of this board are equally likely was not tested."


def _removal(job: BatchJob) -> str:
    if job.made != Recipe(job.board):
        return "What else the recipe favours was not measured."
    text = "Clues are removed at random until none can go, which favours few clues"
    if job.board != Layout.of_size(9):
        return f"{text}."
    return f"{text}: minimal 9×9 puzzles made in this way have 24.4 on average, all minimal ones about 26.6."


def _figures(report: Mapping[str, Any]) -> str:
    lines = [f"- {counted(report['dropped'], 'row')} dropped as duplicates, {report['failed']:,} input rows not read"]
    for key in ("status", "levels"):
        counts = ", ".join(f"{name} {count:,}" for name, count in sorted(report[key].items()))
        lines += [f"- {key}: {counts}"] * bool(counts)
    lines.append(f"- {report['bytes'] / max(report['rows'], 1):.1f} bytes per row")
    return "\n".join(lines)

"""`ninefold batch`: data sets of any size, made in shards that can be killed and resumed."""

from __future__ import annotations

import argparse
import re
import sys

from ninefold.batching.batch import BatchStatus, DataSet
from ninefold.batching.engines import NAMES as ENGINES
from ninefold.batching.job import ALSO, WORK, BatchJob
from ninefold.cli.arguments import add_command, finish, read_number, read_seed
from ninefold.cli.output import ProgressLine, warn, write_json
from ninefold.core.errors import NinefoldError
from ninefold.make.negatives import KINDS
from ninefold.records import as_json

EXAMPLES = """\
examples:
  ninefold batch make sets/million --count 1e6 --seed 7 --workers 2
  ninefold batch make sets/six --count 1e5 --recipe layout=6 --also hrm
  ninefold batch make sets/rated --files puzzles.csv --work ids,levels,rate --dedupe
  ninefold batch make s3://bucket/set --job job.toml --part 3/40
  ninefold batch finish sets/million
  ninefold batch verify sets/million --repair
"""
_COUNT = re.compile(r"[0-9]+(e[0-9]+)?", re.ASCII)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `batch`."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, dest="action")
    make = add_command(commands, "make", "make the shards that are missing")
    _add_folder(make)
    _add_job(make)
    _add_run(make)
    for name, about in (
        ("status", "show how many shards are done"),
        ("verify", "check every file, and solve every puzzle again"),
        ("dedupe", "drop symmetric duplicates across all shards"),
        ("finish", "write the manifest, the data card and the report"),
    ):
        inner = add_command(commands, name, about)
        _add_folder(inner)
        if name == "verify":
            inner.add_argument("--repair", action="store_true", help="make damaged and missing shards again")
        finish(inner)
    finish(make)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="a folder, or an address such as s3://bucket/folder")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _add_job(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("job (not needed if the folder has one)")
    group.add_argument("--job", metavar="FILE", help="read the job from a TOML or JSON file")
    group.add_argument("--count", type=_count, metavar="N", help="generate N puzzles; 1e9 is a billion")
    group.add_argument("--seed", type=read_seed, metavar="N", help="random seed (default: 0)")
    group.add_argument("--recipe", action="append", metavar="NAME=VALUE", help="what to generate, such as level=hard")
    group.add_argument("--files", nargs="+", metavar="FILE", help="read puzzles from files or patterns instead")
    group.add_argument("--layout", metavar="LAYOUT", help="the board of the files (default: 9)")
    group.add_argument("--work", type=_words, metavar="LIST", help=f"what to compute: {', '.join(WORK)}")
    group.add_argument("--limit", type=read_number, metavar="N", help="stop counting at N solutions (default: 2)")
    group.add_argument("--augment", type=read_number, metavar="N", help="symmetric copies of each puzzle")
    group.add_argument("--negatives", type=_words, metavar="LIST", help=f"improper puzzles: {', '.join(KINDS)}")
    group.add_argument("--dedupe", action="store_true", default=None, help="drop symmetric duplicates")
    group.add_argument("--validation", type=float, metavar="SHARE", help="share for validation (default: 0.01)")
    group.add_argument("--test", type=float, metavar="SHARE", help="share for testing (default: 0.01)")
    group.add_argument("--rows", type=_count, metavar="N", help="puzzles per shard (default: by the number of puzzles)")
    group.add_argument("--also", type=_words, metavar="LIST", help=f"other formats to write as well: {', '.join(ALSO)}")
    group.add_argument("--name", metavar="TEXT", help="the name in the data card")
    group.add_argument("--licence", metavar="TEXT", help="the licence in the data card (default: cc0-1.0)")


def _add_run(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("run")
    group.add_argument(
        "--engine", choices=ENGINES, default="local", metavar="ENGINE", help="local or ray (default: local)"
    )
    group.add_argument("--workers", type=read_number, metavar="N", help="local processes (default: one per core)")
    group.add_argument("--part", type=_part, default=(0, 1), metavar="K/N", help="make only part K of N, from 1")


def run(args: argparse.Namespace) -> int:
    """Run one command; 1 if shards failed or damage was found, 2 if shards failed because of a file."""
    batch = DataSet(args.folder, _job(args) if args.action == "make" else None)
    action = {"make": _make, "status": _status, "verify": _verify, "dedupe": _dedupe, "finish": _finish}[args.action]
    return action(batch, args)


def _make(batch: DataSet, args: argparse.Namespace) -> int:
    last: list[BatchStatus] = []
    written: set[int] = set()  # failed shards: each is written once
    with ProgressLine(lambda _, __: str(last[-1]) if last else "", clears=True) as line:

        def show(status: BatchStatus) -> None:
            last[:] = [status]
            if sys.stderr is not None and sys.stderr.isatty():
                line.show()
            else:
                fresh = {str(shard): why for shard, why in status.failures.items() if shard not in written}
                written.update(status.failures)
                warn(as_json(status.record() | {"failed_shards": fresh}))

        status = batch.make(engine=args.engine, workers=args.workers, part=args.part, progress=show)
    for shard, why in status.failures.items():
        warn(f"ninefold: shard {shard} failed: {why}")
    _print(args, status.record(), str(status))
    return 2 if status.of_files else 1 if status.failures else 0


def _status(batch: DataSet, args: argparse.Namespace) -> int:
    status = batch.status()
    _print(args, status.record(), str(status))
    return 0 if status.done == status.shards else 1


def _verify(batch: DataSet, args: argparse.Namespace) -> int:
    with ProgressLine(lambda done, _: f"{done:,} of {batch.job.shards:,} shards") as line:
        found = batch.verify(repair=args.repair, progress=lambda _: line.step())
    _print(args, vars(found) | {"good": found.good}, str(found))
    return 0 if found.good else 1


def _dedupe(batch: DataSet, args: argparse.Namespace) -> int:
    found = batch.dedupe()
    _print(args, found, f"{found['dropped']:,} duplicates dropped, {found['shards']:,} shards written again")
    return 0


def _finish(batch: DataSet, args: argparse.Namespace) -> int:
    report = batch.finish()
    splits = ", ".join(f"{name} {count:,}" for name, count in report["splits"].items())
    leaks = "" if report["crossing"] is None else f"; {report['crossing']} classes in two splits"
    _print(args, report, f"{report['rows']:,} rows ({splits}){leaks}")
    return 0


def _print(args: argparse.Namespace, record: dict[str, object], text: str) -> None:
    if args.json:
        write_json(record)
    else:
        print(text)


# --- reading ------------------------------------------------------------------------------------


def _job(args: argparse.Namespace) -> BatchJob | None:
    """The job of the arguments; None if there is not any: the folder has one then."""
    names = (
        "count",
        "seed",
        "files",
        "layout",
        "work",
        "limit",
        "augment",
        "negatives",
        "dedupe",
        "validation",
        "test",
        "rows",
        "also",
        "name",
        "licence",
    )
    values = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    if args.recipe:
        values["recipe"] = dict(map(_recipe, args.recipe))
    if args.job is None:
        return BatchJob.of(values) if values else None
    if values:
        raise NinefoldError(f"--job: the file is the whole job; omit {', '.join(f'--{name}' for name in values)}")
    return BatchJob.read(args.job)


def _recipe(text: str) -> tuple[str, object]:
    name, sign, value = text.partition("=")
    if not sign or not name.isidentifier():
        raise NinefoldError(f"--recipe: expected NAME=VALUE, such as layout=6, read {text!r}")
    low, dash, high = value.partition("-")
    if _is_number(low) and _is_number(high) and dash:
        return name, [int(low), int(high)]
    return name, {"true": True, "false": False}.get(value, int(value) if _is_number(value) else value)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20


def _count(text: str) -> int:
    if not _COUNT.fullmatch(text) or len(text) > 15:
        raise argparse.ArgumentTypeError(f"expected a whole number such as 1000 or 1e6 (got {text!r})")
    digits, _, zeros = text.partition("e")
    return int(digits) * 10 ** int(zeros or 0) if int(zeros or 0) < 16 else 10**16


def _words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def _part(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (_is_number(part) and _is_number(parts) and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"expected K/N with K from 1 to N, such as 3/40 (got {text!r})")
    return int(part) - 1, int(parts)

"""A batch has exactly the rows of its job, however it is cut, interrupted, damaged or repaired."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ninefold as nf
from ninefold.batching import exports
from ninefold.batching.batch import DataSet
from ninefold.batching.engines import local
from ninefold.batching.shard import work
from ninefold.batching.store import Folder
from ninefold.core.atomic_write import TEMPORARY

pytest.importorskip("pyarrow")
import pyarrow.parquet


def table_of(folder: Path) -> Any:
    """All rows of a finished set, in order of number."""
    manifest = json.loads((folder / "manifest.json").read_text())
    names = [file["name"] for shard in manifest["shards"] for file in shard["files"]]
    tables = [pyarrow.parquet.read_table(folder / name) for name in names]
    schema = tables[0].schema.remove_metadata()
    whole = pyarrow.concat_tables([table.cast(schema) for table in tables])
    keys = [(name, "ascending") for name in ("number", "copy") if name in schema.names]
    return whole.sort_by(keys)


def same(one: Path, two: Path) -> bool:
    return bool(table_of(one).to_pylist() == table_of(two).to_pylist())


@pytest.fixture(scope="module")
def thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("set") / "thousand"
    nf.batch(folder, count=3000, seed=7, rows=1000, test=0.05, validation=0.05, dedupe=True)
    return folder


def test_the_rows_are_the_puzzles_of_the_seed_with_their_facts(thousand: Path) -> None:
    rows = table_of(thousand).to_pylist()
    assert [row["number"] for row in rows] == list(range(3000))
    for row, puzzle in list(zip(rows, nf.generate(count=3000, seed=7), strict=True))[::100]:
        assert (row["puzzle"], row["solution"]) == (puzzle.clues.line, puzzle.solution.line if puzzle.solution else "")
        assert (row["id"], row["grid_id"]) == (nf.puzzle_id(row["puzzle"]), nf.puzzle_id(row["solution"]))
        assert row["clues"] == 81 - row["puzzle"].count(".")
        assert (row["size"], row["status"], row["seed"]) == (9, "unique", "7")


def test_the_content_does_not_depend_on_shards_or_processes(thousand: Path, tmp_path: Path) -> None:
    job = nf.BatchJob(count=3000, seed=7, rows=700, test=0.05, validation=0.05, dedupe=True)
    nf.batch(tmp_path / "other", job, workers=2)
    assert same(thousand, tmp_path / "other")


def test_parts_make_the_whole(thousand: Path, tmp_path: Path) -> None:
    job = nf.BatchJob(count=3000, seed=7, rows=1000, test=0.05, validation=0.05, dedupe=True)
    for part in (1, 0):
        batch = DataSet(tmp_path / "set", job)
        batch.make(part=(part, 2))
    assert batch.status().done == 3
    batch.finish()
    assert same(thousand, tmp_path / "set")


def test_no_class_of_solutions_is_in_two_splits(thousand: Path) -> None:
    report = json.loads((thousand / "report.json").read_text())
    assert report["crossing"] == 0
    assert all(report["splits"].values())
    found = {split: set() for split in report["splits"]}
    for path in (thousand / "data").iterdir():
        found[path.name.split("-")[0]] |= set(pyarrow.parquet.read_table(path).column("grid_id").to_pylist())
    assert sum(map(len, found.values())) == len(set.union(*found.values()))


def test_copies_and_negatives_follow_their_puzzle_into_its_split(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"augment": 2, "negatives": ["multiple", "impossible", "wrong"], "test": 0.3}
    report = nf.batch(tmp_path / "set", count=60, seed=1, **settings)
    assert report["crossing"] == 0
    rows = table_of(tmp_path / "set").to_pylist()
    assert {row["label"] for row in rows} == {"proper", "multiple", "impossible", "wrong"}
    for row in rows:
        result = nf.solve(row["puzzle"])
        assert str(result.status) == row["status"]
        assert (row["status"] == "unique") == (row["label"] == "proper")
        assert row["label"] not in ("multiple", "impossible") or row["label"] == row["status"]
    by_number: dict[int, set[str]] = {}
    for path in (tmp_path / "set" / "data").iterdir():
        for number in pyarrow.parquet.read_table(path).column("number").to_pylist():
            by_number.setdefault(number, set()).add(path.name.split("-")[0])
    assert all(len(splits) == 1 for splits in by_number.values())
    ids = {row["number"]: row["id"] for row in rows if row["copy"] == 0}
    assert all(row["id"] == ids[row["number"]] for row in rows if row["label"] == "proper")


def test_the_greatest_seed_can_have_copies(tmp_path: Path) -> None:
    assert nf.batch(tmp_path / "set", count=3, seed=2**64 - 1, recipe={"layout": 4}, augment=2)["rows"] == 9


def test_duplicates_across_shards_are_dropped_and_the_first_stays(tmp_path: Path) -> None:
    puzzles = np.concatenate([chunk.puzzles for chunk in nf.generate_arrays(seed=3, count=50)])
    copies = nf.augment(puzzles[:20], seed=9).rows
    np.save(tmp_path / "in.npy", np.concatenate([puzzles, copies]))
    report = nf.batch(tmp_path / "set", files=[str(tmp_path / "in.npy")], rows=8, dedupe=True)
    assert (report["rows"], report["dropped"]) == (50, 20)
    assert table_of(tmp_path / "set").column("number").to_pylist() == list(range(50))
    assert DataSet(tmp_path / "set").verify().good


@pytest.mark.parametrize("layout", ["4", "6", "9+diagonals"])
def test_other_boards_work(layout: str, tmp_path: Path) -> None:
    nf.batch(tmp_path / "set", count=10, seed=1, recipe={"layout": layout}, work=["ids", "levels", "canonical"])
    row = table_of(tmp_path / "set").to_pylist()[3]
    board = nf.Layout.parse(layout)
    puzzle = nf.Grid(row["puzzle"], layout=board)
    assert row["id"] == nf.puzzle_id(puzzle)
    assert row["canonical"] == nf.canonical(puzzle).line
    assert nf.solve(puzzle).solution == nf.Grid(row["solution"], layout=board)


def test_every_kind_of_work_gives_its_columns(tmp_path: Path) -> None:
    work_words = ["ids", "levels", "rate", "count", "canonical", "automorphisms", "explain", "text", "weight"]
    nf.batch(tmp_path / "set", count=5, seed=1, work=work_words)
    row = table_of(tmp_path / "set").to_pylist()[0]
    rating = nf.rate(row["puzzle"])
    assert row["level"] == rating.level == nf.level_of(row["puzzle"])
    assert rating.explainer is not None
    assert row["er"] == pytest.approx(rating.explainer.er)
    assert row["minutes"] == pytest.approx(rating.minutes)
    assert json.loads(row["techniques"]) == rating.techniques
    assert (row["solutions"], row["automorphisms"]) == (1, 1)
    assert json.loads(row["steps"])["solved"] in (True, False)
    assert row["explanation"].startswith("1. ")
    assert row["weight"] > 1


def test_unreadable_rows_are_counted_and_named(tmp_path: Path) -> None:
    good = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    (tmp_path / "in.txt").write_text(f"{good}\n{good[:40]}\n{'.' * 81}\n11{good[2:]}\n")
    report = nf.batch(tmp_path / "set", files=[str(tmp_path / "in.txt")])
    assert (report["rows"], report["failed"]) == (3, 1)
    assert report["status"] == {"unique": 1, "multiple": 1, "impossible": 1}
    commit = json.loads((tmp_path / "set/_commit/000000.json").read_text())
    assert commit["faults"][0]["row"] == 1


# --- faults ---------------------------------------------------------------------------------------


def test_damage_is_found_and_repaired(thousand: Path, tmp_path: Path) -> None:
    nf.batch(tmp_path / "set", count=3000, seed=7, rows=1000, test=0.05, validation=0.05, dedupe=True)
    files = sorted((tmp_path / "set/data").iterdir())
    files[0].write_bytes(files[0].read_bytes()[:-1] + b"x")
    next(path for path in files if "000001" in path.name).unlink()
    (tmp_path / "set/_commit/000002.json").unlink()
    batch = DataSet(tmp_path / "set")
    assert set(batch.verify().faults) == {0, 1, 2}
    assert batch.verify(repair=True).good
    assert batch.verify().good
    assert same(thousand, tmp_path / "set")


def test_the_first_commit_counts(tmp_path: Path) -> None:
    job, store = nf.BatchJob(count=10, seed=1), Folder(str(tmp_path))
    first = work(job, 0, store)
    again = work(job, 0, store)
    assert again == first
    assert len(store.names("data")) == 1


def test_a_folder_belongs_to_one_job(thousand: Path, tmp_path: Path) -> None:
    with pytest.raises(nf.NinefoldError, match=r"another job.*seed"):
        DataSet(thousand, nf.BatchJob(count=3000, seed=8, rows=1000))
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(nf.NinefoldError, match=r"other files \(notes.txt\)"):
        DataSet(tmp_path, nf.BatchJob(count=3))
    with pytest.raises(nf.NinefoldError, match="no batch here"):
        DataSet(tmp_path)


def test_without_ray_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(nf.NinefoldError, match=r"ninefold\[ray\]"):
        nf.batch(tmp_path / "set", count=10, seed=1, engine="ray")
    assert not list(tmp_path.glob("set/*"))


def test_an_error_shows_all_faults_of_a_job() -> None:
    with pytest.raises(nf.BatchError) as caught:
        nf.BatchJob.of({f"key{number}": 1 for number in range(20)})
    assert all(f"key{number}" in str(caught.value) for number in range(20))


def test_every_fault_of_a_job_is_named_at_once(tmp_path: Path) -> None:
    lines = ["count = -1", "sed = 3", 'work = ["idz"]', "test = 0.9", "dedupe = true"]
    lines.append("recipe = {colour = 3, level = 'evil', symmetry = 'nine'}")
    (tmp_path / "job.toml").write_text("\n".join(lines))
    with pytest.raises(nf.NinefoldError) as caught:
        nf.BatchJob.read(tmp_path / "job.toml")
    assert {fault.where for fault in caught.value.faults} == {"sed", "count", "work", "test", "recipe"}
    recipe = [fault.read.split(" = ")[0] for fault in caught.value.faults if fault.where == "recipe"]
    assert recipe == ["colour", "level", "symmetry"]
    lines = ["count = 9", "files = ['a']", "seed = 3", "limit = 5", "work = ['rate']", "layout = '6'", "test = 9"]
    (tmp_path / "job.toml").write_text("\n".join(["\ufeff# from Windows", *lines, "dedupe = true"]))
    with pytest.raises(nf.NinefoldError) as caught:
        nf.BatchJob.read(tmp_path / "job.toml")
    wrong = {"test", "count and files", "seed", "limit", "work", "dedupe"}
    assert {fault.where for fault in caught.value.faults} == wrong


def test_a_key_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "job.json").write_text('{"count": 10, "count": 20}')
    with pytest.raises(nf.NinefoldError, match=r"job.json: .*duplicate key 'count'"):
        nf.BatchJob.read(tmp_path / "job.json")


CONTRADICTIONS: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "neither"),
    ({"count": 1, "files": ("a",)}, "both"),
    ({"count": 1, "dedupe": True, "work": ("levels",)}, "ids"),
    ({"count": 1, "layout": "6"}, "layout in the recipe"),
    ({"count": 1, "limit": 9}, "count"),
    ({"files": ("a",), "seed": 4}, "their puzzles are not generated"),
    ({"files": ("a",), "work": ("ids", "weight")}, "those of files have no weight"),
    ({"files": ("a",), "layout": "7x"}, "layout: read '7x'"),
    ({"count": 1, "recipe": {"layout": 6, "clues": 1}}, "at least 8 clues"),
    ({"count": 1, "recipe": {"layout": 6}, "work": ("rate",)}, "9×9"),
    ({"count": 1, "recipe": {"distinct": True}}, "distinct"),
    ({"count": 1, "recipe": {"colour": 3}}, "colour"),
    ({"count": 1, "recipe": {"level": "easy"}, "work": ("weight",)}, "weights are for minimal"),
    ({"count": 1, "recipe": {"layout": 6}, "work": ("weight", "rate")}, "work: read rate, expected standard 9×9"),
)


@pytest.mark.parametrize(("settings", "words"), CONTRADICTIONS)
def test_contradictions_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(nf.NinefoldError, match="this job cannot be run") as caught:
        nf.BatchJob(**settings)
    assert words in str(caught.value)


def test_changed_input_files_are_noticed(tmp_path: Path) -> None:
    np.save(tmp_path / "in.npy", np.zeros((3, 81), np.uint8))
    settings: dict[str, Any] = {"files": [str(tmp_path / "in.npy")]}
    nf.batch(tmp_path / "set", **settings)
    np.save(tmp_path / "in.npy", np.zeros((4, 81), np.uint8))
    for again in (lambda: nf.batch(tmp_path / "set", **settings), DataSet(tmp_path / "set").make):
        with pytest.raises(nf.NinefoldError, match="input files have changed"):
            again()


def test_a_set_can_be_looked_at_and_finished_without_its_input_files(tmp_path: Path) -> None:
    np.save(tmp_path / "in.npy", np.zeros((3, 81), np.uint8))
    job = nf.BatchJob(files=(str(tmp_path / "in.npy"),))
    DataSet(tmp_path / "set", job).make()
    (tmp_path / "in.npy").unlink()
    data = DataSet(tmp_path / "set")
    assert data.status().done == 1
    assert data.finish()["rows"] == 3
    assert data.verify().good
    with pytest.raises(nf.NinefoldError, match="no file fits"):
        data.make()


def test_a_driver_killed_at_its_first_write_resumes(tmp_path: Path) -> None:
    (tmp_path / f"{TEMPORARY}0123").write_bytes(b"{")  # the job, on its way to job.json
    assert nf.batch(tmp_path, count=3, recipe={"layout": 4})["rows"] == 3
    assert not (tmp_path / f"{TEMPORARY}0123").exists()


def test_a_lost_worker_costs_nothing_but_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first worker of each shard is killed in the middle of its task."""
    job = nf.BatchJob(count=4000, seed=7, rows=2000)
    started: list[int] = []
    whole = local.Pool._done

    def killed(self: local.Pool, worker: Any, shard: int, lost: int) -> Any:
        if lost == 0:
            started.append(shard)
            worker.wait_ready()
            os.kill(worker.process.pid, signal.SIGKILL)
        return whole(self, worker, shard, lost)

    monkeypatch.setattr(local.Pool, "_done", killed)
    status = DataSet(tmp_path / "set", job).make(workers=2)
    assert (status.done, status.lost, sorted(started)) == (2, 2, [0, 1])
    DataSet(tmp_path / "set").finish()
    nf.batch(tmp_path / "plain", job)
    assert same(tmp_path / "set", tmp_path / "plain")


def test_a_worker_is_given_up_once_other_shards_show_that_it_is_late() -> None:
    """It was started when no shard was done, with a long deadline."""
    pool = local.Pool(nf.BatchJob(count=40), "nowhere", 2)
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    pool._busy[0] = SimpleNamespace(process=process), time.monotonic() - 100  # type: ignore[assignment]
    pool._end_late()
    assert process.poll() is None
    pool._seconds.append(0.1)
    pool._end_late()
    assert process.wait(30) == -signal.SIGKILL


def test_a_killed_run_resumes_at_the_same_place(thousand: Path, tmp_path: Path) -> None:
    """The driver itself is killed several times; the short form of `make batchkills`."""
    words = ["--count", "3000", "--seed", "7", "--rows", "1000", "--test", "0.05", "--validation", "0.05", "--dedupe"]
    command = [sys.executable, "-m", "ninefold", "batch", "make", str(tmp_path / "set"), *words, "--workers", "2"]
    for wait in (0.8, 1.1, 1.4):
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
            time.sleep(wait)
            process.kill()
    DataSet(
        tmp_path / "set", nf.BatchJob(count=3000, seed=7, rows=1000, test=0.05, validation=0.05, dedupe=True)
    ).make()
    DataSet(tmp_path / "set").finish()
    assert same(thousand, tmp_path / "set")
    assert {path.name for path in (tmp_path / "set/data").iterdir()} == {p.name for p in (thousand / "data").iterdir()}


def test_an_unwritable_folder_is_an_error_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        nf.batch(tmp_path / "file" / "set", count=1)


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
from ninefold.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_write_that_fails_is_named_and_the_job_resumes(thousand: Path, tmp_path: Path, workers: str) -> None:
    """Files above 60 kB cannot be written at first: no shard is committed, nothing half-written is left."""
    words = ["--count", "3000", "--seed", "7", "--rows", "1000", "--test", "0.05", "--validation", "0.05", "--dedupe"]
    folder = tmp_path / "set"
    command = [sys.executable, "-c", FULL, "batch", "make", str(folder), *words, "--workers", workers]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "shard 0 failed" in done.stderr
    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    assert sorted(shard for line in lines for shard in line["failed_shards"]) == ["0", "1", "2"]  # each once
    assert "shard 0 failed: " in done.stderr
    assert ": File too large" in done.stderr
    assert "Errno" not in done.stderr
    assert "Traceback" not in done.stderr
    assert list((folder / "_commit").glob("*")) == []
    assert not list((folder / "data").glob(".*"))
    batch = DataSet(folder)
    assert batch.make().done == 3
    batch.finish()
    assert same(thousand, folder)


# --- other forms ----------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [exports.PART_ROWS, 7])
def test_other_forms_hold_the_same_rows(tmp_path: Path, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "PART_ROWS", part)
    nf.batch(tmp_path / "set", count=200, seed=2, also=["csv", "jsonl", "hrm"], test=0.2)
    rows = table_of(tmp_path / "set").to_pylist()
    lines = [
        json.loads(line)
        for split in ("train", "validation", "test")
        if (tmp_path / f"set/jsonl/{split}.jsonl").exists()
        for line in (tmp_path / f"set/jsonl/{split}.jsonl").read_text().splitlines()
    ]
    assert sorted(lines, key=lambda row: row["number"]) == rows
    inputs = np.load(tmp_path / "set/hrm/test/all__inputs.npy")
    labels = np.load(tmp_path / "set/hrm/test/all__labels.npy")
    assert inputs.dtype == np.uint8
    assert nf.score_many(inputs - 1, labels - 1).solved.all()
    about = json.loads((tmp_path / "set/hrm/test/dataset.json").read_text())
    assert (about["seq_len"], about["vocab_size"], about["total_groups"]) == (81, 11, len(inputs))
    puzzles = nf.read_file(str(tmp_path / "set/csv/test.csv"))
    assert [puzzle.clues.line for puzzle in puzzles] == [
        nf.Grid.from_digits(bytes(row), nf.Layout(9)).line for row in inputs - 1
    ]


def test_other_forms_are_written_piece_by_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of sets of any size, no more than a shard is in memory."""
    sizes: list[int] = []

    def put_pieces(store: Folder, name: str, pieces: Any) -> None:
        found = list(pieces)
        sizes.extend(len(piece) for piece in found if name.startswith(("csv", "jsonl", "hrm/train/all__inputs")))
        store.put(name, b"".join(found))

    monkeypatch.setattr(Folder, "put_pieces", put_pieces)
    nf.batch(tmp_path / "set", count=200, rows=20, test=0, validation=0, also=["csv", "jsonl", "hrm"])
    assert len(sizes) == 10 + 10 + 11  # a piece for each shard, and the heading of an NPY file
    assert max(sizes) < 20 * 500


def test_a_form_that_cannot_be_completed_is_not_left_in_part(tmp_path: Path) -> None:
    store = Folder(str(tmp_path))
    store.put("csv/a", b"old")

    def pieces() -> Any:
        yield b"new"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        store.put_pieces("csv/a", pieces())
    assert store.get("csv/a") == b"old"
    assert store.names("csv") == ["csv/a"]
    assert len(list((tmp_path / "csv").iterdir())) == 1


def test_negatives_alone_have_no_rows_in_the_arrays(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("." * 81 + "\n")
    nf.batch(tmp_path / "set", files=[str(tmp_path / "in.txt")], also=["hrm"])
    (folder,) = (path for path in (tmp_path / "set/hrm").iterdir() if path.is_dir())
    assert np.load(folder / "all__inputs.npy").shape == np.load(folder / "all__labels.npy").shape == (0, 81)


def test_the_card_says_what_the_set_has(thousand: Path) -> None:
    text = (thousand / "README.md").read_text()
    assert "3,000 Sudoku puzzles" in text
    assert "path: data/test-*.parquet" in text
    job = nf.BatchJob.of(json.loads(text.split("```json\n")[1].split("```")[0]))
    assert job.id == DataSet(thousand).job.id


CARDS: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({}, "9, with solutions, ", "minimal 9×9 puzzles made in this way have 24.4 on average"),
    ({"recipe": {"layout": 6}}, "6, with solutions, ", "tests can see. Clues are removed at random until none can go"),
    ({"recipe": {"layout": 12}}, "12, with solutions, ", "Whether all full grids of this board are equally likely was"),
    ({"recipe": {"clues": [40, 50]}}, "9, with solutions, ", "What else the recipe favours was not measured."),
    ({"recipe": {"layout": 4, "solution": "1234341221434321"}}, "4, with", "All puzzles have the same solution."),
    ({"negatives": ["multiple"]}, "9, 20 of them with exactly one solution, ", "24.4 on average"),
)


@pytest.mark.parametrize(("settings", "opening", "bias"), CARDS)
def test_the_card_claims_no_more_than_is_known(
    tmp_path: Path, settings: dict[str, Any], opening: str, bias: str
) -> None:
    nf.batch(tmp_path / "set", count=20, **settings)
    text = (tmp_path / "set/README.md").read_text()
    assert f"on board {opening}" in text
    assert bias in text
    assert ("24.4" in text) == (bias.count("24.4") > 0)


def test_a_part_estimates_its_own_time(tmp_path: Path) -> None:
    batch = DataSet(tmp_path / "set", nf.BatchJob(count=100, rows=10, recipe={"layout": 4}))
    left: list[float | None] = []
    status = batch.make(part=(0, 5), progress=lambda status: left.append(status.seconds_left))
    assert (status.done, status.seconds_left, "left" in str(status)) == (2, 0, False)
    assert left[0] is not None
    assert left[0] > 0


def test_a_set_of_another_version_is_refused_with_its_version(thousand: Path, tmp_path: Path) -> None:
    text = json.loads((thousand / "job.json").read_text())
    text["versions"]["recipe"] = 1
    (tmp_path / "job.json").write_text(json.dumps(text, indent=1, sort_keys=True))
    with pytest.raises(nf.BatchError, match="made with recipe version 1 and schema version 1, but this is recipe"):
        DataSet(tmp_path)


# --- weights --------------------------------------------------------------------------------------


def test_weights_correct_for_the_bias_towards_few_clues() -> None:
    """Minimal puzzles have 26.577 clues on average (Berthier); ours 24.4, and some 26.6 with weights."""
    clues, weights = [], []
    for chunk in nf.generate_arrays(seed=1, count=20_000, weights=True):
        assert chunk.weights is not None
        clues.append((chunk.puzzles > 0).sum(axis=1))
        weights.append(chunk.weights)
    count, weight = np.concatenate(clues), np.concatenate(weights)
    assert 24.3 < count.mean() < 24.5
    assert 26.2 < np.average(count, weights=weight) < 27.0


def test_an_interrupt_that_wakes_nobody_ends_the_workers(tmp_path: Path) -> None:
    """A signal to another thread, or just before a wait, does not end the wait of the main thread."""
    program = f"""
import signal, sys
from concurrent import futures
from threading import Event
from ninefold.batching.batch import BatchJob, DataSet
from ninefold.batching.engines import local

noticed, is_waiting = [], Event()

def interrupted(pool, shard):
    assert is_waiting.wait(30)
    if shard == 0:
        signal.raise_signal(signal.SIGINT)  # in a thread of the pool
    noticed.append(pool._stop.wait(30))
    return local.Done(shard, None, "stopped")

local.Pool._shard = interrupted
local.wait = lambda *args: (is_waiting.set(), futures.wait(*args))[1]
try:
    DataSet({str(tmp_path / "set")!r}, BatchJob(count=4, rows=2)).make(workers=2)
except KeyboardInterrupt:
    sys.exit(noticed != [True, True])
sys.exit("not interrupted")
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_no_action_imports_pandas(tmp_path: Path) -> None:
    """Arrow imports it for some conversions, which takes long, and an interrupt that comes meanwhile is lost."""
    pytest.importorskip("pandas")
    program = (
        "import sys; from ninefold.batching.batch import BatchJob, DataSet;"
        f" found = DataSet({str(tmp_path / 'set')!r}, BatchJob(count=2000, rows=1000, dedupe=True));"
        " found.make(); found.dedupe(); found.verify(); found.finish(); sys.exit('pandas' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

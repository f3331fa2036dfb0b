"""Files written completely or not at all: links, devices, permissions and errors."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from ninefold.core.atomic_write import save, text_file, writing


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    save(tmp_path / "ours", b"x")
    (tmp_path / "plain").write_bytes(b"x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_the_umask_of_the_process_is_not_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail(f"umask({mask:o}) affects every thread"))
    save(tmp_path / "new", b"x")
    save(tmp_path / "new", b"y")


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"old")
    path.chmod(0o640)
    save(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert os.listdir(tmp_path) == ["secret"]


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_is_written_through(exists: bool, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    target, link = folder / "target", tmp_path / "link"
    if exists:
        target.write_bytes(b"old")
    link.symlink_to(Path("folder") / "target")
    save(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_link_to_a_pipe_is_written_through(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        save(link, b"through")
        assert reader.stdout is not None
        assert reader.stdout.read() == b"through"
    assert link.is_symlink()
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_an_open_file_is_continued(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code = f"import os; from ninefold.core.atomic_write import save; os.write(1, b'a'); save({name!r}, b'b')"
    with out.open("wb") as file:
        subprocess.run([sys.executable, "-c", code], stdout=file, check=True)
    assert out.read_bytes() == b"ab"
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
    assert done.stdout == b"ab"


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), writing(path) as file:  # noqa: PT012 - the file is half written
        file.write(b"half")
        raise ZeroDivisionError
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_full_disk_leaves_the_old_file_and_is_reported_by_name(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            save(path, b"x" * 5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.filename == str(path)
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"old", ["file"])


@pytest.mark.parametrize("name", ["no/such/folder/x", "."])
def test_errors_name_the_file_of_the_caller(name: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"No such file|Is a directory") as caught:
        save(tmp_path / name, b"")
    assert caught.value.filename == str(tmp_path / name)


@pytest.mark.parametrize("name", ["link", "link to link", "folder/1", "/dev/../dev/stdout", "/proc/thread-self/fd/1"])
@pytest.mark.parametrize("call", ["save(name, b'new')", "text_file(name).write('new')"])
def test_any_name_of_an_open_file_adds_to_what_is_in_it(name: str, call: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "link to link").symlink_to("link")
    (tmp_path / "folder").symlink_to("/dev/fd")
    out = tmp_path / "out"
    out.write_bytes(b"old,")
    with out.open("ab") as file:
        code = f"from ninefold.core.atomic_write import save, text_file; name = {name!r}; {call}"
        subprocess.run([sys.executable, "-c", code], stdout=file, cwd=tmp_path, check=True)
    assert out.read_bytes() == b"old,new"
    assert (tmp_path / "link").is_symlink()


def test_a_file_written_bit_by_bit_replaces_what_was_in_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("a longer text")
    with text_file(path) as file:
        file.write("new\n")
    assert path.read_bytes() == b"new\n"

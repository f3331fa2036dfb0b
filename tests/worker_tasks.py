"""Tasks for workers: well-behaved ones and others."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator

from ninefold import GridError
from ninefold.processes.child import Context


def echo(value: object, context: Context) -> object:
    return value


def pid(context: Context) -> int:
    return os.getpid()


def file_of(context: Context) -> bytes:
    return context.file


def seconds_left(context: Context) -> float:
    return context.seconds_left


def count_up(to: int, context: Context) -> Iterator[int]:
    yield from range(to)
    return "the end"


def count_and_report(to: int, context: Context) -> Iterator[int]:
    """Emits a note before each number, so that the caller can see how far it got."""
    for number in range(to):
        context.emit(f"at {number}")
        yield number


def until_cancelled(context: Context) -> str:
    context.emit(os.getpid())
    while not context.cancel.is_set():
        time.sleep(0.005)
    return "as far as it got"


def ignores_cancel(context: Context) -> None:
    context.emit(os.getpid())
    time.sleep(600)


def stuck_in_c(context: Context) -> None:
    """Hangs in C code that holds the interpreter lock."""
    context.emit(os.getpid())
    ctypes.PyDLL(None).sleep(600)


def stops_in_the_middle_of_a_message(context: Context) -> None:
    """Sends the length of a message and half of it, and is then stopped by a signal."""
    context.emit(os.getpid())
    os.write(int(sys.argv[1]), b"\0\0\x10\0half")
    os.kill(os.getpid(), signal.SIGSTOP)


def crash(number: int, context: Context) -> None:
    os.kill(os.getpid(), number)
    time.sleep(60)


def leave(code: int, context: Context) -> None:
    os._exit(code)


def fail(context: Context) -> None:
    raise GridError("this is not a grid")


class Awkward(Exception):
    """An exception that cannot be unpickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def fail_awkwardly(context: Context) -> None:
    raise Awkward(1, 2)


def want_to_exit(context: Context) -> None:
    sys.exit("goodbye")


def noise(context: Context) -> str:
    print("printed", flush=True)
    os.write(1, b"written below Python\n")
    return "answer"


def huge(size: int, context: Context) -> bytes:
    context.emit(bytes(size))
    return bytes(size)


def unsendable(context: Context) -> object:
    return threading.Lock()


def path_of(module: str, context: Context) -> str:
    """Where a module of the standard library was found."""
    return str(__import__(module).__file__)


def many_threads(context: Context) -> int:
    """Emits and looks at its cancel from several threads at once."""

    def work(name: int) -> None:
        for number in range(200):
            context.emit((name, number))
            context.cancel.is_set()

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(threads)


def is_loaded(module: str, context: Context) -> bool:
    return module in sys.modules


def niceness(context: Context) -> int:
    return os.nice(0)


def too_much_memory(context: Context) -> int:
    return len(bytes(8 << 30))


SIGNALS = (signal.SIGSEGV, signal.SIGKILL, signal.SIGABRT)

"""The first steps of a command: a module path without the current folder, and a quiet end if it is interrupted.

What lies in the current folder must not run because `ninefold` was started there.
Python puts the current folder first on the path for `python -m ninefold`, and for an empty entry in PYTHONPATH, as in
`:/some/folder`. A `random.py` in a downloads folder would then run in place of Python's own. `ninefold/__init__.py`
imports this module before any other, so it needs only what Python itself has loaded by then.
"""

import _signal  # type: ignore[import-not-found]  # `signal` without its enumerations, and part of every Python
import os
import sys

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_LIBRARY = os.path.dirname(os.path.abspath(os.__file__))


def is_command() -> bool:
    """Whether this process was started as `ninefold` or `python -m ninefold`, not by a program that imports us."""
    words: list[str] = getattr(sys, "argv", None) or [""]
    if words[0] != "-m":
        return os.path.splitext(os.path.basename(words[0]))[0] == "ninefold"
    module = sys.orig_argv[-len(words)].partition(".")[0]  # Python is looking for it, and has not yet named it in argv
    return module == "ninefold" or (module.startswith("-") and module.endswith("mninefold"))


def leave_current_folder() -> None:
    """Remove the current folder from this process's path, unless PYTHONPATH has its full name, or we are in it."""
    try:
        here = os.getcwd()
    except OSError:  # it is gone
        return
    chosen = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if here not in (_ROOT, _LIBRARY, *chosen):
        sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != here]


def worker_paths(path: list[str]) -> tuple[list[str], list[str]]:
    """The paths with which a worker imports this package, and everything later.

    Both begin with the standard library, so that no folder of the parent replaces it. The first finds this very
    package next.
    """
    zipped = os.path.join(os.path.dirname(_LIBRARY), f"python{sys.version_info.major}{sys.version_info.minor}.zip")
    standard = [entry for entry in path if entry in (zipped, _LIBRARY, os.path.join(_LIBRARY, "lib-dynload"))]
    rest = [entry for entry in path if entry not in standard]
    return [*standard, _ROOT, *rest], [*standard, *rest]


def quit_on_interrupt() -> None:
    """Let Ctrl-C end this process at once, without a traceback: there is nothing to clean up yet, or any more."""
    if IS_COMMAND and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def raise_on_interrupt() -> None:
    """Let Ctrl-C be a `KeyboardInterrupt` again, unless it is ignored."""
    if IS_COMMAND and _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


IS_COMMAND = is_command()  # decided now: Python changes argv when it runs `__main__`
if IS_COMMAND:
    leave_current_folder()
    quit_on_interrupt()

"""Methods in a file: `--by my_method.py:fast` names a function or class that no package registers.

1. Only the command line reads them: a request over HTTP must not name a file.
2. The file is loaded as one module, and its folder is not added to the module path.
3. Options follow as for any method: `my_method.py:Fast:seed=3`.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from difflib import get_close_matches
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from ninefold.core.errors import MethodError
from ninefold.solving.method import Method, MethodInfo, make
from ninefold.solving.registry import parse_method, split_methods

_FILE = re.compile(r"(?P<file>.+\.py)(?::(?P<name>[^:=]*)(?P<options>(?::.*)?))?", re.DOTALL)


def method_of(text: str) -> str | Method:
    """The method that --by names: the object in a file, or the name of any other method as it is."""
    found = _FILE.fullmatch(text.strip())
    if found is None:
        return text.strip()
    file, name = found["file"], found["name"] or ""
    module = _load(file)
    kind = getattr(module, name, None)
    if not name or kind is None:
        raise MethodError(f"{file}: {_choices(name, module)}")
    if not callable(kind):
        raise MethodError(
            f"{file}:{name} is not a method: expected a function or class, called with a puzzle and a run"
        )
    _, options = parse_method(f"{name}{found['options']}")
    own = getattr(kind, "info", None)
    info = own if isinstance(own, MethodInfo) else MethodInfo()
    try:
        method = make(replace(info, name=name, module=module.__name__, attribute=name), options)
    except TypeError as error:
        raise MethodError(f"{file}:{name} cannot be made without arguments: {error}") from error
    if not callable(method):
        raise MethodError(f"{file}:{name} is not a method: its objects cannot be called with a puzzle and a run")
    return method


def methods_of(text: str) -> str | list[str | Method]:
    """The methods of a race: `all`, or names and files separated by commas."""
    return text if text.strip() == "all" else [method_of(part) for part in split_methods(text)]


def _load(file: str) -> ModuleType:
    """The module of a file, loaded once per command (rule 2)."""
    if not os.path.isfile(file):
        reason = "is a directory" if os.path.isdir(file) else "no such file"
        raise MethodError(f"--by {file}: {reason}; write FILE.py:NAME for a method in a file")
    path = os.path.abspath(file)
    name = f"ninefold-method:{path}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise MethodError(f"{file} is not a Python file")
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise MethodError(f"{file} does not load ({reason})") from error
    from ninefold.processes.child import send_by_value  # loads what `--help` does not need

    send_by_value(name)
    return module


def _choices(name: str, module: ModuleType) -> str:
    """What a file defines instead of the name."""
    names = [
        word
        for word, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", "") == module.__name__ and not word.startswith("_")
    ]
    close = get_close_matches(name, names, 1)
    hint = f"did you mean {close[0]}?" if close else f"it defines {', '.join(names) or 'no function or class'}"
    return f"there is no {name!r} in it; {hint}" if name else f"name a method in it as FILE.py:NAME; {hint}"

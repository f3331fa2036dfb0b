"""The section on methods in the Python reference: every method with its options, from the registry.

    .venv/bin/python docs/reference_methods.py

rewrites the part of docs/reference.md between its two markers; a test compares the two.
"""

from __future__ import annotations

from pathlib import Path

import ninefold as nf
from ninefold.solving.method import options_of
from ninefold.solving.table import TABLE

PAGE = Path(__file__).parent / "reference.md"
START, END = "<!-- methods: made by docs/reference_methods.py -->\n", "<!-- end of methods -->\n"


def section() -> str:
    """All methods in the order of the registry."""
    return "\n".join(map(_method, TABLE))


def updated(page: str) -> str:
    """The page with a fresh section."""
    before, rest = page.split(START)
    return before + START + "\n" + section() + "\n" + END + rest.split(END)[1]


def _method(info: nf.MethodInfo) -> str:
    about = info.about[:1].upper() + info.about[1:]
    lines = [f"### {info.name}", "", f"`nf.{info.attribute}`: {about}. [More](methods/{info.name}.md)", ""]
    options = options_of(info)
    if options:
        lines += ["| option | default | values | meaning |", "|---|---|---|---|"]
        lines += [_row(option.name, option.default, option.values, option.about) for option in options]
    else:
        lines.append("No options.")
    return "\n".join([*lines, ""])


def _row(name: str, default: object, values: str, about: str) -> str:
    cells = (f"`{name}`", f"`{default!r}`", values, about)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

"""Sphinx configuration: Markdown through MyST, the reference from docstrings."""

import ninefold

project = "Ninefold"
author = "the authors of Ninefold"
copyright = "the authors of Ninefold, MIT licence"  # noqa: A001 (the name is Sphinx's)
version = release = ninefold.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "command-line", "lucky"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"Ninefold {release}"
html_copy_source = False
html_show_sphinx = False

default_role = "code"  # `x` in a docstring is code
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_use_rtype = False

# Types of other libraries, and aliases of several types.
nitpick_ignore_regex = [
    (r"py:.*", r"(collections|enum|numpy|os|pathlib|threading|typing)\..*"),
    (r"py:.*", r"(Any|Callable|ClassVar|GridLike|IO|Iterable|Iterator|Mapping|NDArray|PathLike|Sink|Trace)"),
    (r"py:.*", r"np\..*"),
    (
        r"py:.*",
        r"Relaxation|Runs|Selection|Weights|ninefold\.library\.games\.GameSummary|ninefold\.solving\.trace\.Appendable",
    ),  # internals that no page describes
]


def setup(app):
    """Keep Napoleon from taking `words: more words` in a property's docstring for a type: put a comment before it."""

    def shield(app, what, name, obj, options, lines):  # noqa: ARG001
        if what in ("property", "attribute"):
            lines[:0] = ["..", ""]

    app.connect("autodoc-process-docstring", shield, priority=400)  # before Napoleon's own, at 500

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
_FOREIGN = "collections|enum|fractions|numpy|os|pathlib|threading|typing"
_ALIASES = (
    "Any Callable ClassVar Columns CutsLike Digits GridLike IO "
    "Iterable Iterator Mapping NDArray ObjectiveLike Observation PathLike Sink Trace"
)
_INTERNAL = (  # parts of public values that no page describes
    "Env Relaxation RowPlace Runs Selection Weights batching.batch.BatchStatus batching.verify.Verified VectorEnv "
    "core.position.Position library.games.GameSummary logic.hints.Revealed logic.step.Child logic.step.Part "
    "make.recipe.RecipeFields "
    "logic.step.StepLink logic.step.Truth logic.techniques.Hodoku solving.linear_relaxation.Entries "
    "solving.trace.Appendable"
)
nitpick_ignore_regex = [
    (r"py:.*", rf"({_FOREIGN}|np)\..*"),
    (r"py:.*", f"({'|'.join(_ALIASES.split())})"),
    (r"py:.*", rf"(ninefold\.)?({'|'.join(_INTERNAL.split())})"),
    (r"py:.*", r"ninefold\.make\.recipe\.RecipeFields"),  # the fields of Recipe, as arguments
    (r"py:.*", r"(dict|tuple)\[str"),  # cut at its comma by the short form of type hints
]


def setup(app):
    """Keep Napoleon from taking `words: more words` in a property's docstring for a type: put a comment before it."""

    def shield(app, what, name, obj, options, lines):  # noqa: ARG001
        if what in ("property", "attribute"):
            lines[:0] = ["..", ""]

    app.connect("autodoc-process-docstring", shield, priority=400)  # before Napoleon's own, at 500

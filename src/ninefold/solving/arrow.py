"""Rows of digits as Arrow columns of text, without a Python object for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.errors import NinefoldError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def pyarrow() -> Any:
    """The library, or an error that says how to install it."""
    try:
        import pyarrow as found
        import pyarrow.compute
    except ImportError as error:
        message = "Arrow tables need pyarrow: pip install 'ninefold[parquet]'; to_dict() works without it"
        raise NinefoldError(message) from error
    return found


def lines(digits: NDArray[np.uint8], size: int, known: NDArray[np.bool_] | None = None) -> Any:
    """Grids as lines of text, `.` for an empty cell; null if unknown."""
    import numpy as np

    arrow = pyarrow()
    symbols = b"." + symbols_of(default_alphabet(size), size).encode()
    text = np.frombuffer(symbols, np.uint8)[digits].tobytes()
    offsets = np.arange(len(digits) + 1, dtype=np.int64) * digits.shape[1]
    found = arrow.LargeStringArray.from_buffers(len(digits), arrow.py_buffer(offsets), arrow.py_buffer(text))
    if known is not None and not known.all():
        found = arrow.compute.if_else(arrow.array(known), found, arrow.scalar(None, arrow.large_string()))
    return found.cast(arrow.string())


def words(choices: list[str], codes: NDArray[np.uint8]) -> Any:
    """A column of few words, from their places."""
    arrow = pyarrow()
    return arrow.DictionaryArray.from_arrays(arrow.array(codes.astype("int32")), arrow.array(choices))

"""Rows of digits as Arrow columns of text, without a Python object for each."""

from __future__ import annotations

from collections.abc import Sequence
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


# Columns are made from buffers: `pyarrow.array` imports pandas if that is installed, which takes longer than the rest.


def numbers(values: NDArray[Any], known: NDArray[np.bool_] | None = None) -> Any:
    """A column of numbers; null if unknown."""
    import numpy as np

    arrow, values = pyarrow(), np.ascontiguousarray(values)
    parts = [_bits(known), arrow.py_buffer(values)]
    return arrow.Array.from_buffers(arrow.from_numpy_dtype(values.dtype), len(values), parts)


def flags(values: NDArray[np.bool_]) -> Any:
    """A column of true and false."""
    arrow = pyarrow()
    return arrow.Array.from_buffers(arrow.bool_(), len(values), [None, _bits(values)])


def lines(digits: NDArray[np.uint8], size: int, known: NDArray[np.bool_] | None = None) -> Any:
    """Grids as lines of text, `.` for an empty cell; null if unknown."""
    import numpy as np

    symbols = b"." + symbols_of(default_alphabet(size), size).encode()
    return _texts(np.frombuffer(symbols, np.uint8)[digits], known)


def names(letters: NDArray[np.bytes_], known: NDArray[np.bool_] | None = None) -> Any:
    """A column of texts of the same length; null if unknown."""
    import numpy as np

    return _texts(letters.view(np.uint8).reshape(len(letters), letters.dtype.itemsize), known)


def words(choices: Sequence[str], codes: NDArray[Any]) -> Any:
    """A column of few words, from their places."""
    import numpy as np

    arrow, data = pyarrow(), [word.encode() for word in choices]
    ends = np.cumsum([0, *map(len, data)], dtype=np.int32)
    known = arrow.StringArray.from_buffers(len(data), arrow.py_buffer(ends), arrow.py_buffer(b"".join(data)))
    return arrow.DictionaryArray.from_arrays(numbers(codes.astype(np.int32)), known)


def _texts(symbols: NDArray[np.uint8], known: NDArray[np.bool_] | None) -> Any:
    """A text for each row of bytes; unknown rows are nulls, without text."""
    import numpy as np

    arrow, width = pyarrow(), symbols.shape[1]
    lengths = np.full(len(symbols), width, np.int64)
    if known is not None and not known.all():
        symbols, lengths = symbols[known], lengths * known
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    whole, offsets = arrow.py_buffer(np.ascontiguousarray(symbols)), arrow.py_buffer(ends)
    return arrow.LargeStringArray.from_buffers(len(lengths), offsets, whole, _bits(known)).cast(arrow.string())


def _bits(known: NDArray[np.bool_] | None) -> Any:
    """A bit per row; None if all are known."""
    import numpy as np

    return None if known is None else pyarrow().py_buffer(np.packbits(known, bitorder="little"))

"""Tables of Apache Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict

import numpy as np

from ._records import POSITION_DTYPE, as_positions, as_records, count

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped, unused-ignore]
    from numpy.typing import NDArray


def to_arrow(columns: Dict[str, Any]) -> pyarrow.Table:
    """Returns a chunk of :func:`positions` or :func:`games` as a table of Apache Arrow. Only texts are copied;
    positions are binary values of 32 bytes. It needs pyarrow: ``pip install ferz[arrow]``."""
    import pyarrow

    arrays = {}
    for name, values in columns.items():
        if values.dtype == POSITION_DTYPE:
            records = as_records(values)
            arrays[name] = pyarrow.Array.from_buffers(
                pyarrow.binary(POSITION_DTYPE.itemsize),
                count(records),
                [None, pyarrow.py_buffer(records)],
            )
        elif values.dtype == object:
            arrays[name] = pyarrow.array(values, pyarrow.string())
        else:
            arrays[name] = pyarrow.array(values)
    return pyarrow.table(arrays)


def from_arrow(table: pyarrow.Table) -> Dict[str, NDArray[Any]]:
    """Returns the columns of a table of Apache Arrow as arrays; binary values of 32 bytes become
    positions.

    Raises :class:`ValueError` for missing values.
    """
    import pyarrow

    columns = {}
    for name in table.column_names:
        values = table[name].combine_chunks()
        if isinstance(values, pyarrow.ChunkedArray):
            values = values.chunk(0) if values.num_chunks else pyarrow.array([], values.type)
        if values.null_count:
            raise ValueError(f"missing values in the column {name!r}")
        if values.type == pyarrow.binary(POSITION_DTYPE.itemsize):
            size = POSITION_DTYPE.itemsize
            data = np.frombuffer(values.buffers()[1] or b"", np.uint8)
            columns[name] = as_positions(data[size * values.offset :][: size * len(values)])
        else:
            columns[name] = values.to_numpy(zero_copy_only=False)
    return columns

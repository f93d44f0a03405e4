"""Counts results and openings of a PGN file with pandas, Polars and DuckDB.

    python examples/dataframes.py games.pgn

Each library that is installed answers the same two questions from the same columns. The opening of a game is
that of its last position with a name. `batch.games` is a stream of Apache Arrow, which `pyarrow.parquet` also
writes to Parquet files.
"""

from __future__ import annotations

import argparse
import importlib.util
from typing import Dict, Tuple

import ferz.batch as batch
import pyarrow
import pyarrow.compute

#: The mean result for White, and the number of games by the family of their opening.
Answer = Tuple[float, Dict[str, int]]


def read(path: str) -> pyarrow.Table:
    """Returns one row a game that has an opening: result for White, family of the opening."""
    table = pyarrow.table(batch.games(path, headers=(), on_error="skip"))
    table = table.filter(pyarrow.compute.is_valid(table["opening_name"]))
    families = [name.split(": ")[0] for name in table["opening_name"].to_pylist()]
    return pyarrow.table(
        {"result": table["result"], "opening": pyarrow.array(families, pyarrow.string())}
    )


def with_pandas(table: pyarrow.Table) -> Answer:
    frame = table.to_pandas()
    return float(frame["result"].mean()), frame["opening"].value_counts().to_dict()


def with_polars(table: pyarrow.Table) -> Answer:
    import polars

    frame = polars.from_arrow(table)
    return frame["result"].mean(), dict(frame["opening"].value_counts().iter_rows())


def with_duckdb(table: pyarrow.Table) -> Answer:
    import duckdb

    # DuckDB finds a table by the name of its variable.
    counts = duckdb.sql('SELECT opening, count(*) FROM "table" GROUP BY opening').fetchall()
    return duckdb.sql('SELECT avg(result) FROM "table"').fetchall()[0][0], dict(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pgn")
    table = read(parser.parse_args().pgn)
    for library, answer in (
        ("pandas", with_pandas),
        ("polars", with_polars),
        ("duckdb", with_duckdb),
    ):
        if importlib.util.find_spec(library) is None:
            print(f"{library}: skipped, it is not installed")
            continue
        mean, counts = answer(table)
        print(f"{library}: mean result {mean:.3f}, openings {sorted(counts.items())}")


if __name__ == "__main__":
    main()

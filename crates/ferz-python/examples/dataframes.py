"""Counts results and openings of a PGN file with pandas, Polars and DuckDB.

    python examples/dataframes.py games.pgn

Each library that is installed answers the same two questions from the same columns. Chunks of
`batch.positions` become tables of Apache Arrow without a copy, and Parquet files by `pyarrow.parquet`.
"""

from __future__ import annotations

import argparse
import importlib.util
from typing import Dict, List, Tuple

import ferz.batch as batch
import pyarrow

#: The mean result for White, and the number of games by their first move.
Answer = Tuple[float, Dict[str, int]]


def read(path: str) -> pyarrow.Table:
    """Returns one row a position: game, ply, result for White, and the move played in UCI."""
    tables: List[pyarrow.Table] = []
    for chunk in batch.positions(path, columns=("game", "ply", "move", "result")):
        moves = batch.to_uci(chunk["position"], chunk["move"])
        tables.append(batch.to_arrow(chunk).append_column("uci", pyarrow.array(moves)))
    return pyarrow.concat_tables(tables)


def with_pandas(table: pyarrow.Table) -> Answer:
    frame = table.drop_columns("position").to_pandas()
    first = frame[frame["ply"] == 0]
    return float(first["result"].mean()), first["uci"].value_counts().to_dict()


def with_polars(table: pyarrow.Table) -> Answer:
    import polars

    first = polars.from_arrow(table).filter(polars.col("ply") == 0)
    return first["result"].mean(), dict(first["uci"].value_counts().iter_rows())


def with_duckdb(table: pyarrow.Table) -> Answer:
    import duckdb

    # DuckDB finds a table by the name of its variable.
    first = duckdb.sql('SELECT uci, result FROM "table" WHERE ply = 0')
    counts = first.query("first", "SELECT uci, count(*) FROM first GROUP BY uci").fetchall()
    return first.aggregate("avg(result)").fetchall()[0][0], dict(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pgn")
    table = read(parser.parse_args().pgn)
    for library, answer in (("pandas", with_pandas), ("polars", with_polars), ("duckdb", with_duckdb)):
        if importlib.util.find_spec(library) is None:
            print(f"{library}: skipped, it is not installed")
            continue
        mean, moves = answer(table)
        print(f"{library}: mean result {mean:.3f}, first moves {sorted(moves.items())}")


if __name__ == "__main__":
    main()

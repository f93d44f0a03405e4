"""Counts results and openings of a PGN file with pandas, Polars and DuckDB.

    python examples/dataframes.py games.pgn

Each library that is installed answers the same two questions from the same columns. The opening of a game is
that of its last position with a name. Chunks of `batch.positions` become tables of Apache Arrow, and Parquet
files by `pyarrow.parquet`.
"""

from __future__ import annotations

import argparse
import importlib.util
from typing import Dict, List, Tuple

import ferz.batch as batch
import pyarrow
from ferz import openings

#: The mean result for White, and the number of games by the family of their opening.
Answer = Tuple[float, Dict[str, int]]


def read(path: str) -> pyarrow.Table:
    """Returns one row a move to a position with a name: game, ply, result for White, family of the opening."""
    families = [opening.family for opening in openings.all_openings()]
    tables: List[pyarrow.Table] = []
    for chunk in batch.positions(path, columns=("game", "ply", "move", "result")):
        found = batch.openings(batch.play(chunk["position"], chunk["move"]))
        table = batch.to_arrow({name: column[found >= 0] for name, column in chunk.items()})
        names = pyarrow.array([families[index] for index in found[found >= 0]], pyarrow.string())
        tables.append(table.append_column("opening", names))
    return pyarrow.concat_tables(tables)


def with_pandas(table: pyarrow.Table) -> Answer:
    frame = table.drop_columns("position").to_pandas()
    last = frame.sort_values("ply").groupby("game").last()
    return float(last["result"].mean()), last["opening"].value_counts().to_dict()


def with_polars(table: pyarrow.Table) -> Answer:
    import polars

    last = polars.from_arrow(table).sort("ply").group_by("game").last()
    return last["result"].mean(), dict(last["opening"].value_counts().iter_rows())


def with_duckdb(table: pyarrow.Table) -> Answer:
    import duckdb

    # DuckDB finds a table by the name of its variable.
    last = duckdb.sql('SELECT arg_max(opening, ply) AS opening, any_value(result) AS result FROM "table" GROUP BY game')
    counts = last.query("last", "SELECT opening, count(*) FROM last GROUP BY opening").fetchall()
    return last.aggregate("avg(result)").fetchall()[0][0], dict(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pgn")
    table = read(parser.parse_args().pgn)
    for library, answer in (("pandas", with_pandas), ("polars", with_polars), ("duckdb", with_duckdb)):
        if importlib.util.find_spec(library) is None:
            print(f"{library}: skipped, it is not installed")
            continue
        mean, counts = answer(table)
        print(f"{library}: mean result {mean:.3f}, openings {sorted(counts.items())}")


if __name__ == "__main__":
    main()

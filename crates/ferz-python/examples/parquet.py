"""Counts the openings of a PGN file by way of a Parquet file, with DuckDB, Polars and pandas.

    python examples/parquet.py games.pgn games.parquet

Each library that is installed answers the same question from the file: for each ECO code the number of games, the
points of White and the sum of White's known ratings. The answers must be equal.
"""

from __future__ import annotations

import argparse
import importlib.util
from typing import Dict, Tuple

import ferz.batch as batch

#: By the ECO code: games, points of White, and the sum of White's ratings.
Sums = Dict[str, Tuple[int, float, int]]

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def with_duckdb(path: str) -> Sums:
    import duckdb

    points = " ".join(f"WHEN '{result}' THEN {value}" for result, value in POINTS.items())
    query = f"""
        SELECT ECO, count(*), sum(CASE Result {points} ELSE 0.0 END)::DOUBLE, coalesce(sum(WhiteElo), 0)::BIGINT
        FROM read_parquet(?) WHERE ECO IS NOT NULL GROUP BY ECO
    """
    return {
        eco: (games, score, elo)
        for eco, games, score, elo in duckdb.execute(query, [path]).fetchall()
    }


def with_polars(path: str) -> Sums:
    import polars as pl

    points = pl.col("Result").replace_strict(POINTS, default=0.0)
    table = (
        pl.scan_parquet(path)
        .filter(pl.col("ECO").is_not_null())
        .group_by("ECO")
        .agg(pl.len(), points.sum().alias("points"), pl.col("WhiteElo").cast(pl.Int64).sum())
        .collect()
    )
    return {eco: (games, score, elo) for eco, games, score, elo in table.iter_rows()}


def with_pandas(path: str) -> Sums:
    import pandas

    frame = pandas.read_parquet(path, columns=["ECO", "Result", "WhiteElo"]).dropna(subset=["ECO"])
    elo = frame["WhiteElo"].fillna(0).astype("int64")
    frame = frame.assign(points=frame["Result"].map(POINTS).fillna(0.0), elo=elo)
    sums = frame.groupby("ECO").agg(
        games=("points", "size"), points=("points", "sum"), elo=("elo", "sum")
    )
    return {
        row.Index: (int(row.games), float(row.points), int(row.elo)) for row in sums.itertuples()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pgn")
    parser.add_argument("parquet")
    arguments = parser.parse_args()
    report = batch.write_parquet(arguments.pgn, arguments.parquet)
    print(f"{report.rows} games written, {report.errors} with errors left out")
    answers = []
    for library, answer in (
        ("duckdb", with_duckdb),
        ("polars", with_polars),
        ("pandas", with_pandas),
    ):
        if importlib.util.find_spec(library) is None:
            print(f"{library}: skipped, it is not installed")
            continue
        answers.append(answer(arguments.parquet))
        print(f"{library}: {sorted(answers[-1].items())}")
    if any(found != answers[0] for found in answers):
        raise SystemExit("the libraries disagree")


if __name__ == "__main__":
    main()

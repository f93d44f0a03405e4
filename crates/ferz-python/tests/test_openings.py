"""Names of openings."""

from __future__ import annotations

import io

import ferz
import ferz.openings as openings
import ferz.pgn

NAJDORF = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"


def read(moves: str) -> ferz.pgn.Game:
    game = ferz.pgn.read_game(io.StringIO(moves))
    assert game is not None
    return game


def test_every_opening_is_found_by_its_position() -> None:
    every = openings.all_openings()
    assert len(every) > 3000 and [opening.eco for opening in every] == sorted(
        opening.eco for opening in every
    )
    for opening in every[::50]:
        assert openings.find(opening.board()) == opening
        assert openings.classify(opening.board()) == opening
        assert str(opening) == f"{opening.eco} {opening.name}" and opening.name.startswith(
            opening.family
        )


def test_games_and_boards_have_the_last_name_of_their_line() -> None:
    game = read(NAJDORF + " 6. h4 h5 *")
    found = openings.classify(game)
    assert found is not None
    assert (found.eco, found.name) == ("B90", "Sicilian Defense: Najdorf Variation")
    assert found.family == "Sicilian Defense"
    assert ferz.Board().variation_san(found.moves) == NAJDORF
    end = game.end()
    assert openings.find(end.board()) is None
    assert openings.classify(end.board()) == openings.classify(end) == found
    # A board without its moves has no line.
    assert openings.classify(ferz.Board(end.board().fen())) is None
    assert openings.find(game.board()) is openings.classify(read("*")) is None


def test_the_order_of_moves_does_not_matter() -> None:
    other = read("1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *")
    assert openings.classify(other) == openings.classify(read(NAJDORF))


def test_castling_and_nodes_within_a_game() -> None:
    game = read("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *")
    found = openings.classify(game)
    assert found is not None and found.name == "Ruy Lopez: Closed"
    assert openings.classify(game.next()) == found


def test_boards_that_are_no_legal_positions_have_no_name() -> None:
    assert openings.find(ferz.Board(None)) is openings.classify(ferz.Board(None)) is None

//! Both colours and both halves of the board are evaluated alike.

use crate::positions;
use ferz::{CastleSide, Color, Piece, Position, Setup, SetupFaults, Square};
use ferz_nnue::{Network, Shape};

fn network() -> Network {
    Network::random(23, Shape::new(96, 8).expect("an accepted shape"))
}

fn position(setup: &Setup) -> Position {
    let harmless = SetupFaults::BAD_COUNTERS | SetupFaults::IMPOSSIBLE_CHECKERS;
    Position::from_setup_ignoring(setup, harmless).expect("as legal as its mirror image")
}

/// Returns the position with colours exchanged, flipped top to bottom.
fn color_flipped(original: &Position) -> Position {
    let setup = original.setup();
    let mut flipped = Setup::empty();
    for square in Square::ALL {
        let piece = setup.piece_on(square).map(|p| Piece::new(!p.color(), p.piece_type()));
        flipped.pieces[square.flip_rank().index()] = piece;
    }
    for color in Color::ALL {
        for side in CastleSide::ALL {
            let rook = setup.castling_rook(!color, side).map(Square::flip_rank);
            flipped.set_castling_rook(color, side, rook);
        }
    }
    flipped.side_to_move = !setup.side_to_move;
    flipped.en_passant = setup.en_passant.map(Square::flip_rank);
    position(&flipped)
}

/// Returns the position mirrored left to right, without castling rights.
fn mirrored(original: &Position) -> Position {
    let mut setup = original.setup();
    for square in Square::ALL {
        setup.pieces[square.flip_file().index()] = original.piece_on(square);
    }
    setup.castling = [None; 4];
    setup.en_passant = None;
    position(&setup)
}

/// Calls `check` for all positions and for those after each of their moves.
fn for_each_position(mut check: impl FnMut(&Position)) {
    for mut position in positions::all() {
        check(&position);
        for &mv in position.legal_moves().iter() {
            position.do_move(mv);
            check(&position);
            position.undo_move();
        }
    }
}

#[test]
fn value_is_that_of_the_colour_flipped_position() {
    let network = network();
    for_each_position(|position| {
        let flipped = color_flipped(position);
        assert_eq!(network.evaluate(position), network.evaluate(&flipped), "{}", position.fen());
        let contributions = network.contributions(position);
        let other = network.contributions(&flipped);
        assert!(Square::ALL.iter().all(|&s| contributions[s] == other[s.flip_rank()]));
    });
}

#[test]
fn value_is_that_of_the_mirrored_position() {
    let network = network();
    for_each_position(|position| {
        let mirrored = mirrored(position);
        assert_eq!(network.evaluate(position), network.evaluate(&mirrored), "{}", position.fen());
    });
}

/// The two properties above hold for a network that ignores its input; this one does not.
#[test]
fn values_differ_between_positions() {
    let network = network();
    let mut values = std::collections::HashSet::new();
    let mut count = 0;
    for_each_position(|position| {
        count += 1;
        values.insert(network.evaluate(position));
    });
    assert!(values.len() > 1000 && count > values.len(), "{} values of {count}", values.len());
}

//! Piece-square score and non-pawn material against sums over the characters of the FEN, with the
//! published constants as the only shared part.

use crate::walk::{all_starts, walk};
use ferz::position::{PIECE_VALUE, SQUARE_BONUS};
use ferz::{Color, Piece, PieceSums, Position, Setup, SetupFaults, Square};

/// The values of a FEN: middlegame and endgame score from White's view, and the middlegame values of
/// knights, bishops, rooks and queens of White and Black.
#[derive(PartialEq, Eq, Debug)]
struct Sums {
    score: (i32, i32),
    non_pawn_material: [i32; 2],
}

fn sums_of(fen: &str) -> Sums {
    let mut sums = Sums { score: (0, 0), non_pawn_material: [0, 0] };
    let board = fen.split(' ').next().expect("a FEN has a board");
    for (from_top, row) in board.split('/').enumerate() {
        let mut file = 0;
        for c in row.chars() {
            if let Some(empty) = c.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let piece = "pnbrqk".find(c.to_ascii_lowercase()).expect("a piece letter");
            let white = c.is_ascii_uppercase();
            // The rank from the side's own back rank, and the file from the nearer edge.
            let rank = if white { 7 - from_top } else { from_top };
            let bonus = SQUARE_BONUS[piece][rank][file.min(7 - file)];
            let sign = if white { 1 } else { -1 };
            sums.score.0 += sign * (PIECE_VALUE[piece].middlegame() + bonus.middlegame());
            sums.score.1 += sign * (PIECE_VALUE[piece].endgame() + bonus.endgame());
            if "nbrq".contains(c.to_ascii_lowercase()) {
                sums.non_pawn_material[usize::from(!white)] += PIECE_VALUE[piece].middlegame();
            }
            file += 1;
        }
    }
    sums
}

fn sums_in(position: &Position) -> Sums {
    let sums = PieceSums::of(position);
    Sums {
        score: (sums.psq().middlegame(), sums.psq().endgame()),
        non_pawn_material: [Color::White, Color::Black].map(|c| sums.non_pawn_material(c)),
    }
}

#[test]
fn scores_and_material_are_sums_over_the_fen() {
    let mut unbalanced = 0;
    walk(&all_starts(), 600, 150, |position, _| {
        let sums = sums_in(position);
        assert_eq!(sums, sums_of(&position.fen()), "{}", position.fen());
        unbalanced += usize::from(sums.score.0.abs() > 500);
    });
    assert!(cfg!(miri) || unbalanced > 1000, "{unbalanced}");
}

/// Published values of single pieces, to detect a change of the constants.
#[test]
fn values_of_single_pieces_are_the_published_ones() {
    let score = |board: &str| {
        let position = Position::from_fen(&format!("{board} w - - 0 1")).expect("a legal position");
        sums_in(&position).score
    };
    // A king on e1 and one on e8 cancel each other.
    assert_eq!(score("4k3/8/8/8/8/8/8/4K3"), (0, 0));
    assert_eq!(score("4k3/8/8/8/8/8/4P3/4K3"), (82 + 2, 131 - 2));
    assert_eq!(score("4k3/4p3/8/8/8/8/8/4K3"), (-82 - 2, -131 + 2));
    assert_eq!(score("4k3/8/8/8/8/8/8/N3K3"), (382 - 30, 381 - 42));
    assert_eq!(score("4k3/8/8/8/8/8/8/4K2Q"), (1179 - 4, 1229 - 27));
    assert_eq!(score("4k3/8/8/8/8/8/r7/4K3"), (-586 - 14, -661 - 20));
    assert_eq!(score("4k1b1/8/8/8/8/8/8/4K3"), (-405 - 1, -404 + 11));
}

#[test]
fn scores_of_forgiven_setups_do_not_overflow() {
    for (piece, king) in [(Piece::WhiteQueen, Color::Black), (Piece::BlackQueen, Color::White)] {
        let mut setup = Setup::empty();
        setup.pieces = [Some(piece); 64];
        setup.pieces[Square::A8] = Some(Piece::new(king, ferz::PieceType::King));
        setup.pieces[Square::H1] = Some(Piece::new(!king, ferz::PieceType::King));
        setup.side_to_move = king;
        let position = Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE);
        let position = position.expect("only faults that can be ignored");
        let score = sums_in(&position).score;
        assert!(score.0.abs() > 62 * 1100, "{score:?}");
        assert_eq!(sums_in(&position), sums_of(&position.fen()));
    }
    // Promotions of many pawns, made and undone.
    let pawns = "8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/7k/K7 w - - 0 1";
    let setup: Setup = pawns.parse().expect("a FEN");
    let mut position =
        Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE).expect("ignored faults");
    for file in "abcdefgh".chars() {
        let mv = position.parse_uci(&format!("{file}7{file}8q")).expect("a promotion");
        position.do_move(mv);
        assert_eq!(sums_in(&position), sums_of(&position.fen()), "{}", position.fen());
        if position.legal_count() == 0 {
            break;
        }
        let reply = position.legal_moves()[0];
        position.do_move(reply);
    }
    while position.undo_move().is_some() {
        assert_eq!(sums_in(&position), sums_of(&position.fen()), "{}", position.fen());
    }
}

/// The values are part of the contract: each sign and digit counts.
#[test]
fn values_are_fixed() {
    let bonus = SQUARE_BONUS.as_flattened().as_flattened();
    let values = PIECE_VALUE.iter().chain(bonus);
    let hash = values
        .flat_map(|value| [value.middlegame(), value.endgame()])
        .fold(0u64, |hash, value| hash.wrapping_mul(31).wrapping_add_signed(value.into()));
    assert_eq!(hash, 0x6c4af305d0a53df2);
}

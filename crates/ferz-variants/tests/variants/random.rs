//! Properties at every position of random games.

use ferz::SetupFaults;
use ferz_variants::{Board, EndReason, Move, Position, Rules};

const GAMES: usize = 60;
const PLIES: usize = 250;

/// Plays random games from the initial position and calls `visit` at each position.
fn play(rules: Rules, seed: u64, mut visit: impl FnMut(&Position, &[Move])) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..GAMES {
        let mut position = Position::start(rules);
        for _ in 0..PLIES {
            let moves = position.board().legal_moves();
            visit(&position, &moves);
            if moves.is_empty() {
                break;
            }
            position.do_move(moves[random.usize(0..moves.len())]);
        }
    }
}

/// Returns the moves that are neither drops nor castling with the squares mirrored top to bottom.
fn mirrored(moves: &[Move]) -> Vec<Move> {
    let mut moves: Vec<Move> = moves
        .iter()
        .map(|mv| match (mv.drop_piece(), mv.chess()) {
            (Some(piece), _) => {
                Move::dropping(piece, mv.to().flip_rank()).expect("pawns are not dropped on a8")
            }
            (_, Some(chess)) => Move::new(mv.from().flip_rank(), mv.to().flip_rank(), chess.flag()),
            _ => Move::king_promotion(mv.from().flip_rank(), mv.to().flip_rank(), mv.is_capture()),
        })
        .collect();
    moves.sort_unstable();
    moves
}

#[test]
fn fens_round_trip_and_positions_are_legal() {
    for rules in Rules::ALL {
        play(rules, 1, |position, _| {
            let board = position.board();
            let fen = board.fen();
            let read =
                Board::from_fen(&fen, rules).unwrap_or_else(|e| panic!("{rules} {fen}: {e}"));
            assert_eq!(read.fen(), fen);
            assert_eq!(read.key(), board.key(), "{rules} {fen}");
            assert_eq!(board.setup().faults(rules), SetupFaults::NONE, "{rules} {fen}");
        });
    }
}

#[test]
fn moves_round_trip_as_text() {
    for rules in Rules::ALL {
        let mut texts = 0;
        play(rules, 2, |position, moves| {
            let board = position.board();
            if position.plies() % 9 != 0 {
                return;
            }
            let mut sans: Vec<String> = Vec::new();
            for &mv in moves {
                let (san, uci) = (board.san(mv), board.uci(mv));
                assert_eq!(board.parse_san(&san), Ok(mv), "{rules} {san} at {board}");
                assert_eq!(board.parse_uci(&uci), Ok(mv), "{rules} {uci} at {board}");
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
                sans.push(san);
                texts += 1;
            }
            sans.sort_unstable();
            sans.dedup();
            assert_eq!(sans.len(), moves.len(), "{rules} {board}");
        });
        assert!(texts > 500, "{rules} {texts}");
    }
}

#[test]
fn undoing_restores_every_position() {
    for rules in Rules::ALL {
        let mut boards = Vec::new();
        let mut position = Position::start(rules);
        let mut random = fastrand::Rng::with_seed(3);
        while let moves = position.board().legal_moves()
            && !moves.is_empty()
            && boards.len() < 300
        {
            boards.push(*position.board());
            position.do_move(moves[random.usize(0..moves.len())]);
        }
        while let Some(board) = boards.pop() {
            assert!(position.undo());
            assert_eq!(*position.board(), board);
        }
        assert!(!position.undo());
    }
}

#[test]
fn colours_are_symmetric() {
    let symmetric = |rules| !matches!(rules, Rules::Horde | Rules::RacingKings);
    for rules in Rules::ALL.into_iter().filter(|&rules| symmetric(rules)) {
        play(rules, 4, |position, moves| {
            let board = position.board();
            let mut setup = board.setup();
            setup.chess = setup.chess.flip_colors();
            setup.promoted = setup.promoted.flip_ranks();
            setup.pockets.swap(0, 1);
            setup.checks_left.swap(0, 1);
            let flipped = Board::from_setup(rules, &setup).expect("a mirrored position is legal");
            let mut theirs = flipped.legal_moves();
            theirs.sort_unstable();
            assert_eq!(mirrored(moves), theirs, "{rules} {board}");
            let (ours, theirs) = (board.outcome(), flipped.outcome());
            assert_eq!(
                ours.map(|end| (end.winner.map(|color| !color), end.reason)),
                theirs.map(|end| (end.winner, end.reason)),
                "{rules} {board}"
            );
        });
    }
}

/// Every end of a game occurs, so that none of the tests above is vacuous.
#[test]
fn random_games_end_in_all_ways() {
    for rules in Rules::ALL {
        let mut ends = [0; 3];
        play(rules, 5, |position, moves| {
            if !moves.is_empty() {
                return;
            }
            match position.outcome().map(|end| end.reason) {
                Some(EndReason::VariantEnd) => ends[0] += 1,
                Some(EndReason::Checkmate) => ends[1] += 1,
                Some(EndReason::Stalemate) => ends[2] += 1,
                other => panic!("{rules} {}: {other:?}", position.board()),
            }
        });
        let aim = !matches!(rules, Rules::Chess | Rules::Crazyhouse);
        // Random moves do not capture a horde.
        assert!(rules == Rules::Horde || (ends[0] > 0) == aim, "{rules} {ends:?}");
        // Kings that are not royal are never mated.
        let mates = !rules.is_losing_chess() && rules != Rules::RacingKings;
        assert!(mates || ends[1] == 0, "{rules} {ends:?}");
    }
}

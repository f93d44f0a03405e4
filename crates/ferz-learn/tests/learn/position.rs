//! The position of part two beside that of `ferz`: results and occurrences.

use crate::perft_rows::{CHESS960, CLASSIC, TRAPS};
use ferz::{DrawReason, Position as Reference};
use ferz_learn::packed::PackedMove;
use ferz_learn::position::Position;
use ferz_learn::position::draws::Outcome;
use ferz_learn::random::Random;

const POSITIONS: usize = 20_000;
const LONGEST_GAME: usize = 200;

fn same_outcome(outcome: Option<ferz::Outcome>) -> Option<Outcome> {
    Some(match outcome? {
        ferz::Outcome::Checkmate { .. } => Outcome::Checkmate,
        ferz::Outcome::Draw(DrawReason::Stalemate) => Outcome::Stalemate,
        ferz::Outcome::Draw(DrawReason::InsufficientMaterial) => Outcome::InsufficientMaterial,
        ferz::Outcome::Draw(DrawReason::SeventyFiveMoves) => Outcome::SeventyFiveMoves,
        ferz::Outcome::Draw(DrawReason::FivefoldRepetition) => Outcome::FivefoldRepetition,
    })
}

#[test]
fn results_and_occurrences_are_those_of_ferz() {
    let mut random = Random(24);
    let rows = CLASSIC.iter().chain(TRAPS).chain(CHESS960);
    let fens: Vec<&str> = rows.map(|row| row.fen).collect();
    let (mut positions, mut ends, mut repeated) = (0, 0, 0);
    for fen in fens.iter().cycle() {
        let mut position = Position::from_fen(fen).unwrap();
        let mut reference = Reference::from_fen(fen).unwrap();
        for _ in 0..LONGEST_GAME {
            let outcome = position.outcome();
            assert_eq!(outcome, same_outcome(reference.outcome()), "{}", reference.fen());
            let occurrences = position.occurrences().count();
            assert_eq!(occurrences + 1, reference.repetition_count(), "{}", reference.fen());
            positions += 1;
            repeated += occurrences;
            let moves = position.board().legal_by_stages();
            if outcome.is_some() {
                ends += 1;
                break;
            }
            // Half of the moves go back where that is possible, so that positions occur again.
            let mv = match position.upcoming_repetition() {
                Some((mv, _)) if random.next().is_multiple_of(2) => mv,
                _ => moves[random.next() as usize % moves.len()],
            };
            position.do_move(mv);
            reference.do_move(ferz::Move::from_bits(PackedMove::from(mv).bits()).unwrap());
        }
        if positions >= POSITIONS {
            break;
        }
    }
    assert!(ends > 50 && repeated > 500, "{ends} {repeated}");
}

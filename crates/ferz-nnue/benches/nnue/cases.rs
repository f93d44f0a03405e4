//! Positions, and the moves after which they are evaluated.

use ferz::{Move, Position, Square};
use ferz_nnue::{AccumulatorStack, Kernel, Network};

/// One column of the table: positions that are evaluated in turn.
pub(crate) struct Case {
    pub(crate) groups: Vec<Group>,
}

/// A position and some of the positions after one move.
pub(crate) struct Group {
    pub(crate) before: Position,
    pub(crate) successors: Vec<Successor>,
}

/// A position after a move, or after none.
pub(crate) struct Successor {
    position: Position,
    is_moved: bool,
}

type MakeCase = fn() -> Case;

/// Columns: nothing to compute but the output; quiet moves, captures, castling; a refresh of one
/// perspective and an update of the other.
pub(crate) const CASES: [(&str, MakeCase); 5] = [
    ("output", unchanged),
    ("quiet move", || moves(|position, mv| !mv.is_capture() && !changes_more(position, mv))),
    ("capture", || moves(|_, mv| mv.is_capture() && !mv.is_promotion() && !is_king_move(mv))),
    ("castling", || moves(|_, mv| mv.is_castling() && mv.to() > mv.from())),
    ("king crosses", || moves(crosses)),
];

const POSITIONS: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/pppqbppp/2np1n2/4p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "4k3/1pp1r3/p1n1bp2/8/4P3/2N1B1P1/PP2RP2/4K2R w K - 0 1",
    "r3k3/5ppp/1p1q1n2/p7/3Q4/2N3P1/PP3P1P/4K2R w Kq - 0 1",
];

fn positions() -> impl Iterator<Item = Position> {
    POSITIONS
        .iter()
        .map(|fen| Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// The same position again and again.
fn unchanged() -> Case {
    let groups = positions().map(|before| Group {
        successors: vec![Successor { position: before.clone(), is_moved: false }],
        before,
    });
    Case { groups: groups.collect() }
}

/// The positions after the moves that pass a filter.
fn moves(accepts: fn(&Position, Move) -> bool) -> Case {
    let groups = positions().map(|before| {
        let accepted =
            before.legal_moves().iter().copied().filter(|&mv| accepts(&before, mv)).collect();
        Group { successors: successors(&before, accepted), before }
    });
    let groups: Vec<Group> = groups.filter(|group| !group.successors.is_empty()).collect();
    assert!(!groups.is_empty(), "a case without moves");
    Case { groups }
}

fn successors(before: &Position, moves: Vec<Move>) -> Vec<Successor> {
    let make = |mv| {
        let mut position = before.clone();
        position.do_move(mv);
        Successor { position, is_moved: true }
    };
    moves.into_iter().map(make).collect()
}

/// Returns true if a move changes more than one piece, or the half of the board of a king.
fn changes_more(position: &Position, mv: Move) -> bool {
    mv.is_castling() || mv.is_promotion() || crosses(position, mv)
}

/// Returns true for moves of the kings, which stand on e1 in all positions.
fn is_king_move(mv: Move) -> bool {
    mv.from() == Square::E1
}

/// Returns true for steps of the king from the e-file to the d-file.
fn crosses(_: &Position, mv: Move) -> bool {
    is_king_move(mv) && !mv.is_castling() && mv.to().file() == ferz::File::D
}

impl Group {
    /// Evaluates all positions after their moves and returns the sum.
    pub(crate) fn evaluate(&self, evaluator: &mut AccumulatorStack) -> i64 {
        let mut sum = 0;
        for Successor { position, is_moved } in &self.successors {
            if *is_moved {
                evaluator.push();
            }
            sum += i64::from(evaluator.evaluate(position));
            if *is_moved {
                evaluator.pop();
            }
        }
        sum
    }

    /// Returns the sum by the portable kernel, from scratch.
    pub(crate) fn expected(&self, network: &Network) -> i64 {
        let network = network.clone().with_kernel(Kernel::scalar());
        self.successors
            .iter()
            .map(|successor| i64::from(network.evaluate(&successor.position)))
            .sum()
    }
}

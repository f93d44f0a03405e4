//! The evaluator of a search thread.

use super::classical::ClassicalEvaluator;
use super::endgames::KNOWN_WIN;
use super::material::MaterialTable;
use crate::value::Value;
use ferz::{Board, Color, Move, PieceSums, Position};
use ferz_nnue::{AccumulatorStack, Network};
use std::sync::{Arc, LazyLock};

/// The evaluator of a search thread: the classical evaluation or a network, selected by
/// [`Searcher::set_network`](crate::Searcher::set_network).
///
/// It keeps the sums and accumulators of each ply, so all moves but null moves are made by
/// [`do_move`](Self::do_move) and undone by [`undo_move`](Self::undo_move).
pub struct Evaluator {
    kind: Kind,
    /// The sums of each ply since the last [`reset`](Self::reset), never empty.
    sums: Vec<PieceSums>,
}

#[expect(clippy::large_enum_variant, reason = "one per thread, rarely moved")]
enum Kind {
    Classical(ClassicalEvaluator),
    Network(NetworkEvaluator),
}

impl Evaluator {
    /// Creates an evaluator of a network, or of the classical evaluation without one.
    pub fn new(network: Option<Arc<Network>>) -> Self {
        let kind = match network {
            Some(network) => Kind::Network(NetworkEvaluator::new(network)),
            None => Kind::Classical(ClassicalEvaluator::new()),
        };
        Self { kind, sums: vec![PieceSums::of(&Board::startpos())] }
    }

    /// Returns the sums over the pieces of the current position.
    #[inline(always)]
    pub fn sums(&self) -> &PieceSums {
        &self.sums[self.sums.len() - 1]
    }

    /// Clears the caches. Evaluations do not depend on their content.
    pub fn clear(&mut self) {
        match &mut self.kind {
            Kind::Classical(classical) => classical.clear(),
            Kind::Network(network) => network.clear(),
        }
    }

    /// Prepares for a search that starts at this position.
    #[inline]
    pub fn reset(&mut self, pos: &Position) {
        self.sums.clear();
        self.sums.push(PieceSums::of(pos));
        if let Kind::Network(network) = &mut self.kind {
            network.accumulators.reset();
        }
    }

    /// Makes a legal move whose [`gives_check`](Position::gives_check) is known.
    #[inline(always)]
    pub fn do_move(&mut self, pos: &mut Position, mv: Move, gives_check: bool) {
        let mut sums = *self.sums();
        pos.do_move_with(mv, Some(gives_check), &mut sums);
        self.sums.push(sums);
        if let Kind::Network(network) = &mut self.kind {
            network.accumulators.push();
        }
    }

    /// Undoes the last move made by [`do_move`](Self::do_move). Null moves are not observed, since
    /// they change no piece.
    #[inline(always)]
    pub fn undo_move(&mut self, pos: &mut Position) {
        pos.undo_move();
        self.sums.pop();
        if let Kind::Network(network) = &mut self.kind {
            network.accumulators.pop();
        }
    }

    /// Evaluates the current position for the side to move. The result is meaningless in check.
    ///
    /// # Panics
    /// In a debug build, if the sums are not those of this position.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        scale_by_rule50(self.evaluate_raw(pos), pos)
    }

    /// Returns the raw evaluation of a position for the side to move, before the scaling by the
    /// fifty-move counter. It depends on the pieces, castling rights, en passant square and side to
    /// move only, so that the transposition table can store it.
    #[inline]
    pub fn evaluate_raw(&mut self, pos: &Position) -> Value {
        let sums = &self.sums[self.sums.len() - 1];
        debug_assert_eq!(*sums, PieceSums::of(pos), "a move was not made by the evaluator");
        match &mut self.kind {
            Kind::Classical(classical) => classical.evaluate_with(pos, sums),
            Kind::Network(network) => network.evaluate(pos, sums),
        }
    }
}

/// Scales a raw evaluation towards a draw as the fifty-move counter grows. Known wins keep their
/// value, whose differences measure progress towards mate.
#[inline(always)]
pub(crate) fn scale_by_rule50(raw: Value, pos: &Position) -> Value {
    if raw.abs() >= KNOWN_WIN {
        return raw;
    }
    raw * (220 - Value::from(pos.rule50().min(100))) / 220
}

/// The file of the default network. Its training is described in docs/lab/network.md. The build script
/// selects and checks it.
static DEFAULT_FILE: &[u8] = include_bytes!(env!("FERZ_NETWORK"));

static DEFAULT: LazyLock<Arc<Network>> = LazyLock::new(|| {
    Arc::new(Network::from_bytes(DEFAULT_FILE).expect("the embedded network is valid, by test"))
});

/// Returns the network embedded in the engine.
pub fn default_network() -> Arc<Network> {
    Arc::clone(&DEFAULT)
}

/// The evaluator of a network. Recognised endgames keep their classical evaluation, drawish ones their
/// scale factors.
pub struct NetworkEvaluator {
    accumulators: AccumulatorStack,
    material: MaterialTable,
}

impl NetworkEvaluator {
    /// Creates an evaluator at the start position.
    pub fn new(network: Arc<Network>) -> Self {
        Self { accumulators: AccumulatorStack::new(network), material: MaterialTable::default() }
    }

    /// Clears the material cache. The refresh cache holds sums of weights and stays valid.
    pub fn clear(&mut self) {
        self.material = MaterialTable::default();
    }

    /// Evaluates the current position for the side to move, without the scaling by the fifty-move
    /// counter.
    #[inline]
    pub(super) fn evaluate(&mut self, pos: &Position, sums: &PieceSums) -> Value {
        let material = self.material.get(pos, sums);
        if let Some((_, white)) = material.evaluate_endgame(pos) {
            return if pos.side_to_move() == Color::White { white } else { -white };
        }
        // Below known wins, whose differences measure progress towards mate.
        let value = self.accumulators.evaluate(pos).clamp(1 - KNOWN_WIN, KNOWN_WIN - 1);
        material.scale_draws(pos, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluation_falls_with_the_fifty_move_counter_except_for_known_wins() {
        let mut evaluator = Evaluator::new(None);
        let mut evaluate = |fen: &str| {
            let pos = Position::from_fen(fen).unwrap();
            evaluator.reset(&pos);
            evaluator.evaluate(&pos)
        };
        let first = evaluate("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 40");
        let later = evaluate("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 60 70");
        assert!(later > 0 && later == first * 160 / 220, "{first} {later}");
        let known_win = ["8/8/8/4k3/8/8/8/KQ6 w - - 0 40", "8/8/8/4k3/8/8/8/KQ6 w - - 60 70"];
        let [first, later] = known_win.map(evaluate);
        assert_eq!(first, later);
    }

    #[test]
    fn the_embedded_network_is_valid_and_describes_its_origin() {
        let network = Network::from_bytes(DEFAULT_FILE).unwrap();
        assert_eq!(network.to_bytes(), DEFAULT_FILE);
        assert!(network.provenance().contains("games"), "{}", network.provenance());
    }

    #[test]
    fn material_advantages_are_recognised() {
        let network = default_network();
        for fen in [
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b kq - 0 1",
            "4k3/8/8/8/8/8/PPPP4/R3K3 w - - 0 1",
        ]
        .into_iter()
        .zip([1, 0, 1])
        {
            let (fen, sign) = fen;
            let value = network.evaluate(&Position::from_fen(fen).unwrap());
            assert!(if sign == 0 { value.abs() < 300 } else { value > 300 }, "{fen}: {value}");
        }
    }

    #[test]
    fn drawn_endgames_have_small_values() {
        let mut evaluator = Evaluator::new(Some(default_network()));
        for fen in [
            // A rook pawn with a bishop of the wrong colour; rook against bishop and pawn.
            "6k1/8/5K1P/8/8/8/2B5/8 b - - 0 1",
            "8/8/8/3k4/2bp4/8/3R4/3K4 w - - 0 1",
            // Rook and bishop against rook; Philidor; the rook before its pawn on the seventh.
            "8/8/4k3/8/2KB4/8/6R1/r7 w - - 0 1",
            "4k3/8/r7/4PK2/8/8/8/7R w - - 0 1",
            "R7/P4k2/8/8/8/4K3/8/r7 w - - 0 1",
        ] {
            let pos = Position::from_fen(fen).unwrap();
            evaluator.reset(&pos);
            let value = evaluator.evaluate(&pos);
            // Unscaled, each is at least 30.
            assert!(value.abs() <= 25, "{fen}: {value}");
        }
    }

    #[test]
    fn values_after_moves_equal_values_from_scratch() {
        let network = default_network();
        let mut evaluator = Evaluator::new(Some(Arc::clone(&network)));
        let mut rng = fastrand::Rng::with_seed(4);
        let mut pos = Position::startpos();
        evaluator.reset(&pos);
        for _ in 0..200 {
            let moves = pos.legal_moves();
            if moves.is_empty() || pos.rule50() > 20 {
                break;
            }
            let mv = moves[rng.usize(..moves.len())];
            let gives_check = pos.gives_check(mv);
            evaluator.do_move(&mut pos, mv, gives_check);
            let mut fresh = Evaluator::new(Some(Arc::clone(&network)));
            fresh.reset(&pos);
            assert_eq!(evaluator.evaluate(&pos), fresh.evaluate(&pos), "{}", pos.fen());
        }
    }
}

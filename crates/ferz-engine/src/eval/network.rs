//! The evaluation by a network, and the embedded default network.

use super::material::{KNOWN_WIN, MaterialTable};
use crate::value::Value;
use ferz::{Color, PieceSums, Position};
use ferz_nnue::{DirtyPieces, Network};
use std::sync::{Arc, LazyLock};

/// The file of the default network. Its training is described in docs/network.md. The build script
/// selects and checks it.
static DEFAULT_FILE: &[u8] = include_bytes!(env!("FERZ_NETWORK"));

static DEFAULT: LazyLock<Arc<Network>> = LazyLock::new(|| {
    Arc::new(Network::from_bytes(DEFAULT_FILE).expect("the embedded network is valid, by test"))
});

/// Returns the network embedded in the engine.
pub fn default_network() -> Arc<Network> {
    Arc::clone(&DEFAULT)
}

/// The evaluator of a network. Recognised endgames keep their classical evaluation.
pub struct NetworkEvaluator {
    accumulators: ferz_nnue::Evaluator,
    material: MaterialTable,
}

impl NetworkEvaluator {
    /// Creates an evaluator at the start position.
    pub fn new(network: Arc<Network>) -> Self {
        Self { accumulators: ferz_nnue::Evaluator::new(network), material: MaterialTable::new() }
    }

    /// Clears the material cache. The refresh cache holds sums of weights and stays valid.
    pub fn clear(&mut self) {
        self.material = MaterialTable::new();
    }

    /// Drops all pushed moves.
    #[inline]
    pub(super) fn reset(&mut self) {
        self.accumulators.reset();
    }

    /// Returns the observer of the next move.
    #[inline(always)]
    pub(super) fn push(&mut self) -> &mut DirtyPieces {
        self.accumulators.push()
    }

    /// Undoes the last observed move.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// Evaluates the current position for the side to move, without the scaling by the fifty-move
    /// counter.
    #[inline]
    pub(super) fn evaluate(&mut self, pos: &Position, sums: &PieceSums) -> Value {
        if let Some((_, white)) = self.material.get(pos, sums).evaluate_endgame(pos) {
            return if pos.side_to_move() == Color::White { white } else { -white };
        }
        // Below known wins, whose differences measure progress towards mate.
        self.accumulators.evaluate(pos).clamp(1 - KNOWN_WIN, KNOWN_WIN - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;

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

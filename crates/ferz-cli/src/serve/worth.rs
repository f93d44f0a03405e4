//! What the pieces of a position are worth to the network of the built-in engine.

use ferz::{Color, Position, Square};
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::eval::{ClassicalEvaluator, Evaluator, default_network};
use serde::Serialize;
use std::collections::BTreeMap;

/// The JSON object of the worth of the pieces.
#[derive(Serialize)]
pub(super) struct Worth {
    /// What the evaluation loses without each piece but the kings, by the name of its square, in pawns for White.
    pieces: BTreeMap<String, f64>,
    /// The evaluation for White.
    centipawns: i32,
    /// The recognised endgame, whose own evaluation replaces that of the network.
    endgame: Option<&'static str>,
}

impl Worth {
    /// Evaluates a position and, for each piece, the same without it.
    pub(super) fn new(position: &Position) -> Self {
        let network = default_network();
        let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
        let contributions = network.contributions(position);
        let pawns = |value: i32| f64::from(centipawns(sign * value)) / 100.0;
        let worth = |square: &Square| {
            let value = contributions[*square]?;
            Some((square.to_string(), pawns(value)))
        };
        let mut evaluator = Evaluator::new(Some(network.clone()));
        evaluator.reset(position);
        let endgame = ClassicalEvaluator::new().breakdown(position).endgame;
        Self {
            pieces: Square::ALL.iter().filter_map(worth).collect(),
            centipawns: centipawns(sign * evaluator.evaluate_raw(position)),
            endgame: endgame.map(|endgame| endgame.name()),
        }
    }
}

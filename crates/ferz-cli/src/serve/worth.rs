//! What the pieces of a position are worth to the network of the built-in engine.

use crate::common::prelude::*;
use ferz_engine::eval::default_network;
use ferz_session::NetworkEvaluation;
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
        let found = NetworkEvaluation::new(&default_network(), position);
        Self {
            pieces: found.pawns().map(|(square, pawns)| (square.to_string(), pawns)).collect(),
            centipawns: found.centipawns(),
            endgame: found.recognized.map(|endgame| endgame.name()),
        }
    }
}

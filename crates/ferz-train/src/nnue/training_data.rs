//! The identity of the samples of a training run.

use crate::format::{Filter, TrainingGame};
use serde::{Deserialize, Serialize};

/// Identifies the samples of a training run. A checkpoint holds it, since a run can continue with the
/// same samples only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrainingData {
    /// Games read.
    pub games: usize,
    /// Samples to train with.
    pub training: usize,
    /// Samples held out.
    pub held_out: usize,
    /// CRC-32 in hexadecimal of the games in the order in which they were read.
    pub checksum: String,
    /// The conditions on the positions.
    pub filter: Filter,
}

/// Returns the CRC-32 of a game: of all that samples and labels depend on.
pub(super) fn game_checksum(game: &TrainingGame) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(game.start.fen().as_bytes());
    hasher.update(&(game.moves.len() as u64).to_le_bytes());
    game.moves.iter().for_each(|mv| hasher.update(&mv.bits().to_le_bytes()));
    game.scores.iter().for_each(|score| hasher.update(&score.to_le_bytes()));
    hasher.update(&[game.result as u8]);
    hasher.finalize()
}

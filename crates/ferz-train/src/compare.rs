//! Comparison of networks by the difference of their evaluations from the scores of games.

use crate::format::{Filter, Game, IllegalPly};
use crate::games::{GamesError, IllegalGame, for_each_chunk, replay_all};
use crate::tune::{logistic, minimum};
use ferz_nnue::Network;
use rayon::prelude::*;
use std::path::Path;
use std::sync::Arc;

/// The number of positions per parallel task. It is fixed, so that the sums do not depend on the number
/// of threads.
const CHUNK: usize = 1 << 14;

/// Evaluates the positions of games by several networks.
#[derive(Clone, Debug)]
pub struct Comparison {
    networks: Vec<Arc<Network>>,
    filter: Filter,
    scale: f32,
    games: usize,
    /// The expected points of the side to move in each position, by its score.
    expected: Vec<f32>,
    /// The evaluations of all positions in centipawns for the side to move, by network.
    evaluations: Vec<Vec<f32>>,
}

/// A position of a game.
struct Evaluated {
    /// The expected points of the side to move by the score.
    expected: f32,
    /// The evaluations in centipawns for the side to move, by network.
    evaluations: Vec<f32>,
}

/// The differences of a network's evaluations from the scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvaluationFit {
    /// The mean absolute evaluation in centipawns.
    pub mean_magnitude: f64,
    /// The logistic scale of the evaluations, in centipawns, that fits the expected points by the scores
    /// best.
    pub scale: f32,
    /// The root mean square of the difference in expected points, with that scale.
    pub error: f64,
}

impl Comparison {
    /// Creates a comparison without positions. A score of `scale` centipawns is odds of e to 1.
    pub fn new(networks: Vec<Arc<Network>>, filter: Filter, scale: f32) -> Self {
        let evaluations = vec![Vec::new(); networks.len()];
        Self { networks, filter, scale, games: 0, expected: Vec::new(), evaluations }
    }

    /// Evaluates the positions of a file's games that pass the filter, on all cores. Calls `progress`
    /// with the number of bytes read so far. An incomplete record at the end of the file is ignored;
    /// its offset is returned.
    ///
    /// # Errors
    /// If the file cannot be opened, is damaged, or contains an illegal move.
    pub fn read(
        &mut self,
        path: &Path,
        mut progress: impl FnMut(u64),
    ) -> Result<Option<u64>, GamesError> {
        for_each_chunk(path, |games, bytes_read| {
            self.add(games)?;
            progress(bytes_read);
            Ok(true)
        })
    }

    /// Evaluates the positions of games that pass the filter, on all cores.
    ///
    /// # Errors
    /// If a game contains an illegal move. No game was added.
    pub fn add(&mut self, games: &[Game]) -> Result<(), IllegalGame> {
        let parts = replay_all(games, |game| self.positions_of(game))?;
        self.games += games.len();
        for Evaluated { expected, evaluations } in parts.into_iter().flatten() {
            self.expected.push(expected);
            for (list, evaluation) in self.evaluations.iter_mut().zip(evaluations) {
                list.push(evaluation);
            }
        }
        Ok(())
    }

    /// Returns the positions of a game that pass the filter.
    fn positions_of(&self, game: &Game) -> Result<Vec<Evaluated>, IllegalPly> {
        let mut positions = Vec::new();
        game.visit(&self.filter, |ply| {
            let Some(score) = ply.score_to_move() else { return };
            let evaluate = |network: &Arc<Network>| network.evaluate(ply.position) as f32;
            let evaluations = self.networks.iter().map(evaluate).collect();
            let expected = logistic(f32::from(score) / self.scale);
            positions.push(Evaluated { expected, evaluations });
        })?;
        Ok(positions)
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the number of positions that passed the filter.
    pub fn positions(&self) -> usize {
        self.expected.len()
    }

    /// Returns the fit of each network, in order; `None` if there are no positions.
    pub fn fits(&self) -> Option<Vec<EvaluationFit>> {
        let fit = |evaluations: &Vec<f32>| {
            let mean_square = |scale: f32| {
                self.mean(evaluations, |evaluation, expected| {
                    f64::from(logistic(evaluation / scale) - expected).powi(2)
                })
            };
            let scale = minimum(self.scale, mean_square);
            let mean_magnitude = self.mean(evaluations, |evaluation, _| evaluation.abs().into());
            EvaluationFit { mean_magnitude, scale, error: mean_square(scale).sqrt() }
        };
        (self.positions() > 0).then(|| self.evaluations.iter().map(fit).collect())
    }

    /// Returns the mean of a function of evaluation and expected points.
    fn mean(&self, evaluations: &[f32], term: impl Fn(f32, f32) -> f64 + Sync) -> f64 {
        let sums: Vec<f64> = evaluations
            .par_chunks(CHUNK)
            .zip(self.expected.par_chunks(CHUNK))
            .map(|(evaluations, expected)| {
                evaluations.iter().zip(expected).map(|(&a, &b)| term(a, b)).sum()
            })
            .collect();
        sums.iter().sum::<f64>() / self.positions() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Ending, GameResult};
    use ferz::{Color, Position};
    use ferz_engine::eval::default_network;
    use ferz_nnue::Shape;

    /// Returns random games whose scores are the evaluations of a network.
    fn games(network: &Network) -> Vec<Game> {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut games = Vec::new();
        for _ in 0..20 {
            let (start, mut moves, mut scores) = (Position::startpos(), Vec::new(), Vec::new());
            let mut position = start.clone();
            while moves.len() < 60 && position.has_legal_move() {
                let evaluation = network.evaluate(&position) as i16;
                let white = position.side_to_move() == Color::White;
                scores.push(if white { evaluation } else { -evaluation });
                let legal = position.legal_moves();
                moves.push(legal[rng.usize(..legal.len())]);
                position.do_move(moves[moves.len() - 1]);
            }
            let (result, ending) = (GameResult::Draw, Ending::TooLong);
            games.push(Game { start, moves, scores, result, ending });
        }
        games
    }

    #[test]
    fn error_is_the_distance_from_the_scores_at_the_best_scale() {
        let network = default_network();
        let doubled = Arc::new(Network::clone(&network).with_scale(2 * network.scale()));
        let random = Arc::new(Network::random(1, Shape::new(32, 1).unwrap()));
        let networks = vec![Arc::clone(&network), doubled, random];
        let mut comparison = Comparison::new(networks, Filter::quiet(), 150.0);
        assert_eq!(comparison.fits(), None);
        comparison.add(&games(&network)).unwrap();
        assert_eq!(comparison.games(), 20);
        assert!(comparison.positions() > 200, "{}", comparison.positions());
        let [own, doubled, random] = comparison.fits().unwrap()[..] else { panic!() };
        assert!((own.scale - 150.0).abs() < 0.5 && own.error < 1e-3, "{own:?}");
        assert!((doubled.scale - 300.0).abs() < 1.0 && doubled.error < 2e-3, "{doubled:?}");
        assert!((doubled.mean_magnitude / own.mean_magnitude - 2.0).abs() < 0.02);
        assert!(random.error > 0.1, "{random:?}");
    }
}

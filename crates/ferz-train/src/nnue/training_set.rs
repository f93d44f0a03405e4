//! Training samples from game files.

use super::sample::{Sample, SampleStore};
use super::settings::LabelSettings;
use crate::format::{IllegalPly, PositionFilter, TrainingGame};
use crate::games::{GamesError, IllegalGame, for_each_chunk, is_held_out, replay_all};
use ferz::Color;
use serde::{Deserialize, Serialize};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Training samples and held-out samples.
#[derive(Debug)]
pub struct TrainingSet {
    /// Samples to train with.
    pub training: SampleStore,
    /// Samples to measure with, in the order of the files.
    pub held_out: Vec<Sample>,
    /// The files with the ranges of their held-out samples.
    pub files: Vec<(PathBuf, Range<usize>)>,
    /// Games read.
    pub games: usize,
    /// Games held out, of those read.
    pub held_out_games: usize,
    /// Scored positions read, before filtering.
    pub scored: usize,
    /// CRC-32 of the games read, in order.
    checksum: u32,
}

impl TrainingSet {
    /// Creates a set without samples; those to train with go to the store.
    pub fn new(training: SampleStore) -> Self {
        Self {
            training,
            held_out: Vec::new(),
            files: Vec::new(),
            games: 0,
            held_out_games: 0,
            scored: 0,
            checksum: 0,
        }
    }

    /// Adds the positions of a file's games that pass the filter, with their labels. One game in fifty
    /// is held out, by a hash of its start position and first moves; of few games, none may be. Calls
    /// `progress` with the number of bytes read so far. An incomplete record at the end of the file is
    /// ignored; its offset is returned.
    ///
    /// # Errors
    /// If the file cannot be opened, is damaged, or contains an illegal move, or the samples cannot be
    /// stored.
    pub fn read(
        &mut self,
        path: &Path,
        filter: &PositionFilter,
        labels: &LabelSettings,
        mut progress: impl FnMut(u64),
    ) -> Result<Option<u64>, GamesError> {
        let first_held_out = self.held_out.len();
        let mut stored = Ok(());
        let incomplete = for_each_chunk(path, |games, bytes_read| {
            stored = self.add(games, filter, labels)?;
            progress(bytes_read);
            Ok(stored.is_ok())
        })?;
        stored.map_err(GamesError::Samples)?;
        self.files.push((path.to_owned(), first_held_out..self.held_out.len()));
        Ok(incomplete)
    }

    fn add(
        &mut self,
        games: &[TrainingGame],
        filter: &PositionFilter,
        labels: &LabelSettings,
    ) -> Result<io::Result<()>, IllegalGame> {
        let parts =
            replay_all(games, |game| Ok((samples(game, filter, labels)?, game_checksum(game))))?;
        for ((part, checksum), game) in parts.into_iter().zip(games) {
            let mut hasher = crc32fast::Hasher::new_with_initial(self.checksum);
            hasher.update(&checksum.to_le_bytes());
            self.checksum = hasher.finalize();
            self.games += 1;
            self.scored += game.search_scores().count();
            let held_out = is_held_out(game);
            self.held_out_games += usize::from(held_out);
            if held_out {
                self.held_out.extend(part);
            } else if let Err(error) = self.training.extend(part) {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    }

    /// Returns the identity of the samples, which were read with this filter.
    pub fn data(&self, filter: &PositionFilter) -> TrainingData {
        TrainingData {
            games: self.games,
            training: self.training.len(),
            held_out: self.held_out.len(),
            checksum: format!("{:08x}", self.checksum),
            filter: filter.clone(),
        }
    }
}

/// Returns the samples of a game.
fn samples(
    game: &TrainingGame,
    filter: &PositionFilter,
    labels: &LabelSettings,
) -> Result<Vec<Sample>, IllegalPly> {
    let labels = labels.labels(game);
    let mut samples = Vec::new();
    game.visit(filter, |ply| {
        let white = ply.position.side_to_move() == Color::White;
        let label = labels[ply.ply - game.opening_plies()];
        samples.extend(Sample::new(ply.position, if white { label } else { 1.0 - label }));
    })?;
    Ok(samples)
}

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
    pub filter: PositionFilter,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{EndingCode, GameWriter, ResultCode};
    use ferz::Position;

    /// Writes a file of games of 40 plies in which all scores are `score`, and returns its path.
    fn file(name: &str, games: usize, score: i16) -> PathBuf {
        let mut rng = fastrand::Rng::with_seed(score.unsigned_abs().into());
        let path = std::env::temp_dir().join(format!("ferz-{}-{name}", std::process::id()));
        let mut writer = GameWriter::new(std::fs::File::create(&path).unwrap(), "{}").unwrap();
        for _ in 0..games {
            let (start, mut moves) = (Position::startpos(), Vec::new());
            let mut position = start.clone();
            while moves.len() < 40 && position.has_legal_move() {
                let legal = position.legal_moves();
                moves.push(legal[rng.usize(..legal.len())]);
                position.do_move(moves[moves.len() - 1]);
            }
            let scores = vec![score; moves.len()];
            let (result, ending) = (ResultCode::Draw, EndingCode::TooLong);
            writer.write(&TrainingGame { start, moves, scores, result, ending }).unwrap();
        }
        path
    }

    #[test]
    fn files_are_shuffled_together_and_each_has_games_held_out() {
        // The score, as a label, names the file of a sample.
        let files = [("a", 600, 100), ("b", 500, 10)].map(|(name, games, score)| {
            let path = file(name, games, score);
            (path, score)
        });
        let labels = LabelSettings { scale: 100.0, lambda: 0.0, result_share: 0.0 };
        let mut set = TrainingSet::new(SampleStore::in_memory(1));
        for (path, _) in &files {
            set.read(path, &PositionFilter::quiet(), &labels, |_| ()).unwrap();
            std::fs::remove_file(path).unwrap();
        }
        assert_eq!((set.games, set.files.len()), (1100, 2));
        assert!((8..40).contains(&set.held_out_games), "{}", set.held_out_games);
        let of_second = |samples: &[Sample]| {
            let second = |sample: &&Sample| (sample.label() - 0.5).abs() < 0.1;
            samples.iter().filter(second).count() as f64 / samples.len() as f64
        };
        for ((path, range), (expected, score)) in set.files.iter().zip(&files) {
            assert_eq!(path, expected);
            let held_out = &set.held_out[range.clone()];
            assert_eq!(of_second(held_out), if *score == 10 { 1.0 } else { 0.0 });
        }
        let share = set.held_out.len() as f64 / (set.held_out.len() + set.training.len()) as f64;
        assert!((share - 0.02).abs() < 0.015, "{share}");
        assert_eq!(of_second(&set.training.part(0).unwrap()[..100]), 0.0);
        set.training.shuffle().unwrap();
        let training = set.training.part(0).unwrap();
        let parts = training.chunks_exact(set.training.len() / 4);
        for part in parts {
            assert!((of_second(part) - 5.0 / 11.0).abs() < 0.05, "{}", of_second(part));
        }
    }

    #[test]
    fn held_out_games_do_not_depend_on_the_order_of_the_files() {
        let paths = [file("c", 300, 100), file("d", 300, 10)];
        let labels = LabelSettings { scale: 100.0, lambda: 0.0, result_share: 0.0 };
        let held_out = |paths: &[&PathBuf]| {
            let mut set = TrainingSet::new(SampleStore::in_memory(1));
            for path in paths {
                set.read(path, &PositionFilter::quiet(), &labels, |_| ()).unwrap();
            }
            (set.data(&PositionFilter::quiet()), set.held_out)
        };
        let [c, d] = &paths;
        let ((_, alone), (_, other)) = (held_out(&[c]), held_out(&[d]));
        assert!(!alone.is_empty() && !other.is_empty());
        let ((first, _), (second, both)) = (held_out(&[c, d]), held_out(&[d, c]));
        assert_eq!(both, [other, alone].concat());
        assert_eq!(held_out(&[d, c]).0, second);
        assert_ne!(first.checksum, second.checksum, "samples are trained on in their order");
        assert_eq!((first.games, first.held_out), (second.games, second.held_out));
        paths.iter().for_each(|path| std::fs::remove_file(path).unwrap());
    }
}

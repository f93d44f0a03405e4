//! Checkpoints: everything a training run needs to continue after an epoch.
//!
//! A checkpoint is the text `FERZTRN`, the version as a digit, the length of a JSON object (u32, little
//! endian), that object with settings, losses, number of updates and the identity of the samples, then
//! the parameters and both running means as f32, little endian, and the CRC-32 of all before it.

use super::model::Parameters;
use super::settings::{TrainSettings, TrainSettingsError};
use super::trainer::Trainer;
use super::training_set::TrainingData;
use crate::EpochLoss;
use crate::optimizer::AdamW;
use crate::workers::Workers;
use ferz_nnue::{Network, NetworkFileError};
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 7] = b"FERZTRN";
const VERSION: u8 = b'3';
/// The length of magic text and version.
const START_LEN: usize = MAGIC.len() + 1;

#[derive(Serialize, Deserialize)]
struct CheckpointHeader {
    settings: TrainSettings,
    /// Training and held-out losses; none for a loss that is not a number.
    losses: Vec<[Option<f64>; 2]>,
    steps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<TrainingData>,
}

/// A checkpoint that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TrainCheckpointError {
    /// The magic text is missing.
    #[error("not a checkpoint: the file begins with {found:?}; expected \"FERZTRN\"")]
    Magic {
        /// The first bytes of the file, as text.
        found: String,
    },
    /// The format has another version.
    #[error("checkpoint format version {:?}; expected {:?}", char::from(*.found), char::from(VERSION))]
    Version {
        /// The version found.
        found: u8,
    },
    /// The file ends early or has bytes left over.
    #[error("{}: {found} bytes; expected {expected}",
        if found < expected { "the file ends early" } else { "bytes after the end" })]
    Length {
        /// Bytes found.
        found: usize,
        /// Bytes that the header requires.
        expected: usize,
    },
    /// The checksum differs.
    #[error("checksum {found:08x}; expected {computed:08x} from the bytes before")]
    Checksum {
        /// The checksum of the file.
        found: u32,
        /// The checksum of the bytes before it.
        computed: u32,
    },
    /// The header is not valid JSON of the expected form.
    #[error("header of the checkpoint: {0}")]
    CheckpointHeader(#[from] serde_json::Error),
    /// The settings are invalid.
    #[error("settings of the checkpoint: {0}")]
    Settings(#[from] TrainSettingsError),
}

/// A file of initial weights that is neither a network nor a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum InitialWeightsError {
    /// The file begins as a checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] TrainCheckpointError),
    /// The file begins as a network.
    #[error(transparent)]
    Network(NetworkFileError),
    /// The file begins otherwise.
    #[error("neither a checkpoint nor a network: the file begins with \"{}\"", .found.escape_ascii())]
    Magic {
        /// The first bytes of the file.
        found: Vec<u8>,
    },
}

impl Parameters {
    /// Reads the parameters of a checkpoint, or of the file of a quantised network. Their expected
    /// points do not depend on the scale.
    ///
    /// # Errors
    /// If the bytes are neither a checkpoint nor a network, are damaged, or end early.
    pub fn from_file(bytes: &[u8]) -> Result<Self, InitialWeightsError> {
        if bytes.starts_with(MAGIC) {
            return Ok(Trainer::from_checkpoint(bytes)?.parameters);
        }
        let network = Network::from_bytes(bytes).map_err(|error| match error {
            NetworkFileError::WrongMagic { found } => InitialWeightsError::Magic { found },
            error => InitialWeightsError::Network(error),
        })?;
        Ok(Self::from_network(&network.dequantize()))
    }
}

impl Trainer {
    /// Returns the bytes of a checkpoint.
    pub fn checkpoint(&self) -> Vec<u8> {
        let header = CheckpointHeader {
            settings: self.settings.clone(),
            losses: self
                .losses
                .iter()
                .map(|loss| [loss.training, loss.held_out].map(|x| Some(x).filter(|x| !x.is_nan())))
                .collect(),
            steps: self.optimizer.steps,
            data: self.data.clone(),
        };
        let header = serde_json::to_vec(&header).expect("settings and numbers are JSON");
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        let AdamW { means, squares, .. } = &self.optimizer;
        for value in [self.parameters.values(), means, squares].into_iter().flatten() {
            bytes.extend(value.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If the bytes are no checkpoint, are damaged, or end early.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, TrainCheckpointError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| TrainCheckpointError::Magic {
            found: String::from_utf8_lossy(&bytes[..bytes.len().min(MAGIC.len())]).into_owned(),
        })?;
        let length = |expected| TrainCheckpointError::Length { found: bytes.len(), expected };
        let rest = match rest.split_first() {
            Some((&VERSION, rest)) => rest,
            Some((&found, _)) => return Err(TrainCheckpointError::Version { found }),
            None => return Err(length(START_LEN)),
        };
        let (size, rest) = rest.split_first_chunk::<4>().ok_or_else(|| length(START_LEN + 4))?;
        let size = u32::from_le_bytes(*size) as usize;
        let header_end = START_LEN + 4 + size;
        let header = rest.get(..size).ok_or_else(|| length(header_end + 4))?;
        let parsed = serde_json::from_slice::<CheckpointHeader>(header);
        // The length comes first: the last bytes of a file that ends early are no checksum.
        let readable = parsed.as_ref().ok().and_then(|header| header.settings.check().ok());
        let end = |shape| header_end + 3 * 4 * Parameters::count(shape) + 4;
        if let Some(expected) = readable.map(end).filter(|&expected| bytes.len() != expected) {
            return Err(length(expected));
        }
        let (content, checksum) =
            bytes.split_last_chunk::<4>().ok_or_else(|| length(header_end + 4))?;
        let (found, computed) = (u32::from_le_bytes(*checksum), crc32fast::hash(content));
        if found != computed {
            return Err(TrainCheckpointError::Checksum { found, computed });
        }
        let CheckpointHeader { settings, losses, steps, data } = parsed?;
        let shape = settings.check()?;
        let count = Parameters::count(shape);
        let (values, _) = content[header_end..].as_chunks::<4>();
        let values: Vec<f32> = values.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let (parameters, means) = values.split_at(count);
        let (means, squares) = means.split_at(count);
        let parameters = Parameters::from_values(shape, parameters.to_vec());
        Ok(Self {
            settings,
            parameters: parameters.ok_or_else(|| length(end(shape)))?,
            optimizer: AdamW { means: means.to_vec(), squares: squares.to_vec(), steps },
            losses: losses
                .into_iter()
                .map(|pair| pair.map(|loss| loss.unwrap_or(f64::NAN)))
                .map(|[training, held_out]| EpochLoss { training, held_out })
                .collect(),
            workers: Workers::all(),
            data,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::Sample;
    use ferz::Position;
    use std::ops::ControlFlow;

    fn samples() -> Vec<Sample> {
        let mut rng = fastrand::Rng::with_seed(8);
        let mut position = Position::startpos();
        let mut samples = Vec::new();
        while samples.len() < 500 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.game_ply() > 120 {
                position = Position::startpos();
                continue;
            }
            position.do_move(moves[rng.usize(..moves.len())]);
            samples.extend(Sample::new(&position, rng.f32()));
        }
        samples
    }

    fn trainer(epochs: usize) -> Trainer {
        let settings = TrainSettings {
            hidden: 32,
            buckets: 2,
            epochs: 4,
            batch_size: 64,
            ..TrainSettings::default()
        };
        let mut trainer = Trainer::new(settings).unwrap();
        let samples = samples();
        let (held_out, training) = samples.split_at(50);
        let training = training.to_vec().into();
        for _ in 0..epochs {
            trainer.train_epoch(&training, held_out, |_| ControlFlow::Continue(())).unwrap();
        }
        trainer
    }

    #[test]
    fn a_run_resumed_from_a_checkpoint_gives_the_same_network() {
        let whole = trainer(4);
        let mut resumed = Trainer::from_checkpoint(&trainer(2).checkpoint()).unwrap();
        let samples = samples();
        let (held_out, training) = samples.split_at(50);
        let training = training.to_vec().into();
        while !resumed.is_finished() {
            resumed.train_epoch(&training, held_out, |_| ControlFlow::Continue(())).unwrap();
        }
        assert_eq!(resumed, whole);
    }

    #[test]
    fn initial_weights_are_those_of_a_checkpoint_or_a_network() {
        let trainer = trainer(1);
        let parameters = Parameters::from_file(&trainer.checkpoint()).unwrap();
        assert_eq!(&parameters, trainer.parameters());
        let network = Network::quantize(&parameters.to_network(176)).unwrap();
        let quantized = Parameters::from_file(&network.to_bytes()).unwrap();
        assert_eq!(quantized.shape(), parameters.shape());
        let differences = quantized.values().iter().zip(parameters.values());
        // Half a step of a weight of the first dense layer, the coarsest.
        assert!(differences.clone().all(|(a, b)| (a - b).abs() <= 0.5 / 128.0 + 1e-6));
        assert!(differences.clone().any(|(a, b)| a != b));

        // A new run has the loss of the trained network before its first step.
        let samples = samples();
        let resumed = Trainer::with_parameters(trainer.settings().clone(), parameters).unwrap();
        assert_eq!(resumed.mean_loss(&samples), trainer.mean_loss(&samples));
        assert!(resumed.losses().is_empty());
        let mut damaged = network.to_bytes();
        damaged.pop();
        for (bytes, message) in [
            (
                &b"FERZGAME"[..],
                "neither a checkpoint nor a network: the file begins with \"FERZGAME\"",
            ),
            (b"", "neither a checkpoint nor a network"),
            (b"FERZTRN2", "checkpoint format version '2'; expected '3'"),
            (&trainer.checkpoint()[..99], "the file ends early"),
            (&damaged, "bytes; expected"),
        ] {
            let error = Parameters::from_file(bytes).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn checkpoints_hold_initial_weights_and_data() {
        let mut trainer = trainer(1);
        trainer.settings.init = Some("00c0ffee".to_owned());
        trainer.data = Some(TrainingData {
            games: 7,
            training: 450,
            held_out: 50,
            checksum: "12345678".to_owned(),
            filter: crate::format::PositionFilter::quiet(),
        });
        assert_eq!(Trainer::from_checkpoint(&trainer.checkpoint()).unwrap(), trainer);
    }

    #[test]
    fn checkpoints_with_invalid_settings_are_refused() {
        let mut trainer = trainer(1);
        trainer.settings.lambda = 2.0;
        let error = Trainer::from_checkpoint(&trainer.checkpoint()).unwrap_err().to_string();
        assert_eq!(error, "settings of the checkpoint: lambda 2; expected 0 to 1");
    }

    #[test]
    fn damaged_checkpoints_are_refused() {
        let bytes = trainer(1).checkpoint();
        for end in [0, 7, 8, 11, 12, 40, bytes.len() / 2, bytes.len() - 1] {
            assert!(Trainer::from_checkpoint(&bytes[..end]).is_err(), "{end} bytes");
        }
        for found in [bytes.len() / 2, bytes.len() - 1] {
            let error = Trainer::from_checkpoint(&bytes[..found]).unwrap_err();
            let text = format!("the file ends early: {found} bytes; expected {}", bytes.len());
            assert_eq!(error.to_string(), text);
        }
        let longer = Trainer::from_checkpoint(&[&bytes[..], b"more"].concat()).unwrap_err();
        assert!(longer.to_string().starts_with("bytes after the end: "), "{longer}");
        for at in (0..bytes.len()).step_by(1021) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 16;
            assert!(Trainer::from_checkpoint(&damaged).is_err(), "byte {at}");
        }
    }
}

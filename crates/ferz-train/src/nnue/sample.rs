//! One training position in 32 bytes.

use fastrand::Rng;
use ferz::{Bitboard, Color, Piece, Position, Square};
use ferz_nnue::{Perspective, PieceSets};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Largest number of pieces of a training position.
pub const MAX_PIECES: usize = 32;

/// A position with its label, as the side to move sees them.
///
/// The board is stored with the side to move as White: positions that differ only by colours are
/// the same sample.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub struct Sample {
    occupied: u64,
    /// The pieces in the order of their squares, four bits each, low bits first.
    pieces: [u8; MAX_PIECES / 2],
    /// The expected points of the side to move, 0 to 1.
    label: f32,
    /// The squares of both kings, the side to move's first.
    kings: [u8; 2],
}

/// The features of a sample: those of the side to move, then those of its opponent.
pub(super) struct SampleFeatures {
    indices: [[u16; 2 * MAX_PIECES]; 2],
    len: usize,
}

impl SampleFeatures {
    /// Returns the features of both sides, the side to move first.
    #[inline(always)]
    pub(super) fn sides(&self) -> [&[u16]; 2] {
        let [us, them] = &self.indices;
        [&us[..self.len], &them[..self.len]]
    }
}

impl Sample {
    /// Packs a position and the expected points of the side to move, 0 to 1. Returns `None` for more
    /// than 32 pieces.
    pub fn new(position: &Position, label: f32) -> Option<Self> {
        let black = position.side_to_move() == Color::Black;
        let flip = if black { 56 } else { 0 };
        let (mut occupied, mut pieces, mut len) = (0, [0; MAX_PIECES / 2], 0);
        for square in (0..Square::COUNT).filter_map(Square::from_index) {
            let Some(piece) =
                Square::from_index(square.index() ^ flip).and_then(|from| position.piece_on(from))
            else {
                continue;
            };
            if len == MAX_PIECES {
                return None;
            }
            occupied |= 1 << square.index();
            let code = piece.index() as u8 ^ u8::from(black);
            pieces[len / 2] |= code << (4 * (len % 2));
            len += 1;
        }
        let us = position.side_to_move();
        let kings = [us, !us].map(|color| (position.king(color).index() ^ flip) as u8);
        Some(Self { occupied, pieces, label, kings })
    }

    /// Returns the bytes of the sample in a temporary file.
    pub(super) fn to_bytes(self) -> [u8; size_of::<Self>()] {
        let mut bytes = [0; size_of::<Self>()];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..28].copy_from_slice(&self.label.to_le_bytes());
        bytes[28..30].copy_from_slice(&self.kings);
        bytes
    }

    /// Reads a sample from the bytes of [`to_bytes`](Self::to_bytes).
    pub(super) fn from_bytes(bytes: &[u8; size_of::<Self>()]) -> Self {
        let (occupied, rest) = bytes.split_first_chunk().expect("8 of 32 bytes");
        let (pieces, rest) = rest.split_first_chunk().expect("16 of 24 bytes");
        let (label, rest) = rest.split_first_chunk().expect("4 of 8 bytes");
        Self {
            occupied: u64::from_le_bytes(*occupied),
            pieces: *pieces,
            label: f32::from_le_bytes(*label),
            kings: [rest[0], rest[1]],
        }
    }

    /// Returns the number of pieces, kings included.
    #[inline(always)]
    pub fn pieces(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Returns the label: the expected points of the side to move, 0 to 1.
    #[inline(always)]
    pub fn label(&self) -> f32 {
        self.label
    }

    /// Returns the features of both sides.
    #[inline(always)]
    pub(super) fn features(&self) -> SampleFeatures {
        let king = |i: usize| Square::wrapping(usize::from(self.kings[i]));
        let us = Perspective::new(Color::White, king(0));
        let them = Perspective::new(Color::Black, king(1));
        let mut pieces = [Bitboard::EMPTY; Piece::COUNT];
        let mut rest = self.occupied;
        for i in 0..self.pieces().min(MAX_PIECES) {
            let square = rest & rest.wrapping_neg();
            rest ^= square;
            pieces[usize::from(self.pieces[i / 2] >> (4 * (i % 2)) & 15)] |= Bitboard(square);
        }
        let sets = PieceSets::new(pieces);
        let mut features = SampleFeatures { indices: [[0; 2 * MAX_PIECES]; 2], len: 0 };
        for (us, them) in sets.features(us).zip(sets.features(them)) {
            features.indices[0][features.len] = us as u16;
            features.indices[1][features.len] = them as u16;
            features.len += 1;
        }
        features
    }
}

/// The number of temporary files. One at a time is in memory.
const FILES: usize = 64;

/// Training samples in random parts: one in memory, or many in temporary files, for more samples than
/// memory holds. The files are removed with the store.
#[derive(Debug)]
pub struct SampleStore {
    memory: Vec<Sample>,
    files: Vec<SampleFile>,
    /// The file of each sample, and the order of the samples of a part.
    seed: u64,
    rng: Rng,
}

#[derive(Debug)]
struct SampleFile {
    path: PathBuf,
    writer: BufWriter<File>,
    samples: usize,
}

impl SampleStore {
    /// Creates a store in memory. The seed decides the order of the samples.
    pub fn in_memory(seed: u64) -> Self {
        Self { memory: Vec::new(), files: Vec::new(), seed, rng: Rng::with_seed(seed) }
    }

    /// Creates a store in temporary files in a folder. The seed decides the order of the samples.
    ///
    /// # Errors
    /// If a file cannot be created.
    pub fn in_folder(folder: &Path, seed: u64) -> io::Result<Self> {
        let mut store = Self::in_memory(seed);
        for number in 0..FILES {
            let name = format!("ferz-train-{}-{number}.samples", std::process::id());
            let path = folder.join(name);
            let writer = BufWriter::new(File::create_new(&path)?);
            store.files.push(SampleFile { path, writer, samples: 0 });
        }
        Ok(store)
    }

    /// Adds samples.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn extend(&mut self, samples: impl IntoIterator<Item = Sample>) -> io::Result<()> {
        if self.files.is_empty() {
            self.memory.extend(samples);
            return Ok(());
        }
        for sample in samples {
            let file = &mut self.files[self.rng.usize(..FILES)];
            file.writer.write_all(&sample.to_bytes())?;
            file.samples += 1;
        }
        Ok(())
    }

    /// Shuffles the samples in memory and writes those in files to the end.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn shuffle(&mut self) -> io::Result<()> {
        Rng::with_seed(self.seed).shuffle(&mut self.memory);
        self.files.iter_mut().try_for_each(|file| file.writer.flush())
    }

    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        self.memory.len() + self.files.iter().map(|file| file.samples).sum::<usize>()
    }

    /// Returns true if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers of samples of the parts.
    pub fn part_lens(&self) -> Vec<usize> {
        if self.files.is_empty() {
            vec![self.memory.len()]
        } else {
            self.files.iter().map(|file| file.samples).collect()
        }
    }

    /// Returns the samples of a part, shuffled.
    ///
    /// # Errors
    /// If a temporary file cannot be read.
    pub fn part(&self, index: usize) -> io::Result<Cow<'_, [Sample]>> {
        if self.files.is_empty() {
            return Ok(Cow::Borrowed(&self.memory));
        }
        let bytes = std::fs::read(&self.files[index].path)?;
        let mut samples: Vec<Sample> = bytes.as_chunks().0.iter().map(Sample::from_bytes).collect();
        Rng::with_seed(self.seed.wrapping_add(index as u64)).shuffle(&mut samples);
        Ok(Cow::Owned(samples))
    }
}

impl From<Vec<Sample>> for SampleStore {
    /// Takes samples that are shuffled.
    fn from(memory: Vec<Sample>) -> Self {
        let mut store = Self::in_memory(0);
        store.memory = memory;
        store
    }
}

impl Drop for SampleStore {
    fn drop(&mut self) {
        for file in &self.files {
            // A file that cannot be removed stays; there is nothing else to do.
            let _ = std::fs::remove_file(&file.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    const FENS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/1k6/8/4K3/8/7R b - - 3 60",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];

    #[test]
    fn features_equal_those_of_the_position() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let sample = Sample::new(&position, 0.5).unwrap();
            assert_eq!(sample.pieces(), position.occupied().len());
            let features = sample.features();
            let us = position.side_to_move();
            for (found, color) in features.sides().into_iter().zip([us, !us]) {
                let mut found: Vec<usize> = found.iter().map(|&f| usize::from(f)).collect();
                let mut expected: Vec<usize> =
                    Perspective::of(color, &position).features(&position).collect();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{fen}");
            }
        }
    }

    #[test]
    fn a_sample_takes_32_bytes_and_is_read_back() {
        assert_eq!(size_of::<Sample>(), 32);
        for fen in FENS {
            let sample = Sample::new(&Position::from_fen(fen).unwrap(), 0.3).unwrap();
            assert_eq!(Sample::from_bytes(&sample.to_bytes()), sample);
        }
    }

    /// Returns samples with different labels.
    fn samples() -> Vec<Sample> {
        let position = Position::startpos();
        (0..5000u16).map(|i| Sample::new(&position, f32::from(i) / 5000.0).unwrap()).collect()
    }

    /// Returns all labels, in the order of the parts.
    fn labels(store: &SampleStore) -> Vec<f32> {
        let parts = (0..store.part_lens().len()).map(|part| store.part(part).unwrap().to_vec());
        parts.flatten().map(|sample| sample.label()).collect()
    }

    #[test]
    fn stores_return_all_samples_in_random_order_and_remove_their_files() {
        let folder = std::env::temp_dir().join(format!("ferz-samples-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let expected: Vec<f32> = samples().iter().map(Sample::label).collect();
        for mut store in [SampleStore::in_memory(1), SampleStore::in_folder(&folder, 1).unwrap()] {
            store.extend(samples()).unwrap();
            store.shuffle().unwrap();
            assert_eq!((store.len(), store.part_lens().iter().sum()), (5000, 5000));
            let mut found = labels(&store);
            assert_eq!(labels(&store), found);
            let fixed = found.iter().zip(&expected).filter(|(a, b)| a == b).count();
            assert!(fixed < 20, "{fixed}");
            found.sort_by(f32::total_cmp);
            assert_eq!(found, expected);
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        std::fs::remove_dir(&folder).unwrap();
    }
}

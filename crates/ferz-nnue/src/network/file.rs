//! File format of networks: reading, with every byte checked, and writing.
//!
//! All numbers are little-endian.
//!
//! | offset | bytes | field |
//! |---|---|---|
//! | 0 | 8 | magic `FERZNNUE` |
//! | 8 | 4 | version, 3 |
//! | 12 | 4 | N, neurons of each accumulator |
//! | 16 | 4 | K, output buckets |
//! | 20 | 4 | scale, centipawns for an output of 1.0 |
//! | 24 | 4 | QA, 255 |
//! | 28 | 4 | QB, 128 |
//! | 32 | 4 | P, bytes of the provenance |
//! | 36 | P | provenance, UTF-8 |
//! | | 1536 * N * 2 | feature weights, `i16`, one row of N for each feature |
//! | | N * 2 | feature bias, `i16` |
//! | | K * L | dense layers of each bucket, as below |
//! | end - 4 | 4 | CRC-32 (ISO-HDLC) of all bytes before |
//!
//! Version 2 is read too: it has 768 rows in the order `384 * enemy + 64 * type + square`, and none
//! for pieces en prise.
//!
//! The dense layers of a bucket:
//!
//! | bytes | field |
//! |---|---|
//! | 8 * 2N | weights of the first layer, `i8`, a row for each neuron: side to move, then opponent |
//! | 8 * 4 | bias of the first layer, `i32`, quantised by 127 * QB |
//! | 16 * 32 * 2 | weights of the second layer, `i16`, quantised by 1024, a row for each input |
//! | 32 * 4 | bias of the second layer, `i32`, quantised by 4096 * 1024 |
//! | 32 * 2 | weights of the output layer, `i16`, quantised by 1024 |
//! | 4 | bias of the output layer, `i32`, quantised by 4096 * 1024 |

use super::{Network, WeightError};
use crate::features::{FEATURES, PIECE_FEATURES};
use crate::kernels::Kernel;
use crate::layers::{DenseLayers, Layers, MAX_PROVENANCE, QA, QB};
use crate::shape::{Block, Shape, ShapeError, numbers};
use ferz::{PieceType, Square};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

const VERSION: u32 = 3;
/// The version without features of pieces en prise, which is read too.
const OLD_VERSION: u32 = 2;
const HEADER_LEN: usize = 36;
const CHECKSUM_LEN: usize = 4;

/// Bytes that are not a network of this version.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkFileError {
    /// The file does not begin with the magic bytes.
    #[error("not a network: the file begins with \"{}\"; expected \"FERZNNUE\"", .found.escape_ascii())]
    WrongMagic {
        /// The first 8 bytes, or fewer of a shorter file.
        found: Vec<u8>,
    },
    /// The format has another version.
    #[error("network format version {found}; expected {VERSION}")]
    WrongVersion {
        /// The version found.
        found: u32,
    },
    /// The sizes are not supported.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The scale is 0 or too large.
    #[error("scale of {found} centipawns; expected 1 to {}", u16::MAX)]
    Scale {
        /// The scale found.
        found: u32,
    },
    /// The weights are quantised by other factors.
    #[error("quantised by {} and {}; expected {QA} and {QB}", .found[0], .found[1])]
    Quantisation {
        /// The factors QA and QB found.
        found: [u32; 2],
    },
    /// The provenance is longer than 65,535 bytes.
    #[error("provenance of {found} bytes; expected at most {MAX_PROVENANCE}")]
    ProvenanceTooLong {
        /// The length found.
        found: u32,
    },
    /// The length of the file differs from the length that the header implies.
    #[error("{found} bytes; expected {expected}")]
    Length {
        /// The bytes found. Reading from a file stops after one byte too many.
        found: usize,
        /// The bytes expected, at least.
        expected: usize,
    },
    /// The bytes are damaged.
    #[error("checksum {found:08x}; expected {computed:08x} from the bytes before")]
    Checksum {
        /// The checksum in the file.
        found: u32,
        /// The checksum of the bytes.
        computed: u32,
    },
    /// The provenance is not UTF-8.
    #[error("provenance is not UTF-8 after byte {valid_up_to}")]
    ProvenanceNotUtf8 {
        /// The bytes that are UTF-8.
        valid_up_to: usize,
    },
    /// The integers of the network could overflow.
    #[error(transparent)]
    Weights(#[from] WeightError),
}

/// A file that is not readable or not a network.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be opened or read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The bytes are not a network.
    #[error("{}: {error}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The fault of the bytes.
        error: NetworkFileError,
    },
}

impl Network {
    /// Reads a network from a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a network; at most the bytes of the largest network are
    /// read.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let mut bytes = Vec::new();
        let longest = file_len(FEATURES, Shape::LARGEST, MAX_PROVENANCE);
        File::open(path)
            .and_then(|file| file.take(longest as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| LoadError::Io { path: path.to_owned(), error })?;
        Self::from_bytes(&bytes).map_err(|error| LoadError::Format { path: path.to_owned(), error })
    }

    /// Reads a network from the bytes of a file. It is evaluated by the fastest kernel of the
    /// machine.
    ///
    /// # Errors
    /// If the bytes are not a whole, undamaged network of this version whose integers cannot
    /// overflow. Memory for weights is allocated only after the length and the checksum were found
    /// right.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let Header { features, shape, scale, provenance_len } = read_header(bytes)?;
        let body_len = bytes.len() - CHECKSUM_LEN;
        let computed = crc32fast::hash(&bytes[..body_len]);
        let found = u32_at(bytes, body_len);
        if found != computed {
            return Err(NetworkFileError::Checksum { found, computed });
        }
        let mut rest = &bytes[HEADER_LEN..body_len];
        let provenance = str::from_utf8(take(&mut rest, provenance_len)).map_err(|error| {
            NetworkFileError::ProvenanceNotUtf8 { valid_up_to: error.valid_up_to() }
        })?;
        let hidden = shape.hidden();
        let mut feature_weights = take_blocks(&mut rest, features * hidden);
        if features == PIECE_FEATURES {
            feature_weights = rows_of_version_2(&feature_weights, shape.blocks());
        }
        let network = Self {
            shape,
            scale,
            provenance: provenance.to_owned(),
            feature_weights,
            feature_bias: take_blocks(&mut rest, hidden),
            layers: (0..shape.buckets()).map(|_| take_layers(&mut rest, shape)).collect(),
            kernel: Kernel::best(),
        };
        network.check_bounds()?;
        Ok(network)
    }

    /// Returns the bytes of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let len = file_len(FEATURES, self.shape, self.provenance.len());
        let mut bytes = Vec::with_capacity(len);
        bytes.extend(Network::MAGIC);
        let fields = [
            VERSION,
            self.shape.hidden() as u32,
            self.shape.buckets() as u32,
            u32::from(self.scale),
            QA as u32,
            QB as u32,
            self.provenance.len() as u32,
        ];
        bytes.extend(fields.iter().flat_map(|field| field.to_le_bytes()));
        bytes.extend(self.provenance.as_bytes());
        for blocks in [&self.feature_weights, &self.feature_bias] {
            bytes.extend(numbers(blocks).flat_map(i16::to_le_bytes));
        }
        for layers in &self.layers {
            for (numbers, width) in layers.plain().zip(Layers::BYTES) {
                numbers.iter().for_each(|number| bytes.extend(&number.to_le_bytes()[..width]));
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Returns the CRC-32 at the end of the network's file, an identifier of the network.
    pub fn checksum(&self) -> u32 {
        let bytes = self.to_bytes();
        u32_at(&bytes, bytes.len() - CHECKSUM_LEN)
    }
}

/// The fields of a header that vary.
struct Header {
    /// Rows of feature weights.
    features: usize,
    shape: Shape,
    scale: u16,
    provenance_len: usize,
}

/// Reads the header and checks it, and the length of the file.
fn read_header(bytes: &[u8]) -> Result<Header, NetworkFileError> {
    if !bytes.starts_with(&Network::MAGIC) {
        let found = bytes[..bytes.len().min(Network::MAGIC.len())].to_vec();
        return Err(NetworkFileError::WrongMagic { found });
    }
    if bytes.len() < HEADER_LEN {
        return Err(NetworkFileError::Length { found: bytes.len(), expected: HEADER_LEN });
    }
    let [version, hidden, buckets, scale, qa, qb, provenance_len] =
        [8, 12, 16, 20, 24, 28, 32].map(|offset| u32_at(bytes, offset));
    let features = match version {
        VERSION => FEATURES,
        OLD_VERSION => PIECE_FEATURES,
        found => return Err(NetworkFileError::WrongVersion { found }),
    };
    let shape = Shape::new(hidden as usize, buckets as usize)?;
    let Some(scale) = u16::try_from(scale).ok().filter(|&scale| scale > 0) else {
        return Err(NetworkFileError::Scale { found: scale });
    };
    if [qa, qb] != [QA as u32, QB as u32] {
        return Err(NetworkFileError::Quantisation { found: [qa, qb] });
    }
    if provenance_len as usize > MAX_PROVENANCE {
        return Err(NetworkFileError::ProvenanceTooLong { found: provenance_len });
    }
    let provenance_len = provenance_len as usize;
    let expected = file_len(features, shape, provenance_len);
    if bytes.len() != expected {
        return Err(NetworkFileError::Length { found: bytes.len(), expected });
    }
    Ok(Header { features, shape, scale, provenance_len })
}

/// Returns the bytes of a file with these rows of feature weights, shape and provenance.
fn file_len(features: usize, shape: Shape, provenance_len: usize) -> usize {
    let features = 2 * (features + 1) * shape.hidden();
    let layers: usize = Layers::lengths(shape)
        .zip(Layers::BYTES)
        .into_iter()
        .map(|(count, width)| count * width)
        .sum();
    HEADER_LEN + provenance_len + features + shape.buckets() * layers + CHECKSUM_LEN
}

/// Reads the number at an offset, which must lie in the bytes.
fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| bytes[offset + i]);
    u32::from_le_bytes([a, b, c, d])
}

/// Splits bytes off, which must be there.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, left) = rest.split_at(count);
    *rest = left;
    taken
}

/// Splits 16-bit numbers off, which must be there.
fn take_blocks(rest: &mut &[u8], count: usize) -> Vec<Block> {
    let (pairs, _) = take(rest, 2 * count).as_chunks();
    Block::collect(pairs.iter().map(|&pair| i16::from_le_bytes(pair)))
}

/// Returns the rows of all features from those of version 2.
fn rows_of_version_2(rows: &[Block], blocks: usize) -> Vec<Block> {
    let row = |feature: usize| {
        let (set, square) = (feature / Square::COUNT, feature % Square::COUNT);
        let (piece_type, enemy) = (set / 2, set % 2);
        let row = (enemy * PieceType::COUNT + piece_type) * Square::COUNT + square;
        &rows[row * blocks..][..blocks]
    };
    let mut weights: Vec<Block> = (0..PIECE_FEATURES).flat_map(row).copied().collect();
    weights.resize(FEATURES * blocks, Block::ZERO);
    weights
}

/// Splits the dense layers of a bucket off, which must be there.
fn take_layers(rest: &mut &[u8], shape: Shape) -> DenseLayers {
    let numbers = |(count, width)| {
        take(rest, count * width).chunks_exact(width).map(signed_number).collect::<Vec<i32>>()
    };
    DenseLayers::new(&Layers::lengths(shape).zip(Layers::BYTES).map(numbers))
}

/// Returns the signed number of 1 to 4 bytes.
fn signed_number(bytes: &[u8]) -> i32 {
    let mut high = [0; 4];
    let unused = high.len() - bytes.len();
    high[unused..].copy_from_slice(bytes);
    i32::from_le_bytes(high) >> (8 * unused)
}

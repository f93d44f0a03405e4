//! The file format: written networks are read again, and all other bytes are refused.

use crate::positions;
use fastrand::Rng;
use ferz::{Color, Piece, PieceType, Square};
use ferz_nnue::{
    FloatNetwork, Kernel, LoadError, Network, NetworkFileError, Perspective, Shape, ShapeError,
    WeightError,
};

fn network(hidden: usize, buckets: usize) -> Network {
    let shape = Shape::new(hidden, buckets).expect("an accepted shape");
    Network::random(3, shape).with_provenance("games: 7\nЭто сеть")
}

/// Returns the documented length of the dense layers of a bucket.
fn layers_len(hidden: usize) -> usize {
    8 * 2 * hidden + 4 * 8 + 2 * 16 * 32 + 4 * 32 + 2 * 32 + 4
}

/// Overwrites a header field and updates the checksum.
fn with_field(bytes: &[u8], offset: usize, value: u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    with_checksum(bytes)
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let body = bytes.len() - 4;
    let checksum = crc32fast::hash(&bytes[..body]);
    bytes[body..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn error(bytes: &[u8]) -> NetworkFileError {
    Network::from_bytes(bytes).expect_err("damaged bytes are refused")
}

#[test]
fn written_networks_are_read_again() {
    for (hidden, buckets) in [(32, 1), (64, 8), (96, 2), (1024, 4)] {
        let network = network(hidden, buckets).with_scale(321);
        let bytes = network.to_bytes();
        let read = Network::from_bytes(&bytes).expect("a network of this crate");
        assert_eq!(read, network);
        assert_eq!(read.shape(), network.shape());
        assert_eq!(read.scale(), 321);
        assert_eq!(read.provenance(), "games: 7\nЭто сеть");
        assert_eq!(read.checksum(), network.checksum());
        assert_eq!(read.to_bytes(), bytes);
    }
}

/// Version 2 had no rows for pieces en prise, and its rows in another order.
#[test]
fn networks_of_version_2_are_read() {
    let bytes = network(32, 8).to_bytes();
    let rows = 36 + network(32, 8).provenance().len();
    let row = |start: usize, feature: usize| start + 64 * feature..start + 64 * (feature + 1);
    let mut old = bytes[..rows + 64 * 768].to_vec();
    old.extend(&bytes[rows + 64 * 1536..]);
    let network = Network::from_bytes(&with_field(&old, 8, 2)).expect("a network of version 2");
    let new = network.to_bytes();
    assert_eq!(new.len(), bytes.len());
    let side = Perspective::new(Color::White, Square::A1);
    for (enemy, color) in Color::ALL.into_iter().enumerate() {
        for (number, piece_type) in PieceType::ALL.into_iter().enumerate() {
            for square in Square::ALL {
                let old_feature = 384 * enemy + 64 * number + square.index();
                let piece = Piece::new(color, piece_type);
                let feature = side.feature(piece, square, false);
                assert_eq!(new[row(rows, feature)], old[row(rows, old_feature)]);
                assert_eq!(new[row(rows, side.feature(piece, square, true))], [0; 64]);
            }
        }
    }
    assert_eq!(new[rows + 64 * 1536..new.len() - 4], old[rows + 64 * 768..old.len() - 4]);
}

/// The documented layout.
#[test]
fn fields_have_documented_offsets() {
    let bytes = network(32, 8).to_bytes();
    assert!(
        bytes
            .starts_with(b"FERZNNUE\x03\0\0\0\x20\0\0\0\x08\0\0\0\x90\x01\0\0\xff\0\0\0\x80\0\0\0")
    );
    let text = "games: 7\nЭто сеть".len();
    assert_eq!(bytes[32..36], (text as u32).to_le_bytes());
    assert_eq!(bytes.len(), 36 + text + 2 * 32 * (1536 + 1) + 8 * layers_len(32) + 4);
}

#[test]
fn every_truncated_file_is_refused() {
    let bytes = network(32, 1).to_bytes();
    for len in 0..bytes.len() {
        let error = error(&bytes[..len]);
        if len < 8 {
            assert_eq!(error, NetworkFileError::WrongMagic { found: bytes[..len].to_vec() });
        } else {
            let expected = if len < 36 { 36 } else { bytes.len() };
            assert_eq!(error, NetworkFileError::Length { found: len, expected });
        }
    }
}

#[test]
fn every_flipped_byte_is_refused() {
    let bytes = network(32, 1).to_bytes();
    for i in 0..bytes.len() {
        let bits = if i < 64 { 0..8 } else { i % 8..i % 8 + 1 };
        for bit in bits {
            let mut flipped = bytes.clone();
            flipped[i] ^= 1 << bit;
            error(&flipped);
        }
    }
}

#[test]
fn trailing_bytes_are_refused() {
    let mut bytes = network(32, 1).to_bytes();
    let expected = bytes.len();
    bytes.push(0);
    assert_eq!(error(&bytes), NetworkFileError::Length { found: expected + 1, expected });
}

#[test]
fn each_header_field_has_its_own_error() {
    let bytes = network(32, 1).to_bytes();
    assert_eq!(
        error(b"PNG image").to_string(),
        "not a network: the file begins with \"PNG imag\"; expected \"FERZNNUE\""
    );
    let cases = [
        (8, 1, NetworkFileError::WrongVersion { found: 1 }),
        (8, 4, NetworkFileError::WrongVersion { found: 4 }),
        (12, 31, ShapeError::Hidden { found: 31 }.into()),
        (12, u32::MAX, ShapeError::Hidden { found: u32::MAX as usize }.into()),
        (16, 3, ShapeError::Buckets { found: 3 }.into()),
        (20, 0, NetworkFileError::Scale { found: 0 }),
        (20, 65_536, NetworkFileError::Scale { found: 65_536 }),
        (24, 127, NetworkFileError::Quantisation { found: [127, 128] }),
        (28, 64, NetworkFileError::Quantisation { found: [255, 64] }),
        (32, 65_536, NetworkFileError::ProvenanceTooLong { found: 65_536 }),
        (
            12,
            1024,
            NetworkFileError::Length {
                found: bytes.len(),
                expected: bytes.len() + (2 * 1537 + 16) * 992,
            },
        ),
    ];
    for (offset, value, expected) in cases {
        assert_eq!(error(&with_field(&bytes, offset, value)), expected);
    }
}

#[test]
fn provenance_that_is_not_utf8_is_refused() {
    let mut bytes = network(32, 1).to_bytes();
    bytes[36 + 4] = 0xff;
    assert_eq!(
        error(&with_checksum(bytes)),
        NetworkFileError::ProvenanceNotUtf8 { valid_up_to: 4 }
    );
}

#[test]
fn long_provenance_is_cut_at_a_character() {
    let network = network(32, 1).with_provenance(&"ß".repeat(40_000));
    assert_eq!(network.provenance().len(), 65_534);
    assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
}

#[test]
fn weights_that_could_overflow_are_refused_on_load() {
    let bytes = network(32, 1).with_provenance("").to_bytes();
    let mut large_features = bytes.clone();
    for feature in 0..1536 {
        let at = 36 + 2 * (32 * feature + 5);
        large_features[at..at + 2].copy_from_slice(&1100_i16.to_le_bytes());
    }
    let found = error(&with_checksum(large_features));
    assert!(
        matches!(found, NetworkFileError::Weights(WeightError::Accumulator(e)) if e.neuron == 5)
    );

    let first = 36 + 2 * 32 * 1537;
    let second = first + 8 * 64 + 4 * 8;
    let cases: [(usize, &[u8], &str); 2] = [
        (
            first + 40,
            &(-128_i8).to_le_bytes(),
            "first weights of bucket 0 have -128 at 40; expected -127 to 127",
        ),
        (
            second + 2 * 40,
            &2048_i16.to_le_bytes(),
            "second weights of bucket 0 have 2048 at 40; expected -2047 to 2047",
        ),
    ];
    for (at, number, expected) in cases {
        let mut large = bytes.clone();
        large[at..at + number.len()].copy_from_slice(number);
        assert_eq!(error(&with_checksum(large)).to_string(), expected);
    }
}

#[test]
fn networks_are_loaded_from_files() {
    let path = std::env::temp_dir().join(format!("ferz-nnue-test-{}.nnue", std::process::id()));
    let network = network(64, 8);
    std::fs::write(&path, network.to_bytes()).expect("the temporary folder is writable");
    assert_eq!(Network::load(&path).expect("a network of this crate"), network);
    std::fs::write(&path, "text").expect("the temporary folder is writable");
    assert!(matches!(Network::load(&path), Err(LoadError::Format { .. })));
    std::fs::remove_file(&path).expect("the file was written above");
    let error = Network::load(&path).expect_err("the file is gone");
    assert!(matches!(error, LoadError::Io { .. }));
    assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
}

#[test]
fn quantised_networks_are_written_and_read() {
    let shape = Shape::new(32, 1).expect("an accepted shape");
    let network = Network::quantize(&FloatNetwork::zeros(shape)).expect("zeros fit");
    assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
}

/// Damaged bytes under a right checksum are refused, or the weights are harmless: every kernel computes
/// the same value and none overflows. `FERZ_SEED` and `FERZ_COUNT` set the seed and the number of files.
#[test]
fn damage_under_a_right_checksum_is_refused_or_harmless() {
    let number =
        |name, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let (seed, count) = (number("FERZ_SEED", 1), number("FERZ_COUNT", 300));
    let mut random = Rng::with_seed(seed);
    let original = network(32, 2).to_bytes();
    let all = positions::all();
    let mut harmless = 0;
    for file in 0..count {
        let mut bytes = original.clone();
        for _ in 0..1 << random.u32(..12) {
            let at = random.usize(..bytes.len() - 4);
            // Two of three files keep their header.
            if at >= 36 || file % 3 == 0 {
                let values = [0, 1, 0x7f, 0x80, 0xff, random.u8(..)];
                bytes[at] = values[random.usize(..values.len())];
            }
        }
        let Ok(network) = Network::from_bytes(&with_checksum(bytes)) else { continue };
        harmless += 1;
        for _ in 0..4 {
            let position = &all[random.usize(..all.len())];
            let value = network.evaluate(position);
            for kernel in Kernel::available() {
                let again = network.clone().with_kernel(kernel).evaluate(position);
                assert_eq!(again, value, "seed {seed}, file {file}: {}", position.fen());
            }
        }
    }
    println!("seed {seed}: {count} files, {harmless} accepted");
    assert!(count < 100 || (1..count).contains(&harmless));
}

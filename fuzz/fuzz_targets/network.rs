//! Any bytes are a network or are refused with a message. A network is written as the bytes that were
//! read, unless they were of an older version, and all kernels evaluate it alike.

#![no_main]

mod patch;

use ferz::Position;
use ferz_nnue::{Kernel, Network, Shape};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

const FENS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
];

static RANDOM: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    [(32, 1), (64, 8)].map(|(hidden, buckets)| {
        Network::random(1, Shape::new(hidden, buckets).expect("a shape")).to_bytes()
    })
});

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let [shape, patches @ ..] = bytes else { return };
    let mut file = patch::patched(&RANDOM[usize::from(shape % 2)], patches);
    let end = file.len() - 4;
    let checksum = crc32fast::hash(&file[..end]);
    file[end..].copy_from_slice(&checksum.to_le_bytes());
    check(&file);
});

fn check(bytes: &[u8]) {
    let network = match Network::from_bytes(bytes) {
        Ok(network) => network,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = network.to_bytes();
    assert!(written == bytes || bytes[8] < written[8]);
    assert!(Network::from_bytes(&written).as_ref() == Ok(&network));
    let positions = FENS.map(|fen| Position::from_fen(fen).expect("a position"));
    let reference = network.dequantize();
    assert!(positions.iter().all(|position| reference.evaluate(position).is_finite()));
    let scalar = network.with_kernel(Kernel::scalar());
    for kernel in Kernel::available() {
        let network = scalar.clone().with_kernel(kernel);
        for position in &positions {
            let evaluation = network.evaluate(position);
            assert_eq!(evaluation, scalar.evaluate(position), "{}", kernel.name());
        }
    }
}

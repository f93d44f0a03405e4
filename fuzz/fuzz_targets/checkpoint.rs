//! Any bytes are a checkpoint of a training run or are refused with a message, and so is a file with any
//! bytes as its header. A checkpoint is written as one that reads back equal, and its parameters are
//! quantised to a valid network or refused.

#![no_main]

use ferz_nnue::{Network, Shape};
use ferz_train::nnue::{Parameters, Trainer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // A number that is the value of all parameters and means, then the header.
    let Some((number, header)) = bytes.split_first_chunk::<4>() else { return };
    let mut file = b"FERZTRN3".to_vec();
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    let count = Parameters::count(Shape::new(32, 1).expect("a shape"));
    file.extend(number.repeat(3 * count));
    file.extend(crc32fast::hash(&file).to_le_bytes());
    check(&file);
});

fn check(bytes: &[u8]) {
    let trainer = match Trainer::from_checkpoint(bytes) {
        Ok(trainer) => trainer,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = trainer.checkpoint();
    let again = Trainer::from_checkpoint(&written).expect("a checkpoint");
    assert!(again.checkpoint() == written && again.settings() == trainer.settings());
    let network = trainer.parameters().to_network(trainer.settings().scale);
    match Network::quantize(&network) {
        Ok(network) => assert!(Network::from_bytes(&network.to_bytes()).is_ok()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

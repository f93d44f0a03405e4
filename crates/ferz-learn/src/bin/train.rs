// [start:all]
//! Trains the network: `train ROUNDS < POSITIONS > NETWORK`.

use ferz_learn::engine::phased::Phased;
use ferz_learn::engine::positions::Sample;
use ferz_learn::engine::train::{Example, bytes, train};
use ferz_learn::random::Random;
use std::error::Error;
use std::io::{Write, stdin, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().nth(1).ok_or("train ROUNDS")?.parse()?;
    let (mut teacher, mut random) = (Phased::default(), Random(27));
    let mut examples = Vec::new();
    for line in stdin().lines() {
        let sample: Sample = line?.parse()?;
        examples.push(Example::new(&sample));
        examples.push(Example::astray(&sample, &mut teacher, &mut random));
    }
    let weights = train(&mut examples, rounds, |round, error| {
        eprintln!("round {round}: error {error:.5}");
    });
    stdout().write_all(&bytes(&weights))?;
    Ok(())
}
// [end:all]

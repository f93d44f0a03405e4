// [start:all]
//! Trains the network: `train ROUNDS < POSITIONS > NETWORK`.

use ferz_learn::engine::positions::Sample;
use ferz_learn::engine::train::{Example, bytes, train};
use std::error::Error;
use std::io::{Write, stdin, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().nth(1).ok_or("train ROUNDS")?.parse()?;
    let mut examples = Vec::new();
    for line in stdin().lines() {
        let sample: Sample = line?.parse()?;
        examples.push(Example::new(&sample));
    }
    let weights = train(&mut examples, rounds, |round, error| {
        eprintln!("round {round}: error {error:.5}");
    });
    stdout().write_all(&bytes(&weights))?;
    Ok(())
}
// [end:all]

// [start:all]
//! Tunes the weights of the evaluation: `tune ROUNDS < POSITIONS > WEIGHTS`.

use ferz_learn::engine::positions::Sample;
use ferz_learn::engine::tune::{Example, text, tune};
use std::error::Error;
use std::io::stdin;

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().nth(1).ok_or("tune ROUNDS")?.parse()?;
    let mut examples = Vec::new();
    for line in stdin().lines() {
        let sample: Sample = line?.parse()?;
        examples.push(Example::new(&sample));
    }
    let (weights, errors) = tune(&examples, rounds);
    for (round, error) in errors.iter().enumerate().step_by(50) {
        eprintln!("round {round}: error {error:.5}");
    }
    print!("{}", text(&weights));
    Ok(())
}
// [end:all]

// [start:all]
//! Positions to learn from: `positions RUNG NODES GAMES SEED` plays games and writes their quiet
//! positions.

use ferz_learn::engine::Features;
use ferz_learn::engine::game::play;
use ferz_learn::engine::openings::Openings;
use ferz_learn::engine::player::Own;
use ferz_learn::engine::positions::samples;
use std::error::Error;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rung, nodes, games, seed] = &arguments[..] else {
        return Err("positions RUNG NODES GAMES SEED".into());
    };
    let (features, nodes): (Features, u64) = (rung.parse()?, nodes.parse()?);
    let mut players = [Own::new(features, nodes), Own::new(features, nodes)];
    let mut output = stdout().lock();
    for opening in Openings::new(seed.parse()?).take(games.parse()?) {
        let [white, black] = &mut players;
        let record = play([white, black], &opening, None)?;
        for sample in samples(&opening, &record) {
            writeln!(output, "{sample}")?;
        }
    }
    Ok(())
}
// [end:all]

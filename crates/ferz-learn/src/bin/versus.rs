// [start:head]
//! A match between two engines: `versus A B [OPTIONS]`.

use ferz_learn::engine::Features;
use ferz_learn::engine::game::{TimeControl, play};
use ferz_learn::engine::openings::Openings;
use ferz_learn::engine::player::{Own, Player, Program};
use ferz_learn::engine::sprt::{Pairs, Sprt, Verdict};
use std::error::Error;
use std::time::Duration;

const USAGE: &str = "versus A B [OPTIONS]

A and B are rungs (2), rungs with changes (3,pvs or 4,no-null-move), or programs that speak UCI, with
their options (\"gnuchess --uci\" or \"ferz uci;UCI_LimitStrength=true;UCI_Elo=1800\").

--nodes N       nodes a move (3000); with --nodes-b N, B has another number
--time S+I      seconds for a game and for each move, in place of nodes
--games N       the number of games at most (1000)
--sprt A,B      ends as soon as A or B Elo points are rejected
--seed N        the openings (1)";
// [end:head]

// [start:options]
struct Options {
    names: Vec<String>,
    nodes: [u64; 2],
    time: Option<TimeControl>,
    games: u32,
    sprt: Option<Sprt>,
    seed: u64,
}

fn parse_options() -> Result<Options, Box<dyn Error>> {
    let (names, games, seed) = (Vec::new(), 1000, 1);
    let mut options = Options { names, nodes: [3000; 2], time: None, games, sprt: None, seed };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            options.names.push(word);
            continue;
        }
        let value = words.next().ok_or(USAGE)?;
        match word.as_str() {
            "--nodes" => options.nodes = [value.parse()?; 2],
            "--nodes-b" => options.nodes[1] = value.parse()?,
            "--games" => options.games = value.parse()?,
            "--seed" => options.seed = value.parse()?,
            "--time" => {
                let (base, increment) = value.split_once('+').ok_or(USAGE)?;
                let seconds = |text: &str| text.parse().map(Duration::from_secs_f64);
                options.time = Some((seconds(base)?, seconds(increment)?));
            }
            "--sprt" => {
                let (elo0, elo1) = value.split_once(',').ok_or(USAGE)?;
                options.sprt = Some(Sprt { elo0: elo0.parse()?, elo1: elo1.parse()?, risk: 0.05 });
            }
            _ => return Err(USAGE.into()),
        }
    }
    if options.names.len() == 2 { Ok(options) } else { Err(USAGE.into()) }
}

fn player(name: &str, nodes: u64) -> Result<Box<dyn Player>, Box<dyn Error>> {
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        let features: Features = name.parse()?;
        return Ok(Box::new(Own::new(features, nodes)));
    }
    let mut parts = name.split(';');
    let command = parts.next().unwrap_or_default();
    Ok(Box::new(Program::start(command, &parts.collect::<Vec<_>>(), nodes)?))
}
// [end:options]

// [start:main]
fn main() -> Result<(), Box<dyn Error>> {
    let options = parse_options()?;
    let [a, b] = [0, 1].map(|i| player(&options.names[i], options.nodes[i]));
    let (mut a, mut b) = (a?, b?);
    let mut pairs = Pairs::default();
    let mut results = [0u32; 3];
    for (number, opening) in (1..=options.games / 2).zip(Openings::new(options.seed)) {
        let first = play([&mut *a, &mut *b], &opening, options.time)?.points;
        let second = 2 - play([&mut *b, &mut *a], &opening, options.time)?.points;
        pairs.0[first + second] += 1;
        results[first] += 1;
        results[second] += 1;
        let verdict = options.sprt.map_or(Verdict::Open, |sprt| sprt.verdict(&pairs));
        let is_last = number == options.games / 2 || verdict != Verdict::Open;
        if is_last || number.is_multiple_of(25) {
            let [losses, draws, wins] = results;
            let (elo, error) = pairs.elo();
            let ratio = options.sprt.map_or(0.0, |sprt| sprt.log_ratio(&pairs));
            println!(
                "{} - {}: {} games, +{wins} ={draws} -{losses}, {elo:+.0} +/- {error:.0} Elo, \
                 pairs {:?}, LLR {ratio:.2} {verdict:?}",
                options.names[0],
                options.names[1],
                2 * number,
                pairs.0
            );
        }
        if is_last {
            break;
        }
    }
    for (name, player) in options.names.iter().zip([a, b]) {
        let (nodes, seconds) = player.effort();
        println!("{name}: {:.0} nodes a second", nodes as f64 / seconds.max(1e-9));
    }
    Ok(())
}
// [end:main]

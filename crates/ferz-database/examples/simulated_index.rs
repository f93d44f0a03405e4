//! Makes an index of simulated games and prints its time, its size and the time of probes:
//! `cargo run --release -p ferz-database --example simulated_index -- FOLDER GAMES MEMORY_MIB`
//!
//! A game has 80 plies, of which 50 are stored. Each position has an order of its moves by a hash, and early
//! moves of the order are frequent, so that games share positions about as those of players do. Times are those of
//! the processor where the system tells them.

use fastrand::Rng;
use ferz::{Color, Move, Position};
use ferz_database::index::{
    Filter, GameIndexer, GameInfo, Index, IndexWriter, NewGame, WriterOptions,
};
use ferz_database::{GameDate, Speed};
use ferz_game::GameResult;
use ferz_game::pgn::GameVisitor;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The number of positions that are probed.
const PROBES: usize = 10_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "expected a folder, a number of games and a size in MiB";
    let folder = PathBuf::from(arguments.next().ok_or(usage)?);
    let games: usize = arguments.next().ok_or(usage)?.parse()?;
    let memory = arguments.next().ok_or(usage)?.parse::<usize>()? << 20;
    let mut rng = Rng::with_seed(1);
    let mut probes = Vec::new();
    let options = WriterOptions { memory, texts: false, ..WriterOptions::default() };
    let mut writer = IndexWriter::open(&folder, options)?;
    let mut adding = Duration::ZERO;
    let mut batch = Vec::new();
    for number in 0..games {
        batch.push(simulate(&mut rng, writer.plies(), &mut probes)?);
        if batch.len() == 1_000 || number + 1 == games {
            let started = Clock::start();
            for game in batch.drain(..) {
                writer.add(&game, b"")?;
            }
            adding += started.elapsed();
        }
    }
    let started = Clock::start();
    writer.commit()?;
    adding += started.elapsed();
    let index = Index::open(&folder)?;
    let (positions, [bytes, _]) = (index.positions(), index.sizes());
    println!(
        "{} games, {positions} positions ({:.1} a game) in {} segments",
        index.games(),
        positions as f64 / index.games() as f64,
        index.segments()
    );
    println!("adding: {:.3} s a million positions", adding.as_secs_f64() * 1e6 / positions as f64);
    println!("size: {:.2} bytes a position, with games and names", bytes as f64 / positions as f64);
    println!("memory: {} at most", peak_memory().unwrap_or_else(|| "unknown".to_owned()));
    probe(&index, &probes)
}

/// Simulates a game, and keeps some of its positions.
fn simulate(
    rng: &mut Rng,
    plies: u16,
    probes: &mut Vec<Position>,
) -> Result<NewGame, Box<dyn std::error::Error>> {
    let mut indexer = GameIndexer::new(plies);
    let mut game = indexer.begin_game(1);
    set_facts(rng, &mut game.info);
    let mut position = Position::startpos();
    indexer.begin_moves(&mut game, &position);
    for (ply, mv) in play(rng).into_iter().enumerate() {
        indexer.played(&mut game, &position, mv);
        if probes.len() < PROBES && ply == rng.usize(..50) {
            // Without the moves before it.
            probes.push(Position::from_setup(&position.setup())?);
        }
        position.do_move(mv);
    }
    let result = GameResult::ALL[rng.usize(..3)];
    indexer.end_game(game, &position, Some(result));
    Ok(indexer.into_games().pop().ok_or("no game")?)
}

/// Returns the moves of a simulated game.
fn play(rng: &mut Rng) -> Vec<Move> {
    let (mut position, mut moves) = (Position::startpos(), Vec::new());
    while moves.len() < 80 {
        let mut legal = position.legal_moves().to_vec();
        if legal.is_empty() {
            break;
        }
        let key = position.key();
        let hash =
            |mv: &Move| (key ^ u64::from(mv.bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        legal.sort_unstable_by_key(hash);
        let mv = legal[(rng.f64().powi(7) * legal.len() as f64) as usize];
        position.do_move(mv);
        moves.push(mv);
    }
    moves
}

/// Sets players, ratings, date and speed.
fn set_facts(rng: &mut Rng, info: &mut GameInfo) {
    let mut player = || format!("Player {}", (rng.f64().powi(2) * 20_000.0) as u32);
    (info.white, info.black) = (player(), player());
    let mut elo = || Some(rng.u16(1_000..2_800));
    (info.white_elo, info.black_elo) = (elo(), elo());
    let (year, month, day) = (rng.u16(2010..2025), rng.u8(1..=12), rng.u8(1..=28));
    info.date = GameDate::from_tag(&format!("{year}.{month}.{day}"));
    info.speed = Some(Speed::ALL[rng.usize(..6)]);
}

/// Prints the times of probes.
fn probe(index: &Index, probes: &[Position]) -> Result<(), Box<dyn std::error::Error>> {
    let all = Filter::default();
    let player = Filter { player: "player 77".parse().ok(), ..Filter::default() };
    let strong = Filter {
        min_elo: Some(2_000),
        color: Some(Color::White),
        speeds: vec![Speed::Blitz, Speed::Rapid],
        ..Filter::default()
    };
    let start = [Position::startpos()];
    for (name, positions, filter) in [
        ("a position of a game", probes, &all),
        ("the same by rating and speed", probes, &strong),
        ("the start", &start, &all),
        ("the start by rating and speed", &start, &strong),
        ("the start by player", &start, &player),
    ] {
        let mut best = Duration::MAX;
        let mut games = 0;
        // One position alone is probed often enough for the clock.
        let repeated = if positions.len() == 1 { 100 } else { 1 };
        for _ in 0..5 {
            let started = Clock::start();
            for _ in 0..repeated {
                games = 0;
                for position in positions {
                    games += index.explore(position, filter)?.counts.games;
                }
            }
            best = best.min(started.elapsed());
        }
        let micros = best.as_secs_f64() * 1e6 / (positions.len() * repeated) as f64;
        println!("{name}: {micros:.1} us, {games} games");
    }
    Ok(())
}

/// The time of the processor, or where it is unknown that of a clock.
struct Clock {
    processor: Option<Duration>,
    clock: Instant,
}

impl Clock {
    fn start() -> Self {
        Self { processor: Self::processor_time(), clock: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, Self::processor_time()) {
            (Some(start), Some(now)) => now - start,
            _ => self.clock.elapsed(),
        }
    }

    /// Returns the time that the main thread has run.
    fn processor_time() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}

/// Returns the greatest memory of the process, where the system tells it.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.trim_start_matches("VmHWM:").trim().to_owned())
}

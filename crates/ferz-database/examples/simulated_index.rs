//! Makes an index of simulated games and prints its time, its size and the time of probes:
//! `cargo run --release -p ferz-database --example simulated_index -- FOLDER GAMES MEMORY_MIB [PGN]`
//!
//! A game follows the games of the PGN file as far as two of them share a position, by the frequency of their
//! moves, and leaves them the sooner the fewer they are. From there on each position has an order of its moves by a
//! hash, and early moves of the order are frequent. So games share positions about as those of players do. Times
//! are those of the processor where the system tells them.

use fastrand::Rng;
use ferz::{Move, Position};
use ferz_database::facts::GameFacts;
use ferz_database::index::{GameIndexer, Index, IndexWriter, NewGame, Shown, WriterOptions};
use ferz_database::selection::Selection;
use ferz_database::{GameDate, Speed};
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, Input, PgnError, Player, Reader, Visit};
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The number of positions that are probed.
const PROBES: usize = 10_000;
/// The number of plies of a game that are stored.
const PLIES: usize = 50;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "expected a folder, a number of games, a size in MiB and at most a PGN file";
    let folder = PathBuf::from(arguments.next().ok_or(usage)?);
    let games: usize = arguments.next().ok_or(usage)?.parse()?;
    let memory = arguments.next().ok_or(usage)?.parse::<usize>()? << 20;
    let tree = arguments.next().map(|path| MoveTree::read(&path)).transpose()?.unwrap_or_default();
    let mut rng = Rng::with_seed(1);
    let mut probes = Vec::new();
    let options = WriterOptions { memory, texts: false, ..WriterOptions::default() };
    let mut writer = IndexWriter::open(&folder, options)?;
    let (mut adding, started_all) = (Duration::ZERO, Instant::now());
    let mut batch = Vec::new();
    for number in 0..games {
        batch.push(simulate(&mut rng, &tree, &mut probes)?);
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
    println!("all: {:.0} s by the clock, with the simulation", started_all.elapsed().as_secs_f64());
    println!("size: {:.2} bytes a position, with games and names", bytes as f64 / positions as f64);
    println!("memory: {} at most", peak_memory().unwrap_or_else(|| "unknown".to_owned()));
    probe(&index, &probes)
}

/// The moves of real games by the keys of positions, with their numbers of games.
#[derive(Default)]
struct MoveTree(HashMap<u64, Vec<(Move, u32)>>);

impl MoveTree {
    /// Reads the games of a file. Keeps positions of at least two games.
    fn read(path: &str) -> std::io::Result<Self> {
        let mut player = Player::new(Self::default());
        Reader::new(Input::open(path)?).read_all(&mut player)?;
        let mut tree = player.into_visitor();
        tree.0.retain(|_, moves| moves.iter().map(|(_, games)| games).sum::<u32>() > 1);
        tree.0.shrink_to_fit();
        Ok(tree)
    }

    /// Returns a move of the real games, or `None` to leave them: the probability of a new move is that of a
    /// Pitman-Yor process.
    fn choose(&self, rng: &mut Rng, key: u64) -> Option<Move> {
        /// Concentration and discount of the process.
        const NEW: (f64, f64) = (0.5, 0.5);
        let moves = self.0.get(&key)?;
        let games: u32 = moves.iter().map(|(_, games)| games).sum();
        let weight = NEW.0 + NEW.1 * moves.len() as f64;
        if rng.f64() * (f64::from(games) + NEW.0) < weight {
            return None;
        }
        let mut place = rng.u32(..games);
        let mut found = moves.iter().skip_while(|(_, games)| match place.checked_sub(*games) {
            Some(rest) => {
                place = rest;
                true
            }
            None => false,
        });
        found.next().map(|&(mv, _)| mv)
    }
}

impl GameVisitor for MoveTree {
    /// The number of plies.
    type Game = usize;

    fn begin_game(&mut self, _: u64) -> usize {
        0
    }

    fn played(&mut self, plies: &mut usize, before: &Position, mv: Move) -> Visit {
        let moves = self.0.entry(before.key()).or_default();
        match moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, games)) => *games += 1,
            None => moves.push((mv, 1)),
        }
        *plies += 1;
        if *plies < PLIES { Visit::Continue } else { Visit::SkipGame }
    }

    fn error(&mut self, _: &mut usize, _: PgnError) {}
}

/// Simulates a game, and keeps some of its positions.
fn simulate(
    rng: &mut Rng,
    tree: &MoveTree,
    probes: &mut Vec<Position>,
) -> Result<NewGame, Box<dyn std::error::Error>> {
    let mut indexer = GameIndexer::new(PLIES as u16);
    let mut game = indexer.begin_game(1);
    set_facts(rng, &mut game.info);
    let mut position = Position::startpos();
    indexer.begin_moves(&mut game, &position);
    let probed = rng.usize(..PLIES);
    // Some games are short.
    for ply in 0..rng.usize(10..150).min(PLIES) {
        let known = tree.choose(rng, position.key());
        let Some(mv) = known.or_else(|| frequent_move(rng, &position)) else { break };
        indexer.played(&mut game, &position, mv);
        if probes.len() < PROBES && ply == probed {
            // Without the moves before it.
            probes.push(Position::from_setup(&position.setup())?);
        }
        position.do_move(mv);
    }
    let result = GameResult::ALL[rng.usize(..3)];
    indexer.end_game(game, &position, Some(result));
    Ok(indexer.into_games().pop().ok_or("no game")?)
}

/// Returns a move by the order of the position, in which early moves are frequent; `None` without a legal one.
fn frequent_move(rng: &mut Rng, position: &Position) -> Option<Move> {
    let mut legal = position.legal_moves();
    let key = position.key();
    let hash = |mv: &Move| (key ^ u64::from(mv.bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let rank = (rng.f64().powi(7) * legal.len() as f64) as usize;
    if rank >= legal.len() {
        return None;
    }
    Some(*legal.select_nth_unstable_by_key(rank, hash).1)
}

/// Sets players, ratings, date and speed.
fn set_facts(rng: &mut Rng, info: &mut GameFacts) {
    let mut player = || format!("Player {}", (rng.f64().powi(2) * 200_000.0) as u32);
    (info.white, info.black) = (player(), player());
    let mut elo = || Some(rng.u16(1_000..2_800));
    (info.white_elo, info.black_elo) = (elo(), elo());
    let (year, month, day) = (rng.u16(2010..2025), rng.u8(1..=12), rng.u8(1..=28));
    info.date = GameDate::from_tag(&format!("{year}.{month}.{day}"));
    info.speed = Some(Speed::ALL[rng.usize(..6)]);
}

/// Prints the times and the reads of probes.
fn probe(index: &Index, probes: &[Position]) -> Result<(), Box<dyn std::error::Error>> {
    let all = Selection::default();
    let player = Selection { players: vec!["player 77".parse()?], ..Selection::default() };
    let strong = Selection {
        min_elo: Some(2_000),
        speeds: vec![Speed::Blitz, Speed::Rapid],
        ..Selection::default()
    };
    let start = [Position::startpos()];
    let mut rare = probes.to_vec();
    let mut games = |position: &Position| {
        index.explore(position, &all, Shown::default()).map(|it| it.counts.games)
    };
    let counts = probes.iter().map(&mut games).collect::<Result<Vec<_>, _>>()?;
    let mut counts = counts.into_iter();
    rare.retain(|_| counts.next() == Some(1));
    for (name, positions, filter) in [
        ("a position of one game", &rare[..], &all),
        ("a position of a game", probes, &all),
        ("the same by rating and speed", &probes[..probes.len().min(100)], &strong),
        ("the start", &start, &all),
        ("the start by rating and speed", &start, &strong),
        ("the start by player", &start, &player),
    ] {
        let (mut best, mut games, mut reads) = (Duration::MAX, 0, None);
        // One position alone without conditions is probed often enough for the clock.
        let repeated = if positions.len() == 1 && filter.accepts_all() { 1_000 } else { 1 };
        for _ in 0..5 {
            let (started, before) = (Clock::start(), read_calls());
            for _ in 0..repeated {
                games = 0;
                for position in positions {
                    games += index.explore(position, filter, Shown::default())?.counts.games;
                }
            }
            best = best.min(started.elapsed());
            reads = read_calls().zip(before).map(|(after, before)| after - before);
        }
        let probes = (positions.len() * repeated) as f64;
        let micros = best.as_secs_f64() * 1e6 / probes;
        let reads =
            reads.map_or("unknown".to_owned(), |reads| format!("{:.2}", reads as f64 / probes));
        println!("{name}: {micros:.1} us, {reads} reads, {games} games in {}", positions.len());
    }
    Ok(())
}

/// Returns the number of calls that have read a file, where the system tells it.
fn read_calls() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/io").ok()?;
    text.lines().find_map(|line| line.strip_prefix("syscr: "))?.parse().ok()
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

//! The search with tablebases: what it reports, what it plays, and that it wins in time.
//!
//! The tables are the few that the prober's tests bring along.

mod common;

use ferz::{Move, Position};
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::tablebase::{TablebaseSettings, Tablebases};
use ferz_engine::value::{TB_WIN, is_decided, is_mate};
use ferz_engine::{Limits, Line, SearchResult, SearchSettings, Searcher};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ferz-syzygy/tests/data")
}

fn tables() -> Arc<Tablebases> {
    Arc::new(Tablebases::open([folder()]))
}

fn searcher() -> Searcher {
    let mut searcher = Searcher::new(1, 4).unwrap();
    searcher.set_tablebases(Some(tables()));
    searcher
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn with(tablebases: TablebaseSettings) -> SearchSettings {
    SearchSettings { tablebases, ..SearchSettings::default() }
}

/// Searches; every line told must be legal and go on to the end of the game at most. One with a mate
/// ends in it, unless the search was broken off before the whole line was known.
fn search(
    searcher: &mut Searcher,
    pos: &Position,
    limits: &Limits,
    settings: &SearchSettings,
) -> (SearchResult, Vec<Line>) {
    let (outcome, lines) = common::search(searcher, pos, limits, settings);
    for (i, line) in lines.iter().enumerate() {
        let mut after = pos.clone();
        line.pv.iter().for_each(|&mv| after.do_move(mv));
        let mate = is_mate(line.value);
        let broken_off = limits.nodes.is_some() && i + 1 == lines.len();
        assert!(after.is_checkmate() == mate || (mate && broken_off), "{line:?}");
    }
    (outcome, lines)
}

/// A root position, what tables settle it as, and how the fifty-move rule is taken.
type Row = (&'static str, Verdict, bool);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Win,
    /// A win but for the fifty-move rule.
    AlmostWin,
    Draw,
    Loss,
}

const VERDICTS: &[Row] = &[
    ("8/8/8/8/8/4k3/8/KBN5 w - - 0 1", Verdict::Win, true),
    ("8/8/8/8/8/4k3/8/KBN5 b - - 0 1", Verdict::Loss, true),
    ("8/8/8/8/8/4k3/8/KBN5 w - - 30 40", Verdict::Win, true),
    // Too late.
    ("8/8/8/8/8/4k3/8/KBN5 w - - 60 70", Verdict::AlmostWin, true),
    ("8/8/8/8/8/4k3/8/KBN5 w - - 60 70", Verdict::Win, false),
    ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", Verdict::Draw, true),
    ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", Verdict::Loss, true),
    ("8/8/8/8/8/2k5/4K3/R6q b - - 0 1", Verdict::Win, true),
    ("8/8/8/8/8/6kq/8/R3K3 b - - 0 1", Verdict::Win, true),
    ("4k3/8/8/8/8/8/8/K4B2 w - - 0 1", Verdict::Draw, true),
    // The king takes the queen.
    ("8/8/8/8/8/8/1q6/K6k w - - 0 1", Verdict::Draw, true),
];

#[test]
fn the_root_is_told_as_the_tables_know_it() {
    let mut searcher = searcher();
    for &(fen, verdict, fifty_move_rule) in VERDICTS {
        let pos = position(fen);
        searcher.clear();
        let settings = with(TablebaseSettings { fifty_move_rule, ..TablebaseSettings::default() });
        let (outcome, lines) = search(&mut searcher, &pos, &Limits::depth(6), &settings);
        let told = lines[lines.len() - 1].value;
        assert_eq!(told, outcome.value, "{fen}");
        let expected = match verdict {
            Verdict::Win => told == TB_WIN || (is_mate(told) && told > 0),
            Verdict::AlmostWin => (1..10).contains(&told),
            Verdict::Draw => told == 0,
            Verdict::Loss => told == -TB_WIN || (is_mate(told) && told < 0),
        };
        assert!(expected, "{fen}: {told} is no {verdict:?}");
        assert!(lines[lines.len() - 1].tb_hits >= pos.legal_moves().len() as u64, "{fen}");
    }
}

#[test]
fn a_win_found_in_the_tree_is_told_by_its_distance() {
    // Taking the pawn leads to bishop and knight against the king.
    let pos = position("7k/8/8/8/4p3/8/8/KBN5 w - - 0 1");
    let settings = SearchSettings::default();
    let (outcome, lines) = search(&mut searcher(), &pos, &Limits::depth(8), &settings);
    assert_eq!(outcome.best, pos.parse_uci("b1e4").ok());
    assert_eq!(centipawns(outcome.value), 19_999);
    assert!(lines[lines.len() - 1].tb_hits > 0);
    // Without tables it is a judgement.
    let mut plain = Searcher::new(1, 4).unwrap();
    let (outcome, lines) = search(&mut plain, &pos, &Limits::depth(8), &settings);
    assert!(!is_decided(outcome.value), "{outcome:?}");
    assert_eq!(lines[lines.len() - 1].tb_hits, 0);
}

#[test]
fn limits_on_probing_are_kept() {
    let pos = position("7k/8/8/8/4p3/8/8/KBN5 w - - 0 1");
    let hits = |tablebases| {
        let (_, lines) = search(&mut searcher(), &pos, &Limits::depth(6), &with(tablebases));
        lines[lines.len() - 1].tb_hits
    };
    let usual = TablebaseSettings::default();
    assert!(hits(usual) > 0);
    assert_eq!(hits(TablebaseSettings { probe_limit: 0, ..usual }), 0);
    // The largest tables are asked at greater depth only, the others always.
    let late = hits(TablebaseSettings { probe_depth: 100, ..usual });
    assert!(late < hits(usual), "{late}");
}

#[test]
fn wished_moves_and_several_lines_are_respected() {
    let pos = position("8/8/8/8/8/6k1/1B6/KN6 w - - 0 1");
    let wished: Vec<Move> = ["b2e5", "a1a2"].map(|mv| pos.parse_uci(mv).unwrap()).to_vec();
    let limits = Limits { search_moves: wished.clone(), ..Limits::depth(5) };
    let settings = SearchSettings { multipv: 5, ..SearchSettings::default() };
    let (outcome, lines) = search(&mut searcher(), &pos, &limits, &settings);
    assert!(wished.contains(&outcome.best.unwrap()));
    assert!(lines.iter().all(|line| wished.contains(&line.pv[0])));
    // All moves as lines, winning ones before those that give the win away.
    let pos = position("8/8/8/8/8/2k5/2B5/K1N5 w - - 0 1");
    let settings = SearchSettings { multipv: 256, ..SearchSettings::default() };
    let (_, lines) = search(&mut searcher(), &pos, &Limits::depth(4), &settings);
    let count = pos.legal_moves().len();
    let last = &lines[lines.len() - count..];
    assert!(last.is_sorted_by(|a, b| a.value >= b.value), "{last:?}");
    assert!(last[0].value == TB_WIN && last[count - 1].value == 0, "{last:?}");
}

#[test]
fn threads_add_up_their_hits() {
    let mut searcher = Searcher::new(3, 4).unwrap();
    searcher.set_tablebases(Some(tables()));
    let pos = position("7k/8/8/8/4p3/8/8/KBN5 b - - 0 1");
    let settings = SearchSettings::default();
    let (_, lines) = search(&mut searcher, &pos, &Limits::nodes(100_000), &settings);
    assert!(lines[lines.len() - 1].tb_hits > 0);
}

/// Tables that tell outcomes but no distances.
fn outcomes_alone(name: &str) -> Arc<Tablebases> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&path).unwrap();
    for entry in fs::read_dir(folder()).unwrap() {
        let from = entry.unwrap().path();
        if from.extension().is_some_and(|extension| extension == "rtbw") {
            fs::copy(&from, path.join(from.file_name().unwrap())).unwrap();
        }
    }
    Arc::new(Tablebases::open([&path]))
}

#[test]
fn outcomes_alone_do_where_distances_are_missing() {
    let mut searcher = searcher();
    searcher.set_tablebases(Some(outcomes_alone("outcomes-told")));
    let pos = position("8/5k2/8/8/8/8/1Q6/K5r1 w - - 0 1");
    let settings = SearchSettings::default();
    let (outcome, lines) = search(&mut searcher, &pos, &Limits::depth(8), &settings);
    assert_eq!(outcome.value, TB_WIN);
    // The tree is asked too, as the outcome shows no way.
    assert!(lines[lines.len() - 1].tb_hits > pos.legal_moves().len() as u64);
}

/// How the side that loses chooses its moves.
#[derive(Clone, Copy, Debug)]
enum Defence {
    /// Whatever draws, or else what holds out longest.
    Best,
    /// Anything.
    Random,
}

/// The move of the side that loses.
fn defend(tables: &Tablebases, pos: &mut Position, defence: Defence, seed: &mut u64) -> Move {
    let moves = pos.legal_moves();
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    if let Defence::Random = defence {
        return moves[(*seed >> 33) as usize % moves.len()];
    }
    let loss_after = |mv: &&Move| {
        pos.do_move(**mv);
        let (wdl, dtz) = (tables.wdl(pos).unwrap(), tables.dtz(pos).unwrap());
        pos.undo_move();
        (-wdl, dtz)
    };
    *moves.iter().max_by_key(loss_after).expect("the game is not over")
}

/// Lets the engine win with these tables and so many nodes a move; the plies it took.
fn win(fen: &str, known: &Arc<Tablebases>, nodes: u64, defence: Defence) -> usize {
    let tables = tables();
    let mut searcher = searcher();
    searcher.set_tablebases(Some(Arc::clone(known)));
    let mut pos = position(fen);
    let us = pos.side_to_move();
    let (settings, mut seed) = (SearchSettings::default(), 7);
    for ply in 0.. {
        if pos.is_checkmate() && pos.side_to_move() != us {
            return ply;
        }
        assert!(!pos.legal_moves().is_empty() && pos.rule50() < 100, "{fen}: {pos:?}");
        assert!(!pos.is_repetition(3), "{fen}: {pos:?} for the third time");
        let mv = if pos.side_to_move() == us {
            let (outcome, _) = search(&mut searcher, &pos, &Limits::nodes(nodes), &settings);
            outcome.best.expect("there is a move")
        } else {
            defend(&tables, &mut pos, defence, &mut seed)
        };
        pos.do_move(mv);
    }
    unreachable!("the loop has no end of its own")
}

const BISHOP_AND_KNIGHT: [&str; 5] = [
    "8/8/8/8/8/4k3/8/KBN5 w - - 0 1",
    "8/8/8/4k3/8/8/8/4KBN1 w - - 0 1",
    "7k/8/8/8/8/8/1N6/KB6 w - - 0 1",
    "kn6/b7/8/8/8/8/8/7K b - - 0 1",
    "8/8/3NK3/8/3k4/8/8/7B w - - 20 40",
];

const QUEEN_AGAINST_ROOK: [&str; 4] = [
    "8/5k2/8/8/8/8/1Q6/K5r1 w - - 0 1",
    "8/8/8/3k4/4r3/8/8/Q3K3 w - - 0 1",
    "q6k/8/8/8/8/8/1R6/1K6 b - - 0 1",
    "8/8/8/8/3Q4/8/4r3/4k2K w - - 10 60",
];

#[test]
fn bishop_and_knight_win_in_time() {
    for fen in BISHOP_AND_KNIGHT {
        for defence in [Defence::Best, Defence::Random] {
            win(fen, &tables(), 1000, defence);
        }
    }
}

#[test]
fn queen_against_rook_wins_in_time() {
    for fen in QUEEN_AGAINST_ROOK {
        for defence in [Defence::Best, Defence::Random] {
            win(fen, &tables(), 1000, defence);
        }
    }
}

#[test]
fn outcomes_alone_win_in_time_if_the_search_finds_the_way() {
    let known = outcomes_alone("outcomes-won");
    for fen in BISHOP_AND_KNIGHT {
        win(fen, &known, 4000, Defence::Random);
    }
    for fen in QUEEN_AGAINST_ROOK {
        win(fen, &known, 20_000, Defence::Best);
    }
}

//! The search with tablebases: reports, root moves, and wins within the fifty-move rule.
//!
//! The tables are those of the prober's tests.

use ferz::{Move, Position};
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::tablebase::{TablebaseSettings, Tablebases};
use ferz_engine::value::{TB_WIN, is_decided, is_mate};
use ferz_engine::{Limits, PvLine, SearchResult, SearchSettings, Searcher, SearcherOptions};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ferz-syzygy/tests/data")
}

fn tables() -> Arc<Tablebases> {
    Arc::new(Tablebases::open([folder()]).unwrap())
}

fn searcher() -> Searcher {
    let mut searcher =
        Searcher::new(SearcherOptions { hash_mib: 4, ..SearcherOptions::default() }).unwrap();
    searcher.set_tablebases(Some(tables()));
    searcher
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn with(tablebases: TablebaseSettings) -> SearchSettings {
    SearchSettings { tablebases, ..SearchSettings::default() }
}

/// Searches a position. All reported lines must be legal, and those with a mate value must end in
/// mate, unless the node limit stopped the search.
fn search(
    searcher: &mut Searcher,
    pos: &Position,
    limits: &Limits,
    settings: &SearchSettings,
) -> (SearchResult, Vec<PvLine>) {
    let (result, lines) = super::common::search(searcher, pos, limits, settings);
    for (i, line) in lines.iter().enumerate() {
        let mut after = pos.clone();
        line.pv.iter().for_each(|&mv| after.do_move(mv));
        let mate = is_mate(line.value);
        let stopped = limits.nodes.is_some() && i + 1 == lines.len();
        assert!(after.is_checkmate() == mate || (mate && stopped), "{line:?}");
    }
    (result, lines)
}

/// A root position, its expected value, and the `Syzygy50MoveRule` option.
type Row = (&'static str, Expected, bool);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Win,
    /// A win prevented by the fifty-move rule.
    CursedWin,
    Draw,
    /// A loss prevented by the fifty-move rule.
    BlessedLoss,
    Loss,
}

const ROOT_POSITIONS: &[Row] = &[
    ("8/8/8/8/8/4k3/8/KBN5 w - - 0 1", Expected::Win, true),
    ("8/8/8/8/8/4k3/8/KBN5 b - - 0 1", Expected::Loss, true),
    ("8/8/8/8/8/4k3/8/KBN5 w - - 30 40", Expected::Win, true),
    // A distance rounded down reaches the counter of the draw.
    ("8/8/6k1/3B4/3K4/4N3/8/8 w - - 53 106", Expected::Win, true),
    ("8/8/6k1/3B4/3K4/4N3/8/8 w - - 54 106", Expected::CursedWin, true),
    ("K7/2k5/3n4/8/2b5/8/8/8 w - - 96 128", Expected::Loss, true),
    ("K7/2k5/3n4/8/2b5/8/8/8 w - - 97 128", Expected::BlessedLoss, true),
    ("K7/2k5/3n4/8/2b5/8/8/8 w - - 98 128", Expected::BlessedLoss, true),
    ("K7/2k5/3n4/8/2b5/8/8/8 w - - 99 128", Expected::Draw, true),
    ("K7/2k5/3n4/8/2b5/8/8/8 w - - 97 128", Expected::Loss, false),
    // Too late for the fifty-move rule.
    ("8/8/8/8/8/4k3/8/KBN5 w - - 60 70", Expected::CursedWin, true),
    ("8/8/8/8/8/4k3/8/KBN5 w - - 60 70", Expected::Win, false),
    ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", Expected::Draw, true),
    ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", Expected::Loss, true),
    ("8/8/8/8/8/2k5/4K3/R6q b - - 0 1", Expected::Win, true),
    ("8/8/8/8/8/6kq/8/R3K3 b - - 0 1", Expected::Win, true),
    ("4k3/8/8/8/8/8/8/K4B2 w - - 0 1", Expected::Draw, true),
    // The king captures the queen.
    ("8/8/8/8/8/8/1q6/K6k w - - 0 1", Expected::Draw, true),
];

#[test]
fn root_value_matches_the_tables() {
    let mut searcher = searcher();
    for &(fen, expected, fifty_move_rule) in ROOT_POSITIONS {
        let pos = position(fen);
        searcher.clear();
        let settings = with(TablebaseSettings { fifty_move_rule, ..TablebaseSettings::DEFAULT });
        let (result, lines) = search(&mut searcher, &pos, &Limits::depth(6), &settings);
        let value = lines[lines.len() - 1].value;
        assert_eq!(value, result.value, "{fen}");
        let matches = match expected {
            Expected::Win => value == TB_WIN || (is_mate(value) && value > 0),
            Expected::CursedWin => (1..10).contains(&value),
            Expected::Draw => value == 0,
            Expected::BlessedLoss => (-9..0).contains(&value),
            Expected::Loss => value == -TB_WIN || (is_mate(value) && value < 0),
        };
        assert!(matches, "{fen}: {value}, expected {expected:?}");
        assert!(lines[lines.len() - 1].tb_hits >= pos.legal_moves().len() as u64, "{fen}");
    }
}

#[test]
fn tablebase_win_in_the_tree_has_its_distance() {
    // The capture leads to bishop and knight against a bare king.
    let pos = position("7k/8/8/8/4p3/8/8/KBN5 w - - 0 1");
    let settings = SearchSettings::default();
    let (result, lines) = search(&mut searcher(), &pos, &Limits::depth(8), &settings);
    assert_eq!(result.best, pos.parse_uci("b1e4").ok());
    assert_eq!(centipawns(result.value), 19_999);
    assert!(lines[lines.len() - 1].tb_hits > 0);
    // Without tables the value is an evaluation.
    let mut plain =
        Searcher::new(SearcherOptions { hash_mib: 4, ..SearcherOptions::default() }).unwrap();
    let (result, lines) = search(&mut plain, &pos, &Limits::depth(8), &settings);
    assert!(!is_decided(result.value), "{result:?}");
    assert_eq!(lines[lines.len() - 1].tb_hits, 0);
}

#[test]
fn probe_limit_and_probe_depth_are_respected() {
    let pos = position("7k/8/8/8/4p3/8/8/KBN5 w - - 0 1");
    let hits = |tablebases| {
        let (_, lines) = search(&mut searcher(), &pos, &Limits::depth(6), &with(tablebases));
        lines[lines.len() - 1].tb_hits
    };
    let default = TablebaseSettings::default();
    assert!(hits(default) > 0);
    assert_eq!(hits(TablebaseSettings { probe_limit: 0, ..default }), 0);
    // The probe depth applies to the largest tables only.
    let deep = hits(TablebaseSettings { probe_depth: 100, ..default });
    assert!(deep < hits(default), "{deep}");
}

#[test]
fn searchmoves_and_multipv_are_respected() {
    let pos = position("8/8/8/8/8/6k1/1B6/KN6 w - - 0 1");
    let search_moves: Vec<Move> = ["b2e5", "a1a2"].map(|mv| pos.parse_uci(mv).unwrap()).to_vec();
    let limits = Limits { search_moves: search_moves.clone(), ..Limits::depth(5) };
    let settings = SearchSettings { multipv: 5, ..SearchSettings::default() };
    let (result, lines) = search(&mut searcher(), &pos, &limits, &settings);
    assert!(search_moves.contains(&result.best.unwrap()));
    assert!(lines.iter().all(|line| search_moves.contains(&line.pv[0])));
    // Winning moves come before moves that give up the win.
    let pos = position("8/8/8/8/8/2k5/2B5/K1N5 w - - 0 1");
    let settings = SearchSettings { multipv: 256, ..SearchSettings::default() };
    let (_, lines) = search(&mut searcher(), &pos, &Limits::depth(4), &settings);
    let count = pos.legal_moves().len();
    let last = &lines[lines.len() - count..];
    assert!(last.is_sorted_by(|a, b| a.value >= b.value), "{last:?}");
    assert!(last[0].value == TB_WIN && last[count - 1].value == 0, "{last:?}");
}

#[test]
fn tablebase_hits_of_all_threads_are_counted() {
    let mut searcher =
        Searcher::new(SearcherOptions { threads: 3, hash_mib: 4, ..SearcherOptions::default() })
            .unwrap();
    searcher.set_tablebases(Some(tables()));
    let pos = position("7k/8/8/8/4p3/8/8/KBN5 b - - 0 1");
    let settings = SearchSettings::default();
    let (_, lines) = search(&mut searcher, &pos, &Limits::nodes(100_000), &settings);
    assert!(lines[lines.len() - 1].tb_hits > 0);
}

/// Opens a copy of the WDL tables without the DTZ tables.
fn wdl_only(name: &str) -> Arc<Tablebases> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&path).unwrap();
    for entry in fs::read_dir(folder()).unwrap() {
        let from = entry.unwrap().path();
        if from.extension().is_some_and(|extension| extension == "rtbw") {
            fs::copy(&from, path.join(from.file_name().unwrap())).unwrap();
        }
    }
    Arc::new(Tablebases::open([&path]).unwrap())
}

#[test]
fn root_uses_wdl_tables_without_dtz_tables() {
    let mut searcher = searcher();
    searcher.set_tablebases(Some(wdl_only("wdl-only-root")));
    let pos = position("8/5k2/8/8/8/8/1Q6/K5r1 w - - 0 1");
    let settings = SearchSettings::default();
    let (result, lines) = search(&mut searcher, &pos, &Limits::depth(8), &settings);
    assert_eq!(result.value, TB_WIN);
    // The tree is probed too, as the root has no distances.
    assert!(lines[lines.len() - 1].tb_hits > pos.legal_moves().len() as u64);
}

/// The move choice of the losing side.
#[derive(Clone, Copy, Debug)]
enum Defence {
    /// The move with the best WDL, then the longest DTZ.
    Best,
    /// A random move.
    Random,
}

/// Returns the move of the losing side.
fn defend(
    tables: &Tablebases,
    pos: &mut Position,
    defence: Defence,
    rng: &mut fastrand::Rng,
) -> Move {
    let moves = pos.legal_moves();
    if let Defence::Random = defence {
        return moves[rng.usize(..moves.len())];
    }
    let loss_after = |mv: &&Move| {
        pos.do_move(**mv);
        let (wdl, dtz) = (tables.wdl(pos).unwrap(), tables.dtz(pos).unwrap());
        pos.undo_move();
        (-wdl, dtz)
    };
    *moves.iter().max_by_key(loss_after).expect("the game is not over")
}

/// Plays a game that the engine must win, with these tables and a number of nodes per move. Returns
/// false if it ends without mate.
fn wins(fen: &str, engine_tables: &Arc<Tablebases>, nodes: u64, defence: Defence) -> bool {
    let tables = tables();
    let mut searcher = searcher();
    searcher.set_tablebases(Some(Arc::clone(engine_tables)));
    let mut pos = position(fen);
    let us = pos.side_to_move();
    let (settings, mut rng) = (SearchSettings::default(), fastrand::Rng::with_seed(7));
    while !(pos.legal_moves().is_empty() || pos.rule50() >= 100 || pos.is_repetition(3)) {
        let mv = if pos.side_to_move() == us {
            let (result, _) = search(&mut searcher, &pos, &Limits::nodes(nodes), &settings);
            result.best.expect("there is a move")
        } else {
            defend(&tables, &mut pos, defence, &mut rng)
        };
        pos.do_move(mv);
    }
    pos.is_checkmate() && pos.side_to_move() != us
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
fn bishop_and_knight_win_within_the_fifty_move_rule() {
    for fen in BISHOP_AND_KNIGHT {
        for defence in [Defence::Best, Defence::Random] {
            assert!(wins(fen, &tables(), 1000, defence), "{fen} {defence:?}");
        }
    }
}

#[test]
fn queen_against_rook_wins_within_the_fifty_move_rule() {
    for fen in QUEEN_AGAINST_ROOK {
        for defence in [Defence::Best, Defence::Random] {
            assert!(wins(fen, &tables(), 1000, defence), "{fen} {defence:?}");
        }
    }
}

#[test]
fn wdl_tables_alone_win_within_the_fifty_move_rule() {
    let tables = wdl_only("wdl-only-games");
    for fen in BISHOP_AND_KNIGHT {
        assert!(wins(fen, &tables, 4000, Defence::Random), "{fen}");
    }
    // The search alone finds the way, which may take more than 50 moves.
    let won = |fen: &&&str| wins(fen, &tables, 60_000, Defence::Best);
    assert!(QUEEN_AGAINST_ROOK.iter().filter(won).count() >= 3);
}

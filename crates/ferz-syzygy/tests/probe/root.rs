//! Ranked moves and best moves.

use super::random::random_position;
use super::{position, small_tables};
use fastrand::Rng;
use ferz::Position;
use ferz_syzygy::{FiftyMoveRule, ProbeError, Tablebases, Wdl};
use std::fs;
use std::path::PathBuf;

/// Plays the best moves of both sides until the game ends, and returns the number of plies.
fn play_out(tables: &Tablebases, mut pos: Position) -> usize {
    let wdl = tables.wdl(&pos).unwrap();
    let winner = if wdl > Wdl::Draw { pos.side_to_move() } else { !pos.side_to_move() };
    for ply in 0.. {
        let best = tables.best_move(&pos).unwrap();
        let Some(best) = best else {
            assert_eq!(pos.is_checkmate(), wdl != Wdl::Draw, "{pos:?}");
            assert!(wdl == Wdl::Draw || pos.side_to_move() != winner, "{pos:?}");
            return ply;
        };
        if wdl == Wdl::Draw {
            assert_eq!((best.wdl, best.dtz), (Wdl::Draw, Some(0)), "{pos:?}");
            return ply;
        }
        let expected = if pos.side_to_move() == winner { Wdl::Win } else { Wdl::Loss };
        assert_eq!(best.wdl, expected, "{pos:?}: {best:?}");
        assert!(pos.rule50() < 100 && !pos.is_repetition(3), "{pos:?}");
        pos.do_move(best.mv);
    }
    unreachable!("the loop only returns")
}

#[test]
fn best_moves_win_within_the_fifty_move_rule() {
    let tables = small_tables();
    let mut rng = Rng::with_seed(0xB0);
    let mut longest = 0;
    for name in ["KQvK", "KRvK", "KBNvK", "KQvKR"] {
        for _ in 0..60 {
            longest = longest.max(play_out(&tables, random_position(&mut rng, name)));
        }
    }
    assert!(longest > 40, "{longest}");
}

#[test]
fn dtz_of_the_best_move_is_that_of_the_position() {
    let tables = small_tables();
    let mut rng = Rng::with_seed(0xB1);
    for name in ["KQvK", "KRvK", "KBNvK", "KQvKR", "KBvK"] {
        for _ in 0..300 {
            let pos = random_position(&mut rng, name);
            let Some(best) = tables.best_move(&pos).unwrap() else { continue };
            let (wdl, dtz) = (tables.wdl(&pos).unwrap(), tables.dtz(&pos).unwrap());
            assert_eq!(best.wdl, wdl, "{pos:?}");
            // Tables that store moves instead of plies may be off by one ply.
            assert!(best.dtz.unwrap().abs_diff(dtz) <= 1, "{pos:?}: {best:?}, {dtz}");
        }
    }
}

#[test]
fn mates_come_first_and_draws_come_after_wins() {
    let tables = small_tables();
    let pos = position("7k/8/6K1/8/8/8/8/1Q6 w - - 99 90");
    let ranked = tables.rank_moves(&pos, &pos.legal_moves(), FiftyMoveRule::Applied).unwrap();
    assert_eq!((pos.san(ranked[0].mv).to_string().as_str(), ranked[0].wdl), ("Qb8#", Wdl::Win));
    // All other moves reach a fifty-move counter of 100.
    let mates = ranked.iter().filter(|ranked| ranked.wdl == Wdl::Win).count();
    let after = |ranked: &&ferz_syzygy::DtzMove| {
        let mut pos = pos.clone();
        pos.do_move(ranked.mv);
        pos.is_checkmate()
    };
    assert_eq!(mates, ranked.iter().filter(after).count());
    let drawn = |ranked: &ferz_syzygy::DtzMove| (ranked.rank, ranked.wdl.with_fifty_move_rule());
    assert!(ranked[mates..].iter().all(|ranked| drawn(ranked) == (0, Wdl::Draw)));
    let ignored = tables.rank_moves(&pos, &pos.legal_moves(), FiftyMoveRule::Ignored).unwrap();
    assert!(ignored[1].wdl != Wdl::Draw && ignored.is_sorted_by(|a, b| a.rank >= b.rank));
}

#[test]
fn ranks_follow_the_distance_and_the_fifty_move_counter() {
    const CERTAIN: i32 = 1 << 18;
    let tables = small_tables();
    for board in ["8/8/8/8/8/2k5/8/KQ6 w", "7k/8/8/8/8/8/1Q6/K7 b", "8/8/8/3k4/8/8/8/KBN5 w"] {
        for counter in 0..99 {
            let pos = position(&format!("{board} - - {counter} 60"));
            let ranked = tables.rank_moves(&pos, &pos.legal_moves(), FiftyMoveRule::Applied);
            for found in ranked.unwrap() {
                let dtz = found.dtz.unwrap();
                // Only the winner mates, so an even distance of the winner is rounded.
                let rounded = (dtz > 0) == (dtz % 2 == 0);
                let plies = dtz.abs() + counter;
                let plies = if plies == 100 && rounded { 101 } else { plies };
                let (rank, wdl) = match dtz.signum() {
                    0 => (0, Wdl::Draw),
                    1 if plies < 100 => (CERTAIN, Wdl::Win),
                    1 if plies == 100 => (CERTAIN / 2 - plies, Wdl::Win),
                    1 => (CERTAIN / 2 - plies, Wdl::CursedWin),
                    _ if plies - dtz < 100 => (-CERTAIN, Wdl::Loss),
                    _ if plies <= 100 => (plies - CERTAIN / 2, Wdl::Loss),
                    _ => (plies - CERTAIN / 2, Wdl::BlessedLoss),
                };
                assert_eq!((found.rank, found.wdl), (rank, wdl), "{counter}: {found:?}");
            }
        }
    }
}

#[test]
fn a_move_that_repeats_the_position_is_a_draw() {
    let tables = small_tables();
    let mut pos = position("8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
    // Twice the same position with the queen on b1, Black to move next.
    for uci in ["b1g1", "c3d3", "g1b1", "d3c3", "b1g1", "c3d3"] {
        let mv = pos.parse_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
        pos.do_move(mv);
    }
    let ranked = tables.rank_moves(&pos, &pos.legal_moves(), FiftyMoveRule::Applied).unwrap();
    assert_eq!(ranked[0].wdl, Wdl::Win);
    // After a repetition the ranks follow the distance.
    assert!(ranked.iter().filter(|mv| mv.wdl == Wdl::Win).any(|mv| mv.rank < ranked[0].rank));
}

#[test]
fn finished_games_have_no_best_move_and_other_positions_an_error() {
    let tables = small_tables();
    let mate = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(tables.best_move(&mate), Ok(None));
    let castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(tables.best_move(&castling), Err(ProbeError::CastlingRights));
    assert_eq!(tables.best_move(&Position::startpos()), Err(ProbeError::TooManyMen { men: 32 }));
}

#[test]
fn moves_are_ranked_by_wdl_without_dtz_tables() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("best_move_wdl");
    fs::create_dir_all(&directory).unwrap();
    for name in ["KQvK", "KBvK", "KNvK", "KRvK"] {
        let name = format!("{name}.rtbw");
        fs::copy(super::data_directory().join(&name), directory.join(&name)).unwrap();
    }
    let tables = Tablebases::open([&directory]).unwrap();
    let pos = position("8/8/8/8/8/1K6/8/k1Q5 b - - 0 1");
    assert_eq!(tables.best_move(&pos), Ok(None));
    let pos = position("7k/8/8/8/8/8/1K6/2Q5 w - - 0 1");
    let best = tables.best_move(&pos).unwrap().unwrap();
    assert_eq!((best.wdl, best.dtz), (Wdl::Win, None));
    for fen in ["7k/8/8/8/8/8/1K6/2Q5 w - - 0 1", "7k/8/6Q1/8/8/8/1K6/8 b - - 0 1"] {
        let pos = position(fen);
        for found in tables.rank_moves(&pos, &pos.legal_moves(), FiftyMoveRule::Applied).unwrap() {
            let rank = (1 << 17) * found.wdl.value();
            assert_eq!((found.rank, found.dtz), (rank, None), "{found:?}");
        }
    }
}

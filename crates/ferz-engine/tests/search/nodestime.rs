//! Time measured in nodes: games are the same on every machine.

use ferz::{Color, Move, Position};
use ferz_engine::{Control, Limits, SearchSettings, Searcher, SearcherOptions};
use std::num::NonZeroU64;
use std::time::Duration;

/// Nodes per millisecond.
const PER_MS: u64 = 50;
/// Clock and increment of both sides.
const CLOCK: Duration = Duration::from_millis(1000);
const INCREMENT: Duration = Duration::from_millis(10);

/// Plays moves for White against fixed replies and returns each move with its nodes. After the
/// first move `go` has the clock `later_clock`.
fn play(searcher: &mut Searcher, later_clock: Duration) -> Vec<(Move, u64)> {
    let settings =
        SearchSettings { nodes_per_ms: NonZeroU64::new(PER_MS), ..SearchSettings::default() };
    let mut pos = Position::startpos();
    let mut played = Vec::new();
    let mut clock = CLOCK;
    for _ in 0..30 {
        let limits = Limits::clock(clock, INCREMENT);
        let control = Control::default();
        let result = searcher.search(&pos, &limits, &settings, &control, None).unwrap();
        let Some(best) = result.best else { break };
        played.push((best, result.nodes));
        pos.do_move(best);
        assert_eq!(pos.side_to_move(), Color::Black);
        let Some(&answer) = pos.legal_moves().iter().min() else { break };
        pos.do_move(answer);
        clock = later_clock;
    }
    played
}

#[test]
fn only_the_first_clock_of_a_game_counts() {
    let mut searcher =
        Searcher::new(SearcherOptions { hash_mib: 4, ..SearcherOptions::default() }).unwrap();
    let first = play(&mut searcher, Duration::from_millis(1));
    searcher.clear();
    assert_eq!(play(&mut searcher, Duration::from_secs(3600)), first);
    searcher.clear();
    assert_eq!(play(&mut searcher, CLOCK), first);
}

/// A clock that did not run would give each of these searches a twentieth of its time.
#[test]
fn nodes_of_a_long_game_fit_its_clock() {
    let settings =
        SearchSettings { nodes_per_ms: NonZeroU64::new(PER_MS), ..SearchSettings::default() };
    let mut searcher =
        Searcher::new(SearcherOptions { hash_mib: 4, ..SearcherOptions::default() }).unwrap();
    let positions =
        ferz_engine::bench::POSITIONS.iter().map(|fen| Position::from_fen(fen).unwrap());
    let of_white = positions.filter(|pos| pos.side_to_move() == Color::White).cycle();
    let limits = Limits::clock(CLOCK, INCREMENT);
    let mut nodes_of = |moves: usize| {
        let searches = of_white.clone().take(moves).map(|pos| {
            searcher.search(&pos, &limits, &settings, &Control::default(), None).unwrap().nodes
        });
        searches.sum::<u64>()
    };
    let nodes = [nodes_of(10), nodes_of(70)];
    let limit = |moves: u32| (CLOCK + INCREMENT * moves).as_millis() as u64 * PER_MS;
    assert!(nodes[0] > limit(10) / 3, "{nodes:?}");
    assert!(nodes[0] + nodes[1] < limit(80), "{nodes:?}");
    assert!(nodes[0] + nodes[1] > limit(80) * 2 / 3, "{nodes:?}");
}

#[test]
fn stopped_pondering_does_not_change_the_clock() {
    let settings =
        SearchSettings { nodes_per_ms: NonZeroU64::new(PER_MS), ..SearchSettings::default() };
    let limits = Limits::clock(CLOCK, 10 * INCREMENT);
    // Returns the nodes of a second move after some searches that were stopped while pondering.
    let second_after = |ponderings: usize| {
        let mut searcher =
            Searcher::new(SearcherOptions { hash_mib: 4, ..SearcherOptions::default() }).unwrap();
        let mut search = |fen: &str, control: &Control| {
            let pos = Position::from_fen(fen).unwrap();
            searcher.search(&pos, &limits, &settings, control, None).unwrap().nodes
        };
        let [first, second] = [0, 1].map(|i| ferz_engine::bench::POSITIONS[i]);
        search(first, &Control::default());
        for _ in 0..ponderings {
            let control = Control::new(true);
            control.stop();
            search(first, &control);
        }
        search(second, &Control::default())
    };
    // The increments of 1000 moves would multiply the time by ninety.
    let (none, many) = (second_after(0), second_after(1000));
    assert!(many < 2 * none, "{many} nodes after pondering, {none} without");
}

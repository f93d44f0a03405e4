//! Time told in nodes: games that come out alike on every machine.

use ferz::{Color, Move, Position};
use ferz_engine::{Control, Limits, SearchSettings, Searcher};
use std::num::NonZeroU64;
use std::time::Duration;

/// Nodes that stand for a millisecond.
const PER_MS: u64 = 50;
/// The clock and the increment of both sides.
const CLOCK: Duration = Duration::from_millis(1000);
const INCREMENT: Duration = Duration::from_millis(10);

/// Plays some moves for White, who answers the same replies, and gives each move and its nodes.
/// After the first move the clock told is `told`.
fn play(searcher: &mut Searcher, told: Duration) -> Vec<(Move, u64)> {
    let settings =
        SearchSettings { nodes_per_ms: NonZeroU64::new(PER_MS), ..SearchSettings::default() };
    let mut pos = Position::startpos();
    let mut played = Vec::new();
    let mut clock = CLOCK;
    for _ in 0..30 {
        let limits = Limits { start: Limits::none().start, ..Limits::clock(clock, INCREMENT) };
        let control = Control::default();
        let outcome = searcher.search(&pos, &limits, &settings, &control, &mut |_| {});
        let Some(best) = outcome.best else { break };
        played.push((best, outcome.nodes));
        pos.do_move(best);
        assert_eq!(pos.side_to_move(), Color::Black);
        let Some(&answer) = pos.legal_moves().iter().min() else { break };
        pos.do_move(answer);
        clock = told;
    }
    played
}

#[test]
fn only_the_first_clock_told_counts() {
    let mut searcher = Searcher::new(1, 4).unwrap();
    let first = play(&mut searcher, Duration::from_millis(1));
    searcher.clear();
    assert_eq!(play(&mut searcher, Duration::from_secs(3600)), first);
    searcher.clear();
    assert_eq!(play(&mut searcher, CLOCK), first);
}

#[test]
fn the_nodes_of_a_game_are_those_of_its_clock() {
    let mut searcher = Searcher::new(1, 4).unwrap();
    let played = play(&mut searcher, CLOCK);
    let nodes: u64 = played.iter().map(|(_, nodes)| nodes).sum();
    let all = CLOCK + INCREMENT * played.len() as u32;
    let most = all.as_millis() as u64 * PER_MS;
    assert!(nodes < most && nodes > most / 5, "{nodes} of {most}");
    // Without `clear` the clock goes on where it was.
    let later = play(&mut searcher, CLOCK);
    assert!(later[0].1 < played[0].1, "{later:?} after {played:?}");
}

#[test]
fn pondering_in_vain_leaves_the_clock_alone() {
    let settings =
        SearchSettings { nodes_per_ms: NonZeroU64::new(PER_MS), ..SearchSettings::default() };
    let limits = Limits::clock(CLOCK, 10 * INCREMENT);
    // The nodes of a second move after so many searches that pondered and were stopped.
    let second_after = |ponderings: usize| {
        let mut searcher = Searcher::new(1, 4).unwrap();
        let mut search = |fen: &str, control: &Control| {
            let pos = Position::from_fen(fen).unwrap();
            searcher.search(&pos, &limits, &settings, control, &mut |_| {}).nodes
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
    // The increments of so many moves would give it ninety times as much.
    let (none, many) = (second_after(0), second_after(1000));
    assert!(many < 2 * none, "{many} nodes after pondering, {none} without");
}

//! Whole games against itself within a clock: every move legal, and in time.

use ferz::{Color, Position, Setup};
use ferz_engine::{Control, Limits, SearchSettings, Searcher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Of how many moves one may come too late: a busy machine stops the engine for longer than any
/// reserve now and then.
const ONE_LATE_IN: usize = 50;

/// What the machine takes from everybody: the time by which a thread that sleeps wakes too late.
#[derive(Default)]
struct Stalls {
    micros: AtomicU64,
}

impl Stalls {
    /// Begins to watch, until nobody asks any more.
    fn watched() -> Arc<Self> {
        const NAP: Duration = Duration::from_millis(1);
        let stalls = Arc::new(Self::default());
        let own = Arc::clone(&stalls);
        std::thread::spawn(move || {
            while Arc::strong_count(&own) > 1 {
                let start = Instant::now();
                std::thread::sleep(NAP);
                let late = start.elapsed().saturating_sub(2 * NAP);
                own.micros.fetch_add(late.as_micros() as u64, Relaxed);
            }
        });
        stalls
    }

    fn so_far(&self) -> Duration {
        Duration::from_micros(self.micros.load(Relaxed))
    }
}

/// Plays a game and gives its number of plies, and of those that came too late, the machine's stalls
/// aside. After such a move the clock starts anew.
fn play(
    mut pos: Position,
    clock: Duration,
    increment: Duration,
    stalls: &Stalls,
) -> (usize, usize) {
    let mut late = 0;
    let mut searchers = [Searcher::new(1, 2).unwrap(), Searcher::new(1, 2).unwrap()];
    let mut left = [clock; 2];
    let settings =
        SearchSettings { move_overhead: Duration::from_millis(10), ..SearchSettings::default() };
    for ply in 0.. {
        let over = pos.outcome().is_some() || pos.is_repetition(3) || pos.is_fifty_move_draw();
        if over || ply >= 400 {
            return (ply, late);
        }
        let us: Color = pos.side_to_move();
        let limits = Limits { clock: left.map(Some), increment: [increment; 2], ..Limits::none() };
        let (start, stalled) = (Instant::now(), stalls.so_far());
        let control = Control::default();
        let outcome = searchers[us].search(&pos, &limits, &settings, &control, &mut |_| {});
        let used = start.elapsed();
        let stalled = stalls.so_far() - stalled;
        late += usize::from(used > left[us] + stalled);
        left[us] = left[us].checked_sub(used).unwrap_or(clock) + increment;
        let best = outcome.best.expect("the game is not over");
        assert!(pos.is_legal(best), "{best} at {}", pos.fen());
        pos.do_move(best);
    }
    unreachable!("the loop has no end of its own")
}

#[test]
fn fast_games_end_within_their_time() {
    let stalls = Stalls::watched();
    let (mut plies, mut late) = (0, 0);
    for number in 0..20_u16 {
        let setup = if number % 2 == 0 {
            Setup::start()
        } else {
            Setup::double_chess960(number * 37 % 960, number * 91 % 960).unwrap()
        };
        let mut pos = Position::from_setup(&setup).unwrap();
        // Some plies that differ from game to game.
        for i in 0..4 {
            let moves = pos.legal_moves();
            pos.do_move(moves[(usize::from(number) * 7 + i * 3) % moves.len()]);
        }
        let game = play(pos, Duration::from_millis(300), Duration::from_millis(5), &stalls);
        plies += game.0;
        late += game.1;
    }
    assert!(late * ONE_LATE_IN <= plies, "{late} of {plies} moves came too late");
}

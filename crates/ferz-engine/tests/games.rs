//! Games against itself by the clock: every move is legal and in time.

use ferz::{Color, Position, Setup};
use ferz_engine::{Control, Limits, SearchSettings, Searcher, SearcherOptions};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// One of this many moves may be late, since a loaded machine may suspend the engine for longer than
/// its time reserve.
const ONE_LATE_IN: usize = 50;

/// Stalls of the machine: the total delay of a thread that repeatedly sleeps.
#[derive(Default)]
struct Stalls {
    micros: AtomicU64,
}

impl Stalls {
    /// Starts a thread that measures until the returned value is dropped.
    fn measure() -> Arc<Self> {
        const SLEEP: Duration = Duration::from_millis(1);
        let stalls = Arc::new(Self::default());
        let shared = Arc::clone(&stalls);
        std::thread::spawn(move || {
            while Arc::strong_count(&shared) > 1 {
                let start = Instant::now();
                std::thread::sleep(SLEEP);
                let late = start.elapsed().saturating_sub(2 * SLEEP);
                shared.micros.fetch_add(late.as_micros() as u64, Relaxed);
            }
        });
        stalls
    }

    fn total(&self) -> Duration {
        Duration::from_micros(self.micros.load(Relaxed))
    }
}

/// Plays a game and returns the number of plies and of late ones, with stalls of the machine
/// subtracted. After a late move the clock is reset.
fn play(
    mut pos: Position,
    clock: Duration,
    increment: Duration,
    stalls: &Stalls,
) -> (usize, usize) {
    let mut late = 0;
    let mut searchers = [
        Searcher::new(SearcherOptions { hash_mib: 2, ..SearcherOptions::default() }).unwrap(),
        Searcher::new(SearcherOptions { hash_mib: 2, ..SearcherOptions::default() }).unwrap(),
    ];
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
        let (start, stalled) = (Instant::now(), stalls.total());
        let control = Control::default();
        let result = searchers[us].search(&pos, &limits, &settings, &control, None).unwrap();
        let used = start.elapsed();
        let stalled = stalls.total() - stalled;
        late += usize::from(used > left[us] + stalled);
        left[us] = left[us].checked_sub(used).unwrap_or(clock) + increment;
        let best = result.best.expect("the position has a legal move");
        assert!(pos.is_legal(best), "{best:?} at {}", pos.fen());
        pos.do_move(best);
    }
    unreachable!("the range is unbounded")
}

#[test]
fn moves_of_fast_games_are_in_time() {
    let stalls = Stalls::measure();
    let (mut plies, mut late) = (0, 0);
    for number in 0..10_u16 {
        let setup = if number % 2 == 0 {
            Setup::start()
        } else {
            Setup::double_chess960(number * 37 % 960, number * 91 % 960).unwrap()
        };
        let mut pos = Position::from_setup(&setup).unwrap();
        // Different opening moves in each game.
        for i in 0..4 {
            let moves = pos.legal_moves();
            pos.do_move(moves[(usize::from(number) * 7 + i * 3) % moves.len()]);
        }
        let game = play(pos, Duration::from_millis(300), Duration::from_millis(5), &stalls);
        plies += game.0;
        late += game.1;
    }
    assert!(late * ONE_LATE_IN <= plies, "{late} of {plies} moves were late");
}

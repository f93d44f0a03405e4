//! No engine leaves a process, a zombie or a thread behind, or grows the memory of its caller. The tests
//! run one after the other, because they count all children and threads of their process.

#![cfg(target_os = "linux")]

mod fake_engine;

use fake_engine::engine;
use ferz_uci::Go;
use std::fs::read_to_string;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const SHORT: Duration = Duration::from_millis(100);

/// Held by each test.
static TURN: Mutex<()> = Mutex::new(());

/// Returns the child processes of this process, zombies included.
fn children() -> Vec<u32> {
    let mut children = Vec::new();
    for task in std::fs::read_dir("/proc/self/task").unwrap() {
        let list = read_to_string(task.unwrap().path().join("children")).unwrap_or_default();
        children.extend(list.split_whitespace().map(|pid| pid.parse::<u32>().unwrap()));
    }
    children
}

/// Returns the number of threads at the pipes of engines.
fn pipe_threads() -> usize {
    std::fs::read_dir("/proc/self/task")
        .unwrap()
        .filter(|task| {
            let name = task.as_ref().unwrap().path().join("comm");
            read_to_string(name).unwrap_or_default().starts_with("engine std")
        })
        .count()
}

/// Waits for a number of threads at the pipes: a thread sets its name when it first runs.
fn assert_pipe_threads(expected: usize, behaviour: &str) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while pipe_threads() != expected && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(pipe_threads(), expected, "{behaviour}");
}

/// Returns the resident memory in KiB.
fn resident_kib() -> u64 {
    let status = read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn engines_leave_no_process_and_no_thread() {
    let _turn = TURN.lock();
    let behaviours = [
        "good",
        "silent",
        "exits",
        "flood_bytes",
        "flood_text",
        "flood_options",
        "never_ready",
        "ignores_stop",
        "ignores_quit",
        "flood_info",
        "flood_best_moves",
        "dies_mid_line",
        "illegal_move",
        "hangs",
        "stderr_flood",
        "leaves_a_child",
    ];
    for behaviour in behaviours {
        let settings = engine(behaviour).quit_timeout(SHORT).reply_timeout(SHORT);
        let starts = !matches!(behaviour, "silent" | "flood_text");
        let settings = if starts { settings } else { settings.handshake_timeout(SHORT) };
        if let Ok(mut engine) = settings.start() {
            assert_eq!(children(), [engine.process_id().unwrap()]);
            assert_pipe_threads(3, behaviour);
            let _ = engine.set_option("Hash", 2);
            if let Ok(mut search) = engine.go(&Go { infinite: true, ..Go::default() }) {
                let _ = search.next();
                std::thread::sleep(SHORT);
                let _ = search.stop();
            }
            let before = Instant::now();
            drop(engine);
            assert!(before.elapsed() < Duration::from_secs(10), "{behaviour}");
        }
        assert_eq!(children(), [0; 0], "{behaviour}");
        assert_pipe_threads(0, behaviour);
    }
}

#[test]
fn a_flood_does_not_grow_memory() {
    let _turn = TURN.lock();
    let mut engine = engine("flood_info").reply_timeout(SHORT).start().unwrap();
    let before = resident_kib();
    let search = engine.go(&Go { infinite: true, ..Go::default() }).unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let grown = resident_kib().saturating_sub(before);
    drop(search);
    assert!(engine.dropped_lines() > 0);
    assert!(grown < 16 * 1024, "{grown} KiB");
}

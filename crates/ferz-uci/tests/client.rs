//! The client against engines that behave and engines that do not.

mod fake_engine;

use fake_engine::engine;
use ferz::Score;
use ferz::{Move, Position, Setup};
use ferz_uci::client::{Engine, EngineError, OptionError, OptionValue};
use ferz_uci::{Go, Info, OptionKind};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const SHORT: Duration = Duration::from_millis(300);

fn infinite() -> Go {
    Go { infinite: true, ..Go::default() }
}

fn started(behaviour: &str) -> Engine {
    engine(behaviour).start().unwrap()
}

fn startpos_move(uci: &str) -> Option<Move> {
    Some(Position::startpos().parse_uci(uci).unwrap())
}

/// Returns the error of a search to depth 5 with a short reply timeout.
fn search_error(behaviour: &str) -> EngineError {
    let mut engine = engine(behaviour).reply_timeout(SHORT).start().unwrap();
    let mut search = engine.go(&Go { depth: Some(5), ..Go::default() }).unwrap();
    search.set_timeout(Some(Duration::from_secs(2)));
    let error = search.finish().unwrap_err();
    assert!(error.is_fatal());
    assert!(matches!(engine.wait_ready(), Err(EngineError::Unusable)));
    assert!(matches!(engine.set_option("Hash", 1), Err(EngineError::Unusable)));
    error
}

/// Starts an engine behind pipes that writes a reply to each command. Returns its output, its input and
/// the commands, each of which is sent after its reply.
fn scripted(
    reply: impl Fn(&str) -> String + Send + 'static,
) -> (PipeReader, PipeWriter, Receiver<String>) {
    let (from_engine, mut to_client) = std::io::pipe().unwrap();
    let (from_client, to_engine) = std::io::pipe().unwrap();
    let (sender, commands) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from_client).lines().map(Result::unwrap) {
            let text = if line == "uci" { "id name Remote\nuciok\n" } else { &reply(&line) };
            to_client.write_all(text.as_bytes()).unwrap();
            sender.send(line).unwrap();
        }
    });
    (from_engine, to_engine, commands)
}

#[test]
fn handshake_reads_names_and_options() {
    let engine = started("good");
    assert_eq!(engine.name(), Some("F\u{fffd}rz \u{fffd}"));
    assert_eq!(engine.author(), Some("A. U. Thor"));
    let names: Vec<_> = engine.options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["Hash", "Style", "Ponder", "Clear Hash", "Path"]);
    let hash = engine.option("hash").unwrap();
    assert_eq!(hash.kind, OptionKind::Spin { default: 16, min: 1, max: 1024 });
    assert!(engine.quit().unwrap().success());
}

#[test]
fn options_are_checked_before_they_are_sent() {
    let mut engine = started("good");
    engine.set_option("Hash", 64).unwrap();
    engine.set_option("STYLE", "solid").unwrap();
    engine.set_option("Clear Hash", OptionValue::Press).unwrap();
    engine.set_option_text("Ponder", "true").unwrap();
    let error = |result: Result<(), EngineError>| match result {
        Err(EngineError::Option(error)) => error,
        other => panic!("{other:?}"),
    };
    let range = OptionError::Range { name: "Hash".into(), min: 1, max: 1024, found: 0 };
    assert_eq!(error(engine.set_option("Hash", 0)), range);
    assert_eq!(error(engine.set_option("Threads", 2)), OptionError::Unknown("Threads".into()));
    let line_break = OptionError::LineBreak { name: "Path".into() };
    assert_eq!(error(engine.set_option("Path", "a\nquit")), line_break);
    assert!(matches!(error(engine.set_option_text("Hash", "many")), OptionError::Type { .. }));

    let mut set = Vec::new();
    let go = Go { depth: Some(5), ..Go::default() };
    engine.search(&go, |info| set.extend(info.string)).unwrap();
    assert_eq!(
        set,
        [
            "set name Hash value 64",
            "set name Style value Solid",
            "set name Clear Hash",
            "set name Ponder value true",
            "position startpos",
            "go depth 5",
        ]
    );
}

#[test]
fn searches_report_information_and_the_best_move() {
    let mut engine = started("good");
    for _ in 0..3 {
        engine.new_game().unwrap();
        let moves = ["e2e4", "e7e5"];
        let mut position = Position::startpos();
        let moves = moves.map(|text| {
            let mv = position.parse_uci(text).unwrap();
            position.do_move(mv);
            mv
        });
        engine.set_position(&Position::startpos(), &moves).unwrap();
        assert_eq!(engine.position(), &position);
        engine.set_position(&Position::startpos(), &[]).unwrap();
        let go = Go { movetime: Some(10), ..Go::default() };
        let mut search = engine.go(&go).unwrap();
        let infos: Vec<Info> = search.by_ref().map(Result::unwrap).collect();
        assert_eq!(infos[0].string.as_deref(), Some("position startpos moves e2e4 e7e5"));
        let depths: Vec<_> = infos.iter().filter_map(|info| info.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5]);
        assert_eq!(infos[7].score, Some(Score::Cp(5)));
        let best = search.best_move().unwrap();
        assert_eq!(best.best, startpos_move("e2e4"));
        assert!(best.ponder.is_some());
        assert!(search.next().is_none());
        assert_eq!(search.finish().unwrap(), best);
    }
}

#[test]
fn infinite_searches_and_pondering_end_by_command() {
    let mut engine = started("good");
    let mut search = engine.go(&infinite()).unwrap();
    while search.next_within(Duration::from_secs(60)).unwrap().unwrap().depth.is_none() {}
    assert_eq!(search.next_within(Duration::from_millis(50)).unwrap(), None);
    search.stop().unwrap();
    assert_eq!(search.finish().unwrap().best, startpos_move("e2e4"));

    let mut search = engine.go(&Go { ponder: true, wtime: Some(1), ..Go::default() }).unwrap();
    assert_eq!(search.next().unwrap().unwrap().depth, Some(1));
    search.ponder_hit().unwrap();
    assert_eq!(search.finish().unwrap().best, startpos_move("e2e4"));

    let handle = engine.stop_handle();
    let search = engine.go(&infinite()).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| handle.stop());
        assert_eq!(search.finish().unwrap().best, startpos_move("e2e4"));
    });
    drop(engine);
    handle.stop();
}

#[test]
fn dropped_searches_are_stopped_and_do_not_disturb_the_next() {
    let mut engine = started("good");
    for _ in 0..3 {
        drop(engine.go(&infinite()).unwrap());
    }
    let mut infos = 0;
    engine.search(&Go { depth: Some(5), ..Go::default() }, |_| infos += 1).unwrap();
    assert_eq!(infos, 6);
    drop(engine.go(&infinite()).unwrap());
    engine.wait_ready().unwrap();
    assert_eq!(engine.dropped_lines(), 0);
}

#[test]
fn positions_and_search_moves_are_checked_before_they_are_sent() {
    let mut engine = started("good");
    let start = Position::startpos();
    let e4 = start.parse_uci("e2e4").unwrap();
    let result = engine.set_position(&start, &[e4, e4]);
    assert!(matches!(result, Err(EngineError::Position { number: 2, .. })), "{result:?}");
    let searchmoves = vec!["e2e5".parse().unwrap()];
    let result = engine.go(&Go { searchmoves, ..Go::default() }).map(drop);
    assert!(matches!(result, Err(EngineError::SearchMove(_))), "{result:?}");
    let chess960 = Position::from_setup(&Setup::chess960(1).unwrap()).unwrap();
    let mut chess960_castling = chess960.clone();
    chess960_castling.set_chess960(true);
    let result = engine.set_position(&chess960_castling, &[]);
    assert!(matches!(result, Err(EngineError::Option(OptionError::Unknown(_)))), "{result:?}");
    // The engine is still usable.
    engine.search(&Go { depth: Some(5), ..Go::default() }, |_| {}).unwrap();
}

#[test]
fn perft_returns_the_counts_of_the_engine() {
    let result = started("good").perft(2, None).unwrap();
    assert_eq!(result.nodes, 1040);
    let moves: Vec<_> = result.moves.iter().map(|(mv, n)| (mv.to_string(), *n)).collect();
    assert_eq!(moves, [("e2e4".into(), 600), ("g1f3".into(), 440)]);
    let perft = Go { perft: Some(2), ..Go::default() };
    let result = started("good").go(&perft).map(drop);
    assert!(matches!(result, Err(EngineError::PerftInGo)), "{result:?}");
    let result = started("hangs").perft_while(2, None, || false);
    assert!(matches!(result, Err(EngineError::Cancelled)), "{result:?}");
    let result = started("no_perft").perft(2, None);
    assert!(matches!(result, Err(EngineError::NoPerft)), "{result:?}");
    let error = started("bad_total").perft(2, None).unwrap_err();
    assert_eq!(error.to_string(), "the engine sent the invalid count \"Nodes searched: many\"");
    let result = started("flood_perft").perft(2, None);
    let what = "lines without a perft total";
    assert!(matches!(result, Err(EngineError::Flood { what: w, .. }) if w == what), "{result:?}");
    let result = started("hangs").perft(2, Some(SHORT));
    assert!(matches!(result, Err(EngineError::Timeout { .. })), "{result:?}");
}

#[test]
fn a_cancelled_handshake_kills_the_engine_at_once() {
    let start = Instant::now();
    let settings = engine("silent").quit_timeout(Duration::from_secs(50));
    let mut checks = 0;
    let continues = || {
        checks += 1;
        start.elapsed() < SHORT
    };
    let error = settings.start_while(continues).unwrap_err();
    assert!(matches!(error, EngineError::Cancelled), "{error:?}");
    assert!(checks < 100, "{checks} checks within {SHORT:?}");
    assert!(start.elapsed() < Duration::from_secs(40));
}

#[test]
fn another_thread_kills_a_hanging_engine() {
    let mut engine = started("hangs");
    let handle = engine.kill_handle();
    let killer = std::thread::spawn({
        let handle = handle.clone();
        move || {
            std::thread::sleep(SHORT);
            handle.kill();
        }
    });
    let error = engine.search(&infinite(), |_| {}).unwrap_err();
    let EngineError::Exited { status, .. } = &error else { panic!("{error:?}") };
    assert!(!status.unwrap().success(), "{error:?}");
    killer.join().unwrap();
    drop(engine);
    handle.kill();
    let status = started("ignores_quit").quit().unwrap();
    assert!(!status.success(), "{status}");
}

#[test]
fn programs_that_cannot_be_started_are_errors() {
    let error = Engine::start("/nowhere/at/all").unwrap_err();
    assert!(matches!(error, EngineError::Start { .. }));
    assert!(error.to_string().starts_with("/nowhere/at/all cannot be started: "), "{error}");
}

#[test]
fn the_end_of_the_process_is_reported_with_status_and_standard_error() {
    let error = engine("exits").start().unwrap_err();
    let EngineError::Exited { waiting_for, status, stderr } = &error else { panic!("{error:?}") };
    assert_eq!((*waiting_for, status.unwrap().code()), ("uciok", Some(3)));
    assert_eq!(stderr, "loading the network\nno file net.nnue");
    assert!(error.to_string().ends_with("ends with \"no file net.nnue\""), "{error}");

    // The incomplete line is not a best move.
    let error = search_error("dies_mid_line");
    let EngineError::Exited { waiting_for, status, .. } = &error else { panic!("{error:?}") };
    assert_eq!((*waiting_for, status.unwrap().code()), ("bestmove", Some(7)));
}

#[test]
fn engines_that_hang_time_out() {
    let start = Instant::now();
    let hung = engine("silent").handshake_timeout(SHORT).quit_timeout(SHORT);
    let error = hung.start().unwrap_err();
    assert!(matches!(error, EngineError::Timeout { waiting_for: "uciok", .. }), "{error:?}");
    let error = search_error("hangs");
    assert!(matches!(error, EngineError::Timeout { waiting_for: "bestmove", .. }), "{error:?}");

    let mut never_ready = engine("never_ready").reply_timeout(SHORT).start().unwrap();
    let error = never_ready.wait_ready().unwrap_err();
    assert!(matches!(error, EngineError::Timeout { waiting_for: "readyok", .. }), "{error:?}");

    let mut ignores_stop = engine("ignores_stop").reply_timeout(SHORT).start().unwrap();
    let mut search = ignores_stop.go(&infinite()).unwrap();
    search.stop().unwrap();
    let error = search.finish().unwrap_err();
    assert!(matches!(error, EngineError::Timeout { .. }), "{error:?}");
    let mut ignores_stop = engine("ignores_stop").reply_timeout(SHORT).start().unwrap();
    drop(ignores_stop.go(&infinite()).unwrap());
    assert!(ignores_stop.wait_ready().is_err());
    assert!(start.elapsed() < Duration::from_secs(50), "a timeout was exceeded");
}

#[test]
fn a_search_with_a_time_limit_times_out() {
    let mut engine = engine("hangs").reply_timeout(SHORT).start().unwrap();
    let go = Go { movetime: Some(100), ..Go::default() };
    let error = engine.search(&go, |_| {}).unwrap_err();
    let expected = Duration::from_millis(100) + SHORT;
    assert!(
        matches!(error, EngineError::Timeout { timeout, .. } if timeout == expected),
        "{error:?}"
    );
}

#[test]
fn floods_end_in_errors() {
    let error = engine("flood_bytes").start().unwrap_err();
    assert!(matches!(error, EngineError::LineTooLong { .. }), "{error:?}");
    let error = engine("flood_text").handshake_timeout(SHORT).start().unwrap_err();
    let EngineError::Timeout { last_line, .. } = error else { panic!("{error:?}") };
    assert_eq!(last_line.as_deref(), Some("y"));
    let error = engine("flood_options").start().unwrap_err();
    assert!(matches!(error, EngineError::Flood { what: "options", .. }), "{error:?}");
    let error = search_error("flood_info");
    assert!(matches!(error, EngineError::Timeout { .. }), "{error:?}");
}

#[test]
fn a_flood_of_unread_lines_is_dropped_or_ends_the_engine() {
    let mut flooded = started("flood_info");
    let mut search = flooded.go(&infinite()).unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    std::thread::sleep(Duration::from_millis(500));
    assert!(search.next_within(SHORT).unwrap().is_some());
    drop(search);
    while flooded.dropped_lines() == 0 {
        assert!(Instant::now() < deadline, "no line was dropped");
        std::thread::sleep(Duration::from_millis(10));
    }

    let mut flooded = started("flood_best_moves");
    drop(flooded.go(&infinite()).unwrap());
    std::thread::sleep(Duration::from_millis(500));
    let error = loop {
        if let Err(error) = flooded.perft(1, Some(Duration::from_secs(60))) {
            break error;
        }
    };
    assert!(matches!(error, EngineError::NoPerft | EngineError::Flood { .. }), "{error:?}");
}

#[test]
fn an_engine_that_does_not_read_cannot_block_the_caller() {
    let mut engine = engine("hangs").reply_timeout(SHORT).quit_timeout(SHORT).start().unwrap();
    drop(engine.go(&infinite()).unwrap());
    assert!(engine.wait_ready().is_err());

    let mut engine = self::engine("hangs").start().unwrap();
    let mut search = engine.go(&infinite()).unwrap();
    let error = loop {
        // The pipe and the buffer behind it hold about a million bytes.
        if let Err(error) = search.ponder_hit() {
            break error;
        }
    };
    assert!(matches!(error, EngineError::NotReading { .. }), "{error:?}");
    drop(search);
    drop(engine);
}

#[test]
fn a_full_standard_error_does_not_block_the_engine() {
    let mut engine = started("stderr_flood");
    engine.wait_ready().unwrap();
}

#[test]
fn invalid_best_moves_are_errors() {
    let error = search_error("illegal_move");
    assert!(matches!(error, EngineError::IllegalBestMove { .. }), "{error:?}");
    assert!(error.to_string().starts_with("the engine played e2e5 in rnbqkbnr/"), "{error}");
    for behaviour in ["null_move", "no_move"] {
        let error = search_error(behaviour);
        let none = matches!(error, EngineError::IllegalBestMove { found: None, .. });
        assert!(none, "{behaviour}: {error:?}");
    }
    let error = search_error("malformed_move");
    assert!(matches!(error, EngineError::Reply { .. }), "{error:?}");
    assert!(error.to_string().contains("\"bestmove banana\""), "{error}");

    // An illegal ponder move is left out.
    let mut engine = started("bad_ponder_move");
    let best = engine.search(&Go { depth: Some(1), ..Go::default() }, |_| {}).unwrap();
    assert_eq!((best.best, best.ponder), (startpos_move("e2e4"), None));

    // Without a legal move both forms of "no move" are valid.
    let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    for behaviour in ["null_move", "no_move"] {
        let mut engine = started(behaviour);
        engine.set_position(&mated, &[]).unwrap();
        let best = engine.search(&Go { depth: Some(1), ..Go::default() }, |_| {}).unwrap();
        assert_eq!(best.best, None);
    }
    let mut engine = started("good");
    engine.set_position(&mated, &[]).unwrap();
    let error = engine.search(&Go { depth: Some(1), ..Go::default() }, |_| {}).unwrap_err();
    assert!(matches!(error, EngineError::IllegalBestMove { found: Some(_), .. }), "{error:?}");
}

#[test]
fn a_failed_copy_protection_is_an_error() {
    let error = engine("copy_protection").start().unwrap_err();
    assert!(matches!(error, EngineError::CopyProtection), "{error:?}");
}

#[test]
fn engines_behind_streams_are_driven_like_processes() {
    let (mut from_engine, to_engine, commands) = scripted(|command| match command {
        "go depth 1" => "info depth 1 score cp 3\nbestmove e2e4\n".to_owned(),
        _ => String::new(),
    });
    let mut engine = Engine::connect(from_engine.try_clone().unwrap(), to_engine).unwrap();
    assert_eq!((engine.name(), engine.process_id()), (Some("Remote"), None));
    let best = engine.search(&Go { depth: Some(1), ..Go::default() }, |_| {}).unwrap();
    assert_eq!(best.best, startpos_move("e2e4"));
    engine.kill_handle().kill();
    assert_eq!(engine.quit(), None);
    let commands: Vec<_> = commands.iter().collect();
    assert_eq!(commands, ["uci", "position startpos", "go depth 1", "quit"]);
    // The engine has closed its output.
    assert_eq!(from_engine.read(&mut [0]).unwrap(), 0);
    let error = Engine::connect(&b"id name Gone\n"[..], std::io::sink()).unwrap_err();
    assert!(matches!(error, EngineError::Exited { status: None, .. }), "{error:?}");
}

#[test]
fn chess960_is_set_once_and_selects_the_castling_notation() {
    let (output, input, commands) = scripted(|_| String::new());
    let option = b"option name UCI_Chess960 type check default false\n";
    let mut engine = Engine::connect(option.chain(output), input).unwrap();
    let standard = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    let mut chess960 = standard.clone();
    chess960.set_chess960(true);
    let castling = standard.parse_uci("e1g1").unwrap();
    for start in [&standard, &chess960, &chess960, &standard] {
        engine.set_position(start, &[castling]).unwrap();
    }
    drop(engine);
    let commands: Vec<_> = commands.iter().collect();
    let position = |start: &Position, mv| format!("position fen {} moves {mv}", start.fen());
    let expected = [
        "uci".to_owned(),
        position(&standard, "e1g1"),
        "setoption name UCI_Chess960 value true".to_owned(),
        position(&chess960, "e1h1"),
        position(&chess960, "e1h1"),
        position(&standard, "e1h1"),
        "quit".to_owned(),
    ];
    assert_eq!(commands, expected);
}

#[test]
fn many_lines_in_time_do_not_end_a_search() {
    let (output, input, commands) = scripted(|command| match command {
        "go movetime 60000" => "info depth 1\n".repeat(5000) + "bestmove e2e4\n",
        "go infinite" => "info depth 2\n".to_owned(),
        _ => String::new(),
    });
    let mut engine = Engine::connect(output, input).unwrap();
    for _ in 0..10 {
        let mut lines = 0;
        let go = Go { movetime: Some(60_000), ..Go::default() };
        engine.search(&go, |_| lines += 1).unwrap();
        assert_eq!(lines, 5000);
    }
    // A line that has arrived is returned without a wait for it.
    let mut search = engine.go(&infinite()).unwrap();
    while commands.recv().unwrap() != "go infinite" {}
    let deadline = Instant::now() + Duration::from_secs(20);
    while search.next_within(Duration::ZERO).unwrap().is_none() {
        assert!(Instant::now() < deadline);
    }
}

#[test]
fn perft_accepts_a_limited_number_of_other_lines() {
    let (output, input, commands) = scripted(|command| match command {
        "go perft 1" => "info depth 1\n".repeat(100_000) + "Nodes searched: 20\n",
        "go perft 2" => "info depth 1\n".repeat(100_001) + "Nodes searched: 400\n",
        _ => String::new(),
    });
    let mut engine = Engine::connect(output, input).unwrap();
    let mut perft = |depth| {
        let mut is_written = false;
        engine.perft_while(depth, None, || {
            // Most of the lines are dropped before one is read.
            while !is_written {
                is_written = commands.recv().unwrap() == format!("go perft {depth}");
            }
            true
        })
    };
    assert_eq!(perft(1).unwrap().nodes, 20);
    assert_eq!(perft(1).unwrap().nodes, 20);
    let result = perft(2);
    assert!(matches!(result, Err(EngineError::Flood { limit: 100_000, .. })), "{result:?}");
}

#[test]
fn score_during_a_perft_is_a_search() {
    let reply = "info depth 1 score cp 3\nNodes searched: 20\n";
    let (output, input, _commands) =
        scripted(|command| if command == "go perft 1" { reply.to_owned() } else { String::new() });
    let result = Engine::connect(output, input).unwrap().perft(1, None);
    assert!(matches!(result, Err(EngineError::NoPerft)), "{result:?}");
}

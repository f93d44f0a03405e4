//! The command `serve`: calls over a socket, as the page sends them.

use crate::process::{BINARY, Session, TIMEOUT, ferz, file};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ferz-syzygy/tests/data");

/// A run of `ferz serve`, which is killed at its end.
pub(crate) struct Serving {
    pub(crate) process: Child,
    pub(crate) port: u16,
    pub(crate) token: String,
}

impl Serving {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::run(&[&["--threads", "1"], arguments].concat())
    }

    /// Starts with the number of threads of the arguments, or the default.
    fn run(arguments: &[&str]) -> Self {
        let mut process = Command::new(BINARY)
            .args(["serve", "--port", "0", "--no-open", "--hash", "4"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let (origin, token) = address.trim_end().split_once("/#token=").unwrap();
        let port = origin.strip_prefix("http://127.0.0.1:").unwrap().parse().unwrap();
        Self { process, port, token: token.to_owned() }
    }

    /// Sends a call.
    fn open(&self, name: &str, body: &Value) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (port, token, body) = (self.port, &self.token, body.to_string());
        write!(
            stream,
            "POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Ferz-Token: {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        stream
    }

    /// Sends a call, and returns the status and the body.
    pub(crate) fn call(&self, name: &str, body: Value) -> (u16, Vec<u8>) {
        let mut response = Vec::new();
        self.open(name, &body).read_to_end(&mut response).unwrap();
        let end = response.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(response[..end].to_vec()).unwrap();
        let body = response.split_off(end + 4);
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        (head[9..12].parse().unwrap(), if is_chunked { joined(&body) } else { body })
    }

    /// Sends a call whose answer is JSON.
    fn json(&self, name: &str, body: Value) -> Value {
        let (status, body) = self.call(name, body);
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).unwrap()
    }

    /// Sends a search, and returns its lines.
    fn search(&self, body: Value) -> Vec<Value> {
        let (status, body) = self.call("search", body);
        let text = String::from_utf8(body).unwrap();
        assert_eq!(status, 200, "{text}");
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Joins the chunks of a body.
fn joined(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = body.windows(2).position(|window| window == b"\r\n").unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return whole;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + length]);
        body = &body[end + 4 + length..];
    }
}

/// Reads from a stream until a text has occurred.
fn read_until(stream: &mut TcpStream, text: &str) {
    let mut received = Vec::new();
    while !String::from_utf8_lossy(&received).contains(text) {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        received.push(byte[0]);
    }
}

const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_search_streams_the_objects_of_analyse() {
    let serving = Serving::start(&[]);
    let call = json!({"fen": STARTPOS, "moves": ["e2e4"], "limits": {"depth": 6}, "multipv": 2});
    let lines = serving.search(call);
    let (report, lines) = lines.split_last().unwrap();
    assert!(lines.len() >= 12, "{lines:?}");
    for line in lines {
        assert!(
            line["nodes"].is_u64() && line["nps"].is_u64() && line["seconds"].is_f64(),
            "{line}"
        );
        assert!(line["score"]["bound"].is_string() && line["pv"][0].is_string(), "{line}");
    }
    let analysed = ferz(&[
        "analyse",
        "--json",
        "--depth",
        "6",
        "--multipv",
        "2",
        "--moves",
        "e4",
        "--hash",
        "4",
    ]);
    let mut expected = analysed.json();
    let mut found = report.clone();
    for report in [&mut expected, &mut found] {
        let mut timed = vec![report.as_object_mut().unwrap().clone()];
        let lines = report["lines"].as_array_mut().unwrap();
        timed.extend(lines.iter().map(|line| line.as_object().unwrap().clone()));
        let without_time = timed.into_iter().map(|mut object| {
            for time in ["seconds", "nps"] {
                assert!(object.remove(time).is_some());
            }
            object.remove("lines");
            Value::from(object)
        });
        *report = without_time.collect();
    }
    assert_eq!(found, expected);
    // Limits of a game, moves and strength.
    let clock = json!({"white": 200, "black": 200, "increment": 10, "movesToGo": 20});
    let lines =
        serving.search(json!({"fen": STARTPOS, "limits": {"clock": clock}, "newGame": true}));
    assert!(lines.last().unwrap()["best"].is_string());
    let lines = serving.search(json!({"fen": STARTPOS, "limits": {"depth": 3, "moves": ["a2a3"]}}));
    assert_eq!(lines.last().unwrap()["best"], "a2a3");
    let lines = serving.search(json!({"fen": STARTPOS, "limits": {"depth": 3}, "elo": 1400}));
    assert!(lines.last().unwrap()["best"].is_string());
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let lines = serving.search(json!({"fen": mate, "limits": {"mate": 1}}));
    assert_eq!(lines.last().unwrap()["lines"][0]["score"]["mate"], 1);
    let castling = json!({"fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "moves": ["e1h1"], "chess960": true,
        "limits": {"depth": 1}});
    assert!(
        serving.search(castling).last().unwrap()["fen"]
            .as_str()
            .unwrap()
            .starts_with("4k3/8/8/8/8/8/8/5RK1 b")
    );
}

#[test]
fn a_closed_request_ends_its_search_and_two_run_at_once() {
    let serving = Serving::start(&[]);
    let endless = json!({"fen": STARTPOS});
    let mut searches = [(); 2].map(|()| serving.open("search", &endless));
    for search in &mut searches {
        read_until(search, "\"depth\":3");
    }
    let (status, body) = serving.call("search", endless.clone());
    assert_eq!((status, body), (429, br#"{"error":"2 searches run already"}"#.to_vec()));
    let [first, _second] = searches;
    drop(first);
    let start = Instant::now();
    let lines = serving.search(json!({"fen": STARTPOS, "limits": {"depth": 2}}));
    assert_eq!(lines.last().unwrap()["depth"], 2);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn calls_have_no_uci_text_and_no_options() {
    let serving = Serving::start(&[]);
    for (name, body, expected) in [
        ("search", json!({"fen": STARTPOS, "options": {"Debug Log File": "log"}}), 400),
        (
            "search",
            json!({"fen": format!("{STARTPOS}\nsetoption name Debug Log File value log")}),
            400,
        ),
        ("search", json!({"fen": STARTPOS, "moves": ["e2e4\nquit"]}), 400),
        ("search", json!({"fen": STARTPOS, "moves": ["e2e5"]}), 400),
        ("search", json!({"fen": STARTPOS, "limits": {"moves": ["quit"]}}), 400),
        ("search", json!({"fen": STARTPOS, "limits": {"depth": "1 \nquit"}}), 400),
        ("search", json!({"fen": STARTPOS, "limits": {"time": -1}}), 400),
        ("search", json!({"fen": STARTPOS, "multipv": 0}), 400),
        ("search", json!({"fen": STARTPOS, "multipv": 1_000_000}), 400),
        ("search", json!({"fen": STARTPOS, "threads": 64}), 400),
        ("search", json!({"fen": STARTPOS, "hash": 1_000_000}), 400),
        ("search", json!({"fen": STARTPOS, "engine": "/bin/sh"}), 404),
        ("search", json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}), 400),
        ("search", json!([]), 400),
        ("book", json!({"fen": STARTPOS, "book": 0}), 404),
        ("book", json!({"fen": STARTPOS, "book": "/etc/passwd"}), 400),
        ("games", json!({"number": 0}), 404),
        ("games", json!({"number": "../games.pgn"}), 400),
        ("games", json!({"path": "/etc/passwd"}), 400),
        ("tables", json!({"fen": STARTPOS}), 404),
        ("worth", json!({"fen": STARTPOS, "network": "/etc/passwd"}), 400),
        ("worth", json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}), 400),
        ("info", json!({"path": "/"}), 400),
        ("quit", json!({}), 404),
        ("../info", json!({}), 404),
    ] {
        let (status, answer) = serving.call(name, body.clone());
        assert_eq!(status, expected, "{name} {body}: {}", String::from_utf8_lossy(&answer));
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert!(answer["error"].is_string(), "{answer}");
    }
}

#[test]
fn the_worth_of_pieces_is_that_of_eval() {
    let serving = Serving::start(&[]);
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1";
    let worth = serving.json("worth", json!({"fen": fen}));
    let mut session = Session::start();
    session.send(&format!("position fen {fen}"));
    let printed = session.send_and_wait("eval").join("\n");
    let pieces = worth["pieces"].as_object().unwrap();
    assert_eq!(pieces.len(), 30);
    for (square, pawns) in pieces {
        let text = format!("{:+.2} ", pawns.as_f64().unwrap());
        assert!(printed.contains(&text), "{square} {text}: {printed}");
    }
    assert!(pieces["d1"].as_f64().unwrap() > 3.0 && pieces["d8"].as_f64().unwrap() < -3.0);
    let value = format!("Evaluation for White: {} cp", worth["centipawns"]);
    assert!(printed.contains(&value), "{value}: {printed}");
    assert_eq!(worth["endgame"], Value::Null);
}

#[test]
fn books_tables_and_games_are_those_of_the_command_line() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve-games");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let text = "[White \"A\"]\n\n1. e4 e5 1-0\n\n".repeat(10_000);
    std::fs::write(folder.join("many.pgn"), &text).unwrap();
    std::fs::write(folder.join("secret.txt"), "secret").unwrap();
    std::fs::write(folder.join("puzzles.csv"), "PuzzleId,FEN,Moves\n").unwrap();
    let small = file("serve-book.pgn", "[White \"A\"]\n\n1. e4 e5 1-0\n\n");
    let book = folder.join("book.bin");
    let made = ferz(&["book", "make", &small, "-o", book.to_str().unwrap(), "--min-games", "1"]);
    assert_eq!(made.status, Some(0), "{made:?}");
    let folder_name = folder.to_str().unwrap();
    let index = folder.join("mine.index");
    let index = index.to_str().unwrap();
    let rated = "[White \"A\"]\n[WhiteElo \"1800\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 1-0\n\n\
        [White \"B\"]\n[Date \"2023.01.01\"]\n\n1. d4 0-1\n";
    let rated = file("serve-index.pgn", rated);
    let added = ferz(&["explore", "add", index, &rated]);
    assert_eq!(added.status, Some(0), "{added:?}");
    let serving = Serving::start(&[
        "--index",
        index,
        "--games",
        folder_name,
        "--book",
        book.to_str().unwrap(),
        "--syzygy",
        TABLES,
        "--engine",
        &format!("other={BINARY}"),
    ]);
    let info = serving.json("info", json!({}));
    assert_eq!(info["engines"][1]["name"], "other");
    assert!(info["engines"][1]["title"].as_str().unwrap().starts_with("Ferz "), "{info}");
    assert_eq!((&info["threads"], &info["hash"]), (&json!(1), &json!(4)));
    assert_eq!(
        (&info["books"], &info["games"], &info["tablebases"]),
        (&json!(["book.bin"]), &json!(2), &json!(4))
    );

    assert_eq!(serving.json("book", json!({"fen": STARTPOS, "book": 0}))["moves"][0]["san"], "e4");
    assert_eq!(info["indexes"], json!(["mine.index"]));
    let conditions = info["conditions"].as_array().unwrap();
    assert_eq!(
        (&conditions[1]["name"], &conditions[1]["values"]),
        (&json!("color"), &json!(["white", "black"]))
    );
    assert!(
        conditions
            .iter()
            .any(|condition| condition["name"] == "tag" && condition["isRepeated"] == true)
    );
    let explored = serving.json("explore", json!({"fen": STARTPOS}));
    assert_eq!((&explored["white"], &explored["black"]), (&json!(1), &json!(1)), "{explored}");
    let filter = json!({"player": "a", "color": "white", "since": "2024", "minElo": null});
    let explored = serving.json("explore", json!({"fen": STARTPOS, "index": 0, "filter": filter}));
    assert_eq!(explored["moves"].as_array().unwrap().len(), 1, "{explored}");
    assert_eq!(explored["moves"][0]["san"], "e4");
    for filter in [
        json!({"tag": "White = a"}),
        json!({"opponent": "?", "color": "white", "since": "2024"}),
        json!({"tags": ["White = a", "WhiteElo >= 1800"], "speeds": []}),
    ] {
        let explored = serving.json("explore", json!({"fen": STARTPOS, "filter": filter}));
        assert_eq!(explored["moves"][0]["san"], "e4", "{filter}: {explored}");
    }
    let game = explored["topGames"][0]["id"].as_str().unwrap().parse::<u64>().unwrap();
    let read = serving.json("explored", json!({"game": game}));
    assert!(read.as_str().unwrap().trim_end().ends_with("1. e4 e5 1-0"), "{read}");
    for (name, body, status) in [
        ("explore", json!({"fen": STARTPOS, "index": 1}), 404),
        ("explore", json!({"fen": STARTPOS, "filter": {"color": "red"}}), 400),
        ("explore", json!({"fen": STARTPOS, "filter": {"since": "x"}}), 400),
        ("explore", json!({"fen": STARTPOS, "filter": {"rating": null}}), 400),
        ("explore", json!({"fen": STARTPOS, "filter": {"color": "white"}}), 400),
        ("explore", json!({"fen": STARTPOS, "filter": {"tags": [["Round = 1"]]}}), 400),
        ("explored", json!({"game": 99}), 404),
        ("explored", json!({"game": "/etc/passwd"}), 400),
    ] {
        assert_eq!(serving.call(name, body.clone()).0, status, "{name} {body}");
    }
    let won = serving.json("tables", json!({"fen": "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"}));
    assert_eq!((&won["wdl"], &won["moves"][0]["wdl"]), (&json!("win"), &json!("win")));

    let list = serving.json("games", json!({}));
    assert_eq!(list[0], json!({"number": 0, "name": "many.pgn", "bytes": text.len()}));
    assert_eq!(list[1]["name"], "puzzles.csv");
    assert_eq!(serving.call("games", json!({"number": 0})), (200, text.into_bytes()));
    // A new file has the next number, whatever its name.
    std::fs::write(folder.join("a.pgn"), "1. d4 *\n").unwrap();
    let list = serving.json("games", json!({}));
    assert_eq!((&list[0]["name"], &list[2]["name"]), (&json!("many.pgn"), &json!("a.pgn")));

    let other = json!({"fen": STARTPOS, "engine": "other", "limits": {"depth": 4}, "multipv": 3});
    let lines = serving.search(other.clone());
    let report = lines.last().unwrap();
    assert_eq!(report["lines"].as_array().unwrap().len(), 3, "{report}");
    let (status, _) =
        serving.call("search", json!({"fen": STARTPOS, "engine": "other", "elo": 1500}));
    assert_eq!(status, 400);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly_while_a_search_runs() {
    let mut serving = Serving::start(&["--engine", &format!("other={BINARY}")]);
    let mut search = serving.open("search", &json!({"fen": STARTPOS, "engine": "other"}));
    read_until(&mut search, "\"depth\":3");
    let pid = serving.process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(serving.process.wait().unwrap().code(), Some(0));
}

/// Writes an engine that answers until its first search, in which it hangs and hears no signal but the last one. It
/// writes the number of its process to a file first.
#[cfg(unix)]
fn hanging_engine(name: &str) -> (String, PathBuf) {
    let pids = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.pids"));
    let _ = std::fs::remove_file(&pids);
    let script = format!(
        "trap '' INT TERM HUP\nwhile read -r line; do case $line in uci) echo uciok;; isready) echo \
         readyok;; go*) echo $$ >> {}; while :; do sleep 1; done;; esac; done\n",
        pids.display()
    );
    (format!("sh {}", file(&format!("{name}.sh"), &script)), pids)
}

/// Waits until engines that hang have written their numbers.
#[cfg(unix)]
fn hanging(pids: &std::path::Path, count: usize) -> Vec<String> {
    let start = Instant::now();
    loop {
        let text = std::fs::read_to_string(pids).unwrap_or_default();
        let found: Vec<_> = text.lines().map(str::to_owned).collect();
        if found.len() == count && text.ends_with('\n') {
            return found;
        }
        assert!(start.elapsed() < TIMEOUT, "{found:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn is_running(pid: &str) -> bool {
    let probe = Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status();
    probe.unwrap().success()
}

#[cfg(unix)]
#[test]
fn engines_that_hang_are_killed_and_their_searches_end() {
    let (engine, pids) = hanging_engine("serve-hangs");
    let mut serving = Serving::start(&["--engine", &format!("other={engine}")]);
    let call = json!({"fen": STARTPOS, "engine": "other"});
    let searches = [(); 2].map(|()| serving.open("search", &call));
    let first = hanging(&pids, 2);
    drop(searches);
    // Their places are free once they are killed.
    let start = Instant::now();
    while serving.call("search", json!({"fen": STARTPOS, "limits": {"depth": 1}})).0 != 200 {
        assert!(start.elapsed() < TIMEOUT);
    }
    while first.iter().any(|pid| is_running(pid)) {
        assert!(start.elapsed() < TIMEOUT);
        std::thread::sleep(Duration::from_millis(50));
    }
    // At the end of the server one is killed at once.
    let _search = serving.open("search", &call);
    let last = hanging(&pids, 3).pop().unwrap();
    let pid = serving.process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(serving.process.wait().unwrap().code(), Some(0));
    let start = Instant::now();
    while is_running(&last) {
        assert!(start.elapsed() < Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_became_a_pipe_holds_nothing_up() {
    let path = file("serve-pipe.pgn", "1. e4 *\n");
    let serving = Serving::start(&["--games", &path]);
    assert_eq!(serving.json("info", json!({}))["games"], 1);
    assert_eq!(serving.call("games", json!({"number": 0})).0, 200);
    std::fs::remove_file(&path).unwrap();
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert_eq!(serving.call("games", json!({"number": 0})).0, 500);
    assert_eq!(serving.json("info", json!({}))["games"], 1);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn searches_of_reviews_are_equal() {
    let serving = Serving::start(&[]);
    let call =
        json!({"fen": STARTPOS, "moves": ["e2e4"], "limits": {"nodes": 4000}, "review": true});
    let found = [(); 3].map(|()| {
        serving.search(json!({"fen": STARTPOS, "limits": {"nodes": 3000}}));
        let mut report = serving.search(call.clone()).pop().unwrap();
        let line = &mut report["lines"][0];
        let _ = [line["seconds"].take(), line["nps"].take()];
        line.take()
    });
    assert!(found[0]["pv"].is_array(), "{found:?}");
    assert!(found[0] == found[1] && found[1] == found[2], "{found:?}");
}

/// An engine without options has one thread: the default is as many as an engine can have, and more are refused by name.
#[cfg(unix)]
#[test]
fn engines_without_threads_are_used_with_one() {
    let script = "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) echo info \
                  depth 1 score cp 7 pv e2e4; echo bestmove e2e4;; esac; done\n";
    let engine = format!("plain=sh {}", file("serve-plain.sh", script));
    let serving = Serving::run(&["--engine", &engine]);
    let lines = serving.search(json!({"fen": STARTPOS, "engine": "plain", "limits": {"depth": 1}}));
    assert_eq!(lines[0]["pv"], json!(["e2e4"]), "{lines:?}");
    let ran = ferz(&["serve", "--no-open", "--hash", "1", "--threads", "4", "--engine", &engine]);
    let line = ran.error_line();
    assert!(line.contains("serve-plain.sh") && line.contains("\"Threads\""), "{line}");
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, expected) in [
        (&["--engine", "stockfish"][..], "NAME=COMMAND"),
        (&["--engine", "ferz=x"], "built-in"),
        (&["--engine", "a=/no/such/engine"], "/no/such/engine"),
        (&["--book", "/no/such/book.bin"], "/no/such/book.bin"),
        (&["--index", "/no/such/index"], "/no/such/index"),
        (&["--games", "/no/such/folder"], "/no/such/folder"),
        (&["--page", "/no/such/folder"], "/no/such/folder"),
        (&["--syzygy", "/no/such/folder"], "/no/such/folder"),
        (&["--port", "70000"], "--port"),
    ] {
        let ran = ferz(&[&["serve", "--no-open", "--hash", "1"], arguments].concat());
        let line = ran.error_line();
        assert!(line.contains(expected), "{line}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = ferz(&["serve", "--no-open", "--hash", "1", "--port", &port]);
    assert!(ran.error_line().starts_with(&format!("port {port}: ")), "{ran:?}");
}

#[test]
fn a_usual_port_in_use_is_said() {
    // Another program may have it already.
    let _taken = std::net::TcpListener::bind("127.0.0.1:8064");
    let mut process = Command::new(BINARY)
        .args(["serve", "--no-open", "--threads", "1", "--hash", "4"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
    let text = lines.take(6).collect::<Vec<_>>().join("\n");
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(text.contains("\n\nPort 8064 is in use"), "{text}");
    assert!(!text.starts_with("http://127.0.0.1:8064/"), "{text}");
}

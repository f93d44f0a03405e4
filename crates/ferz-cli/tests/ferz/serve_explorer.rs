//! The explorer of `serve --explorer-api`: the calls of Lichess's opening explorer, as clients of it send them.

use crate::process::{TIMEOUT, ferz, file};
use crate::serve::Serving;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;

const GAMES: &str = "[White \"Anna\"]\n[Black \"Boris\"]\n[Date \"2024.03.15\"]\n[WhiteElo \"2100\"]\n[BlackElo \"2000\"]\n\
    [TimeControl \"180+2\"]\n[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 1-0\n\n\
    [White \"Clara\"]\n[Black \"Anna\"]\n[Date \"2023.01.02\"]\n[WhiteElo \"1900\"]\n[BlackElo \"2050\"]\n\
    [TimeControl \"1800\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 c5 2. e4 d6 3. Bb5+ 1/2-1/2\n\n\
    [White \"Anna\"]\n[Black \"Clara\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 0-1\n\n";

/// Makes an index of games.
fn made(name: &str, games: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let folder = folder.to_str().unwrap().to_owned();
    let added = ferz(&["explore", "add", &folder, &file(&format!("{name}.pgn"), games)]);
    assert_eq!(added.status, Some(0), "{added:?}");
    folder
}

impl Serving {
    /// Sends bytes, and returns the response.
    fn send(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let _ = stream.write_all(request);
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        String::from_utf8_lossy(&response).into_owned()
    }

    /// Reads an address, and returns the status, the headers in lower case and the body.
    fn read(&self, address: &str) -> (u16, String, String) {
        let request = format!("GET {address} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port);
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), head.to_lowercase(), body.to_owned())
    }

    /// Reads an object.
    fn explored(&self, address: &str) -> Value {
        let (status, _, body) = self.read(address);
        assert_eq!(status, 200, "{address}: {body}");
        serde_json::from_str(&body).unwrap()
    }
}

/// Returns the counts of an object.
fn counts(explored: &Value) -> [u64; 3] {
    ["white", "draws", "black"].map(|name| explored[name].as_u64().unwrap())
}

#[test]
fn the_answers_have_the_fields_of_lichess() {
    let index = made("explorer-fields", GAMES);
    let serving = Serving::start(&["--index", &index, "--explorer-api"]);
    let anna = json!({"name": "Anna", "rating": 2100});
    let boris = json!({"name": "Boris", "rating": 2000});
    let first = json!({"id": "0", "winner": "white", "result": "1-0", "speed": "blitz",
        "mode": null, "white": anna,
        "black": boris, "year": 2024, "month": "2024-03"});
    let with_move = |game: &Value, uci: &str| {
        let mut game = game.clone();
        game["uci"] = json!(uci);
        game
    };
    let expected = json!({
        "white": 1, "draws": 0, "black": 0,
        "moves": [{"uci": "g1f3", "san": "Nf3", "averageRating": 2100, "white": 1, "draws": 0, "black": 0,
            "game": first, "opening": {"eco": "B27", "name": "Sicilian Defense"}}],
        "topGames": [with_move(&first, "g1f3")], "recentGames": [with_move(&first, "g1f3")],
        "opening": {"eco": "B20", "name": "Sicilian Defense"},
    });
    assert_eq!(serving.explored("/lichess?play=e2e4,c7c5"), expected);
    let masters = serving.explored("/masters?play=e2e4%2Cc7c5&topGames=0");
    assert_eq!((&masters["moves"], &masters["topGames"]), (&expected["moves"], &json!([])));
    // The opponents of Anna with Black: Clara alone, a draw.
    let (status, head, line) = serving.read("/player?player=anna&color=black&play=g1f3");
    assert!(status == 200 && head.contains("content-type: application/x-ndjson"), "{head}");
    assert_eq!(line.matches('\n').count(), 1, "{line}");
    let player: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((counts(&player), &player["queuePosition"]), ([0, 1, 0], &json!(0)));
    let mv = &player["moves"][0];
    assert_eq!(
        (&mv["averageOpponentRating"], &mv["performance"], &mv["game"]["id"]),
        (&json!(1900), &json!(1900), &json!("1"))
    );
    assert!(mv.get("averageRating").is_none(), "{mv}");
    assert_eq!(player["recentGames"][0]["uci"], "c7c5");
    // Games of the answers.
    for path in ["/masters/pgn/2", "/master/pgn/2", "/0/masters/pgn/2"] {
        let (status, head, text) = serving.read(path);
        assert!(status == 200 && head.contains("content-type: application/x-chess-pgn"), "{head}");
        assert!(
            text.contains("[Black \"Clara\"]") && text.trim_end().ends_with("4. O-O 0-1"),
            "{text}"
        );
    }
    for path in
        ["/masters/pgn/3", "/masters/pgn/x", "/masters/pgn/-1", "/masters/pgn/", "/1/lichess"]
    {
        let (status, _, body) = serving.read(path);
        assert!(status == 404 && body.starts_with("{\"error\":"), "{path}: {body}");
    }
    let months = json!([
        {"month": "2023-01", "white": 0, "draws": 1, "black": 0},
        {"month": "2024-03", "white": 1, "draws": 0, "black": 0},
    ]);
    assert_eq!(serving.explored("/lichess?history=true")["history"], months);
    assert_eq!(
        serving.explored("/lichess?history=1&since=2024&moves=0")["history"],
        json!([months[1]])
    );
    assert_eq!(serving.explored("/lichess?history=1&variant=horde")["history"], json!([]));
    assert!(serving.explored("/lichess?history=false").get("history").is_none());
}

#[test]
fn the_parameters_are_those_of_lichess() {
    let index = made("explorer-parameters", GAMES);
    let other = made("explorer-other", "[White \"Eva\"]\n[Result \"1-0\"]\n\n1. c4 1-0\n");
    let of_server = "[Event \"Rated Blitz game\"]\n[White \"Eva\"]\n\n1. c4 1-0\n\n\
        [Event \"casual blitz game\"]\n[White \"Eva\"]\n\n1. c4 1/2-1/2\n";
    let modes = made("explorer-modes", of_server);
    let indexes = ["--index", &index, "--index", &other, "--index", &modes];
    let serving = Serving::start(&[&indexes[..], &["--explorer-api"]].concat());
    let explored = serving.explored("/2/lichess");
    let games = explored["recentGames"].as_array().unwrap();
    let mut modes: Vec<_> = games.iter().map(|game| game["mode"].as_str().unwrap()).collect();
    modes.sort();
    assert_eq!(modes, ["casual", "rated"]);
    let sicilian = "fen=rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R%20b%20KQkq%20-%201%202";
    for (address, expected) in [
        ("/lichess", [1, 1, 1]),
        ("/lichess?fen=&play=&moves=&speeds=&ratings=&since=&variant=", [1, 1, 1]),
        ("/lichess?unknown=1&modes=rated&source=analysis", [1, 1, 1]),
        ("/1/lichess", [1, 0, 0]),
        (&format!("/lichess?{sicilian}"), [1, 1, 0]),
        (&format!("/masters?{}", sicilian.replace("%20", "_")), [1, 1, 0]),
        (&format!("/masters?{}", sicilian.replace("%20", "+").replace("+1+2", "")), [1, 1, 0]),
        (
            "/lichess?fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR+b+KQkq+e3+0+1&play=c7c5",
            [1, 0, 0],
        ),
        // Castling in both notations: there is no game with a move after it.
        ("/lichess?play=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,e1g1", [0, 0, 0]),
        ("/lichess?play=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,e1h1", [0, 0, 0]),
        ("/lichess?speeds=blitz", [1, 0, 0]),
        ("/lichess?speeds=blitz,classical,lightning", [1, 1, 0]),
        ("/lichess?speeds[]=blitz&speeds%5B%5D=classical", [1, 1, 0]),
        ("/lichess?speeds=lightning", [0, 0, 0]),
        // Groups are those of the mean rating: 2050 and 1975.
        ("/lichess?ratings=2000,2200,2500", [1, 0, 0]),
        ("/lichess?ratings=1800", [0, 1, 0]),
        ("/lichess?ratings=1800,2000", [1, 1, 0]),
        ("/lichess?ratings=1600,2200", [0, 0, 0]),
        ("/lichess?ratings=1600,2000", [1, 0, 0]),
        ("/lichess?ratings=0,1000,1200,1400,1600,1800,2000,2200,2500", [1, 1, 1]),
        ("/lichess?ratings[]=2000&ratings[]=2200", [1, 0, 0]),
        // Months and years.
        ("/lichess?since=2024-01&speeds=blitz,classical", [1, 0, 0]),
        ("/lichess?until=2023-12&speeds=blitz,classical", [0, 1, 0]),
        ("/masters?since=2023&until=2023", [0, 1, 0]),
        ("/master?since=2023&until=2023", [0, 1, 0]),
        ("/lichess?since=0000-01&until=3000-12", [1, 1, 1]),
        // Masters have no speeds, ratings and variants.
        ("/masters?speeds=blitz&ratings=2500&variant=atomic", [1, 1, 1]),
        ("/player?player=Anna&color=white", [1, 0, 1]),
        ("/player?player=clara&color=black&variant=standard", [0, 0, 1]),
        ("/player?player=nobody&color=white", [0, 0, 0]),
        // Games whose mode is unknown count if both modes are asked for.
        ("/player?player=anna&color=white&modes=rated", [0, 0, 0]),
        ("/player?player=anna&color=white&modes=rated,casual", [1, 0, 1]),
        ("/player?player=anna&color=white&modes=other", [0, 0, 0]),
        ("/2/player?player=eva&color=white", [1, 1, 0]),
        ("/2/player?player=eva&color=white&modes=rated", [1, 0, 0]),
        ("/2/player?player=eva&color=white&modes[]=casual", [0, 1, 0]),
        // Other variants have positions of their own.
        ("/lichess?variant=antichess&fen=8/8/8/8/8/8/8/R7+w+-+-+0+1&play=a1a8", [0, 0, 0]),
        ("/lichess?variant=crazyhouse", [0, 0, 0]),
        ("/lichess?variant=fromPosition", [1, 1, 1]),
        ("/lichess?variant=chess960&play=e2e4,c7c5", [1, 0, 0]),
    ] {
        let explored = serving.explored(address);
        assert_eq!(counts(&explored), expected, "{address}: {explored}");
        let games = explored["moves"].as_array().unwrap();
        assert!(games.iter().all(|mv| mv["san"].is_string()), "{address}: {explored}");
    }
    for (address, moves, top, recent) in [
        ("/lichess?moves=1", 1, 3, 3),
        ("/lichess?moves=0&topGames=1&recentGames=0", 0, 1, 0),
        ("/lichess?topGames=4000000000", 2, 3, 3),
        ("/masters", 2, 3, 0),
        ("/player?player=anna&color=white&recentGames=1", 1, 0, 1),
    ] {
        let explored = serving.explored(address);
        let lengths = ["moves", "topGames", "recentGames"]
            .map(|name| explored[name].as_array().unwrap().len());
        assert_eq!(lengths, [moves, top, recent], "{address}: {explored}");
    }
    for address in [
        "/lichess?fen=x",
        "/lichess?fen=8/8/8/8/8/8/8/8+w+-+-+0+1",
        "/lichess?play=e2e5",
        "/lichess?play=0000",
        "/lichess?moves=-1",
        "/lichess?topGames=many",
        "/lichess?since=then",
        "/lichess?ratings=abc",
        "/lichess?ratings=2000,-1",
        "/player",
        "/player?player=anna",
        "/player?color=white",
        "/player?player=anna&color=both",
    ] {
        let (status, _, body) = serving.read(address);
        assert!(status == 400 && body.starts_with("{\"error\":"), "{address}: {status} {body}");
    }
}

#[test]
fn the_explorer_is_open_by_its_option_alone() {
    let index = made("explorer-closed", GAMES);
    let front_end = "http://localhost:5173";
    let closed = Serving::start(&["--index", &index]);
    for path in ["/lichess", "/masters", "/player?player=anna&color=white", "/masters/pgn/0"] {
        assert_eq!(closed.read(path).0, 404, "{path}");
    }
    let open = Serving::start(&["--index", &index, "--explorer-api", "--allow-origin", front_end]);
    let request = |path: &str, headers: &str| {
        let host = format!("127.0.0.1:{}", open.port);
        open.send(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n").as_bytes())
    };
    let allowed = request("/lichess", &format!("Origin: {front_end}\r\n"));
    assert!(allowed.contains(&format!("access-control-allow-origin: {front_end}")), "{allowed}");
    let foreign = request("/lichess", "Origin: https://example.org\r\n");
    assert!(
        foreign.starts_with("HTTP/1.1 403") && !foreign.contains("access-control"),
        "{foreign}"
    );
    for (path, text) in [("/lichess", "Anna"), ("/masters/pgn/0", "Boris")] {
        assert!(request(path, "").contains(text));
        let rebound = format!("GET {path} HTTP/1.1\r\nHost: lichess.example.org\r\n\r\n");
        let refused = open.send(rebound.as_bytes());
        assert!(refused.starts_with("HTTP/1.1 421") && !refused.contains(text), "{refused}");
    }
    // No path of a request reaches another file or another call.
    for path in [
        "/lichess/../api/info",
        "/masters/pgn/..%2f..%2fmanifest",
        "/masters/pgn/../../manifest",
        "/masters/pgn//etc/passwd",
        "/lichess/pgn/0",
        "/99999999999999999999999/lichess",
        "/-1/lichess",
        "/+1/lichess",
    ] {
        let response = request(path, "");
        assert!(response.starts_with("HTTP/1.1 404"), "{path}: {response}");
    }
    for arguments in [
        &["--explorer-api"][..],
        &["--index", &index, "--allow-origin", front_end],
        &["--index", &index, "--explorer-api", "--allow-origin", "*"],
        &["--index", &index, "--explorer-api", "--allow-origin", "null"],
    ] {
        let ran = ferz(&[&["serve", "--no-open", "--hash", "1"], arguments].concat());
        assert_eq!(ran.status, Some(2), "{arguments:?}: {ran:?}");
    }
}

/// Returns a request of the explorer with changes, or random bytes.
fn random_request(rng: &mut fastrand::Rng, port: u16) -> Vec<u8> {
    const PATHS: [&str; 8] = [
        "/lichess",
        "/masters",
        "/player",
        "/masters/pgn/1",
        "/0/lichess",
        "/7/player",
        "/master/pgn/",
        "/lichess/",
    ];
    const PARAMETERS: [&str; 17] = [
        "fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1",
        "play=e2e4,c7c5,g1f3",
        "play=e1h1",
        "moves=12",
        "topGames=99999999999999999999",
        "recentGames=0",
        "player=anna",
        "player=%00%ff",
        "color=white",
        "since=2024-01",
        "until=9999-99",
        "speeds[]=blitz",
        "ratings=0,65535,70000,-1",
        "modes=rated,casual",
        "variant=chess960",
        "variant=horde",
        "history=true",
    ];
    let mut query = String::new();
    for _ in 0..rng.usize(0..6) {
        let joint = if rng.u8(0..9) > 0 { "&" } else { "=" };
        query = format!("{query}{}{joint}", rng.choice(PARAMETERS).unwrap_or_default());
    }
    let method = rng.choice(["GET", "GET", "GET", "HEAD", "OPTIONS", "POST"]).unwrap_or_default();
    let path = rng.choice(PATHS).unwrap_or_default();
    let origin =
        rng.choice(["", "Origin: http://localhost:5173\r\n", "Origin: x\r\n"]).unwrap_or_default();
    let line = format!("{method} {path}?{query}").into_bytes();
    let mut bytes = line;
    for _ in 0..rng.usize(0..4) {
        let (at, length) = (rng.usize(0..bytes.len()), rng.usize(0..200));
        let end = bytes.len().min(at + length);
        match rng.u8(0..5) {
            0 => bytes[at] = rng.u8(..),
            1 => bytes[at] = rng.u8(0x21..0x7f),
            2 => bytes.truncate(at.max(1)),
            3 => {
                let copy = bytes[at..end].repeat(rng.usize(1..60));
                bytes.splice(at..at, copy);
            }
            _ => {
                let words =
                    ["%", "%2", "%00", ",", "&&", "=", "[]", "/", "?", "e1g1", "%F0%9F%98%80"];
                let word = rng.choice(words).unwrap_or_default();
                bytes.splice(at..at, word.bytes());
            }
        }
    }
    bytes.extend(format!(" HTTP/1.1\r\nHost: localhost:{port}\r\n{origin}\r\n").bytes());
    bytes
}

/// Returns the memory of a process in KiB.
#[cfg(target_os = "linux")]
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn random_requests_to_the_explorer_do_no_harm() {
    const REQUESTS: u64 = 10_000;
    const THREADS: u64 = 8;
    let index = made("explorer-random", GAMES);
    let options = ["--index", &index, "--explorer-api", "--allow-origin", "http://localhost:5173"];
    let mut serving = Serving::start(&options);
    assert_eq!(serving.read("/lichess").0, 200);
    #[cfg(target_os = "linux")]
    let before = memory(serving.process.id());
    let answered = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (serving, answered) = (&serving, &answered);
            scope.spawn(move || {
                let mut rng = fastrand::Rng::with_seed(thread);
                for _ in 0..REQUESTS / THREADS {
                    let request = random_request(&mut rng, serving.port);
                    let response = serving.send(&request);
                    let status = response.get(9..12).unwrap_or("none");
                    let is_known =
                        ["200", "204", "400", "403", "404", "405", "414", "421", "431", "none"]
                            .contains(&status);
                    assert!(is_known, "{}\n{response}", String::from_utf8_lossy(&request));
                    answered.fetch_add(
                        u64::from(status == "200"),
                        std::sync::atomic::Ordering::Relaxed,
                    );
                }
            });
        }
    });
    let answered = answered.into_inner();
    assert!(answered > REQUESTS / 20, "only {answered} requests stay valid");
    #[cfg(target_os = "linux")]
    assert!(
        memory(serving.process.id()) < before + (64 << 10),
        "{before} KiB before, {} after",
        memory(serving.process.id())
    );
    assert_eq!(serving.process.try_wait().unwrap(), None);
    assert_eq!(counts(&serving.explored("/lichess")), [1, 1, 1]);
}

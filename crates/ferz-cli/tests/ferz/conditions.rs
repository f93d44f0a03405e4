//! Each condition of the table with each command: the games that it selects, or an error that names it.
//!
//! 1,000 games are made of lines and tags whose properties stand here, so that what a condition selects is computed
//! without the code that tests conditions.

use crate::process::{Ran, ferz, file};
use crate::serve::Serving;
use ferz_database::selection::CONDITIONS;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// A line of moves with properties that can be seen by eye.
struct Line {
    tags: &'static str,
    moves: &'static str,
    plies: u32,
    /// The first letters of the ECO code; none for a start without a name.
    eco: &'static str,
    chess960: bool,
    mate: bool,
    /// A position with king, rook and pawn against king and rook, for twelve plies.
    rooks: bool,
    /// The moves after which the fourth rank has a white pawn on e4.
    e4: bool,
}

const NO_LINE: Line = Line {
    tags: "",
    moves: "",
    plies: 0,
    eco: "",
    chess960: false,
    mate: false,
    rooks: false,
    e4: false,
};

static LINES: [Line; 6] = [
    Line { moves: "1. e4 c5 2. Nf3 d6", plies: 4, eco: "B5", e4: true, ..NO_LINE },
    Line { moves: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", plies: 6, eco: "C6", e4: true, ..NO_LINE },
    Line { moves: "1. d4 d5 {A Novelty} 2. c4", plies: 3, eco: "D", ..NO_LINE },
    Line { moves: "1. f3 e5 2. g4 Qh4#", plies: 4, eco: "A0", mate: true, ..NO_LINE },
    Line {
        tags: "[SetUp \"1\"]\n[FEN \"4k3/r7/8/8/8/8/R6P/4K3 w - - 0 1\"]\n",
        moves: "1. Kd1 Kd8 2. Ke1 Ke8 3. Kd1 Kd8 4. Ke1 Ke8 5. Kd1 Kd8 6. Ke1 Ke8",
        plies: 12,
        rooks: true,
        ..NO_LINE
    },
    Line {
        tags: "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
               [FEN \"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1\"]\n",
        moves: "1. e4 e5",
        plies: 2,
        chess960: true,
        e4: true,
        ..NO_LINE
    },
];

/// A game with its facts.
struct Game {
    line: &'static Line,
    names: [&'static str; 2],
    event: &'static str,
    elos: [Option<u32>; 2],
    /// The first and the last day that the date can mean, such as 20240101.
    days: Option<(u32, u32)>,
    speed: &'static str,
    result: &'static str,
    round: usize,
    text: String,
}

/// Returns games whose facts are all combinations that their periods give.
fn games(count: usize) -> Vec<Game> {
    // One name has a letter and a mark as two characters in some games and as one in others.
    const NAMES: [(&str, &str); 5] = [
        ("anna", "Anna"),
        ("müller", "Müller, Karl"),
        ("müller", "Mu\u{308}ller, Karl"),
        ("boris", "BORIS"),
        ("?", "?"),
    ];
    const EVENTS: [&str; 4] = ["Club cup", "Rated Blitz game", "Casual game", "?"];
    const ELOS: [(&str, Option<u32>); 6] = [
        ("2400", Some(2400)),
        ("1999.9", Some(1999)),
        ("?", None),
        ("2500?", Some(2500)),
        ("1500", Some(1500)),
        ("0", None),
    ];
    const DATES: [(&str, Option<(u32, u32)>); 4] = [
        ("2024.03.15", Some((20240315, 20240315))),
        ("2023.??.??", Some((20230101, 20231231))),
        ("????.??.??", None),
        ("2025.01.01", Some((20250101, 20250101))),
    ];
    const CONTROLS: [(&str, &str); 4] =
        [("60+0", "bullet"), ("180+2", "blitz"), ("600+5", "rapid"), ("?", "")];
    const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
    let game = |number: usize| {
        // Periods without common factors give each pair of values.
        let line = &LINES[number % LINES.len()];
        let (white, black) = (NAMES[number / 6 % 5], NAMES[number / 7 % 5]);
        let event = EVENTS[number / 5 % 4];
        let elos = [ELOS[number / 4 % 6], ELOS[number / 11 % 6]];
        let (date, days) = DATES[number / 13 % 4];
        let (control, speed) = CONTROLS[number / 3 % 4];
        let result = if line.mate { "0-1" } else { RESULTS[number / 2 % 4] };
        let text = format!(
            "[Event \"{event}\"]\n[Round \"{number}\"]\n[Date \"{date}\"]\n[White \"{}\"]\n[Black \"{}\"]\n\
             [Result \"{result}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[TimeControl \"{control}\"]\n{}\n\
             {} {result}\n",
            white.1, black.1, elos[0].0, elos[1].0, line.tags, line.moves
        );
        let (names, elos) = ([white.0, black.0], elos.map(|(_, elo)| elo));
        Game { line, names, event, elos, days, speed, result, round: number, text }
    };
    (0..count).map(game).collect()
}

impl Game {
    /// Returns the names of the winner and of the loser.
    fn decided(&self) -> Option<[&str; 2]> {
        let [white, black] = self.names;
        match self.result {
            "1-0" => Some([white, black]),
            "0-1" => Some([black, white]),
            _ => None,
        }
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    fn both_elos(&self) -> Option<[u32; 2]> {
        Some([self.elos[0]?, self.elos[1]?])
    }
}

/// Values of a condition, the conditions that it needs, and the games that it then selects.
type Case = (&'static str, &'static [&'static str], &'static [&'static str], fn(&Game) -> bool);

/// A case or more for each condition.
const CASES: &[Case] = &[
    ("player", &["anna"], &[], |game| game.has("anna")),
    ("player", &["mu\u{308}LLER", "Boris"], &[], |game| game.has("müller") || game.has("boris")),
    ("color", &["black"], &["--player", "anna"], |game| game.names[1] == "anna"),
    ("opponent", &["müller"], &["--player", "anna"], |game| {
        game.has("anna") && game.has("müller")
    }),
    ("opponent-elo", &["2000-2450"], &["--player", "anna"], |game| {
        let is_in = |elo: Option<u32>| elo.is_some_and(|elo| (2000..=2450).contains(&elo));
        let [white, black] = game.names;
        white == "anna" && is_in(game.elos[1]) || black == "anna" && is_in(game.elos[0])
    }),
    ("white", &["karl", "boris"], &[], |game| ["müller", "boris"].contains(&game.names[0])),
    ("black", &["anna"], &[], |game| game.names[1] == "anna"),
    ("event", &["CLUB", "casual"], &[], |game| ["Club cup", "Casual game"].contains(&game.event)),
    ("min-elo", &["2000"], &[], |game| {
        game.both_elos().is_some_and(|elos| elos.iter().all(|&elo| elo >= 2000))
    }),
    ("max-elo", &["1999"], &[], |game| {
        game.both_elos().is_some_and(|elos| elos.iter().all(|&elo| elo <= 1999))
    }),
    ("mean-elo", &["-1999,2450-"], &[], |game| {
        game.both_elos()
            .map(|elos| (elos[0] + elos[1]) / 2)
            .is_some_and(|mean| mean <= 1999 || mean >= 2450)
    }),
    ("speed", &["bullet,rapid"], &[], |game| ["bullet", "rapid"].contains(&game.speed)),
    ("mode", &["rated"], &[], |game| game.event.starts_with("Rated")),
    ("since", &["2023.06"], &[], |game| game.days.is_some_and(|days| days.1 >= 20230601)),
    ("until", &["2024.03.14"], &[], |game| game.days.is_some_and(|days| days.0 <= 20240314)),
    ("tag", &["Event ~ game$", "WhiteElo > 1999"], &[], |game| {
        game.event.ends_with("game") && game.elos[0].is_some_and(|elo| elo > 1999)
    }),
    ("variant", &["chess960"], &[], |game| game.line.chess960),
    ("variant", &["standard"], &[], |game| !game.line.chess960),
    ("result", &["1-0", "*"], &[], |game| ["1-0", "*"].contains(&game.result)),
    ("won", &["anna"], &[], |game| game.decided().is_some_and(|names| names[0] == "anna")),
    ("lost", &["anna", "boris"], &[], |game| {
        game.decided().is_some_and(|names| ["anna", "boris"].contains(&names[1]))
    }),
    ("drew", &["anna"], &[], |game| game.result == "1/2-1/2" && game.has("anna")),
    ("moves", &["e4 c5", "1. d4"], &[], |game| {
        game.line.moves.starts_with("1. e4 c5") || game.line.moves.starts_with("1. d4")
    }),
    ("moves", &["* c5", "!e4|d4 e5"], &[], |game| game.line.eco == "B5" || game.line.mate),
    ("follows", &["REPERTOIRE"], &[], |game| game.line.moves.starts_with("1. e4 e5 2")),
    ("leaves", &["black"], &["--follows", "REPERTOIRE"], |game| {
        game.line.moves.starts_with("1. e4 c5")
    }),
    ("eco", &["B", "C60-C99"], &[], |game| game.line.eco == "B5" || game.line.eco == "C6"),
    ("min-plies", &["5"], &[], |game| game.line.plies >= 5),
    ("max-plies", &["3"], &[], |game| game.line.plies <= 3),
    ("termination", &["checkmate"], &[], |game| game.line.mate),
    ("occurs", &["repetition", "underpromotion"], &[], |game| game.line.rooks),
    ("occurs", &["fivefold-repetition"], &[], |_| false),
    ("comment", &["novel|theory"], &[], |game| game.line.moves.contains("Novelty")),
    ("endgame", &["rook", "queen"], &[], |game| game.line.rooks),
    ("endgame-plies", &["13"], &["--endgame", "rook"], |_| false),
    ("endgame-plies", &["12"], &["--endgame", "rook"], |game| game.line.rooks),
    ("material", &["KRPvKR"], &[], |game| game.line.rooks),
    ("material", &["KRM*P+vKR"], &[], |game| game.line.rooks),
    ("material-lead", &["1-2"], &[], |game| game.line.rooks),
    ("material-of", &["black"], &["--material", "KRPvKR"], |_| false),
    ("material-of", &["white"], &["--material-lead", "1"], |game| game.line.rooks),
    ("piece-count", &["-5"], &[], |game| game.line.rooks),
    ("fen", &["rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"], &[], |game| {
        game.line.moves.starts_with("1. d4")
    }),
    ("pattern", &["Pe4"], &[], |game| game.line.e4),
    ("stable-plies", &["4"], &["--pattern", "Pe4"], |game| game.line.e4 && game.line.plies >= 4),
    ("stable-plies", &["13"], &["--piece-count", "-5"], |game| game.line.rooks),
    ("stable-plies", &["14"], &["--piece-count", "-5"], |_| false),
    ("at-ply", &["4-5"], &["--pattern", "Pe4"], |game| game.line.e4 && game.line.plies >= 4),
    ("at-ply", &["0"], &["--pattern", "Pe4"], |_| false),
    ("pattern-turn", &["white"], &["--pattern", "Qd1,Pe2,pe5"], |game| {
        game.line.moves.starts_with("1. f3 e5")
    }),
    // A black pawn on e5, or for the other side a white one on e4.
    ("either-color", &[""], &["--pattern", "pe5"], |game| game.line.e4 || game.line.mate),
];

/// Returns the arguments of a case.
fn arguments<'a>(case: &'a Case, repertoire: &'a str) -> Vec<String> {
    let &(name, values, needed, _) = case;
    let mut arguments: Vec<String> = needed.iter().map(|&text| text.to_owned()).collect();
    for &value in values {
        arguments.push(format!("--{name}"));
        arguments.extend(Some(value.to_owned()).filter(|value| !value.is_empty()));
    }
    arguments
        .iter_mut()
        .filter(|it| *it == "REPERTOIRE")
        .for_each(|it| *it = repertoire.to_owned());
    arguments
}

/// Runs a command with the arguments of a case.
fn run(command: &[&str], arguments: &[String]) -> Ran {
    let arguments = arguments.iter().map(String::as_str);
    ferz(&command.iter().copied().chain(arguments).collect::<Vec<_>>())
}

/// Returns the rounds of games in a text.
fn rounds(text: &str) -> BTreeSet<usize> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("[Round \"")?.strip_suffix("\"]"));
    lines.map(|round| round.parse().unwrap()).collect()
}

/// Returns the rounds in the lines of JSON.
fn json_rounds(text: &str, round: impl Fn(&Value) -> usize) -> BTreeSet<usize> {
    text.lines().map(|line| round(&serde_json::from_str(line).unwrap())).collect()
}

#[test]
fn each_condition_selects_its_games_with_each_command() {
    let (games, few) = (games(1000), games(24));
    let text =
        |games: &[Game]| games.iter().map(|game| game.text.as_str()).collect::<Vec<_>>().join("\n");
    let path = file("conditions.pgn", &text(&games));
    let few_path = file("conditions-few.pgn", &text(&few));
    let repertoire = file("conditions-repertoire.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
    let index = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("conditions.index");
    let _ = fs::remove_dir_all(&index);
    let index = index.to_str().unwrap();
    assert_eq!(ferz(&["explore", "add", index, &path]).status, Some(0));
    let serving = Serving::start(&["--index", index]);
    for condition in CONDITIONS {
        assert!(
            CASES.iter().any(|case| case.0 == condition.name),
            "{} has no case",
            condition.name
        );
    }
    // Games from another start do not have the position of the index, and of equal games it has the first.
    let mut known = BTreeSet::new();
    let is_indexed = |game: &&Game| {
        let is_new = known.insert((game.names, game.line.moves, game.days, game.result));
        is_new && !game.text.contains("[FEN")
    };
    let from_start: BTreeSet<usize> =
        games.iter().filter(is_indexed).map(|game| game.round).collect();
    // All of them take minutes: one can be run alone by its name.
    let only = std::env::var("FERZ_CONDITION").ok();
    for case in CASES.iter().filter(|case| only.as_ref().is_none_or(|name| name == case.0)) {
        let arguments = arguments(case, &repertoire);
        let select = |games: &[Game]| -> BTreeSet<usize> {
            games.iter().filter(|game| case.3(game)).map(|game| game.round).collect()
        };
        let expected = select(&games);
        let filtered = run(&["pgn", "filter", &path], &arguments);
        assert_eq!(rounds(&filtered.out), expected, "{arguments:?}: {}", filtered.err);
        let listed = run(&["pgn", "list", &path, "--json"], &arguments);
        let number = |row: &Value| row["game"].as_u64().unwrap() as usize - 1;
        assert_eq!(json_rounds(&listed.out, number), expected, "{arguments:?}");
        let rows = run(&["pgn", "convert", &path, "--to", "jsonl"], &arguments);
        assert_eq!(json_rounds(&rows.out, number), expected, "{arguments:?}");
        let counted = run(&["pgn", "stats", &path, "--json"], &arguments);
        if counted.status == Some(0) {
            assert_eq!(counted.json()["games"], expected.len(), "{arguments:?}");
        } else {
            assert!(expected.is_empty() && counted.err.contains("no game"), "{counted:?}");
        }
        compare_few(case, &few_path, &arguments, &select(&few));
        compare_index(case, index, &from_start, &arguments, &expected);
        compare_server(case, &serving, &expected, &from_start);
    }
}

/// Compares the commands that search with the games that they should select.
fn compare_few(case: &Case, path: &str, arguments: &[String], expected: &BTreeSet<usize>) {
    let annotated = run(&["pgn", "annotate", path, "--nodes", "1"], arguments);
    assert_eq!(rounds(&annotated.out), *expected, "{arguments:?}: {}", annotated.err);
    let searched = run(&["puzzles", "find", path, "--nodes", "100", "--hash", "1"], arguments);
    let count = match expected.len() {
        0 => "no game meets the conditions".to_owned(),
        1 => " in 1 game".to_owned(),
        count => format!(" in {count} games"),
    };
    assert!(searched.err.contains(&count), "{arguments:?}: {searched:?}");
    let analysed = run(&["analyse", path, "--nodes", "1", "--hash", "1", "--json"], arguments);
    match case.0 {
        // They are options for a position.
        "fen" | "moves" => {
            let option = format!("--{}", case.0);
            assert!(analysed.error_line().contains(&option), "{analysed:?}");
        }
        _ if !arguments.contains(&"--player".to_owned()) => {
            assert!(analysed.error_line().contains("needs --player"), "{analysed:?}");
        }
        _ => {
            let number = |row: &Value| row["game"].as_u64().unwrap() as usize - 1;
            assert_eq!(
                json_rounds(&analysed.out, number),
                *expected,
                "{arguments:?}: {analysed:?}"
            );
        }
    }
}

/// Compares the games of an index, of which those from the usual start position are shown.
fn compare_index(
    case: &Case,
    index: &str,
    from_start: &BTreeSet<usize>,
    arguments: &[String],
    expected: &BTreeSet<usize>,
) {
    let condition = CONDITIONS.iter().find(|condition| condition.name == case.0).unwrap();
    if case.0 == "moves" {
        // The moves of `explore` lead to the position that is shown.
        return;
    }
    let explored = run(&["explore", "games", index], arguments);
    if condition.check_index().is_err() {
        let error = explored.error_line();
        // A condition that it needs may be refused before it.
        let mut named = case.2.iter().copied().chain([case.0]);
        assert!(named.any(|name| error.contains(name)) && error.contains("index"), "{error}");
        return;
    }
    let expected: BTreeSet<_> = expected.intersection(from_start).copied().collect();
    assert_eq!(rounds(&explored.out), expected, "{arguments:?}: {}", explored.err);
    let shown = run(&["explore", "show", index, "--json"], arguments).json();
    assert_eq!(total(&shown), expected.len(), "{arguments:?}");
}

/// Returns the number of games of an explored position.
fn total(explored: &Value) -> usize {
    let count = |name: &str| explored[name].as_u64().unwrap_or(0) as usize;
    ["white", "draws", "black", "unknown"].map(count).iter().sum()
}

/// Compares the counts of the server's call for the start position with the games of the index, or its refusal.
fn compare_server(
    case: &Case,
    serving: &Serving,
    expected: &BTreeSet<usize>,
    from_start: &BTreeSet<usize>,
) {
    let &(name, values, needed, _) = case;
    let condition = CONDITIONS.iter().find(|condition| condition.name == name).unwrap();
    let value = match values {
        values if condition.is_repeated => json!(values),
        [""] => json!(true),
        values => json!(values[0]),
    };
    let mut filter = json!({ name: value });
    if let [option, value @ ..] = needed {
        filter[option.trim_start_matches('-')] = value.first().map_or(json!(true), |it| json!(it));
    }
    let call = json!({"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "filter": filter});
    let (status, answer) = serving.call("explore", call);
    let answer = String::from_utf8(answer).unwrap();
    if condition.check_index().is_err() {
        let names = filter.as_object().unwrap();
        let is_named = names.keys().any(|name| answer.contains(name.as_str()));
        assert!(status == 400 && is_named, "{filter}: {status} {answer}");
        return;
    }
    assert_eq!(status, 200, "{filter}: {answer}");
    assert_eq!(
        total(&serde_json::from_str(&answer).unwrap()),
        expected.intersection(from_start).count()
    );
}

/// The answer of each user of conditions: `yes`, or how the condition is refused.
fn matrix() -> String {
    let mut table = String::from(
        "| condition | value | meaning | `pgn filter`, `list`, `stats`, `convert`, `annotate`, `puzzles find`, \
         `ferz.batch` | `analyse` | `explore`, page, `ferz.explore` |\n|---|---|---|---|---|---|\n",
    );
    for condition in CONDITIONS {
        let value = if condition.value_name.is_empty() { "" } else { condition.value_name };
        let repeated = if condition.is_repeated { ", repeatable" } else { "" };
        let analysed = match condition.name {
            "fen" | "moves" => "refused: it is of positions",
            _ => "yes, with `player`",
        };
        let indexed = match condition.name {
            "moves" => "the moves to the position shown",
            _ if condition.check_index().is_ok() => "yes",
            _ => "refused by name",
        };
        let help = condition.help.replace('|', "\\|").replace('*', "\\*");
        table += &format!(
            "| `{}` | {value}{repeated} | {help} | yes | {analysed} | {indexed} |\n",
            condition.name
        );
    }
    table
}

#[test]
fn the_documented_matrix_is_that_of_the_table() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/conditions.md");
    let text = fs::read_to_string(&path).unwrap();
    let (start, end) = ("<!-- table -->\n", "<!-- end of the table -->");
    let (before, rest) = text.split_once(start).unwrap();
    let (found, after) = rest.split_once(end).unwrap();
    let expected = matrix();
    if std::env::var_os("FERZ_WRITE_DOCS").is_some() {
        fs::write(&path, format!("{before}{start}{expected}{end}{after}")).unwrap();
    } else {
        assert_eq!(found, expected, "FERZ_WRITE_DOCS=1 writes the table");
    }
}

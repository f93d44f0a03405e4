//! What each command does with games of variants: the table of `docs/guides/variants.md`.

use crate::process::{Ran, ferz, file};
use ferz_variants::Rules;

/// Returns a short game of a variant.
fn game(rules: Rules) -> String {
    let moves = match rules {
        Rules::RacingKings => "1. Kh3 Ka3 2. Kh4 Ka4",
        Rules::Horde => "1. a5 e6 2. a6 Nxa6",
        Rules::Crazyhouse => "1. e4 d5 2. exd5 Qxd5 3. @d6 Qxd2+",
        Rules::Atomic => "1. Nf3 e6 2. Ng5 h6 3. Nxf7#",
        Rules::Antichess | Rules::Giveaway | Rules::Suicide => "1. e3 b5 2. Bxb5 Na6 3. Bxa6",
        _ => "1. e4 e5 2. Ke2 d6",
    };
    let fen = match rules {
        Rules::RacingKings | Rules::Horde => format!("[FEN \"{}\"]\n", rules.start_fen()),
        _ => String::new(),
    };
    let result = if rules == Rules::Atomic { "1-0" } else { "*" };
    format!(
        "[Event \"x\"]\n[Variant \"{rules}\"]\n{fen}[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

fn variants() -> impl Iterator<Item = Rules> {
    Rules::ALL.into_iter().filter(|&rules| rules != Rules::Chess)
}

/// The commands of the table with what they do.
const READ: &[&str] =
    &["pgn check", "pgn clean", "pgn list", "pgn convert --to csv", "pgn dedupe", "pgn crosstable"];
const REFUSED: &[&str] = &["pgn stats", "pgn merge", "pgn annotate --nodes 100"];

#[test]
fn each_command_reads_or_refuses_games_of_variants() {
    let guide = include_str!("../../../../docs/guides/variants.md");
    for (commands, does) in
        [(READ, "reads the games"), (REFUSED, "names the variant and refuses the game")]
    {
        for command in commands {
            let name = command.split(" --").next().unwrap();
            let row = format!("| `ferz {name}` | {does} |");
            assert!(guide.contains(&row), "the guide lacks the row {row}");
            for rules in variants() {
                let path = file("variant.pgn", &game(rules));
                let words: Vec<&str> = command.split(' ').chain([path.as_str()]).collect();
                let ran: Ran = ferz(&words);
                let name = format!("found the variant `{rules}`");
                let is_named = ran.err.contains(&name) || ran.out.contains(&name);
                assert_eq!(is_named, commands == REFUSED, "{command} {rules}: {ran:?}");
                if commands == READ {
                    assert_eq!(ran.status, Some(0), "{command} {rules}: {ran:?}");
                }
            }
        }
    }
}

#[test]
fn check_finds_faults_in_games_of_variants() {
    let crazyhouse = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e6 *\n";
    let ran = ferz(&["pgn", "check", &file("drops.pgn", crazyhouse)]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    for (name, text, reason) in [
        ("no-pocket", "[Variant \"zh\"]\n\n1. @e4 *\n", "no legal move"),
        ("capture", "[Variant \"Antichess\"]\n\n1. e3 b5 2. Nf3 *\n", "no legal move"),
        (
            "fen",
            "[Variant \"Horde\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*\n",
            "no king in Horde",
        ),
        ("unknown", "[Variant \"Bughouse\"]\n\n1. e4 *\n", "found the variant `Bughouse`"),
    ] {
        let ran = ferz(&["pgn", "check", &file(&format!("{name}.pgn"), text)]);
        let found = [ran.out.as_str(), &ran.err].concat();
        assert!(ran.status == Some(1) && found.contains(reason), "{name}: {ran:?}");
    }
    // A mark that decides nothing, and a result that is not that of the position.
    let atomic = "[Variant \"Atomic\"]\n[Result \"0-1\"]\n\n1. Nf3# e6 2. Ng5 h6 3. Nxf7# 0-1\n";
    let ran = ferz(&["pgn", "check", &file("marks.pgn", atomic)]);
    let found = [ran.out.as_str(), &ran.err].concat();
    assert!(
        found.contains("1. Nf3# gives no check") || found.contains("1. Nf3# is no checkmate"),
        "{ran:?}"
    );
    assert!(found.contains("White has won by the rules of Atomic"), "{ran:?}");
}

/// Runs `ferz` on a text and returns what it prints.
fn output(words: &[&str], text: &str) -> String {
    let path = file("variants.pgn", text);
    let words: Vec<&str> = words.iter().copied().chain([path.as_str()]).collect();
    let ran = ferz(&words);
    assert_eq!(ran.status, Some(0), "{words:?}: {ran:?}");
    ran.out
}

#[test]
fn cleaned_games_of_variants_are_read_again() {
    for rules in variants() {
        let text = game(rules).replace(" 2.", " $1 {a} 2.");
        let cleaned = output(&["pgn", "clean"], &text);
        assert!(cleaned.contains(&format!("[Variant \"{rules}\"]\n")), "{cleaned}");
        let has_fen = matches!(rules, Rules::Horde | Rules::RacingKings);
        assert_eq!(cleaned.contains("[FEN "), has_fen, "{cleaned}");
        assert!(cleaned.contains(" $1 {a} "), "{cleaned}");
        assert_eq!(output(&["pgn", "clean"], &cleaned), cleaned);
        output(&["pgn", "check"], &cleaned);
        // The tag that says how to read the moves is written without the others too.
        let bare = output(&["pgn", "clean", "--tags", "roster"], &cleaned);
        assert!(bare.contains(&format!("[Variant \"{rules}\"]\n")), "{bare}");
        output(&["pgn", "check"], &bare);
    }
}

#[test]
fn results_of_variants_are_corrected_and_openings_left() {
    let atomic = game(Rules::Atomic).replace("1-0", "*").replace("[Event", "[ECO \"X\"]\n[Event");
    let cleaned = output(&["pgn", "clean", "--add", "ECO,PlyCount"], &atomic);
    assert!(
        cleaned.contains("[Result \"1-0\"]") && cleaned.ends_with("3. Nxf7# 1-0\n"),
        "{cleaned}"
    );
    assert!(cleaned.contains("[ECO \"X\"]") && cleaned.contains("[PlyCount \"5\"]"), "{cleaned}");
    let antichess =
        "[Variant \"Antichess\"]\n[FEN \"8/8/8/8/8/8/p7/1R6 b - - 0 1\"]\n\n1... axb1=K# *\n";
    let cleaned = output(&["pgn", "clean"], antichess);
    assert!(cleaned.contains("1... axb1=K# 1-0"), "{cleaned}");
}

#[test]
fn rows_tell_the_variant_of_games_and_positions() {
    let all: String = variants().map(game).collect();
    let chess = "[Event \"x\"]\n\n1. e4 e5 2. Ke2 d6 *\n\n";
    let text = [chess, &all].concat();
    let lines = output(&["pgn", "convert", "--to", "uci"], &text);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[0], "e2e4 e7e5 e1e2 d7d6");
    assert_eq!(lines[1], "variant kingofthehill e2e4 e7e5 e1e2 d7d6");
    assert_eq!(lines[3], "variant crazyhouse e2e4 d7d5 e4d5 d8d5 P@d6 d5d2");
    let race =
        "variant racingkings fen 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1 moves h2h3 a2a3 h3h4 a3a4";
    assert_eq!(lines[4], race);
    let lan = output(&["pgn", "convert", "--to", "lan"], &game(Rules::Crazyhouse));
    assert_eq!(lan.trim_end(), "variant crazyhouse e2-e4 d7-d5 e4xd5 Qd8xd5 @d6 Qd5xd2+");
    let rows = output(&["pgn", "convert", "--to", "jsonl"], &text);
    let names: Vec<_> = rows
        .lines()
        .map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap()["variant"].clone())
        .collect();
    assert_eq!(names[0], serde_json::Value::Null);
    let expected: Vec<_> = variants().map(Rules::uci_name).collect();
    assert_eq!(names[1..], expected);
    // Equal positions of different rules are not the same.
    let moves = "1. e4 e5 *\n\n";
    let both =
        format!("[Variant \"Atomic\"]\n\n{moves}[Variant \"koth\"]\n\n{moves}{moves}{moves}");
    let unique = output(&["pgn", "convert", "--to", "fen", "--every", "--unique"], &both);
    assert_eq!(unique.lines().count(), 9);
    // The tag is written in another way, and the rules differ.
    let games = "[Variant \"King of the Hill\"]\n\n1. e4 *\n\n[Variant \"koth\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n";
    assert_eq!(output(&["pgn", "dedupe"], games).matches("1. e4").count(), 2);
    let list = output(&["pgn", "list", "--json"], &text);
    assert_eq!(list.lines().filter(|line| line.contains("\"variant\":null")).count(), 1);
    assert!(list.contains("\"variant\":\"King of the Hill\""), "{list}");
}

#[test]
fn games_are_selected_by_their_variant() {
    let all: String = variants().map(game).collect();
    let text = format!("1. e4 *\n\n{all}[Variant \"Bughouse\"]\n\n*\n\n");
    for (name, count) in
        [("standard", 1), ("chess960", 0), ("3-check", 1), ("zh", 1), ("Racing Kings", 1)]
    {
        let found = output(&["pgn", "filter", "--variant", name], &text);
        assert_eq!(
            found.matches("[Result ").count() + found.matches("1. e4 *").count(),
            count,
            "{name}: {found}"
        );
    }
    let ran = ferz(&["pgn", "filter", "--variant", "losers", &file("x.pgn", &text)]);
    assert!(ran.status == Some(2) && ran.err.contains("expected standard, chess960"), "{ran:?}");
    // A condition on moves is one of chess.
    let ran = ferz(&["pgn", "list", "--moves", "e4", &file("y.pgn", &game(Rules::Atomic))]);
    assert!(ran.err.contains("found the variant `Atomic`"), "{ran:?}");
}

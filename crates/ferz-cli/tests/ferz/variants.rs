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
const READ: &[&str] = &["pgn check"];
const REFUSED: &[&str] = &["pgn clean", "pgn list", "pgn stats", "pgn convert --to csv"];

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

//! Writes the table of opening names, `src/openings/table.tsv`, from the files of the project
//! chess-openings:
//!
//! ```sh
//! git clone https://github.com/lichess-org/chess-openings
//! cargo run -p ferz-game --example openings_table -- chess-openings/[a-e].tsv > table.tsv
//! ```
//!
//! Its lines have a code, a name and the moves of a game in PGN; a header comes first.

use ferz::Position;
use std::error::Error;
use std::io::{BufWriter, Write, stdout};

/// A line of the input.
struct Line {
    moves: Vec<String>,
    eco: String,
    name: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut lines = Vec::new();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            lines.push(read(line).map_err(|error| format!("{path}, line {number}: {error}"))?);
        }
    }
    lines.sort_by(|a, b| a.moves.cmp(&b.moves));
    let mut out = BufWriter::new(stdout().lock());
    let mut before: &[String] = &[];
    for Line { moves, eco, name } in &lines {
        let shared = moves.iter().zip(before).take_while(|(a, b)| a == b).count();
        writeln!(out, "{shared}\t{}\t{eco}\t{name}", moves[shared..].join(" "))?;
        before = moves;
    }
    Ok(out.flush()?)
}

/// Reads a line and checks its moves.
fn read(line: &str) -> Result<Line, Box<dyn Error>> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [eco, name, game] = fields[..] else { return Err("expected three fields".into()) };
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    for word in game.split_whitespace().filter(|word| !word.ends_with('.')) {
        let mv = position.parse_san(word)?;
        moves.push(position.san(mv).to_string());
        position.do_move(mv);
    }
    Ok(Line { moves, eco: eco.to_owned(), name: name.to_owned() })
}

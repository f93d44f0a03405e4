//! Checking a file of positions with known counts.
//!
//! Each line is `FEN ;D1 20 ;D2 400 ...`, standard and Chess960 mixed. Blank lines and lines that
//! begin with `#` are passed over.

use super::count::Counting;
use super::report::{How, print_json, speed};
use super::tally;
use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;
use crate::setup::read_position;
use crate::text::{counted, grouped, per_second};
use ferz::Position;
use serde::Serialize;
use std::io::{Write, stdout};
use std::path::Path;
use std::time::Instant;

/// A line of the file.
struct Row {
    line: usize,
    position: Position,
    /// Depths and their counts.
    counts: Vec<(u32, u128)>,
}

/// A count that is not as the file says.
#[derive(Serialize)]
struct Mismatch {
    line: usize,
    fen: String,
    depth: u32,
    expected: u128,
    counted: u128,
}

/// The whole run, as JSON has it.
#[derive(Serialize)]
struct Summary<'a> {
    suite: String,
    positions: usize,
    counts: usize,
    failed: usize,
    #[serde(flatten)]
    how: How,
    nodes: u128,
    seconds: f64,
    nps: u128,
    mismatches: &'a [Mismatch],
}

/// Checks the counts of a file, down to the depth that the arguments say.
///
/// # Errors
/// [`Failure::Mismatch`] if a count is wrong; others if the file cannot be read.
pub(super) fn run(args: &PerftArgs, counting: &Counting, path: &Path) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, error))?;
    let rows = read(args, path, &text)?;
    interrupt::listen(|| {});
    let started = Instant::now();
    let counts: usize = rows.iter().map(|row| row.counts.len()).sum();
    let expected = rows.iter().flat_map(|row| &row.counts).map(|&(_, leaves)| leaves);
    let mut progress = Progress::by_leaves(expected.fold(0, u128::saturating_add));
    let (mut mismatches, mut nodes) = (Vec::new(), 0);
    for row in &rows {
        for &(depth, expected) in &row.counts {
            let tally = tally::count(&row.position, depth, counting, None, &mut progress)?;
            if !tally.is_finished() {
                return Err(Failure::Interrupted);
            }
            nodes += tally.nodes;
            if tally.nodes != expected {
                let (fen, counted) = (row.position.fen(), tally.nodes);
                let mismatch = Mismatch { line: row.line, fen, depth, expected, counted };
                if !args.json {
                    progress.aside(|| print_mismatch(&mismatch))?;
                }
                mismatches.push(mismatch);
            }
        }
    }
    drop(progress);
    let elapsed = started.elapsed();
    let failed = mismatches.len();
    if args.json {
        print_json(&Summary {
            suite: path.display().to_string(),
            positions: rows.len(),
            counts,
            failed,
            how: How::new(args),
            nodes,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(nodes, elapsed),
            mismatches: &mismatches,
        })?;
    } else {
        let what = format!("{}, {}", counted(rows.len(), "position"), counted(counts, "count"));
        let verdict = match failed {
            0 => "all agree".to_owned(),
            _ => format!("{} wrong", grouped(failed as u128)),
        };
        writeln!(stdout(), "{what}: {verdict}")?;
        writeln!(stdout(), "{} leaves in {}", grouped(nodes), speed(nodes, elapsed))?;
    }
    if failed == 0 { Ok(()) } else { Err(Failure::Mismatch) }
}

fn print_mismatch(mismatch: &Mismatch) -> Result<(), Failure> {
    let Mismatch { line, fen, depth, expected, counted } = mismatch;
    let (expected, counted) = (grouped(*expected), grouped(*counted));
    Ok(writeln!(
        stdout(),
        "line {line}, depth {depth}: {expected} expected, {counted} counted: {fen}"
    )?)
}

/// Reads the whole file before anything is counted: a slip in its last line shows at once.
fn read(args: &PerftArgs, path: &Path, text: &str) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |reason: String| Failure::line(path, number, reason);
        let (fen, rest) = line.split_once(';').ok_or_else(|| wrong("no counts".into()))?;
        let position =
            read_position(fen, args.dialect).map_err(|failure| wrong(failure.to_string()))?;
        let mut counts = Vec::new();
        for field in rest.split(';').map(str::trim).filter(|field| !field.is_empty()) {
            let count = read_count(field).ok_or_else(|| {
                wrong(format!("expected a count like \"D3 8902\", found {field:?}"))
            })?;
            counts.push(count);
        }
        counts.retain(|&(depth, _)| depth <= args.depth.unwrap_or(u32::MAX));
        rows.push(Row { line: number, position, counts });
    }
    if rows.iter().all(|row| row.counts.is_empty()) {
        let reason = std::io::Error::other("no counts to check");
        return Err(Failure::file(path, reason));
    }
    Ok(rows)
}

/// A depth and its count, from `D3 8902`.
fn read_count(field: &str) -> Option<(u32, u128)> {
    let (depth, count) = field.strip_prefix(['D', 'd'])?.split_once(char::is_whitespace)?;
    let depth = depth.parse().ok().filter(|depth| *depth <= 64)?;
    Some((depth, count.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        assert_eq!(read_count("D3 8902"), Some((3, 8902)));
        assert_eq!(read_count("d12  1 "), Some((12, 1)));
        for field in ["", "D", "D3", "3 8902", "D3 x", "D65 1", "D3 8902 1", "D-1 20", "é 1"] {
            assert_eq!(read_count(field), None, "{field}");
        }
    }
}

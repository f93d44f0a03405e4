//! `pgn check`: verifies the moves of all games, and looks for contradictions in them.

use crate::common::prelude::*;
use ferz_game::pgn::{CheckedGames, Chunk, PgnProblem};

#[derive(Args, Debug)]
pub(crate) struct PgnCheckArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// Verify the moves of variations too
    #[arg(long)]
    pub(super) variations: bool,

    /// Print one JSON object for each error, and one with the totals on the last line
    #[arg(long)]
    pub(super) json: bool,
}

/// JSON object of an error or a warning.
#[derive(Serialize)]
struct ProblemObject<'a> {
    severity: &'static str,
    file: String,
    /// The place of a fault in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    game: u64,
    found: Option<&'a str>,
    expected: Option<&'a str>,
    message: &'a str,
}

/// Prints a problem of the game with a number as an object or as one line.
fn print(path: &Path, problem: &PgnProblem, game: u64, json: bool) -> Result<(), Error> {
    let PgnProblem { is_warning, place, message, .. } = problem;
    let file = path.display();
    if json {
        return print_json(&ProblemObject {
            severity: if *is_warning { "warning" } else { "error" },
            file: file.to_string(),
            line: place.map(|[line, _]| line),
            column: place.map(|[_, column]| column),
            game,
            found: problem.found.as_deref(),
            expected: problem.expected.as_deref(),
            message,
        });
    }
    let place = place.map_or(String::new(), |[line, column]| format!(":{line}:{column}"));
    let severity = if *is_warning { "warning: " } else { "" };
    let text = escaped(&format!("{file}{place}: game {game}: {severity}{message}"));
    Ok(writeln!(stdout(), "{}", fitting(&text))?)
}

/// JSON object of the totals.
#[derive(Default, Serialize)]
struct PgnCheckReport {
    games: u64,
    moves: u64,
    errors: u64,
    warnings: u64,
}

/// Verifies all games.
///
/// # Errors
/// [`Error::CheckFailed`] if a game has an error, or with `--strict` a warning, and the errors of reading
/// and writing. The totals so far have been printed.
pub(super) fn run(args: &PgnCheckArgs) -> Result<(), Error> {
    let sources = args.source.sources().with_own_warnings();
    let mut totals = PgnCheckReport::default();
    let mut print_chunk = |path: &Path, chunk: Chunk<CheckedGames>| {
        let CheckedGames { moves, errors, warnings, foreign } = chunk.visitor;
        foreign.iter().for_each(|kind| sources.note_language(kind));
        let before = (totals.errors, totals.warnings);
        totals.games += chunk.games;
        totals.moves += moves;
        totals.errors += errors.len() as u64;
        totals.warnings += warnings.len() as u64;
        let (games, found) = (totals.games, totals.errors);
        sources.bar().set_message(format!("{} games, {found} errors", grouped(games)));
        let left = |printed: u64| args.source.max_errors.saturating_sub(printed) as usize;
        sources.bar().suspend(|| {
            let mut problems: Vec<_> = errors.iter().take(left(before.0)).collect();
            problems.extend(warnings.iter().take(left(before.1)));
            // The errors and warnings of a game are in the order of the text each.
            problems.sort_by_key(|problem| problem.game);
            problems.into_iter().try_for_each(|problem| {
                print(path, problem, problem.game + chunk.games_before, args.json)
            })
        })?;
        Ok(ControlFlow::Continue(()))
    };
    let (letters, variations) = (args.moves.letters(), args.variations);
    let read = sources.read_files(&mut |path, reader, step| {
        CheckedGames::read(reader, letters, variations, &mut |chunk| {
            step(chunk.games, chunk.warnings, Box::new(|| print_chunk(path, chunk)))
        })
    });
    if let Err(Error::Output(error)) = read {
        return Err(Error::Output(error));
    }
    if totals.games == 0 {
        // Zeros before an error would say nothing.
        read?;
        return print_totals(&totals, args.json);
    }
    print_totals(&totals, args.json)?;
    print_omitted(&totals, args.source.max_errors);
    read?;
    let is_good = totals.errors == 0 && (totals.warnings == 0 || !args.source.strict);
    if is_good { Ok(()) } else { Err(Error::CheckFailed) }
}

fn print_totals(totals: &PgnCheckReport, json: bool) -> Result<(), Error> {
    let &PgnCheckReport { games, moves, errors, warnings } = totals;
    let text = counts([(games, "game"), (moves, "move"), (errors, "error"), (warnings, "warning")]);
    print_summary(json, totals, text)
}

/// Prints the numbers of errors and warnings above the limit.
fn print_omitted(totals: &PgnCheckReport, limit: u64) {
    let omitted = [(totals.errors, "more error"), (totals.warnings, "more warning")]
        .into_iter()
        .filter(|&(count, _)| count > limit)
        .map(|(count, noun)| counted(count - limit, noun))
        .collect::<Vec<_>>();
    if !omitted.is_empty() {
        print_message(format_args!("ferz: {}, not printed (--max-errors)", omitted.join(" and ")));
    }
}

//! `repertoire check`: contradictory answers, missing answers and lines that end too early.

use super::RepertoireArgs;
use super::game_source::GameSourceArgs;
use crate::common::prelude::*;
use ferz_database::index::Index;
use ferz_database::repertoire::{
    CheckLimits, Conflict, Gap, Repertoire, RepertoireCounts, RepertoireReport, check,
};

#[derive(Args, Debug)]
pub(crate) struct RepertoireCheckArgs {
    #[command(flatten)]
    repertoire: RepertoireArgs,

    /// Folder of an index of `ferz explore`, in place of PGN files with games
    #[arg(long, value_name = "INDEX", conflicts_with = "games")]
    index: Option<PathBuf>,

    /// Least chance of a move or a line's end that is listed, in percent
    #[arg(long, value_name = "PERCENT", default_value = "1", value_parser = number(0.0..=100.0))]
    min_chance: f64,

    /// Least number of games with it
    #[arg(long, value_name = "N", default_value_t = 2)]
    min_games: u64,

    /// Number of places to print of each kind
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,

    #[command(flatten)]
    source: GameSourceArgs,

    /// Print one JSON object with all places
    #[arg(long)]
    json: bool,
}

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz repertoire check";

/// Prints the faults of a repertoire.
///
/// # Errors
/// If a file cannot be read, a game of the repertoire has an error, or [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &RepertoireCheckArgs) -> Result<(), Error> {
    let (repertoire, faults) = args.repertoire.read()?;
    let counts = count(args, &repertoire)?;
    let limits = CheckLimits { chance: args.min_chance / 100.0, games: args.min_games };
    let report = check(&repertoire, args.repertoire.color, counts.as_ref(), limits);
    if args.json {
        let color = if args.repertoire.color == Color::White { "white" } else { "black" };
        let [errors, warnings] = [&faults.errors, &faults.warnings]
            .map(|faults| faults.iter().map(ToString::to_string).collect());
        print_json(&RepertoireCheckReport { color, report, errors, warnings })?;
    } else {
        print(args, &report)?;
    }
    if faults.errors.is_empty() { Ok(()) } else { Err(Error::CheckFailed) }
}

/// Counts the moves of the games, if there are any.
fn count(
    args: &RepertoireCheckArgs,
    repertoire: &Repertoire,
) -> Result<Option<RepertoireCounts>, Error> {
    let side = args.repertoire.color;
    let conditions = &args.source.conditions;
    let mut selection = conditions.selection(args.repertoire.moves, COMMAND)?;
    if !selection.players.is_empty() {
        selection.color = Some(side);
    }
    if let Some(folder) = &args.index {
        let index = Index::open(folder)?;
        return Ok(Some(RepertoireCounts::of_index(repertoire, side, &index, &selection)?));
    }
    if args.source.games.is_empty() {
        return match conditions.first_given() {
            Some(name) => Err(Error::usage(
                format_args!("--{name} is a condition on games: give --games or --index"),
                COMMAND,
            )),
            None => Ok(None),
        };
    }
    let mut counts = RepertoireCounts::new(repertoire);
    args.source.read(repertoire, args.repertoire.moves, &selection, &mut |game| {
        counts.add(&game.visits);
    })?;
    Ok(Some(counts))
}

/// JSON object of a report.
#[derive(Serialize)]
struct RepertoireCheckReport {
    color: &'static str,
    #[serde(flatten)]
    report: RepertoireReport,
    errors: Vec<String>,
    warnings: Vec<String>,
}

/// Prints a report as text.
fn print(args: &RepertoireCheckArgs, report: &RepertoireReport) -> Result<(), Error> {
    let RepertoireReport { conflicts, unanswered, gaps, ends, .. } = report;
    let mut out = BufWriter::new(stdout().lock());
    let heading = format!(
        "{}: {} with an answer for {}, {} reached by several moves",
        counted(report.games, "game"),
        counted(report.answered, "position"),
        args.repertoire.color,
        grouped(report.transpositions as u128)
    );
    writeln!(out, "{}", fitting(&heading))?;
    if let Some(games) = report.compared {
        writeln!(out, "compared with {}", counted(games, "game"))?;
    }
    let has_files = args.repertoire.files.len() > 1;
    let conflict = |it: &Conflict| conflict_text(it, has_files);
    list(&mut out, args.top, "Several answers to one position", conflicts, conflict)?;
    list(&mut out, args.top, "No answer to a move of the repertoire", unanswered, end_text)?;
    list(&mut out, args.top, "No answer to a move of the games", gaps, gap_text)?;
    list(&mut out, args.top, "Lines that end early", ends, end_text)?;
    if conflicts.len() + unanswered.len() + gaps.len() + ends.len() == 0 {
        writeln!(out, "\nnothing found")?;
    }
    if report.compared.is_none() {
        let text = "To find moves of opponents that the repertoire does not have, give games: --games PGN or --index INDEX";
        writeln!(out, "\n{}", fitting(text))?;
    }
    Ok(out.flush()?)
}

/// Prints the first places of a list.
fn list<T>(
    out: &mut impl Write,
    top: usize,
    title: &str,
    places: &[T],
    text: impl Fn(&T) -> String,
) -> Result<(), Error> {
    if places.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title} ({})", grouped(places.len() as u128))?;
    for place in places.iter().take(top) {
        writeln!(out, "  {}", fitting(&text(place)))?;
    }
    if places.len() > top {
        writeln!(out, "  and {} more (--top N prints them)", places.len() - top)?;
    }
    Ok(())
}

/// Returns a line, and a name for the start.
fn line_name(line: &str) -> &str {
    if line.is_empty() { "the start" } else { line }
}

/// Returns the answers with their games, and with their files if there are several.
fn conflict_text(conflict: &Conflict, has_files: bool) -> String {
    let answers = conflict.answers.iter().map(|answer| match has_files {
        true => format!("{} ({}, game {})", answer.san, escaped(&answer.file), answer.game),
        false => format!("{} (game {})", answer.san, answer.game),
    });
    format!("{}: {}", line_name(&conflict.line), answers.collect::<Vec<_>>().join(", "))
}

fn gap_text(gap: &Gap) -> String {
    let of_games = gap.of_games.unwrap_or(gap.games);
    let share = 100.0 * gap.games as f64 / of_games.max(1) as f64;
    let share = if share < 9.95 { format!("{share:.1}") } else { format!("{share:.0}") };
    let (games, chance) = (counted(of_games, "game"), one_in(gap.chance));
    format!("{}: played in {share} % of {games}, no answer; {chance}", gap.line)
}

/// Returns the line that ends, and how many games went on.
fn end_text(end: &Gap) -> String {
    let line = line_name(&end.line);
    match end.games {
        0 => line.to_owned(),
        games => format!("{line}: {} went on, {}", counted(games, "game"), one_in(end.chance)),
    }
}

/// Returns a chance as the number of games of which one reaches the place.
fn one_in(chance: f64) -> String {
    match (1.0 / chance).round() {
        games if games <= 1.0 => "in every game".to_owned(),
        games if games.is_finite() => format!("one game of {}", grouped(games as u128)),
        _ => "not reached by your moves".to_owned(),
    }
}

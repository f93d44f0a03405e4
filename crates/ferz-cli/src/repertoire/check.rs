//! `repertoire check`: contradictory answers, missing answers and lines that end too early.

use super::game_source::GameSourceArgs;
use super::{RepertoireArgs, place_name};
use crate::common::prelude::*;
use ferz_database::index::Index;
use ferz_database::repertoire::{
    CheckLimits, Conflict, Gap, Repertoire, RepertoireCounts, RepertoireReport, TextFaults, check,
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
    let printed = Printed { args, repertoire: &repertoire, counts: counts.as_ref() };
    match args.json {
        true => print_json(&RepertoireCheckReport::new(&printed, &report, &faults))?,
        false => printed.print(&report)?,
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

/// A report that is printed as text.
struct Printed<'a> {
    args: &'a RepertoireCheckArgs,
    repertoire: &'a Repertoire,
    counts: Option<&'a RepertoireCounts>,
}

impl Printed<'_> {
    fn print(&self, report: &RepertoireReport) -> Result<(), Error> {
        let mut out = BufWriter::new(stdout().lock());
        let color = self.args.repertoire.color;
        let heading = format!(
            "{}: {} with an answer for {color}, {} reached by several moves",
            counted(self.repertoire.games(), "game"),
            counted(report.answered, "position"),
            grouped(report.transpositions as u128)
        );
        writeln!(out, "{}", fitting(&heading))?;
        if let Some(counts) = self.counts {
            writeln!(out, "compared with {}", counted(counts.games() as usize, "game"))?;
        }
        self.list(&mut out, "Several answers to one position", &report.conflicts, |it| {
            self.conflict(it)
        })?;
        let title = "No answer to a move of the repertoire";
        self.list(&mut out, title, &report.unanswered, |it| self.end(it))?;
        let title = "No answer to a move of the games";
        self.list(&mut out, title, &report.gaps, |it| self.gap(it))?;
        self.list(&mut out, "Lines that end early", &report.ends, |it| self.end(it))?;
        let RepertoireReport { conflicts, unanswered, gaps, ends, .. } = report;
        if conflicts.len() + unanswered.len() + gaps.len() + ends.len() == 0 {
            writeln!(out, "\nnothing found")?;
        }
        if self.counts.is_none() {
            let text = "To find moves of opponents that the repertoire does not have, give games: --games PGN or --index INDEX";
            writeln!(out, "\n{}", fitting(text))?;
        }
        Ok(out.flush()?)
    }

    /// Prints the first places of a list.
    fn list<T>(
        &self,
        out: &mut impl Write,
        title: &str,
        places: &[T],
        text: impl Fn(&T) -> String,
    ) -> Result<(), Error> {
        if places.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{title} ({})", grouped(places.len() as u128))?;
        for place in places.iter().take(self.args.top) {
            writeln!(out, "  {}", fitting(&text(place)))?;
        }
        if places.len() > self.args.top {
            writeln!(out, "  and {} more (--top N prints them)", places.len() - self.args.top)?;
        }
        Ok(())
    }

    /// Returns the line to a position, and a name for the start.
    fn line(&self, position: usize) -> String {
        match self.repertoire.numbered_line(position, None) {
            line if line.is_empty() => "the start".to_owned(),
            line => line,
        }
    }

    fn conflict(&self, conflict: &Conflict) -> String {
        let has_files = self.args.repertoire.files.len() > 1;
        let moves = &self.repertoire.positions()[conflict.position].moves;
        let board = self.repertoire.position(conflict.position);
        let answer = |&answer: &usize| {
            let known = &moves[answer];
            let place = known.places.first().map(|&it| place_name(self.repertoire, it, has_files));
            format!("{} ({})", board.san(known.mv), escaped(&place.unwrap_or_default()))
        };
        let answers: Vec<_> = conflict.answers.iter().map(answer).collect();
        format!("{}: {}", self.line(conflict.position), answers.join(", "))
    }

    fn gap(&self, gap: &Gap) -> String {
        let line = self.repertoire.numbered_line(gap.position, gap.mv);
        let (share, games) = (share(gap), counted(gap.of_games as usize, "game"));
        format!("{line}: played in {share} % of {games}, no answer; {}", one_in(gap.chance))
    }

    /// Returns the line that ends, and how many games went on.
    fn end(&self, end: &Gap) -> String {
        let line = self.line(end.position);
        match end.games {
            0 => line,
            games => format!(
                "{line}: {} went on, {}",
                counted(games as usize, "game"),
                one_in(end.chance)
            ),
        }
    }
}

/// Returns the share of a move in percent, rounded, with one decimal below 10.
fn share(gap: &Gap) -> String {
    let share = 100.0 * gap.games as f64 / gap.of_games.max(1) as f64;
    if share < 9.95 { format!("{share:.1}") } else { format!("{share:.0}") }
}

/// Returns a chance as the number of games of which one reaches the place.
fn one_in(chance: f64) -> String {
    match (1.0 / chance).round() {
        games if games <= 1.0 => "in every game".to_owned(),
        games if games.is_finite() => format!("one game of {}", grouped(games as u128)),
        _ => "not reached by your moves".to_owned(),
    }
}

/// JSON object of a report.
#[derive(Serialize)]
struct RepertoireCheckReport {
    color: &'static str,
    games: usize,
    answered: usize,
    transpositions: usize,
    /// The number of games that it was compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<u64>,
    errors: Vec<String>,
    warnings: Vec<String>,
    conflicts: Vec<ConflictRow>,
    unanswered: Vec<PlaceRow>,
    gaps: Vec<PlaceRow>,
    ends: Vec<PlaceRow>,
}

#[derive(Serialize)]
struct ConflictRow {
    line: String,
    fen: String,
    answers: Vec<AnswerRow>,
}

#[derive(Serialize)]
struct AnswerRow {
    san: String,
    file: String,
    game: u64,
}

#[derive(Serialize)]
struct PlaceRow {
    /// The line to the place, with the missing move of a gap.
    line: String,
    /// The position of the line's end.
    fen: String,
    games: u64,
    /// The number of games with the position before a gap.
    #[serde(skip_serializing_if = "Option::is_none")]
    of_games: Option<u64>,
    chance: f64,
}

impl RepertoireCheckReport {
    fn new(printed: &Printed<'_>, report: &RepertoireReport, faults: &TextFaults) -> Self {
        let repertoire = printed.repertoire;
        let place = |gap: &Gap| {
            let mut board = repertoire.position(gap.position);
            gap.mv.into_iter().for_each(|mv| board.do_move(mv));
            let line = repertoire.numbered_line(gap.position, gap.mv);
            let of_games = gap.mv.map(|_| gap.of_games);
            let Gap { games, chance, .. } = *gap;
            PlaceRow { line, fen: board.fen(), games, of_games, chance }
        };
        let color = printed.args.repertoire.color;
        let conflicts = report.conflicts.iter().map(|it| ConflictRow::new(repertoire, it));
        Self {
            color: if color == Color::White { "white" } else { "black" },
            games: repertoire.games(),
            answered: report.answered,
            transpositions: report.transpositions,
            compared: printed.counts.map(RepertoireCounts::games),
            errors: faults.errors.iter().map(ToString::to_string).collect(),
            warnings: faults.warnings.iter().map(ToString::to_string).collect(),
            conflicts: conflicts.collect(),
            unanswered: report.unanswered.iter().map(place).collect(),
            gaps: report.gaps.iter().map(place).collect(),
            ends: report.ends.iter().map(place).collect(),
        }
    }
}

impl ConflictRow {
    fn new(repertoire: &Repertoire, conflict: &Conflict) -> Self {
        let board = repertoire.position(conflict.position);
        let moves = &repertoire.positions()[conflict.position].moves;
        let answer = |&answer: &usize| {
            let (known, place) = (&moves[answer], moves[answer].places[0]);
            let file = repertoire.source(place.source).to_owned();
            AnswerRow { san: board.san(known.mv).to_string(), file, game: place.game }
        };
        Self {
            line: repertoire.numbered_line(conflict.position, None),
            fen: board.fen(),
            answers: conflict.answers.iter().map(answer).collect(),
        }
    }
}

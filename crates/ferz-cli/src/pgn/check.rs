//! `pgn check`: verifies the moves of all games, and looks for contradictions in them.

use crate::common::prelude::*;
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, MoveToken, PgnError, PgnErrorKind, Tag, Visit, decode};

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

/// Counts moves and collects errors and warnings.
#[derive(Default)]
struct Checker {
    variations: bool,
    moves: u64,
    errors: Vec<PgnProblem>,
    /// The faults and contradictions in games that can be read.
    warnings: Vec<PgnProblem>,
    /// An error of a move in another language.
    foreign: Option<PgnErrorKind>,
}

/// A game that is being checked.
#[derive(Default)]
struct CheckedGame {
    number: u64,
    is_faulty: bool,
    /// The tag Result.
    result: Option<String>,
    /// The text of the last move, if it ends with a check mark.
    marked: Option<String>,
}

impl Checker {
    fn warn(&mut self, game: u64, found: String, expected: String, message: String) {
        self.warnings.push(PgnProblem {
            severity: "warning",
            file: None,
            line: None,
            column: None,
            game,
            found: Some(found),
            expected: Some(expected),
            message,
        });
    }

    /// Compares the check mark of a move with the position after it.
    #[cold]
    fn check_mark(&mut self, game: u64, text: String, before: &Position, mv: Move) {
        let gives_check = before.gives_check(mv);
        let is_mate_mark = text.ends_with('#');
        let is_mate = || {
            let mut after = before.clone();
            after.do_move(mv);
            after.is_checkmate()
        };
        if gives_check && (!is_mate_mark || is_mate()) {
            return;
        }
        let reason = if is_mate_mark { "is no checkmate" } else { "gives no check" };
        let dots = if before.side_to_move() == Color::White { "." } else { "..." };
        let message = format!("{}{dots} {text} {reason}", before.fullmove_number());
        let bare = text.trim_end_matches(['+', '#']);
        let expected = if gives_check { format!("{bare}+") } else { bare.to_owned() };
        self.warn(game, text, expected, message);
    }

    /// Compares the results of the tag, of the termination marker and of the position.
    fn check_result(&mut self, game: CheckedGame, last: &Position, marker: Option<GameResult>) {
        let CheckedGame { number, result: tag, .. } = game;
        if let (Some(tag), Some(marker)) = (&tag, marker)
            // The reader warns of a tag that is no result.
            && tag.trim().parse().is_ok_and(|tag: GameResult| tag != marker)
        {
            let message = format!("the tag Result is `{tag}`, but the moves end with {marker}");
            self.warn(number, tag.clone(), marker.to_string(), message);
        }
        let result = GameResult::of_game(marker, tag.as_deref().unwrap_or(""));
        let (expected, end) = if last.is_checkmate() {
            let winner = !last.side_to_move();
            (GameResult::win(winner), format!("{winner} has given mate"))
        } else if last.is_stalemate() {
            (GameResult::Draw, "the last position is stalemate".to_owned())
        } else {
            return;
        };
        if result != expected && result != GameResult::Unknown {
            let message = format!("the result is {result}, but {end}");
            self.warn(number, result.to_string(), expected.to_string(), message);
        }
    }
}

impl GameVisitor for Checker {
    type Game = CheckedGame;

    fn begin_game(&mut self, number: u64) -> CheckedGame {
        CheckedGame { number, ..CheckedGame::default() }
    }

    fn tag(&mut self, game: &mut CheckedGame, tag: Tag<'_>) {
        if tag.name() == b"Result" {
            game.result = Some(tag.value().into_owned());
        }
    }

    fn move_text(&mut self, game: &mut CheckedGame, text: MoveToken<'_>) {
        game.marked = match text.text() {
            text @ [.., b'+' | b'#'] => Some(decode(text).into_owned()),
            _ => None,
        };
    }

    fn played(&mut self, game: &mut CheckedGame, before: &Position, mv: Move) -> Visit {
        self.moves += 1;
        if let Some(text) = game.marked.take() {
            self.check_mark(game.number, text, before, mv);
        }
        Visit::Continue
    }

    fn begin_variation(&mut self, _game: &mut CheckedGame) -> Visit {
        if self.variations { Visit::Continue } else { Visit::SkipVariation }
    }

    fn end_game(&mut self, game: CheckedGame, last: &Position, marker: Option<GameResult>) {
        if !game.is_faulty {
            self.check_result(game, last, marker);
        }
    }

    fn error(&mut self, game: &mut CheckedGame, error: PgnError) {
        game.is_faulty = true;
        if let PgnErrorKind::PieceLetters { .. } = error.kind {
            self.foreign = Some(error.kind.clone());
        }
        self.errors.push(PgnProblem::new("error", &error));
    }

    fn warning(&mut self, _game: &mut CheckedGame, warning: PgnError) {
        self.warnings.push(PgnProblem::new("warning", &warning));
    }
}

/// JSON object of an error or a warning.
#[derive(Serialize)]
struct PgnProblem {
    severity: &'static str,
    file: Option<String>,
    /// The place of an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    game: u64,
    found: Option<String>,
    expected: Option<String>,
    message: String,
}

impl PgnProblem {
    fn new(severity: &'static str, error: &PgnError) -> Self {
        let (found, expected) = error.kind.evidence();
        Self {
            severity,
            file: None,
            line: Some(error.line),
            column: Some(error.column),
            game: error.game,
            found: found.map(str::to_owned),
            expected: expected.map(str::to_owned),
            message: error.kind.to_string(),
        }
    }

    /// Prints the problem as an object or as one line.
    fn print(&self, json: bool) -> Result<(), Error> {
        if json {
            return print_json(self);
        }
        let Self { game, message, .. } = self;
        let file = self.file.as_deref().unwrap_or_default();
        let place = self.line.zip(self.column).map(|(line, column)| format!(":{line}:{column}"));
        let place = place.unwrap_or_default();
        let severity = if self.severity == "warning" { "warning: " } else { "" };
        let text = escaped(&format!("{file}{place}: game {game}: {severity}{message}"));
        Ok(writeln!(stdout(), "{}", fitting(&text))?)
    }
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
    let checker =
        || args.moves.player(Checker { variations: args.variations, ..Checker::default() });
    let read = sources.read(checker, |path, chunk| {
        let Checker { moves, errors, warnings, foreign, .. } = chunk.visitor.into_visitor();
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
            let mut problems: Vec<_> = errors.into_iter().take(left(before.0)).collect();
            problems.extend(warnings.into_iter().take(left(before.1)));
            // The errors and warnings of a game are in the order of the text each.
            problems.sort_by_key(|problem| problem.game);
            problems.into_iter().try_for_each(|mut problem| {
                problem.game += chunk.games_before;
                problem.file = Some(path.display().to_string());
                problem.print(args.json)
            })
        })?;
        Ok(ControlFlow::Continue(()))
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

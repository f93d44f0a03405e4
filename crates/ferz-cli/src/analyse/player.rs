//! The analysis of the games of a player: in which phase they turned.

use super::AnalyseArgs;
use super::game::{check, start_engine};
use crate::common::game_analysis::{AnalysisJob, explain};
use crate::common::game_file::read_games;
use crate::common::prelude::*;
use ferz_database::facts::GameTags;
use ferz_database::selection::{Selection, Tests};
use ferz_game::GameResult;
use ferz_game::analysis::{
    AnalysedMove, AnalysisOptions, GameAnalysis, GamePhase, PhaseTotals, PlayerTotals,
    recorded_positions,
};
use ferz_game::pgn::{PgnError, PgnGame};
use ferz_session::port::{AnalysisSource, GameObject, SearchEngine};

/// The source of evaluations in JSON objects of games whose comments have them.
const COMMENTS: &str = "[%eval]";

/// Analyses the games of a player that meet conditions, by the evaluations in their comments and else by the engine, and prints a
/// row for each of them and sums by phase.
///
/// # Errors
/// If the file cannot be read or has no game of the player, the options contradict each other, or the
/// engine fails; [`Error::Interrupted`] after Ctrl-C, with the sums of the games before.
pub(super) fn run(args: &AnalyseArgs, path: &Path, mut selection: Selection) -> Result<(), Error> {
    check(args, path)?;
    selection.color = args.game.side.or(selection.color);
    let started = Instant::now();
    let mut review = PlayerReview {
        args,
        file: path.display().to_string(),
        tests: selection.tests(),
        table: ReviewTable::new(columns().unwrap_or(DEFAULT_COLUMNS)),
        engine: None,
        totals: PlayerTotals::default(),
        errors: 0,
        positions: 0,
        nodes: 0,
        names: NameReport::new(&selection),
        has_met: false,
    };
    let mut number = 0;
    let read = read_games(path, args.game.moves, &mut |game, error| {
        number += 1;
        review.add(&game, number, error)
    });
    let games = review.totals.games;
    match read {
        Ok(()) | Err(Error::Interrupted) if games > 0 && !args.json => {
            review.print_totals(started)?;
        }
        Ok(()) if games == 0 && number == 0 => {
            return Err(Error::new(format_args!("{}: found no game", review.file)));
        }
        Ok(()) if games == 0 => {
            let reason = if review.has_met {
                "no game of the player can be analysed".to_owned()
            } else {
                review.names.reason(false)
            };
            return Err(Error::failed_check(reason));
        }
        _ => {}
    }
    review.names.print(false, games.max(1) as u64);
    read
}

/// The games of a player that have been analysed.
struct PlayerReview<'a> {
    args: &'a AnalyseArgs,
    file: String,
    tests: Tests<'a>,
    table: ReviewTable,
    /// The engine, once a game needs it.
    engine: Option<SearchEngine>,
    totals: PlayerTotals,
    /// The games with an error.
    errors: usize,
    positions: usize,
    nodes: u64,
    names: NameReport<'a>,
    /// Set once a game has met the conditions.
    has_met: bool,
}

impl PlayerReview<'_> {
    /// Analyses a game and prints its row for each side that the player has; skips other games.
    ///
    /// # Errors
    /// If the engine fails or the output cannot be written.
    fn add(&mut self, game: &PgnGame, number: u64, error: Option<PgnError>) -> Result<(), Error> {
        let tags = GameTags::of_game(game);
        self.names.add(self.tests.known(&tags));
        if !self.tests.accept_game(game) {
            return Ok(());
        }
        self.has_met = true;
        self.names.add_players(&tags, game.result);
        let sides = self.tests.selection().player_sides(&tags);
        let sides = Color::ALL.into_iter().filter(|&side| sides[side]);
        if let Some(error) = error {
            self.errors += 1;
            print_message(format_args!("ferz: {error} (the game is left out)"));
            return Ok(());
        }
        if game.tree.is_empty() {
            return Ok(());
        }
        let analysis = self.analyse(game, number)?;
        for side in sides {
            if !self.args.json {
                self.print_row(game, number, side, &analysis)?;
            }
            self.totals.add(side, &analysis);
        }
        Ok(())
    }

    /// Returns the analysis of a game, and prints it as JSON with this option.
    fn analyse(&mut self, game: &PgnGame, number: u64) -> Result<GameAnalysis, Error> {
        let options = AnalysisOptions::default();
        let mut source = (COMMENTS, 0);
        let mut explained = Vec::new();
        let analysis = match recorded_positions(&game.tree) {
            Some(positions) => GameAnalysis::new(&game.tree, positions, &options)
                .expect("each position has an evaluation"),
            None => {
                let engine = match self.engine.take() {
                    Some(engine) => engine,
                    None => start_engine(self.args)?,
                };
                let engine = self.engine.insert(engine);
                let name = format!("{}, game {number}", self.file);
                let limits = self.args.limits;
                let job = AnalysisJob { tree: &game.tree, name: &name, limits, options };
                let (analysis, nodes) = job.run(engine, &interrupt::control())?;
                if self.args.json {
                    let control = interrupt::control();
                    explained = explain(engine, &game.tree, &analysis, limits, &control)?;
                }
                source = (engine.name(), nodes);
                analysis
            }
        };
        self.positions += analysis.positions().len();
        self.nodes += source.1;
        if self.args.json {
            let (engine, nodes) = source;
            let info =
                AnalysisSource { file: &self.file, game: number, engine, nodes, chart: None };
            writeln!(
                stdout(),
                "{}",
                json_text(&GameObject::new(info, game, &analysis, &explained))?
            )?;
        }
        Ok(analysis)
    }

    /// Prints the row of a game, after the header before the first one.
    fn print_row(
        &self,
        game: &PgnGame,
        number: u64,
        side: Color,
        analysis: &GameAnalysis,
    ) -> Result<(), Error> {
        let mut out = stdout().lock();
        if self.totals.games == 0 {
            writeln!(out, "{}", self.table.header())?;
        }
        let result = match game.result.winner() {
            Some(winner) if winner == side => "won",
            Some(_) => "lost",
            None if game.result == GameResult::Draw => "drew",
            None => "*",
        };
        let scores = GamePhase::ALL.map(|phase| {
            let last = analysis.moves().iter().rfind(|mv| mv.phase == phase);
            last.map_or("-".to_owned(), |mv| format!("{:.0}", mv.score_of(side)))
        });
        let worst = analysis.worst_move(side).and_then(|mv| move_text(game, mv));
        let worst = worst.as_deref().unwrap_or("-");
        let (opponent, [opening, middlegame, endgame]) = (tag(game, &(!side).to_string()), scores);
        let row = self.table.row(&[
            &number,
            &opponent,
            &side,
            &result,
            &opening,
            &middlegame,
            &endgame,
            &worst,
        ]);
        Ok(writeln!(out, "{row}")?)
    }

    /// Prints the sums of the games by phase.
    fn print_totals(&self, started: Instant) -> Result<(), Error> {
        let mut out = stdout().lock();
        let PlayerTotals { games, phases, all } = &self.totals;
        let Self { errors, positions, nodes, .. } = self;
        let table = Table::new(&PHASE_COLUMNS, None);
        writeln!(out, "\n{}", table.header())?;
        let names = GamePhase::ALL.iter().map(|phase| phase.name()).chain(["all"]);
        for (name, totals) in names.zip(phases.iter().chain([all])) {
            writeln!(out, "{}", phase_row(totals, &table, name))?;
        }
        writeln!(out, "\n{}", wrapped(EXPLANATION, self.table.columns, 0))?;
        let games = counts([(*games as u64, "game"), (*errors as u64, "error")]);
        let (positions, time) = (counted(*positions, "position"), duration(started.elapsed()));
        let searched = match &self.engine {
            Some(engine) => {
                format!(", {}: {} nodes in {time}", engine.name(), scaled((*nodes).into()))
            }
            None => ", evaluated in comments".to_owned(),
        };
        Ok(writeln!(out, "{games}; {positions}{searched}")?)
    }
}

/// The meaning of the two tables.
const EXPLANATION: &str = "Numbers of a phase are the expected score of the player at its end, in \
    percent: 50 in an even game. Losses are those of expected score, in percentage points: of the \
    worst move, and the mean of all moves. Accuracies are the means of the games; the last column \
    counts the games whose worst move is in the phase.";

/// Returns the row of a phase, or of whole games.
fn phase_row(totals: &PhaseTotals, table: &Table<'_>, name: &str) -> String {
    let PhaseTotals { games, moves, inaccuracies, mistakes, blunders, worst, .. } = totals;
    let (accuracy, loss) = (percent(totals.mean_accuracy()), one_decimal(totals.mean_loss()));
    table.row(&[&name, games, moves, &accuracy, &loss, inaccuracies, mistakes, blunders, worst])
}

/// The columns of the sums by phase.
const PHASE_COLUMNS: [Column<'_>; 9] = [
    Column::left("phase", 10),
    Column::right("games", 6),
    Column::right("moves", 6),
    Column::right("accuracy", 9),
    Column::right("loss", 5),
    Column::right("?!", 3),
    Column::right("?", 3),
    Column::right("??", 3),
    Column::right("worst", 6),
];

/// The table of the games.
struct ReviewTable {
    table: Table<'static>,
    /// The number of columns of the terminal.
    columns: usize,
    /// Set if the worst move has a line of its own.
    is_narrow: bool,
}

impl ReviewTable {
    /// The least number of columns for the worst move in the row of its game.
    const WIDE: usize = 75;

    fn new(columns: usize) -> Self {
        let is_narrow = columns < Self::WIDE;
        let all = [
            Column::right("game", 5),
            Column::flexible("opponent", 8, 24),
            Column::left("side", 5),
            Column::left("result", 6),
            Column::right(GamePhase::Opening.name(), 7),
            Column::right(GamePhase::Middlegame.name(), 10),
            Column::right(GamePhase::Endgame.name(), 7),
            Column::left("worst move", 19),
        ];
        let shown = if is_narrow { &all[..all.len() - 1] } else { &all[..] };
        Self { table: Table::new(shown, Some(columns)), columns, is_narrow }
    }

    fn header(&self) -> String {
        let header = self.table.header();
        if self.is_narrow { format!("{header}\n      worst move below") } else { header }
    }

    /// Returns a row of texts, of which the last one is the worst move.
    fn row(&self, cells: &[&dyn Display; 8]) -> String {
        let row = self.table.row(cells);
        if self.is_narrow { format!("{row}\n      {}", cells[7]) } else { row }
    }
}

/// Returns the value of a tag; `?` without it.
fn tag<'a>(game: &'a PgnGame, name: &str) -> &'a str {
    game.tags.get(name).map_or("?", str::trim)
}

/// Returns a move with its number, the symbol of its assessment and its loss.
fn move_text(game: &PgnGame, mv: &AnalysedMove) -> Option<String> {
    let position = game.tree.position(game.tree.parent(mv.node)?);
    let san = position.numbered_san_line(&[game.tree.mv(mv.node)?]).ok()?;
    Some(format!("{san}{} {:.1}", mv.assessment?.symbol(), mv.loss))
}

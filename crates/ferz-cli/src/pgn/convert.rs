//! `pgn convert`: games and positions as rows of text.

use crate::common::collector::collect_games;
use crate::common::prelude::*;
use clap::builder::NonEmptyStringValueParser;
use ferz_database::collector::{
    CollectedGame, FoundPosition, GameChunk, GameParts, MoveChoice, PositionChoice, TagChoice,
};
use ferz_database::rows::{ConvertedRow, GAME_TAGS, epd, game_row, position_row};
use ferz_database::{MoveNotation, csv};
use ferz_variants::Rules;
use std::collections::HashSet;

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    #[command(flatten)]
    pub(super) out: GameOutputArgs,

    /// Format of the rows
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) to: RowFormat,

    /// A row for each position, with that before the first move
    #[arg(long)]
    pub(super) every: bool,

    /// A row for the position after this number of plies, of games that have it
    #[arg(long, value_name = "N", conflicts_with = "every")]
    pub(super) ply: Option<u32>,

    /// A row for the final position of each game: the default of `fen` and `epd`
    #[arg(long = "final", conflicts_with_all = ["every", "ply"])]
    pub(super) is_final: bool,

    /// Write a position once, also if its counters differ
    #[arg(long)]
    pub(super) unique: bool,

    /// Tags of `csv` and `jsonl` [default: all in `jsonl`; the seven tags, ratings, opening, time
    /// control and termination in `csv`]
    #[arg(long, value_name = "NAMES", value_delimiter = ',',
        value_parser = NonEmptyStringValueParser::new())]
    pub(super) tags: Vec<String>,

    /// Notation of the moves of `csv` and `jsonl` [default: uci]
    #[arg(long, value_name = "NOTATION", value_parser = named(&NOTATIONS))]
    pub(super) notation: Option<MoveNotation>,

    #[command(flatten)]
    pub(super) conditions: ConditionArgs,
}

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz pgn convert";

/// The format of the rows.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowFormat {
    /// The moves of a game: e2e4 e7e5; after `fen FEN moves` from another start position, with `variant NAME` before
    /// it in a variant
    Uci,
    /// The moves of a game in long algebraic notation: e2-e4 Ng8-f6
    Lan,
    /// Comma-separated values with a line of names, for a game or a position
    Csv,
    /// A JSON object for a game or a position
    Jsonl,
    /// A position with its counters as operations
    Epd,
    /// A position
    Fen,
}

/// The notations of moves.
const NOTATIONS: [(&str, &str, MoveNotation); 3] = [
    ("uci", "", MoveNotation::Uci),
    ("lan", "", MoveNotation::Lan),
    ("san", "", MoveNotation::San),
];

impl ConvertArgs {
    /// Returns the positions of the rows, `None` for rows of games.
    fn positions(&self) -> Option<PositionChoice> {
        let has_positions = matches!(self.to, RowFormat::Epd | RowFormat::Fen) || self.is_final;
        match self.ply {
            Some(ply) => Some(PositionChoice::Ply(ply)),
            None if self.every => Some(PositionChoice::Every),
            None => has_positions.then_some(PositionChoice::Final),
        }
    }

    /// Returns the notation of the moves of a game.
    fn notation(&self) -> MoveNotation {
        let default = if self.to == RowFormat::Lan { MoveNotation::Lan } else { MoveNotation::Uci };
        self.notation.unwrap_or(default)
    }

    /// Returns the names of the tags of a row; all tags if empty.
    fn tag_names(&self) -> Vec<&str> {
        match (&self.tags[..], self.to) {
            ([], RowFormat::Csv) => GAME_TAGS.to_vec(),
            (names, _) => names.iter().map(String::as_str).collect(),
        }
    }

    /// Refuses options that the rows have no use for.
    ///
    /// # Errors
    /// An error of usage for the first of them.
    fn check(&self) -> Result<(), Error> {
        let positions = self.positions().is_some();
        let has_columns = matches!(self.to, RowFormat::Csv | RowFormat::Jsonl) && !positions;
        let is_line = matches!(self.to, RowFormat::Uci | RowFormat::Lan);
        for (is_wrong, reason) in [
            (is_line && positions, "--every, --ply and --final need fen, epd, csv or jsonl"),
            (self.unique && !positions, "--unique needs positions: --every, --ply or --final"),
            (!self.tags.is_empty() && !has_columns, "--tags needs games in csv or jsonl"),
            (self.notation.is_some() && !has_columns, "--notation needs games in csv or jsonl"),
        ] {
            if is_wrong {
                return Err(Error::usage(reason, COMMAND));
            }
        }
        Ok(())
    }
}

/// Writes the rows.
///
/// # Errors
/// If a file cannot be read or written, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &ConvertArgs) -> Result<(), Error> {
    args.check()?;
    let selection = args.conditions.selection(args.moves, COMMAND)?;
    let (sources, tests) = (args.source.sources(), selection.tests());
    let names = args.tag_names();
    let mut collected = names.clone();
    collected.push("Result");
    let (tags, moves) = match args.positions() {
        Some(choice) => (TagChoice::None, MoveChoice::Positions(choice)),
        None => {
            let tags = match args.to {
                RowFormat::Jsonl if names.is_empty() => TagChoice::All,
                _ => TagChoice::Named(&collected),
            };
            (tags, MoveChoice::Written(args.notation()))
        }
    };
    let parts =
        GameParts { tags, moves, variants: true, tests: Some(&tests), ..GameParts::default() };
    let mut report = NameReport::new(&selection);
    let mut met = 0;
    let out = GameOutput::of_kind(FileKind::Rows, args.out.path(), &args.source.files)?;
    let mut rows = RowWriter { args, names: &names, out, known: HashSet::new(), rows: 0 };
    rows.write_header()?;
    let mut errors = 0;
    let read = collect_games(&sources, args.moves, parts, &mut |path, mut chunk| {
        for game in &chunk.games {
            report.add(game.known);
            met += u64::from(game.is_match);
        }
        let faulty = chunk.games.iter_mut().filter_map(|game| game.error.as_deref().cloned());
        let faulty: Vec<_> = faulty.collect();
        errors += faulty.len() as u64;
        sources.report_all(faulty, chunk.games_before);
        rows.write_chunk(path, chunk)?;
        Ok(ControlFlow::Continue(()))
    });
    let RowWriter { out, rows, .. } = rows;
    out.finish(read)?;
    if !selection.accepts_all() {
        report.print(false, met);
    }
    if args.out.path().is_none() {
        return Ok(());
    }
    Ok(writeln!(stdout(), "{}", counts([(rows, "row"), (errors, "error")]))?)
}

/// Writes rows.
struct RowWriter<'a> {
    args: &'a ConvertArgs,
    /// The names of the tags of a row.
    names: &'a [&'a str],
    out: GameOutput,
    /// The rules and keys of the positions that have been written, for `--unique`.
    known: HashSet<(Option<Rules>, u64)>,
    rows: u64,
}

impl RowWriter<'_> {
    /// Writes the names of the columns of CSV.
    fn write_header(&mut self) -> Result<(), Error> {
        if self.args.to != RowFormat::Csv {
            return Ok(());
        }
        let (game, position) = (CollectedGame::default(), FoundPosition::default());
        let row = match self.args.positions() {
            Some(_) => position_row("", 0, &position),
            None => game_row("", 0, &game, self.names),
        };
        self.out.write_line(&csv::line(row.fields().iter().map(|&(name, _)| name)))
    }

    /// Writes the rows of consecutive games. A game with an error has rows of its positions only.
    fn write_chunk(&mut self, path: &Path, chunk: GameChunk) -> Result<(), Error> {
        let file = path.to_string_lossy();
        for position in chunk.positions {
            if self.args.unique && !self.known.insert((position.variant, position.key)) {
                continue;
            }
            let row = position_row(&file, chunk.games_before + position.game, &position);
            self.write_row(row, || match self.args.to {
                RowFormat::Epd => epd(&position.fen),
                _ => position.fen.clone(),
            })?;
        }
        if self.args.positions().is_some() {
            return Ok(());
        }
        for (game, number) in chunk.games.iter().zip(chunk.games_before + 1..) {
            if game.error.is_none() && game.is_match {
                let row = game_row(&file, number, game, self.names);
                self.write_row(row, || game_line(game))?;
            }
        }
        Ok(())
    }

    /// Writes a row in a format with columns, or the line of another format.
    fn write_row(
        &mut self,
        row: ConvertedRow<'_>,
        line: impl FnOnce() -> String,
    ) -> Result<(), Error> {
        self.rows += 1;
        let line = match self.args.to {
            RowFormat::Csv => csv::line(row.fields().iter().map(|(_, field)| &**field)),
            RowFormat::Jsonl => json_text(&row)?,
            _ => line(),
        };
        self.out.write_line(&line)
    }
}

/// Returns the moves of a game, behind its variant and its start position if they are not those of standard
/// chess.
fn game_line(game: &CollectedGame) -> String {
    let start = game.start_fen.as_ref().map(|fen| format!("fen {fen} moves "));
    let variant = game.variant.map(|rules| format!("variant {} ", rules.uci_name()));
    [variant.unwrap_or_default(), start.unwrap_or_default(), game.written.clone()].concat()
}

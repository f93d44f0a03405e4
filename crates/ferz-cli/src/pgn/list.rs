//! `pgn list`: one line for each game that meets conditions.

use crate::common::collector::collect_games;
use crate::common::prelude::*;
use ferz_database::collector::{CollectedGame, GameParts, MoveChoice, TagChoice};
use ferz_game::GameResult;

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    moves: MoveArgs,

    #[command(flatten)]
    conditions: ConditionArgs,

    /// Print one JSON object for each game
    #[arg(long)]
    json: bool,
}

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz pgn list";

/// Lists the games.
///
/// # Errors
/// If a file cannot be read, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &ListArgs) -> Result<(), Error> {
    let selection = args.conditions.selection(args.moves, COMMAND)?;
    let (sources, layout) = (args.source.sources(), ListTable::new(columns()));
    let has_files = args.source.files.len() > 1;
    let (mut games, mut listed, mut errors) = (0, 0, 0_u64);
    let mut names = NameReport::new(&selection);
    let mut named_file = None;
    let mut out = BufWriter::new(stdout().lock());
    let tests = selection.tests();
    let parts = GameParts {
        tags: TagChoice::All,
        moves: MoveChoice::Facts,
        tests: Some(&tests),
        variants: true,
        ..GameParts::default()
    };
    let read = collect_games(&sources, args.moves, parts, &mut |path, chunk| {
        for (number, game) in (chunk.games_before + 1..).zip(chunk.games) {
            games += 1;
            names.add(game.known);
            if game.is_match && game.error.is_none() {
                names.add_players(&game.tags, game.result());
            }
            match game.error {
                Some(error) => {
                    errors += 1;
                    sources.report_all([*error], chunk.games_before);
                }
                None if !game.is_match => {}
                None if args.json => {
                    listed += 1;
                    writeln!(out, "{}", json_text(&ListedGame::new(path, number, &game))?)?;
                }
                None => {
                    listed += 1;
                    if listed == 1 {
                        writeln!(out, "{}", layout.table.header())?;
                    }
                    if has_files && named_file.replace(path) != Some(path) {
                        writeln!(out, "{}", escaped(&path.display().to_string()))?;
                    }
                    writeln!(out, "{}", layout.row(&ListedGame::new(path, number, &game)))?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    if !args.json && listed > 0 {
        let (games, errors) = (counted(games, "game"), counted(errors, "error"));
        writeln!(out, "{} of {games}, {errors}", grouped(listed))?;
    }
    out.flush()?;
    read?;
    names.print(false, listed);
    Ok(())
}

/// A game of the list, and its JSON object.
#[derive(Serialize)]
struct ListedGame<'a> {
    file: String,
    /// The number in the file, from 1.
    game: u64,
    /// The known parts, such as `2024.03`; empty without a year.
    date: String,
    white: &'a str,
    black: &'a str,
    white_elo: Option<u16>,
    black_elo: Option<u16>,
    result: &'static str,
    plies: u32,
    eco: Option<String>,
    opening: Option<&'static str>,
    /// The name of a variant, none for chess.
    variant: Option<&'static str>,
}

impl<'a> ListedGame<'a> {
    fn new(path: &Path, number: u64, game: &'a CollectedGame) -> Self {
        let tags = &game.tags;
        let date = match tags.date() {
            date if date.year().is_none() => String::new(),
            date => date.to_string().trim_end_matches(".??").to_owned(),
        };
        Self {
            file: path.display().to_string(),
            game: number,
            date,
            white: tags.player(Color::White).trim(),
            black: tags.player(Color::Black).trim(),
            white_elo: tags.elo(Color::White),
            black_elo: tags.elo(Color::Black),
            result: game.result().as_str(),
            plies: game.plies,
            eco: game.opening.map(|opening| opening.eco.to_string()),
            opening: game.opening.map(|opening| opening.name),
            variant: game.variant.map(|rules| rules.name()),
        }
    }
}

/// The list as a table, with the name of an opening beside its code where there is room.
struct ListTable {
    table: Table<'static>,
    has_names: bool,
}

impl ListTable {
    /// The least number of columns of the terminal for names of openings.
    const NAMED: usize = 72;

    /// Creates the table for a number of columns of the terminal. Without one, names have any length.
    fn new(columns: Option<usize>) -> Self {
        let has_names = columns.is_none_or(|columns| columns >= Self::NAMED);
        let opening = match has_names {
            true => Column::flexible("opening", 16, usize::MAX),
            false => Column::left("ECO", 3),
        };
        let all = [
            Column::right("game", 5),
            Column::left("date", 10),
            Column::flexible("White", 8, 24),
            Column::flexible("Black", 8, 24),
            Column::left("result", 6),
            Column::right("moves", 5),
            opening,
        ];
        Self { table: Table::new(&all, columns), has_names }
    }

    fn row(&self, row: &ListedGame<'_>) -> String {
        let result = if row.result == GameResult::Draw.as_str() { "1/2" } else { row.result };
        let opening = row.eco.iter().map(String::as_str);
        let name = row.opening.or(row.variant).filter(|_| self.has_names);
        let opening = opening.chain(name).collect::<Vec<_>>().join(" ");
        let moves = row.plies.div_ceil(2);
        self.table.row(&[&row.game, &row.date, &row.white, &row.black, &result, &moves, &opening])
    }
}

//! `pgn list`: one line for each game that meets conditions.

use crate::common::collector::{CollectedGame, GameParts, MoveChoice, TagChoice, collect_games};
use crate::common::prelude::*;
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
    let (sources, layout) = (args.source.sources(), RowLayout::new(columns()));
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
                    let row = serde_json::to_string(&GameRow::new(path, number, &game));
                    writeln!(out, "{}", row.map_err(std::io::Error::from)?)?;
                }
                None => {
                    listed += 1;
                    if listed == 1 {
                        writeln!(out, "{}", layout.header())?;
                    }
                    if has_files && named_file.replace(path) != Some(path) {
                        writeln!(out, "{}", escaped(&path.display().to_string()))?;
                    }
                    writeln!(out, "{}", layout.row(&GameRow::new(path, number, &game)))?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    if !args.json && listed > 0 {
        let (games, errors) = (counted(games as usize, "game"), counted(errors as usize, "error"));
        writeln!(out, "{} of {games}, {errors}", grouped(listed.into()))?;
    }
    out.flush()?;
    read?;
    names.print(false, listed);
    Ok(())
}

/// A game of the list, and its JSON object.
#[derive(Serialize)]
struct GameRow<'a> {
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
}

impl<'a> GameRow<'a> {
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
        }
    }
}

/// The widths of the columns.
struct RowLayout {
    /// The number of characters of each player.
    player: usize,
    /// The number of columns of the terminal, to which rows are cut off.
    columns: Option<usize>,
    /// Set if the opening has its name beside its code.
    has_names: bool,
}

impl RowLayout {
    /// The number of characters of a row besides the players and the opening.
    const OTHER: usize = 32;

    /// The number of characters of the code of an opening.
    const ECO: usize = 3;

    /// The least number of characters for the players and an opening with its name.
    const NAMED: usize = 40;

    /// Creates the layout for a number of columns of the terminal. Without one, names have any length.
    fn new(columns: Option<usize>) -> Self {
        let room = columns.map_or(usize::MAX, |columns| columns.saturating_sub(Self::OTHER));
        let has_names = room >= Self::NAMED;
        let player = if has_names { room / 3 - 1 } else { room.saturating_sub(Self::ECO) / 2 };
        Self { player: player.clamp(8, 24), columns, has_names }
    }

    fn header(&self) -> String {
        let opening = if self.has_names { "opening" } else { "ECO" };
        self.line("game", "date", ["White", "Black"], "result", "moves", opening)
    }

    /// Returns the row of a game.
    fn row(&self, row: &GameRow<'_>) -> String {
        let (number, moves) = (row.game.to_string(), row.plies.div_ceil(2).to_string());
        let players = [row.white, row.black].map(escaped);
        let players = players.each_ref().map(String::as_str);
        let result = if row.result == GameResult::Draw.as_str() { "1/2" } else { row.result };
        let opening = row.eco.iter().map(String::as_str);
        let name = row.opening.filter(|_| self.has_names);
        let opening = opening.chain(name).collect::<Vec<_>>().join(" ");
        self.line(&number, &row.date, players, result, &moves, &opening)
    }

    fn line(
        &self,
        number: &str,
        date: &str,
        players: [&str; 2],
        result: &str,
        moves: &str,
        opening: &str,
    ) -> String {
        let width = self.player;
        let [white, black] = players.map(|name| match self.columns {
            Some(_) => cut_off(name, width),
            None => name.to_owned(),
        });
        let text = format!(
            "{number:>5} {date:<10} {white:<width$} {black:<width$} {result:<6} {moves:>5} {opening}"
        );
        cut_off(text.trim_end(), self.columns.unwrap_or(usize::MAX))
    }
}

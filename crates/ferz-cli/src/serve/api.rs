//! The calls of the page.

use super::books::Books;
use super::games::OfferedFiles;
use super::indexes::{CallConditions, ConditionInfo, Indexes};
use super::json::json;
use super::position::position;
use super::search::{EngineInfo, Engines, SearchCall};
use super::worth::Worth;
use crate::common::prelude::*;
use ferz_engine::NAME;
use ferz_serve::{Answer, Api, Refusal};
use ferz_session::port::TablebaseReport;
use ferz_syzygy::Tablebases;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// What the command line offers to the page.
pub(super) struct Workbench {
    pub(super) engines: Engines,
    pub(super) books: Books,
    pub(super) games: OfferedFiles,
    pub(super) indexes: Arc<Indexes>,
    pub(super) tables: Option<Arc<Tablebases>>,
}

impl Api for Workbench {
    fn call(&self, name: &str, body: &[u8]) -> Result<Answer, Refusal> {
        match name {
            "info" => {
                let NoFields {} = read(body)?;
                json(&self.info())
            }
            "search" => self.engines.search(read::<SearchCall>(body)?),
            "book" => {
                let PositionCall { book, fen, chess960 } = read(body)?;
                json(&self.books.find(book, &position(&fen, chess960)?)?)
            }
            "explore" => {
                let ExploreCall { index, fen, chess960, filter } = read(body)?;
                self.indexes.explore(index, &position(&fen, chess960)?, filter)
            }
            "explored" => {
                let ExploredGameCall { index, game } = read(body)?;
                json(&self.indexes.game(index, game)?)
            }
            "tables" => {
                let PositionCall { fen, chess960, .. } = read(body)?;
                json(&self.probe(&fen, chess960)?)
            }
            "worth" => {
                let PositionCall { fen, chess960, .. } = read(body)?;
                json(&Worth::new(&position(&fen, chess960)?))
            }
            "games" => match read(body)? {
                GamesCall { number: Some(number) } => self.games.content(number),
                GamesCall { number: None } => self.games.list(),
            },
            _ => Err(Refusal::NotFound(format!("no call {name:?}"))),
        }
    }
}

/// A call without fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoFields {}

/// A call about a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionCall {
    /// The number of the book, from 0.
    #[serde(default)]
    book: usize,
    fen: String,
    #[serde(default)]
    chess960: bool,
}

/// A call for the moves of a position in an index.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExploreCall {
    /// The number of the index, from 0.
    #[serde(default)]
    index: usize,
    fen: String,
    #[serde(default)]
    chess960: bool,
    #[serde(default)]
    filter: CallConditions,
}

/// A call for the text of a game of an index.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExploredGameCall {
    /// The number of the index, from 0.
    #[serde(default)]
    index: usize,
    /// The number of the game, the `id` of the answer to `explore`.
    game: u64,
}

/// A call for the list of games, or for one of its files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GamesCall {
    number: Option<usize>,
}

/// The JSON object of what the command line offers.
#[derive(Serialize)]
struct WorkbenchInfo<'a> {
    version: &'static str,
    engines: Vec<EngineInfo<'a>>,
    threads: u16,
    hash: usize,
    books: Vec<&'a str>,
    /// The number of files.
    games: usize,
    indexes: Vec<&'a str>,
    conditions: Vec<ConditionInfo>,
    /// The most pieces of a position of the tables; 0 without tables.
    tablebases: usize,
}

impl Workbench {
    fn info(&self) -> WorkbenchInfo<'_> {
        WorkbenchInfo {
            version: NAME,
            engines: self.engines.info(),
            threads: self.engines.threads(),
            hash: self.engines.hash(),
            books: self.books.names(),
            games: self.games.count(),
            indexes: self.indexes.names(),
            conditions: ConditionInfo::all(),
            tablebases: self.tables.as_ref().map_or(0, |tables| tables.max_men()),
        }
    }

    fn probe(&self, fen: &str, chess960: bool) -> Result<TablebaseReport, Refusal> {
        let tables = self.tables.as_deref();
        let tables = tables.ok_or_else(|| Refusal::NotFound("no tablebases".to_owned()))?;
        TablebaseReport::new(tables, &position(fen, chess960)?)
            .map_err(|error| Refusal::NotFound(error.to_string()))
    }
}

/// Reads the JSON text of a call.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| Refusal::Invalid(error.to_string()))
}

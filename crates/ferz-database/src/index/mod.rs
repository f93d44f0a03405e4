//! The index of the positions of games: which moves were played in a position, by whom and with which results.
//!
//! An index is inverted: it has for each position its moves, and for each move **the games that played it**. So
//! every [`Selection`] is exact. A position is found by its key, whatever moves led to it.
//!
//! ```
//! use ferz::Position;
//! use ferz_database::index::{GameIndexer, Index, IndexWriter, Shown, WriterOptions};
//! use ferz_database::selection::Selection;
//! use ferz_game::pgn::{Player, Reader};
//!
//! let folder = std::env::temp_dir().join(format!("ferz-index-{}", std::process::id()));
//! let pgn = "[White \"Anna\"]\n[Black \"Boris\"]\n\n1. e4 c5 2. Nf3 1-0\n\n\
//!            [White \"Boris\"]\n[Black \"Clara\"]\n\n1. Nf3 c5 2. e4 1/2-1/2\n";
//! let mut writer = IndexWriter::open(&folder, WriterOptions::default())?;
//! let mut games = Player::new(GameIndexer::new(writer.plies()));
//! Reader::new(pgn.as_bytes()).read_all(&mut games)?;
//! for game in games.into_visitor().into_games() {
//!     writer.add(&game, b"")?;
//! }
//! writer.commit()?;
//!
//! let index = Index::open(&folder)?;
//! let start = index.explore(&Position::startpos(), &Selection::default(), Shown::default())?;
//! assert_eq!((start.counts.games, start.moves.len()), (2, 2));
//! let by_boris = Selection { players: vec!["boris".parse()?], ..Selection::default() };
//! let found = index.explore(&Position::startpos(), &by_boris, Shown::default())?;
//! assert_eq!(found.counts.black, 0);
//! # drop(index);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is stored
//!
//! Of each game the positions before its first moves, 50 unless set otherwise. A game counts once in a
//! position, with the last move that it played there. A position in which no move was played, such as a final
//! one, is not stored. Games with the same start, moves, players, date and result are stored once.
//!
//! # Files
//!
//! An index is a folder with a list of *segments*, whose files never change:
//!
//! | file | content |
//! |---|---|
//! | `manifest` | number of plies, segments with the sizes of their files, `min-games N` if positions were left out, and a CRC-32: text, at most 16 MiB |
//! | `positions-N.seg` | the positions of a segment in buckets, by the first bits of their keys |
//! | `positions-N.dir` | the offsets of the buckets |
//! | `games-N.tbl` | players, ratings, date, result, speed and place of the text of each game |
//! | `columns-N.col` | all tags of each game, its start and its moves, by columns |
//! | `text-N.pgn.gz` | the games in members of gzip of at most 64 KiB (BGZF), unless they are left out |
//! | `lock` | locked while a process writes; its number, and the segments that it creates and removes |
//!
//! Adding games and merging segments write new files, and then replace the manifest as a whole: an index is the
//! old one or the new one at any moment. The next writer removes the files of segments that `lock` names and the manifest
//! does not, and no others. Adding merges segments of similar size: each game is written a bounded number of times, and a
//! segment of 2^21 games stays until all are compacted. Segments without a manifest are refused; [`recover`] makes it anew.
//!
//! All files but the manifest and the texts consist of **blocks of 4,096 bytes**: 4,092 bytes of data, of
//! which the last block may have fewer, and the CRC-32 of the number of the block and of the data. Each block
//! that is read is verified. Offsets below count data only, numbers have the least significant byte first.
//!
//! **Positions.** `positions-N.seg` begins with `FerzPos1`. The first *b* bits of a key number its bucket, with
//! *b* such that 8 to 16 positions are in one (at most 36). `positions-N.dir` has 2^*b* + 1 offsets of 5 bytes.
//! In a bucket the positions are in the order of their keys:
//!
//! | bytes | position of one game | other position |
//! |---|---|---|
//! | the low bytes of the key, so that all of its 64 bits are stored | 4 to 8 | 4 to 8 |
//! | rank of the move, 0 to 250; 255 | 1 | 1 |
//! | number of the game in the segment, as short as all of them need | 1 to 4 | |
//! | length of the rest as varint | | 1 to 9 |
//! | moves in the order of their ranks | | 3 or more each |
//!
//! The rank of a move is the number of legal moves whose [bits](ferz::Move::bits) are smaller. A move of another
//! position is its rank, the number of games as varint, from 8 games on nine varints (wins of White, draws, wins
//! of Black; sum of ratings and number of rated games of White, of Black; last date; length of the list), and the
//! games as varints: the first number, then differences. A varint has 7 bits a byte, the least significant first,
//! and at most 63 bits.
//!
//! **Games.** `games-N.tbl` has five parts, each from the beginning of a block: the header (`FerzGam2`; the number of games
//! before the segment, 8 bytes; of its games and of its names, 4 each; of plies, 2; the least number of games of a position,
//! 4; the size of the texts, 8); a record of 29 bytes for each game, 141 in a block; the fingerprints of the games in
//! their order, 511 of 8 bytes in a block; for each name, and after the last one, an offset of 5 bytes; the names in
//! the order of their bytes, at most 255 bytes each. A record has the numbers of three names (White, Black, event; 4
//! bytes each), two ratings (2 bytes each, 0 if unknown), 4 bytes with the date (day in the low 5 bits, month in 4,
//! year in 14) and the result (2 bits: 0 White, 1 Black, 2 draw, 3 unknown), the speed (1 byte: 0 unknown, 1
//! ultraBullet, 2 bullet, 3 blitz, 4 rapid, 5 classical, 6 correspondence) and the place of the text (8 bytes: offset of
//! the member in 48 bits, of the text in the member in the low 16). A text ends where the next one begins.
//!
//! **Columns.** `columns-N.col` begins with `FerzCol1` and has groups of at most 4,096 games: the number of games, the number of
//! bytes that follow, the number of columns, and for each column the length of its name and the name, the number of bytes of
//! its content, that of the bytes that are stored, and these: the content, compressed by deflate if that is shorter. All
//! numbers are varints. The content is the number of different values, their lengths, the values in the order of their first
//! occurrence, and for each game the number of its value, in one byte, or two if there are more than 256 values; that list
//! is left out if there is one value, or as many as games. A column has the name of its tag. `\0start` is the start
//! position: empty, or 0 and its 32 bytes, or 1 and its FEN. `\0moves` has a byte for each move: the number of the piece
//! among those of its side, in the order of the squares, in the high half, the target in the low half: for a pawn 0 to 2 for
//! the steps from the lower to the higher file, 3 for two ranks, from 4 on the steps of promotions to queen, knight, rook and
//! bishop; for a knight and a king the number of the step, in the order of the clock; for a king 8 and 9 for castling to the
//! rook on the lower and the higher file, 15 for a null move; for a bishop the file, with 8 added on a falling diagonal;
//! for a rook and a queen the file, or 8 and the rank. A queen's own file stands for a diagonal, whose target follows in
//! a byte. Of a side with more than sixteen pieces the moves have two bytes, their [bits](ferz::Move::bits), 0 for a null
//! move. `\0least` has the least number of each piece in the positions of the game, a byte each in the order of
//! [`Piece`](ferz::Piece), `\0squares` the squares on which each was, eight bytes each.
//!
//! # Bounds
//!
//! A segment has at most 2^32 - 1 games. A probe reads the offsets and the bucket of a segment, and its memory is
//! 12 bytes for each game of the position that it reads. Adding keeps 16 bytes a position until the given memory is full, then it
//! writes a segment, and 8 bytes for each game of the index if they are at most an eighth of that memory; merging keeps 4 bytes for each name of each segment and 5 bytes for each game of the most
//! frequent position. Reading a damaged or hostile index allocates no more than a small multiple of its files.

mod blocks;
mod columns;
#[cfg(test)]
mod damage_tests;
mod filter;
mod game_texts;
mod games;
mod header;
mod kept_facts;
mod manifest;
mod move_conditions;
mod moves;
mod reached;
#[cfg(test)]
mod recover_tests;
#[cfg(feature = "serde")]
mod report;
mod segment;
mod stored_moves;
mod stored_tags;
#[cfg(test)]
mod tests;
mod writer;

pub use blocks::IndexError;
pub use filter::Shown;
pub use games::ResultCounts;
#[cfg(feature = "serde")]
pub use report::ExploredReport;
pub use writer::{
    AddReport, GameIndexer, IndexWriter, NewGame, RecoverReport, WriterOptions, recover,
};

use crate::GameDate;
use crate::facts::{GameFacts, PlayerName};
use crate::selection::{NameList, Selection};
use ferz::{Color, Move, Position};
use ferz_game::GameResult;
use filter::GameMatcher;
use games::GameRecord;
use manifest::Manifest;
use segment::{PositionEntry, Segment};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::path::Path;

/// An index that is read. Several threads can use it at once, also while another process writes: it stays the
/// index that was opened.
pub struct Index {
    manifest: Manifest,
    segments: Vec<Segment>,
}

/// The games of a position: see [`Index::explore`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// The results of all games.
    pub counts: ResultCounts,
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The games of the best rated players, by the mean of both ratings.
    pub top_games: Vec<ExploredGame>,
    /// The games of the last dates, of equal dates that with the greatest number first.
    pub recent_games: Vec<ExploredGame>,
    /// The results of the games in which the player of the conditions had White, and of those with Black; a game
    /// whose players both have the name is in both. `None` without the name of a player.
    pub by_color: Option<[ResultCounts; Color::COUNT]>,
    /// The results of each month with a game, in their order; games whose month is unknown are in none. `None`
    /// unless [`by_month`](Shown::by_month) is set.
    pub months: Option<Vec<(GameDate, ResultCounts)>>,
}

/// The players that a name of the conditions has found: see [`Index::find_players`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPlayers {
    /// The name of the conditions.
    pub name: PlayerName,
    /// The names of players with their numbers of games, in the order of the names.
    pub players: BTreeMap<String, u64>,
}

/// A move of an explored position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExploredMove {
    /// The move.
    pub mv: Move,
    /// The results of the games with it.
    pub counts: ResultCounts,
    /// The number of the game in the index, if it is the only one.
    pub game: Option<u64>,
}

/// A game of an explored position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploredGame {
    /// The number in the index, for [`Index::text`].
    pub number: u64,
    /// The move that it played in the position.
    pub mv: Move,
    /// Its players and other facts.
    pub info: GameFacts,
}

impl Index {
    /// Opens an index.
    ///
    /// # Errors
    /// If the folder has no index, a file cannot be opened, or its size is not that of the manifest.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        /// The number of writers that may end between the reading of the manifest and of the segments.
        ///
        /// A reader takes no lock, so that a long one holds up no writer and the folder can be read-only. So a writer can remove
        /// segments of the manifest that a reader has just read; the next manifest names others.
        const ATTEMPTS: usize = 5;
        let read = || {
            let reason = "found no index; `ferz explore add` makes one";
            Manifest::read(folder)?.ok_or_else(|| Manifest::missing(folder, reason))
        };
        if folder.is_file() {
            let reason = "found a file, expected the folder of an index, which `ferz explore add` makes of games";
            return Err(IndexError::NoIndex { path: folder.to_owned(), reason });
        }
        let mut manifest = read()?;
        for attempt in 1.. {
            let segments = manifest.segments.iter().map(|&info| Segment::open(folder, info));
            match segments.collect::<Result<_, _>>() {
                Ok(segments) => return Ok(Self { manifest, segments }),
                Err(IndexError::File { error, .. })
                    if error.kind() == ErrorKind::NotFound && attempt < ATTEMPTS =>
                {
                    manifest = read()?;
                }
                Err(error) => return Err(error),
            }
        }
        unreachable!("the last attempt returns")
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.segments.iter().map(|segment| u64::from(segment.games())).sum()
    }

    /// Returns the number of positions; one that several segments have counts in each.
    pub fn positions(&self) -> u64 {
        self.segments.iter().map(|segment| segment.info.positions).sum()
    }

    /// Returns the number of segments.
    pub fn segments(&self) -> usize {
        self.segments.len()
    }

    /// Returns the size of the index without the texts, and that of the texts, in bytes.
    pub fn sizes(&self) -> [u64; 2] {
        let mut sizes = [0; 2];
        for segment in &self.segments {
            let [index @ .., texts] = segment.info.sizes;
            sizes[0] += index.iter().sum::<u64>();
            sizes[1] += texts;
        }
        sizes
    }

    /// Returns the least number of games of a position when positions were left out by
    /// [`prune`](IndexWriter::prune), or 1. A position of an index with a greater number may lack games that
    /// were added before; the games themselves are all there.
    pub fn min_games(&self) -> u32 {
        self.manifest.min_games
    }

    /// Returns the number of plies of each game that are stored.
    pub fn plies(&self) -> u16 {
        self.manifest.plies
    }

    /// Returns the moves that games played in a position, with their results. Without conditions and without
    /// games and months to show, the games themselves are not read where a move has many.
    ///
    /// # Errors
    /// If the index cannot answer a condition, or a file cannot be read or is damaged.
    pub fn explore(
        &self,
        position: &Position,
        selection: &Selection,
        shown: Shown,
    ) -> Result<Explored, IndexError> {
        selection.check_index().map_err(IndexError::Condition)?;
        let moves = ranked_moves(position);
        let shows_games = shown.by_month || shown.top_games + shown.recent_games > 0;
        let are_read = !selection.accepts_all() || shows_games;
        let mut sums = Sums::new(selection, shown, moves.len());
        let (mut entry, mut first) = (PositionEntry::default(), 0);
        for segment in &self.segments {
            if segment.positions.find(position.key(), are_read, &mut entry)? {
                let mut matcher = GameMatcher::new(selection, segment)?;
                let mut records = segment.table.records();
                for mv in entry.moves.iter().filter(|_| !are_read) {
                    if let (Some(stored), Some((sum, _))) =
                        (&mv.counts, sums.moves.get_mut(usize::from(mv.rank)))
                    {
                        sum.add_all(stored);
                    }
                }
                for (game, rank) in entry.ordered_games(moves.len(), are_read) {
                    let record = records.get(game)?;
                    let sides = matcher.sides(game, &record)?;
                    if sides.contains(&true) {
                        sums.add(first, game, rank, &record, sides);
                    }
                }
            }
            first += u64::from(segment.games());
        }
        let mut explored = Explored::default();
        for (&mv, (counts, last)) in moves.iter().zip(sums.moves) {
            if counts.games > 0 {
                explored.counts.add_all(&counts);
                let game = (counts.games == 1).then_some(last);
                explored.moves.push(ExploredMove { mv, counts, game });
            }
        }
        explored.moves.sort_by_key(|mv| Reverse(mv.counts.games));
        explored.top_games = self.explored_games(&sums.top, &moves)?;
        explored.recent_games = self.explored_games(&sums.recent, &moves)?;
        explored.by_color = sums.by_color;
        explored.months = sums.months.map(|months| months.into_iter().collect());
        Ok(explored)
    }

    fn explored_games(&self, best: &Best, moves: &[Move]) -> Result<Vec<ExploredGame>, IndexError> {
        let game = |&(_, (number, rank)): &(_, (u64, u8))| {
            let mv = moves[usize::from(rank)];
            Ok(ExploredGame { number, mv, info: self.info(number)?.unwrap_or_default() })
        };
        best.games.iter().map(game).collect()
    }

    /// Returns the numbers of the games with a position that meet the conditions, in the order of the index.
    ///
    /// # Errors
    /// As [`explore`](Self::explore).
    pub fn find_games(
        &self,
        position: &Position,
        selection: &Selection,
    ) -> Result<Vec<u64>, IndexError> {
        selection.check_index().map_err(IndexError::Condition)?;
        let moves = ranked_moves(position).len();
        let (mut found, mut entry, mut first) = (Vec::new(), PositionEntry::default(), 0);
        for segment in &self.segments {
            if segment.positions.find(position.key(), true, &mut entry)? {
                let mut matcher = GameMatcher::new(selection, segment)?;
                let mut records = segment.table.records();
                for (game, _) in entry.ordered_games(moves, true) {
                    if selection.accepts_all()
                        || matcher.sides(game, &records.get(game)?)?.contains(&true)
                    {
                        found.push(first + u64::from(game));
                    }
                }
            }
            first += u64::from(segment.games());
        }
        Ok(found)
    }

    /// Returns for each name of the conditions the players whom it has found: those of the games with a position
    /// that meet all conditions. Words of a name may find several players.
    ///
    /// # Errors
    /// As [`explore`](Self::explore).
    pub fn find_players(
        &self,
        position: &Position,
        selection: &Selection,
    ) -> Result<Vec<FoundPlayers>, IndexError> {
        selection.check_index().map_err(IndexError::Condition)?;
        let moves = ranked_moves(position).len();
        let found =
            |name: &PlayerName| FoundPlayers { name: name.clone(), players: BTreeMap::new() };
        let mut players: Vec<_> = selection.names().map(found).collect();
        let mut entry = PositionEntry::default();
        for segment in &self.segments {
            if players.is_empty() || !segment.positions.find(position.key(), true, &mut entry)? {
                continue;
            }
            let mut matcher = GameMatcher::new(selection, segment)?;
            let mut records = segment.table.records();
            // The numbers of games by list of names and number of the name.
            let mut games = HashMap::<(NameList, u32), u64>::new();
            for (game, _) in entry.ordered_games(moves, true) {
                let record = records.get(game)?;
                let sides = matcher.sides(game, &record)?;
                for (list, side) in named_sides(selection, sides, record.result) {
                    *games.entry((list, record.names[side as usize])).or_default() += 1;
                }
            }
            for ((list, name), count) in games {
                let player = segment.table.name(name)?;
                for (found, _) in players
                    .iter_mut()
                    .zip(selection.named_lists())
                    .filter(|(found, (_, of_list))| *of_list == list && found.name.matches(&player))
                {
                    *found.players.entry(player.clone()).or_default() += count;
                }
            }
        }
        Ok(players)
    }

    /// Returns true if any game of the index, whatever its positions, has a player with a name.
    ///
    /// # Errors
    /// As [`explore`](Self::explore).
    pub fn has_player(&self, name: &PlayerName) -> Result<bool, IndexError> {
        let selection = Selection { players: vec![name.clone()], ..Selection::default() };
        for segment in &self.segments {
            let matcher = GameMatcher::new(&selection, segment)?;
            let mut records = segment.table.records();
            for game in 0..segment.games() {
                if matcher.has_player(&records.get(game)?) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns the segment of a game, and its number there.
    fn segment_of(&self, mut number: u64) -> Option<(&Segment, u32)> {
        for segment in &self.segments {
            match number.checked_sub(segment.games().into()) {
                Some(rest) => number = rest,
                None => return Some((segment, number as u32)),
            }
        }
        None
    }

    /// Returns the players and other facts of a game by its number in the index, from 0, or `None` behind the
    /// last one. Numbers stay when games are added and segments merged.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn info(&self, number: u64) -> Result<Option<GameFacts>, IndexError> {
        let Some((segment, game)) = self.segment_of(number) else { return Ok(None) };
        let record = segment.table.records().get(game)?;
        let GameRecord { names: [white, black, event], elo, date, result, speed, .. } = record;
        let [white_elo, black_elo] = elo.map(|elo| Some(elo).filter(|&elo| elo > 0));
        let name = |number| segment.table.name(number);
        let (white, black, event) = (name(white)?, name(black)?, name(event)?);
        Ok(Some(GameFacts { white, black, event, white_elo, black_elo, date, result, speed }))
    }

    /// Returns the text of a game, or `None` if it is not stored or there is no such game.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn text(&self, number: u64) -> Result<Option<Vec<u8>>, IndexError> {
        match self.segment_of(number) {
            Some((segment, game)) => segment.game_texts().get(game),
            None => Ok(None),
        }
    }

    /// Reads and verifies all files. Returns the first fault of each segment that has one.
    pub fn check(&self) -> Vec<IndexError> {
        self.segments.iter().filter_map(|segment| segment.check().err()).collect()
    }
}

/// Returns the legal moves by their ranks.
fn ranked_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}

/// Returns the sides of an accepted game that a list of names is about, with the list. None without a side of the
/// player.
fn named_sides(
    selection: &Selection,
    sides: [bool; Color::COUNT],
    result: GameResult,
) -> impl Iterator<Item = (NameList, Color)> {
    let lists = NameList::ALL.into_iter().filter(|&list| !selection.list(list).is_empty());
    lists.filter(move |_| sides.contains(&true)).flat_map(move |list| {
        let has_role = move |side: &Color| list.has_role(*side, sides, result);
        Color::ALL.into_iter().filter(has_role).map(move |side| (list, side))
    })
}

/// What is summed over the games of a position.
struct Sums {
    /// For each legal move its results and the number of its last game.
    moves: Vec<(ResultCounts, u64)>,
    top: Best,
    recent: Best,
    by_color: Option<[ResultCounts; Color::COUNT]>,
    months: Option<BTreeMap<GameDate, ResultCounts>>,
}

impl Sums {
    fn new(selection: &Selection, shown: Shown, moves: usize) -> Self {
        Self {
            moves: vec![(ResultCounts::default(), 0); moves],
            top: Best { limit: shown.top_games, games: Vec::new() },
            recent: Best { limit: shown.recent_games, games: Vec::new() },
            by_color: (!selection.players.is_empty()).then(Default::default),
            months: shown.by_month.then(BTreeMap::new),
        }
    }

    /// Adds a game by its number in a segment whose first game has the number `first` in the index. `sides` are
    /// those that the player can have.
    #[inline]
    fn add(
        &mut self,
        first: u64,
        game: u32,
        rank: u8,
        record: &GameRecord,
        sides: [bool; Color::COUNT],
    ) {
        let (sum, last) = &mut self.moves[usize::from(rank)];
        sum.add(record);
        *last = first + u64::from(game);
        let found = (*last, rank);
        self.top.add((record.mean_rating().into(), record.date.bits().into()), found);
        // By the number in the index: that in a segment changes when segments are merged.
        self.recent.add((record.date.bits(), *last), found);
        if let Some(by_color) = &mut self.by_color {
            let sides = by_color.iter_mut().zip(sides).filter(|(_, is_side)| *is_side);
            sides.for_each(|(counts, _)| counts.add(record));
        }
        if let (Some(months), Some(_)) = (&mut self.months, record.date.month()) {
            months.entry(record.date.without_day()).or_default().add(record);
        }
    }
}

/// The games with the greatest keys, the greatest first.
struct Best {
    limit: usize,
    /// The key, then the number of the game and the rank of its move.
    games: Vec<((u32, u64), (u64, u8))>,
}

impl Best {
    #[inline]
    fn add(&mut self, key: (u32, u64), game: (u64, u8)) {
        if self.limit == 0 || self.games.len() == self.limit && self.games[self.limit - 1].0 >= key
        {
            return;
        }
        let place = self.games.partition_point(|(other, _)| *other >= key);
        self.games.truncate(self.limit - 1);
        self.games.insert(place, (key, game));
    }
}

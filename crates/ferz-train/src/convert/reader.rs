//! Reading games from all formats.

use super::error::{DataReadError, RecordFault};
use super::plain::{PlainPosition, PlainReader};
use super::{DataFormat, MAX_PLIES, bulletformat, ending, viriformat};
use crate::format::{GameReader, ResultCode, TrainingGame, UNSEARCHED};
use ferz::{Move, Position};
use std::io::{self, BufRead, BufReader, Read};

/// The size of the read buffer in bytes.
const BUFFER_SIZE: usize = 1 << 18;

/// An iterator over the games of a source in any format. The first error ends the iteration.
///
/// Consecutive positions of `.plain` are one game if each follows from the one before by its move and they
/// have the same result. A position of bulletformat is a game of one move.
pub struct DataReader<R> {
    records: FormatReader<R>,
    /// Chooses a move for positions without one.
    fills_moves: bool,
    left_out: u64,
    settings: String,
    ended: bool,
}

/// A source by its format.
enum FormatReader<R> {
    Ferz(GameReader<R>),
    Plain(PlainGames<BufReader<R>>),
    Bulletformat(BinaryRecords<R>),
    Viriformat(BinaryRecords<R>),
}

impl<R: Read> DataReader<R> {
    /// Begins reading. With `fills_moves`, a position without a move gets a legal one, of those that are
    /// neither a capture nor a promotion if there is one; positions without a legal move are left out.
    ///
    /// # Errors
    /// If a game file of Ferz has no valid start.
    pub fn new(source: R, format: DataFormat, fills_moves: bool) -> Result<Self, DataReadError> {
        let buffered = |source| BufReader::with_capacity(BUFFER_SIZE, source);
        let records = match format {
            DataFormat::Ferz => FormatReader::Ferz(GameReader::new(source)?),
            DataFormat::Plain => FormatReader::Plain(PlainGames::new(buffered(source))),
            DataFormat::Bulletformat => FormatReader::Bulletformat(BinaryRecords::new(source)),
            DataFormat::Viriformat => FormatReader::Viriformat(BinaryRecords::new(source)),
        };
        let settings = format!("{{\"source\":\"{}\"}}", format.name());
        Ok(Self { records, fills_moves, left_out: 0, settings, ended: false })
    }

    /// Returns the settings of the last game read, or of the next one if none was read: a JSON object. For
    /// other formats than Ferz's it names the format.
    pub fn settings(&self) -> &str {
        match &self.records {
            FormatReader::Ferz(reader) => reader.settings(),
            _ => &self.settings,
        }
    }

    /// Returns the number of positions without a legal move that were left out.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    fn next_game(&mut self) -> Result<Option<TrainingGame>, DataReadError> {
        let mut moves = MissingMoves { fills: self.fills_moves, left_out: &mut self.left_out };
        match &mut self.records {
            FormatReader::Ferz(reader) => Ok(reader.next().transpose()?),
            FormatReader::Plain(games) => games.next_game(&mut moves),
            FormatReader::Bulletformat(records) => next_position(records, &mut moves),
            FormatReader::Viriformat(records) => next_viriformat(records),
        }
    }
}

impl<R: Read> Iterator for DataReader<R> {
    type Item = Result<TrainingGame, DataReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.next_game().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}

/// The choice of moves for positions without one.
struct MissingMoves<'a> {
    fills: bool,
    left_out: &'a mut u64,
}

impl MissingMoves<'_> {
    /// Returns a move of the position; `None` if it has no legal move, which is counted.
    fn choose(&mut self, position: &Position, record: u64) -> Result<Option<Move>, DataReadError> {
        if !self.fills {
            return Err(DataReadError::NoMove { record });
        }
        let moves = position.legal_moves();
        let is_quiet = |mv: &&Move| !mv.is_capture() && !mv.is_promotion();
        let mv = moves.iter().find(is_quiet).or_else(|| moves.first()).copied();
        *self.left_out += u64::from(mv.is_none());
        Ok(mv)
    }
}

/// A game that is read move by move.
struct GrowingGame {
    start: Position,
    moves: Vec<Move>,
    scores: Vec<i16>,
    result: ResultCode,
    /// The position after the last move.
    end: Position,
}

impl GrowingGame {
    fn new(start: Position, result: ResultCode) -> Self {
        Self { end: start.clone(), start, moves: Vec::new(), scores: Vec::new(), result }
    }

    /// Adds a legal move and the score of the position before it.
    fn push(&mut self, mv: Move, score: Option<i16>) {
        self.moves.push(mv);
        self.scores.push(score.unwrap_or(UNSEARCHED));
        self.end.do_move(mv);
    }

    fn finish(self) -> TrainingGame {
        let Self { start, moves, scores, result, end } = self;
        TrainingGame { start, moves, scores, result, ending: ending(&end, result) }
    }
}

/// Games from consecutive positions.
struct PlainGames<R> {
    reader: PlainReader<R>,
    /// The game that the next position may continue.
    current: Option<GrowingGame>,
}

impl<R: BufRead> PlainGames<R> {
    fn new(source: R) -> Self {
        Self { reader: PlainReader::new(source), current: None }
    }

    fn next_game(
        &mut self,
        moves: &mut MissingMoves<'_>,
    ) -> Result<Option<TrainingGame>, DataReadError> {
        while let Some(read) = self.reader.next_position()? {
            let mv = match read.mv {
                Some(mv) => mv,
                None => match moves.choose(&read.position, self.reader.records)? {
                    Some(mv) => mv,
                    None => continue,
                },
            };
            let PlainPosition { position, score, result, .. } = read;
            let continues = self.current.as_ref().is_some_and(|current| {
                current.end == position
                    && current.result == result
                    && current.moves.len() < MAX_PLIES
            });
            let complete = if continues { None } else { self.current.take() };
            let game = self.current.get_or_insert_with(|| GrowingGame::new(position, result));
            game.push(mv, score);
            if let Some(complete) = complete {
                return Ok(Some(complete.finish()));
            }
        }
        Ok(self.current.take().map(GrowingGame::finish))
    }
}

/// A source of records of fixed size.
struct BinaryRecords<R> {
    source: BufReader<R>,
    /// The number of records begun.
    records: u64,
}

impl<R: Read> BinaryRecords<R> {
    fn new(source: R) -> Self {
        Self { source: BufReader::with_capacity(BUFFER_SIZE, source), records: 0 }
    }

    /// Begins a record with the next bytes; `None` at the end of the source.
    fn begin<const N: usize>(&mut self) -> Result<Option<[u8; N]>, DataReadError> {
        if self.source.fill_buf()?.is_empty() {
            return Ok(None);
        }
        self.records += 1;
        self.more().map(Some)
    }

    /// Reads the next bytes of the record.
    fn more<const N: usize>(&mut self) -> Result<[u8; N], DataReadError> {
        let mut bytes = [0; N];
        match self.source.read_exact(&mut bytes) {
            Ok(()) => Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(DataReadError::Truncated { record: self.records })
            }
            Err(error) => Err(error.into()),
        }
    }

    fn error(&self, fault: RecordFault) -> DataReadError {
        DataReadError::Record { record: self.records, fault }
    }
}

/// Reads a position of bulletformat as a game of one move.
fn next_position<R: Read>(
    records: &mut BinaryRecords<R>,
    moves: &mut MissingMoves<'_>,
) -> Result<Option<TrainingGame>, DataReadError> {
    while let Some(bytes) = records.begin()? {
        let decoded = bulletformat::decode(&bytes);
        let (position, score, result) = decoded.map_err(|fault| records.error(fault))?;
        if let Some(mv) = moves.choose(&position, records.records)? {
            let mut game = GrowingGame::new(position, result);
            game.push(mv, Some(score));
            return Ok(Some(game.finish()));
        }
    }
    Ok(None)
}

/// Reads a game of viriformat.
fn next_viriformat<R: Read>(
    records: &mut BinaryRecords<R>,
) -> Result<Option<TrainingGame>, DataReadError> {
    let Some(header) = records.begin()? else { return Ok(None) };
    let decoded = viriformat::decode_header(&header);
    let (start, result) = decoded.map_err(|fault| records.error(fault))?;
    let mut game = GrowingGame::new(start, result);
    loop {
        let bytes = records.more()?;
        if bytes == viriformat::END {
            return Ok(Some(game.finish()));
        }
        let ply = game.moves.len();
        if ply == MAX_PLIES {
            return Err(records.error(RecordFault::TooLong));
        }
        let decoded = viriformat::decode_ply(&game.end, bytes);
        let (mv, score) = decoded.map_err(|bits| records.error(RecordFault::Move { ply, bits }))?;
        game.push(mv, Some(score));
    }
}

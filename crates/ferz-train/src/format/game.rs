//! A game as a value, and its payload.

use super::cursor::Cursor;
use super::error::{GameError, WriteError};
use super::{MAX_OPENING, board, score};
use ferz::{Color, Move, Position};

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum GameResult {
    /// Black won.
    BlackWins = 0,
    /// Nobody won.
    Draw = 1,
    /// White won.
    WhiteWins = 2,
}

impl GameResult {
    /// Every result.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// A win for this side.
    pub fn win(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// White's points: 0, 0.5 or 1.
    pub fn points(self) -> f32 {
        f32::from(self as u8) / 2.0
    }

    /// The points of a side: 0, 0.5 or 1.
    pub fn points_of(self, side: Color) -> f32 {
        match side {
            Color::White => self.points(),
            Color::Black => 1.0 - self.points(),
        }
    }

    /// As PGN writes it: `1-0`, `1/2-1/2`, `0-1`.
    pub fn text(self) -> &'static str {
        ["0-1", "1/2-1/2", "1-0"][self as usize]
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Ending {
    /// Mate on the board.
    Mate = 0,
    /// The side to move had no move and was not in check.
    Stalemate = 1,
    /// Fifty moves of each side without capture or pawn move.
    FiftyMoves = 2,
    /// The position stood on the board for the third time.
    Repetition = 3,
    /// Neither side could give mate any more.
    Material = 4,
    /// Both sides agreed for long enough that one would win.
    AdjudicatedWin = 5,
    /// Both sides saw nothing but a draw for long enough.
    AdjudicatedDraw = 6,
    /// The game had as many plies as one may have, and counts as a draw.
    TooLong = 7,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Self; 8] = [
        Self::Mate,
        Self::Stalemate,
        Self::FiftyMoves,
        Self::Repetition,
        Self::Material,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::TooLong,
    ];

    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::FiftyMoves => "fifty moves",
            Self::Repetition => "repetition",
            Self::Material => "material",
            Self::AdjudicatedWin => "win adjudicated",
            Self::AdjudicatedDraw => "draw adjudicated",
            Self::TooLong => "too long",
        }
    }
}

/// A game: where it began, what was played, what the engine thought of it, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The position before the first move.
    pub start: Position,
    /// The moves from there on. A game that was read may hold moves that are not legal: see
    /// [`replay`](Self::replay).
    pub moves: Vec<Move>,
    /// The worth of the position before each move, White's view, in centipawns of the engine that
    /// played (32000 less the plies to it is a mate). The first moves are without: those of an
    /// opening, played at random.
    pub scores: Vec<i16>,
    /// Who won.
    pub result: GameResult,
    /// How it ended.
    pub ending: Ending,
}

/// The start of standard chess.
const STANDARD_START: u8 = 0;
/// A position follows the fixed part.
const PACKED_START: u8 = 1;
/// The bytes of a move.
const MOVE_SIZE: usize = size_of::<u16>();

impl Game {
    /// The plies at the beginning that have no score.
    pub fn opening(&self) -> usize {
        self.moves.len().saturating_sub(self.scores.len())
    }

    /// Adds the payload of a record.
    pub(super) fn encode(&self, out: &mut Vec<u8>) -> Result<(), WriteError> {
        let (plies, scores) = (self.moves.len(), self.scores.len());
        let opening = plies.checked_sub(scores).filter(|&opening| opening <= MAX_OPENING);
        let opening = opening.ok_or(WriteError::Scores { scores, plies })?;
        let count = u16::try_from(plies).map_err(|_| WriteError::TooLong(plies * MOVE_SIZE))?;
        let standard = self.start == Position::startpos();
        out.push(if standard { STANDARD_START } else { PACKED_START });
        out.push(self.result as u8 | (self.ending as u8) << 4);
        out.push(opening as u8);
        out.extend(count.to_le_bytes());
        if !standard {
            board::encode(&self.start, out);
        }
        out.extend(self.moves.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        score::encode(&self.scores, out);
        Ok(())
    }

    /// Reads a payload to its last byte.
    pub(super) fn decode(payload: &[u8]) -> Result<Self, GameError> {
        let mut cursor = Cursor::new(payload);
        let start = cursor.u8().ok_or(GameError::Short)?;
        let outcome = cursor.u8().ok_or(GameError::Short)?;
        let opening = usize::from(cursor.u8().ok_or(GameError::Short)?);
        let plies = usize::from(cursor.u16().ok_or(GameError::Short)?);
        let result = GameResult::ALL.get(usize::from(outcome & 0xf));
        let result = *result.ok_or(GameError::Result(outcome & 0xf))?;
        let ending = Ending::ALL.get(usize::from(outcome >> 4));
        let ending = *ending.ok_or(GameError::Ending(outcome >> 4))?;
        let scored = plies.checked_sub(opening).ok_or(GameError::Opening { opening, plies })?;
        let start = match start {
            STANDARD_START => Position::startpos(),
            PACKED_START => board::decode(&mut cursor)?,
            other => return Err(GameError::Start(other)),
        };
        let bytes = cursor.bytes(plies * MOVE_SIZE).ok_or(GameError::Short)?;
        let moves = decode_moves(bytes)?;
        let scores = score::decode(&mut cursor, scored);
        let scores = scores.map_err(|nth| GameError::Score { ply: opening + nth })?;
        match cursor.left() {
            0 => Ok(Self { start, moves, scores, result, ending }),
            left => Err(GameError::Trailing(left)),
        }
    }
}

fn decode_moves(bytes: &[u8]) -> Result<Vec<Move>, GameError> {
    let (moves, _) = bytes.as_chunks::<MOVE_SIZE>();
    let one = |(ply, bytes): (usize, &[u8; MOVE_SIZE])| {
        let bits = u16::from_le_bytes(*bytes);
        Move::from_bits(bits).ok_or(GameError::Move { ply, bits })
    };
    moves.iter().enumerate().map(one).collect()
}

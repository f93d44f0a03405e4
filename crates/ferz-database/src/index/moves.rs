//! The moves of a game in a byte each.
//!
//! The high half of a byte is the number of the piece among those of the side to move in the order of the squares, the low
//! half the target by the kind of the piece. Unlike the rank among the legal moves it needs no generation of moves to be
//! read, so that a game is replayed in a third of the time.

use ferz::{
    Color, File, Move, MoveFlag, PackedPosition, PieceType, Position, Rank, SetupFaults, Square,
};

/// The steps of a knight.
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The steps of a king.
const KING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The code of a king's castling to the rook with the smaller file; the next one is that to the other rook.
const CASTLING: u8 = 8;
/// The code of a king's move that stands for a null move.
const NULL_MOVE: u8 = 15;
/// The number of pieces of a side that have numbers. In positions with more, which no game reaches, moves are their bits in
/// two bytes, 0 for a null move.
const NUMBERED: u32 = 16;
/// The code of a pawn's double push. The smaller ones are the steps by their files; promotions follow it, three steps
/// for each piece.
const DOUBLE_PUSH: u8 = 3;
const PROMOTIONS: [PieceType; 4] =
    [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop];

/// Returns the differences of files and of ranks.
fn difference(from: Square, to: Square) -> (i8, i8) {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}

/// Returns the square at a distance.
fn step(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let place = |start: u8, step: i8| start.checked_add_signed(step).filter(|&place| place < 8);
    square(place(from.file() as u8, files)?, place(from.rank() as u8, ranks)?)
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Some(Square::new(File::from_index(file.into())?, Rank::from_index(rank.into())?))
}

/// Appends a legal move, `None` for a null move.
pub(super) fn push_move(bytes: &mut Vec<u8>, position: &Position, mv: Option<Move>) {
    let side = position.side_to_move();
    let own = position.by_color(side);
    if own.len() as u32 > NUMBERED {
        bytes.extend_from_slice(&mv.map_or(0, Move::bits).to_le_bytes());
        return;
    }
    // The number among one's own pieces, not the square: it fits four bits.
    let number = |from: Square| own.into_iter().take_while(|&square| square != from).count() as u8;
    let Some(mv) = mv else {
        bytes.push(number(position.king(side)) << 4 | NULL_MOVE);
        return;
    };
    let (from, to) = (mv.from(), mv.to());
    let (files, ranks) = difference(from, to);
    let Some(piece) = position.piece_on(from) else { return };
    let of_step = |steps: [(i8, i8); 8]| {
        steps.iter().position(|&step| step == (files, ranks)).unwrap_or_default() as u8
    };
    let straight = || if ranks == 0 { to.file() as u8 } else { 8 + to.rank() as u8 };
    let is_diagonal = files != 0 && ranks != 0;
    let code = match piece.piece_type() {
        PieceType::Pawn => match mv.promotion() {
            Some(piece) => {
                let piece = PROMOTIONS.iter().position(|&known| known == piece);
                DOUBLE_PUSH + 1 + 3 * piece.unwrap_or_default() as u8 + (files + 1) as u8
            }
            None if mv.is_double_push() => DOUBLE_PUSH,
            None => (files + 1) as u8,
        },
        PieceType::Knight => of_step(KNIGHT),
        PieceType::King if mv.is_castling() => CASTLING + u8::from(files > 0),
        PieceType::King => of_step(KING),
        PieceType::Bishop => to.file() as u8 + if files == ranks { 0 } else { 8 },
        // A queen has up to 27 targets and the code 16 values, of which the straight moves leave her own file and rank free, as no
        // move ends where it began. The file stands for a diagonal, whose target follows in a byte.
        PieceType::Queen if is_diagonal => from.file() as u8,
        PieceType::Rook | PieceType::Queen => straight(),
    };
    bytes.push(number(from) << 4 | code);
    if piece.piece_type() == PieceType::Queen && is_diagonal {
        bytes.push(to.index() as u8);
    }
}

/// Reads the next move of a position, `None` for a null move, and shortens the bytes. Returns `None` for bytes that are no
/// legal move there.
#[inline]
pub(super) fn next_move(bytes: &mut &[u8], position: &Position) -> Option<Option<Move>> {
    let own = position.by_color(position.side_to_move());
    if own.len() as u32 > NUMBERED {
        let (&bits, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        let mv = match u16::from_le_bytes(bits) {
            0 => return Some(None),
            bits => Move::from_bits(bits)?,
        };
        return position.is_legal(mv).then_some(Some(mv));
    }
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    let (from, code) = (own.into_iter().nth(usize::from(byte >> 4))?, byte & 15);
    let piece_type = position.piece_on(from)?.piece_type();
    if (piece_type, code) == (PieceType::King, NULL_MOVE) {
        return Some(None);
    }
    let second = match piece_type {
        PieceType::Queen if code == from.file() as u8 => {
            let (&to, rest) = bytes.split_first()?;
            *bytes = rest;
            Some(to)
        }
        _ => None,
    };
    let mv = decoded(position, from, piece_type, code, second)?;
    position.is_legal(mv).then_some(Some(mv))
}

/// Returns the move of a piece with a code, which may be illegal. `second` is the target of a queen on a diagonal.
#[inline]
fn decoded(
    position: &Position,
    from: Square,
    piece_type: PieceType,
    code: u8,
    second: Option<u8>,
) -> Option<Move> {
    let of_steps = |steps: [(i8, i8); 8]| step(from, *steps.get(usize::from(code))?);
    let to = match piece_type {
        PieceType::Pawn => return pawn_move(position, from, code),
        PieceType::Knight => of_steps(KNIGHT)?,
        PieceType::King if code == CASTLING || code == CASTLING + 1 => {
            let rooks = position.castling_rooks() & position.by_color(position.side_to_move());
            let rook = rooks.into_iter().find(|&rook| (rook > from) == (code > CASTLING))?;
            return Some(Move::new(from, rook, MoveFlag::Castle));
        }
        PieceType::King => of_steps(KING)?,
        PieceType::Bishop => {
            let files = (code & 7) as i8 - from.file() as i8;
            step(from, (files, if code < 8 { files } else { -files }))?
        }
        PieceType::Rook | PieceType::Queen => match (second, code) {
            (Some(to), _) => Square::from_index(to.into())?,
            (None, ..8) => square(code, from.rank() as u8)?,
            (None, _) => square(from.file() as u8, code - 8)?,
        },
    };
    let is_capture = position.piece_on(to).is_some();
    let flag = if is_capture { MoveFlag::Capture } else { MoveFlag::Quiet };
    (from != to).then(|| Move::new(from, to, flag))
}

/// Returns the move of a pawn with a code.
fn pawn_move(position: &Position, from: Square, code: u8) -> Option<Move> {
    let forward = if position.side_to_move() == Color::White { 1 } else { -1 };
    let (files, ranks) = match code {
        DOUBLE_PUSH => (0, 2 * forward),
        ..DOUBLE_PUSH => (code as i8 - 1, forward),
        _ => ((code - DOUBLE_PUSH - 1) as i8 % 3 - 1, forward),
    };
    let to = step(from, (files, ranks))?;
    let flag = match code {
        DOUBLE_PUSH => MoveFlag::DoublePush,
        ..DOUBLE_PUSH if files == 0 => MoveFlag::Quiet,
        ..DOUBLE_PUSH if position.piece_on(to).is_none() => MoveFlag::EnPassant,
        ..DOUBLE_PUSH => MoveFlag::Capture,
        _ => {
            let piece = PROMOTIONS[usize::from((code - DOUBLE_PUSH - 1) / 3)];
            MoveFlag::promotion(piece, files != 0)?
        }
    };
    Some(Move::new(from, to, flag))
}

/// Returns the value of a start position in its column, empty for the initial one: a packed position, or the FEN of one that
/// cannot be packed.
pub(super) fn start_value(start: &Position) -> Vec<u8> {
    if *start == Position::startpos() {
        return Vec::new();
    }
    match PackedPosition::new(start).filter(|packed| packed.position().is_ok_and(|it| it == *start))
    {
        Some(packed) => [&[0], &packed.0[..]].concat(),
        None => [&[1], start.fen().as_bytes()].concat(),
    }
}

/// Returns the start position of a value in the column; `None` if there is none.
pub(super) fn start_of(value: &[u8]) -> Option<Position> {
    match value {
        [] => Some(Position::startpos()),
        [0, packed @ ..] => PackedPosition(packed.try_into().ok()?).position().ok(),
        [1, fen @ ..] => {
            let setup = str::from_utf8(fen).ok()?.parse().ok()?;
            Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Every legal move of positions of random games has bytes of its own that are read as the move.
    #[test]
    fn each_legal_move_is_read_as_it_was_written() {
        let mut rng = Rng::with_seed(4);
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
            "nnnnknnn/nnnnnnnn/nnnnnnn1/8/8/8/3P4/4K3 b - - 0 1",
            "Q6Q/1Q4Q1/2Q2Q2/3Q4/8/5K2/8/4k3 w - - 0 1",
        ];
        let mut moves = 0;
        for start in starts {
            for _ in 0..40 {
                let mut position =
                    Position::from_setup_ignoring(&start.parse().unwrap(), SetupFaults::IGNORABLE)
                        .unwrap();
                for _ in 0..60 {
                    let legal = position.legal_moves();
                    if legal.is_empty() {
                        break;
                    }
                    for &mv in &legal {
                        let mut bytes = Vec::new();
                        push_move(&mut bytes, &position, Some(mv));
                        let mut rest = &bytes[..];
                        let found = next_move(&mut rest, &position);
                        assert_eq!((found, rest), (Some(Some(mv)), &[][..]), "{mv:?} {position:?}");
                        moves += 1;
                    }
                    let mut null = Vec::new();
                    push_move(&mut null, &position, None);
                    assert_eq!(next_move(&mut &null[..], &position), Some(None));
                    let start =
                        Position::from_setup_ignoring(&position.setup(), SetupFaults::IGNORABLE)
                            .unwrap();
                    assert_eq!(start_of(&start_value(&start)), Some(start));
                    position.do_move(legal[rng.usize(..legal.len())]);
                }
            }
        }
        assert!(moves > 100_000, "{moves}");
    }

    /// Any bytes are legal moves or refused.
    #[test]
    fn any_bytes_are_legal_moves_or_none() {
        let mut rng = Rng::with_seed(5);
        let mut found = [0; 2];
        for _ in 0..2_000 {
            let mut position = Position::startpos();
            let bytes: Vec<u8> = (0..400).map(|_| rng.u8(..)).collect();
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                match next_move(&mut rest, &position) {
                    Some(Some(mv)) => {
                        assert!(position.is_legal(mv));
                        position.do_move(mv);
                        found[0] += 1;
                    }
                    _ => found[1] += 1,
                }
            }
        }
        assert!(found[0] > 10_000 && found[1] > 10_000, "{found:?}");
    }
}

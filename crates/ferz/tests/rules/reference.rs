//! Reference implementation of the rules: a mailbox, rays traced square by square, no bitboard
//! tables and no incremental state.

use ferz::{
    Bitboard, CastleSide, Color, File, Move, MoveFlag, Piece, PieceType, Position, Rank, Square,
};
use std::collections::BTreeSet;

/// A set of moves by their bits.
pub(crate) type MoveSet = BTreeSet<u16>;

/// Collects moves. Fails if a move occurs twice.
pub(crate) fn set_of(moves: impl IntoIterator<Item = Move>) -> MoveSet {
    let mut set = MoveSet::new();
    for mv in moves {
        assert!(set.insert(mv.bits()), "{mv:?} comes twice");
    }
    set
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the square at an offset of files and ranks, if it is on the board.
pub(crate) fn step(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let file = File::from_index(usize::try_from(from.file() as i8 + files).ok()?)?;
    let rank = Rank::from_index(usize::try_from(from.rank() as i8 + ranks).ok()?)?;
    Some(Square::new(file, rank))
}

/// A position of the reference implementation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reference {
    pub(crate) pieces: [Option<Piece>; 64],
    pub(crate) us: Color,
    /// The rook of each castling right, at index `2 * color + side`.
    rights: [Option<Square>; 4],
    en_passant: Option<Square>,
}

impl Reference {
    pub(crate) fn of(position: &Position) -> Self {
        let setup = position.setup();
        Self {
            pieces: setup.pieces,
            us: setup.side_to_move,
            rights: setup.castling,
            en_passant: setup.en_passant,
        }
    }

    pub(crate) fn on(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    fn squares(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        let ours = move |s: &Square| self.on(*s).is_some_and(|piece| piece.color() == color);
        Square::ALL.into_iter().filter(ours)
    }

    pub(crate) fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(color, PieceType::King));
        Square::ALL.into_iter().find(|&s| self.on(s) == king).expect("each side has a king")
    }

    /// Returns the squares in each direction, up to and including the first piece.
    fn rays(&self, from: Square, directions: &[(i8, i8)]) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for &direction in directions {
            let mut at = from;
            while let Some(next) = step(at, direction) {
                reached = reached.with(next);
                if self.on(next).is_some() {
                    break;
                }
                at = next;
            }
        }
        reached
    }

    /// Returns the squares that the piece on a square attacks.
    fn attacks(&self, from: Square) -> Bitboard {
        let leaps = |directions: &[(i8, i8)]| {
            directions.iter().filter_map(|&direction| step(from, direction)).collect()
        };
        let Some(piece) = self.on(from) else { return Bitboard::EMPTY };
        match piece.piece_type() {
            PieceType::Pawn => leaps(&[(-1, up(piece.color())), (1, up(piece.color()))]),
            PieceType::Knight => leaps(&LEAPS),
            PieceType::Bishop => self.rays(from, &DIAGONAL),
            PieceType::Rook => self.rays(from, &STRAIGHT),
            PieceType::Queen => self.rays(from, &DIAGONAL) | self.rays(from, &STRAIGHT),
            PieceType::King => leaps(&[STRAIGHT, DIAGONAL].concat()),
        }
    }

    /// Returns the pieces of a side that attack a square.
    pub(crate) fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.squares(by).filter(|&from| self.attacks(from).contains(square)).collect()
    }

    /// Returns the pieces that give check to a side.
    pub(crate) fn checkers(&self, color: Color) -> Bitboard {
        self.attackers(self.king(color), !color)
    }

    /// Returns true if a pseudo-legal move gives check. Attacks by the king do not count: a
    /// pseudo-legal king move may end next to the other king.
    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let next = self.after(mv);
        next.checkers(next.us).squares().any(|checker| checker != next.king(self.us))
    }

    /// Returns the board without the piece on a square.
    pub(crate) fn without(&self, square: Square) -> Self {
        let mut board = self.clone();
        board.pieces[square.index()] = None;
        board
    }

    /// Returns all moves except castling, without regard to the safety of the king.
    fn piece_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.squares(self.us) {
            if self.on(from).is_some_and(|piece| piece.piece_type() == PieceType::Pawn) {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            for to in self.attacks(from).squares() {
                match self.on(to) {
                    None => moves.push(Move::new(from, to, MoveFlag::Quiet)),
                    Some(taken) if taken.color() != self.us => {
                        moves.push(Move::new(from, to, MoveFlag::Capture));
                    }
                    Some(_) => {}
                }
            }
        }
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let mut add = |to: Square, flag: MoveFlag| {
            if matches!(to.rank(), Rank::First | Rank::Eighth) {
                let captures = flag == MoveFlag::Capture;
                let flags = PieceType::PROMOTIONS.map(|piece| MoveFlag::promotion(piece, captures));
                moves.extend(flags.into_iter().flatten().map(|flag| Move::new(from, to, flag)));
            } else {
                moves.push(Move::new(from, to, flag));
            }
        };
        let forward = (0, up(self.us));
        let free = |square: &Square| self.on(*square).is_none();
        if let Some(one) = step(from, forward).filter(free) {
            add(one, MoveFlag::Quiet);
            let home = self.us.relative_rank(Rank::Second);
            if let Some(two) = step(one, forward).filter(free).filter(|_| from.rank() == home) {
                add(two, MoveFlag::DoublePush);
            }
        }
        for to in self.attacks(from).squares() {
            if self.on(to).is_some_and(|taken| taken.color() != self.us) {
                add(to, MoveFlag::Capture);
            } else if self.en_passant == Some(to) {
                add(to, MoveFlag::EnPassant);
            }
        }
    }

    /// Returns castling moves: the paths are free, and the king is safe on its origin, path and
    /// target.
    fn castlings(&self) -> Vec<Move> {
        let rights = [CastleSide::KingSide, CastleSide::QueenSide]
            .map(|side| (side, self.right(self.us, side)));
        let possible = |(side, rook): (CastleSide, Option<Square>)| {
            let (king, rook) = (self.king(self.us), rook?);
            let mv = Move::new(king, rook, MoveFlag::Castle);
            let (king_to, rook_to) = castled(self.us, side);
            let without_king = self.without(king);
            let empty = without_king.without(rook);
            let way_is_free = span(king, king_to)
                .chain(span(rook, rook_to))
                .all(|square| empty.on(square).is_none());
            let king_is_safe = span(king, king_to)
                .all(|square| without_king.attackers(square, !self.us).is_empty());
            let ends_safe = || self.after(mv).checkers(self.us).is_empty();
            (way_is_free && king_is_safe && ends_safe()).then_some(mv)
        };
        rights.into_iter().filter_map(possible).collect()
    }

    fn right(&self, color: Color, side: CastleSide) -> Option<Square> {
        self.rights[2 * color.index() + side.index()]
    }

    /// Returns the pseudo-legal moves: in check only the evasions.
    pub(crate) fn pseudo_legal(&self) -> Vec<Move> {
        let king = self.king(self.us);
        let checkers = self.checkers(self.us);
        let mut moves = self.piece_moves();
        if checkers.is_empty() {
            moves.extend(self.castlings());
        } else {
            moves.retain(|&mv| self.is_evasion(mv, king, checkers));
        }
        moves
    }

    /// Returns true if a move is an evasion: the king leaves all lines of checking sliders, or
    /// another piece captures the only checker or blocks its line.
    fn is_evasion(&self, mv: Move, king: Square, checkers: Bitboard) -> bool {
        if mv.from() == king {
            // The squares that the slider attacks without the king.
            let removed = self.without(king);
            let still_attacked = |checker: Square| {
                let slider = self.on(checker).is_some_and(|piece| {
                    matches!(
                        piece.piece_type(),
                        PieceType::Bishop | PieceType::Rook | PieceType::Queen
                    )
                });
                slider && removed.ray_through(checker, king).contains(mv.to())
            };
            return !checkers.squares().any(still_attacked);
        }
        let mut checkers = checkers.squares();
        let (Some(checker), None) = (checkers.next(), checkers.next()) else { return false };
        let taken = if mv.is_en_passant() { beside(mv) } else { mv.to() };
        taken == checker || strictly_between(king, checker).contains(mv.to())
    }

    /// Returns the line from `from` through `through` to the edge on an empty board, without
    /// `from`.
    fn ray_through(&self, from: Square, through: Square) -> Bitboard {
        let direction = direction(from, through).expect("a slider checks along a line");
        let mut line = Bitboard::EMPTY;
        let mut at = from;
        while let Some(next) = step(at, direction) {
            line = line.with(next);
            at = next;
        }
        line
    }

    /// Returns true if a pseudo-legal move leaves its own king safe.
    pub(crate) fn is_safe(&self, mv: Move) -> bool {
        self.after(mv).checkers(self.us).is_empty()
    }

    /// Returns the position after a pseudo-legal move.
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = Self { us: !self.us, en_passant: None, ..self.clone() };
        let piece = self.on(mv.from()).expect("a piece moves");
        next.pieces[mv.from().index()] = None;
        if mv.is_castling() {
            let side =
                if mv.to() > mv.from() { CastleSide::KingSide } else { CastleSide::QueenSide };
            let (king_to, rook_to) = castled(self.us, side);
            next.pieces[mv.to().index()] = None;
            next.pieces[king_to.index()] = Some(piece);
            next.pieces[rook_to.index()] = Some(Piece::new(self.us, PieceType::Rook));
        } else {
            if mv.is_en_passant() {
                next.pieces[beside(mv).index()] = None;
            }
            let becomes =
                mv.promotion().map_or(piece, |piece_type| Piece::new(self.us, piece_type));
            next.pieces[mv.to().index()] = Some(becomes);
        }
        for (right, rook) in next.rights.iter_mut().enumerate() {
            let king_moved = piece.piece_type() == PieceType::King && right / 2 == self.us.index();
            if king_moved || [Some(mv.from()), Some(mv.to())].contains(rook) {
                *rook = None;
            }
        }
        if mv.is_double_push() {
            let passed = step(mv.from(), (0, up(self.us))).expect("a pawn has passed a square");
            let taker = Some(Piece::new(!self.us, PieceType::Pawn));
            let mut takers = [(-1, 0), (1, 0)]
                .into_iter()
                .filter_map(|direction| step(mv.to(), direction))
                .filter(|s| self.on(*s) == taker);
            let is_legal = |from| next.is_safe(Move::new(from, passed, MoveFlag::EnPassant));
            next.en_passant = takers.any(is_legal).then_some(passed);
        }
        next
    }
}

/// Returns the direction of a side's pawns in ranks.
fn up(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

/// Returns the square of the pawn captured en passant.
fn beside(mv: Move) -> Square {
    Square::new(mv.to().file(), mv.from().rank())
}

/// Returns the targets of king and rook in castling.
fn castled(color: Color, side: CastleSide) -> (Square, Square) {
    let rank = color.relative_rank(Rank::First);
    let (king, rook) = match side {
        CastleSide::KingSide => (File::G, File::F),
        CastleSide::QueenSide => (File::C, File::D),
    };
    (Square::new(king, rank), Square::new(rook, rank))
}

/// Returns the squares of a rank from one square to another, both included.
fn span(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let (low, high) = (a.min(b), a.max(b));
    Square::ALL.into_iter().filter(move |&s| low <= s && s <= high)
}

/// Returns the direction from one square to another on a common line.
fn direction(from: Square, to: Square) -> Option<(i8, i8)> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let in_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (in_line && from != to).then_some((files.signum(), ranks.signum()))
}

fn strictly_between(a: Square, b: Square) -> Bitboard {
    let mut between = Bitboard::EMPTY;
    let Some(direction) = direction(a, b) else { return between };
    let mut at = a;
    while let Some(next) = step(at, direction).filter(|&next| next != b) {
        between = between.with(next);
        at = next;
    }
    between
}

//! Dead positions: positions in which a side cannot checkmate by any series of legal moves.
//!
//! Three methods are tried, the fastest first: material, a static analysis of
//! blocked positions, and a search for a helpmate that either finds one or visits
//! every position that can arise. Each answer is proven; a search that reaches its
//! limit answers [`Winnability::Unknown`].
//!
//! The static analysis proves only that no checkmate exists, the search only that one does or that
//! none of finitely many positions has one, so together neither is trusted beyond its proof. The
//! analysis is right because its sets are too large, never too small: each piece moves in it through
//! every square that might become empty, as if the opponent always helped. What even these sets do not
//! reach, no game reaches. It comes first, since behind the typical wall of pawns kings and bishops have many
//! arrangements, all of which a search would have to visit. Move counters are ignored, because claims and the
//! seventy-five-move rule end a game without changing what can be reached.
//!
//! The problem and the combination of static analysis and search are described by Miguel Ambrona,
//! "A Practical Algorithm for Chess Unwinnability", FUN 2022.

use ferz::{Bitboard, Board, Color, PieceType, Pieces, Rank, Square, attacks};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// The result of a proof that a side can checkmate by some series of legal moves of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winnability {
    /// Some series of legal moves ends with checkmate by the side.
    Winnable,
    /// No series of legal moves ends with checkmate by the side.
    Unwinnable,
    /// The search reached its limit without a proof.
    Unknown,
}

/// Decides if `side` can checkmate by any series of legal moves. The search for a helpmate visits
/// at most `max_nodes` positions, which take about 300 bytes each; 0 leaves it out.
///
/// ```
/// use ferz::{Board, Color};
/// use ferz_game::game::{Winnability, winnability};
/// // The pawns are blocked for ever, and the kings cannot pass them.
/// let wall = Board::from_fen("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1")?;
/// assert_eq!(winnability(&wall, Color::White, 0), Winnability::Unwinnable);
/// // A knight checkmates in the corner if Black helps with the pawn.
/// let knight = Board::from_fen("7k/7p/8/8/8/8/8/KN6 w - - 0 1")?;
/// assert_eq!(winnability(&knight, Color::White, 100_000), Winnability::Winnable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn winnability(board: &Board, side: Color, max_nodes: usize) -> Winnability {
    if !board.has_legal_move() {
        let is_mate = board.in_check() && board.side_to_move() != side;
        return if is_mate { Winnability::Winnable } else { Winnability::Unwinnable };
    }
    if board.has_insufficient_material(side) || is_blocked(board, side) {
        return Winnability::Unwinnable;
    }
    search_helpmate(board, side, max_nodes)
}

/// Returns true if the position is proven dead with at most `max_nodes` positions of search for
/// each side.
pub fn is_dead(board: &Board, max_nodes: usize) -> bool {
    let is_lost = |side| winnability(board, side, max_nodes) == Winnability::Unwinnable;
    Color::ALL.into_iter().all(is_lost)
}

// Static analysis of blocked positions.
//
// For each piece, a set of squares is computed that contains every square it can reach in any
// series of legal moves, from any order of moves of both sides. The sets start with the squares of
// the position and grow until nothing changes. A piece that can neither move nor be captured is
// fixed: it blocks its square for ever, and the king of the other side never enters the squares
// that a fixed pawn, knight or king attacks. The analysis gives up if a pawn can promote.

/// A piece with the squares that it may reach.
#[derive(Clone, Copy)]
struct Reach {
    start: Square,
    piece_type: PieceType,
    color: Color,
    squares: Bitboard,
}

/// The squares that the pieces of a position may reach.
struct BlockedSquares {
    pieces: Vec<Reach>,
    /// The squares of pieces that can neither move nor be captured.
    fixed: Bitboard,
    /// The squares on which a side may capture, by colour.
    captures: [Bitboard; Color::COUNT],
    /// The en passant square of the position.
    en_passant: Option<Square>,
}

/// A pawn can promote, so that the analysis does not apply.
struct CanPromote;

/// Returns true if the analysis proves that `side` cannot checkmate. False means nothing.
fn is_blocked(position: &Board, side: Color) -> bool {
    if position.castling_rights() != ferz::CastlingRights::NONE {
        return false;
    }
    let mut analysis = BlockedSquares::of(position);
    analysis.complete().is_ok() && !analysis.may_checkmate(side)
}

impl BlockedSquares {
    fn of(position: &Board) -> Self {
        let reach = |start: Square| {
            let piece = position.piece_on(start)?;
            let (piece_type, color) = (piece.piece_type(), piece.color());
            Some(Reach { start, piece_type, color, squares: Bitboard::of(start) })
        };
        Self {
            pieces: position.occupied().squares().filter_map(reach).collect(),
            fixed: position.occupied(),
            captures: [Bitboard::EMPTY; Color::COUNT],
            en_passant: position.en_passant(),
        }
    }

    /// Grows the sets until nothing changes.
    fn complete(&mut self) -> Result<(), CanPromote> {
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for index in 0..self.pieces.len() {
                let piece = self.pieces[index];
                let mut reached = piece.squares;
                let targets = match piece.piece_type {
                    PieceType::Pawn => self.pawn_targets(piece)?,
                    _ => self.piece_targets(piece),
                };
                reached |= targets.moves | targets.captures;
                is_changed |= reached != piece.squares;
                is_changed |= !targets.captures.is_subset(self.captures[piece.color]);
                self.pieces[index].squares = reached;
                self.captures[piece.color] |= targets.captures;
            }
            is_changed |= self.release_pieces();
        }
        Ok(())
    }

    /// Removes the pieces that can move or be captured from the fixed ones. Returns true if there
    /// are any.
    fn release_pieces(&mut self) -> bool {
        let before = self.fixed;
        for piece in &self.pieces {
            let is_captured = piece.piece_type != PieceType::King
                && piece.squares.intersects(self.captures[!piece.color]);
            if is_captured || piece.squares != Bitboard::of(piece.start) {
                self.fixed = self.fixed.without(piece.start);
            }
        }
        self.fixed != before
    }

    /// Returns the pieces of a colour.
    fn of_color(&self, color: Color) -> impl Iterator<Item = &Reach> {
        self.pieces.iter().filter(move |piece| piece.color == color)
    }

    /// Returns the king of a colour.
    fn king(&self, color: Color) -> Option<&Reach> {
        self.of_color(color).find(|piece| piece.piece_type == PieceType::King)
    }

    /// Returns the pieces of a colour other than the king.
    fn others(&self, color: Color) -> impl Iterator<Item = &Reach> {
        self.of_color(color).filter(|piece| piece.piece_type != PieceType::King)
    }

    /// Returns the fixed pieces of a colour.
    fn fixed_pieces(&self, color: Color) -> impl Iterator<Item = &Reach> {
        self.of_color(color).filter(|piece| self.fixed.contains(piece.start))
    }

    /// Returns the squares of the fixed pieces of a colour.
    fn fixed_squares(&self, color: Color) -> Bitboard {
        self.fixed_pieces(color).map(|piece| piece.start).collect()
    }

    /// Returns the squares that the king of the other side can never enter: those that fixed
    /// pawns, knights and kings attack.
    fn forbidden_to_king(&self, by: Color) -> Bitboard {
        self.fixed_pieces(by).fold(Bitboard::EMPTY, |squares, piece| {
            squares
                | match piece.piece_type {
                    PieceType::Pawn => attacks::pawn(by, piece.start),
                    PieceType::Knight => attacks::knight(piece.start),
                    PieceType::King => attacks::king(piece.start),
                    _ => Bitboard::EMPTY,
                }
        })
    }

    /// Returns the squares that a piece other than a pawn may move to from any of its squares.
    fn piece_targets(&self, piece: Reach) -> Targets {
        let mut targets = piece.attacked(self.fixed) - self.fixed_squares(piece.color);
        if piece.piece_type == PieceType::King {
            targets -= self.forbidden_to_king(!piece.color);
        }
        let king = self.king(!piece.color);
        if let Some(king) = king.filter(|king| self.fixed.contains(king.start)) {
            targets = targets.without(king.start);
        }
        Targets { moves: targets, captures: targets }
    }

    /// Returns the squares that a pawn may move to from any of its squares.
    fn pawn_targets(&self, pawn: Reach) -> Result<Targets, CanPromote> {
        let color = pawn.color;
        let free = !self.fixed;
        let single = pawn.squares.shift(color.forward()) & free;
        let third_rank = Bitboard::relative_rank(color, Rank::Third);
        let double = (single & third_rank).shift(color.forward()) & free;
        let mut victims = self.en_passant.map_or(Bitboard::EMPTY, Bitboard::of);
        for other in self.others(!color) {
            victims |= other.squares;
            if other.piece_type == PieceType::Pawn {
                victims |= other.passed_square();
            }
        }
        let captures = pawn.attacked(self.fixed) & victims;
        let moves = single | double;
        if (moves | captures).intersects(Bitboard::relative_rank(color, Rank::Eighth)) {
            return Err(CanPromote);
        }
        Ok(Targets { moves, captures })
    }

    /// Returns true if checkmate by `side` is not excluded: on some square of the enemy king a
    /// check is possible while each neighbouring square may be attacked or occupied.
    fn may_checkmate(&self, side: Color) -> bool {
        let (Some(own_king), Some(enemy_king)) = (self.king(side), self.king(!side)) else {
            return false;
        };
        // A slider attacks the squares behind the king that it checks.
        let blockers = self.fixed.without(enemy_king.start);
        let attacked = self
            .others(side)
            .fold(Bitboard::EMPTY, |squares, piece| squares | piece.attacked(blockers));
        let denied = self.others(!side).fold(attacked, |squares, piece| squares | piece.squares);
        (enemy_king.squares & attacked).squares().any(|king| {
            let escapes = attacks::king(king) - denied;
            let near = own_king.squares - attacks::king(king) - Bitboard::of(king);
            near.squares().any(|own| escapes.is_subset(attacks::king(own)))
        })
    }
}

/// The squares that a piece may move to.
struct Targets {
    moves: Bitboard,
    captures: Bitboard,
}

impl Reach {
    /// Returns the squares that the piece attacks from any square that it may reach.
    fn attacked(&self, blockers: Bitboard) -> Bitboard {
        self.squares.squares().fold(Bitboard::EMPTY, |attacked, from| {
            attacked
                | match self.piece_type {
                    PieceType::Pawn => attacks::pawn(self.color, from),
                    piece_type => attacks::of(piece_type, from, blockers),
                }
        })
    }

    /// Returns the square that a pawn on its initial square may pass by a double push.
    fn passed_square(&self) -> Bitboard {
        let second = Bitboard::relative_rank(self.color, Rank::Second);
        let passed = (Bitboard::of(self.start) & second).shift(self.color.forward());
        if self.squares.intersects(passed.shift(self.color.forward())) {
            passed
        } else {
            Bitboard::EMPTY
        }
    }
}

// The search for a helpmate.

/// The number of positions of a search that the static analysis is applied to.
const MAX_ANALYSES: usize = 2_000;

/// Searches for a series of legal moves of both sides that ends with checkmate by `side`.
///
/// Best-first search over positions, each visited once. It ends with a checkmate, with all
/// positions visited, or with `max_nodes` positions visited.
fn search_helpmate(root: &Board, side: Color, max_nodes: usize) -> Winnability {
    let mut search = HelpmateSearch {
        side,
        visited: HashSet::from([identity(root)]),
        boards: vec![*root],
        open: BinaryHeap::from([(Reverse(0), 0)]),
        analyses: 0,
    };
    while let Some((_, index)) = search.open.pop() {
        if search.visited.len() > max_nodes {
            return Winnability::Unknown;
        }
        if search.expand(index) {
            return Winnability::Winnable;
        }
    }
    Winnability::Unwinnable
}

/// The parts of a board that positions are compared by: pieces, castling rooks, en passant square and
/// side to move, without the counters.
type Identity = (Pieces, Bitboard, Option<Square>, Color);

fn identity(board: &Board) -> Identity {
    (*board.sets(), board.castling_rooks(), board.en_passant(), board.side_to_move())
}

struct HelpmateSearch {
    side: Color,
    visited: HashSet<Identity>,
    /// The boards that are or were open.
    boards: Vec<Board>,
    /// Cost and index of the boards to expand: the lowest cost first, of equal ones the latest.
    open: BinaryHeap<(Reverse<i32>, usize)>,
    analyses: usize,
}

impl HelpmateSearch {
    /// Adds the positions after each move. Returns true if one is checkmate by the side.
    fn expand(&mut self, index: usize) -> bool {
        let board = self.boards[index];
        for &mv in &board.legal_moves() {
            let child = board.after(mv);
            if !self.visited.insert(identity(&child)) {
                continue;
            }
            if !child.has_legal_move() {
                if child.in_check() && child.side_to_move() != self.side {
                    return true;
                }
                continue;
            }
            let moves_pawn = board.by_type(PieceType::Pawn).contains(mv.from());
            if !self.is_hopeless(&child, moves_pawn || mv.is_capture()) {
                self.open.push((Reverse(cost(&child, self.side)), self.boards.len()));
                self.boards.push(child);
            }
        }
        false
    }

    /// Returns true if the side is proven unable to checkmate.
    fn is_hopeless(&mut self, board: &Board, is_irreversible: bool) -> bool {
        if board.has_insufficient_material(self.side) {
            return true;
        }
        // The static analysis finds nothing new after a reversible move.
        if !is_irreversible || self.analyses >= MAX_ANALYSES {
            return false;
        }
        self.analyses += 1;
        is_blocked(board, self.side)
    }
}

/// Estimates the distance to a checkmate by `side`: lower is nearer.
fn cost(board: &Board, side: Color) -> i32 {
    let (own_king, king) = (board.king(side), board.king(!side));
    let of = |piece_type| board.pieces(side, piece_type);
    let heavy = of(PieceType::Queen) | of(PieceType::Rook);
    let minor = of(PieceType::Bishop) | of(PieceType::Knight);
    let others = board.by_color(!side).without(king);
    let nearest =
        |set: Bitboard| set.squares().map(|square| square.distance(king) as i32).min().unwrap_or(0);
    let mut cost = 6 * own_king.distance(king) as i32 + 5 * escapes(board, king, side);
    if heavy.any() {
        cost += 4 * nearest(CORNERS) + 2 * nearest(heavy) + 2 * others.len() as i32;
    } else if of(PieceType::Pawn).any() {
        let steps = steps_to_promotion(of(PieceType::Pawn), side);
        cost += 60 + 12 * steps + 4 * nearest(CORNERS) + 2 * others.len() as i32;
    } else {
        // Minor pieces need the help of a piece beside its king, and a bishop the right corner.
        let is_dark = of(PieceType::Bishop).intersects(Bitboard::DARK);
        let is_light = of(PieceType::Bishop).intersects(Bitboard::LIGHT);
        let corners = match (is_dark, is_light) {
            (true, false) => CORNERS & Bitboard::DARK,
            (false, true) => CORNERS & Bitboard::LIGHT,
            _ => CORNERS,
        };
        cost += 60 + 6 * nearest(corners) + 2 * nearest(minor);
        cost += 4 * nearest(others) + others.len() as i32;
    }
    if board.in_check() && board.side_to_move() != side { cost - 10 } else { cost }
}

const CORNERS: Bitboard =
    Bitboard::of(Square::A1).with(Square::H1).with(Square::A8).with(Square::H8);

/// Returns the steps of the most advanced pawn to its promotion.
fn steps_to_promotion(pawns: Bitboard, side: Color) -> i32 {
    let steps = pawns.squares().map(|pawn| 7 - pawn.relative_to(side).rank().index() as i32);
    steps.min().unwrap_or(0)
}

/// Counts the neighbouring squares of a king that are neither attacked by `side` nor occupied by
/// the king's own side.
fn escapes(board: &Board, king: Square, side: Color) -> i32 {
    let free = attacks::king(king) - board.by_color(!side);
    let is_safe = |square: &Square| !board.attackers_to(*square).intersects(board.by_color(side));
    free.squares().filter(is_safe).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{Piece, Position, Setup, SetupFaults, Square};
    use std::collections::{HashSet, VecDeque};

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn blocked_positions_are_dead_without_search() {
        let rows = [
            "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
            // Bishops on the wrong colour behind a closed wall of pawns.
            "4k3/4b3/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - - 0 1",
            "8/8/1k6/p1p1p1p1/P1P1P1P1/1K6/8/8 b - - 0 1",
            // White's king, which has no move, defends the pawn on b2.
            "4k3/8/8/1p6/1Pp5/KpP5/1P6/8 b - - 0 1",
        ];
        for fen in rows {
            assert!(is_dead(&position(fen), 0), "{fen}");
        }
    }

    #[test]
    fn ended_games_are_won_by_checkmate_only() {
        use Winnability::{Unwinnable, Winnable};
        for (fen, expected) in [
            ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", [Winnable, Unwinnable]),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", [Unwinnable, Unwinnable]),
        ] {
            let found = Color::ALL.map(|side| winnability(&position(fen), side, 0));
            assert_eq!(found, expected, "{fen}");
        }
    }

    /// The numbers change with the order of the search.
    #[test]
    fn helpmates_are_found_in_few_positions() {
        let rows = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5_673),
            ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", 66),
            ("8/8/8/4k3/8/8/8/R3K3 w Q - 0 1", 216),
            ("8/8/8/5k2/8/8/8/R3K3 b Q - 0 1", 308),
            ("8/8/8/4k3/8/8/8/NN2K3 w - - 0 1", 2_324),
            ("8/8/8/4k2p/8/8/8/N3K3 w - - 0 1", 7_139),
            ("8/8/4k3/7n/8/8/8/B3K3 w - - 0 1", 1_362),
            ("8/8/2k5/7n/8/8/8/1B2K3 w - - 0 1", 1_499),
            ("8/8/8/4k2b/8/8/8/N3K3 b - - 0 1", 53_312),
            ("8/pp6/8/4k3/8/3q4/8/Q3K3 b - - 0 1", 589),
            ("8/p1p5/8/4k3/8/4P3/2P5/2B1K3 w - - 0 1", 1_142),
            ("r1bqkbnr/pp1p1ppp/2n1p3/2p5/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 4", 2_508),
        ];
        for (fen, visited) in rows {
            let with_limit = |limit| winnability(&position(fen), Color::White, limit);
            assert_eq!(with_limit(visited), Winnability::Winnable, "{fen}");
            assert_eq!(with_limit(visited - 1), Winnability::Unknown, "{fen}");
        }
    }

    #[test]
    fn limits_of_the_search_are_reported() {
        let startpos = Position::startpos();
        assert_eq!(winnability(&startpos, Color::White, 1), Winnability::Unknown);
        assert!(!is_dead(&startpos, 0) && !is_dead(&startpos, 50_000));
    }

    /// Visits the positions that can arise, at most `limit`, without analysis, material or order.
    /// Returns for each side if it checkmated, and true if all positions were visited.
    fn visit_all(root: &Position, limit: usize) -> ([bool; 2], bool) {
        let mut can_mate = [false; 2];
        let mut visited = HashSet::from([root.key()]);
        let mut open = VecDeque::from([root.clone()]);
        while let Some(mut position) = open.pop_front() {
            if position.is_checkmate() {
                can_mate[!position.side_to_move()] = true;
            }
            let moves: Vec<_> = position.legal_moves().iter().copied().collect();
            for mv in moves {
                position.do_move(mv);
                if visited.insert(position.key()) {
                    if visited.len() > limit {
                        return (can_mate, false);
                    }
                    open.push_back(position.clone());
                }
                position.undo_move();
            }
        }
        (can_mate, true)
    }

    /// Returns a random position with blocked pairs of pawns on every other file and a few pieces, if it
    /// is legal.
    fn random_blocked_position(random: &mut fastrand::Rng) -> Option<Position> {
        let mut setup = Setup::empty();
        let base = random.usize(2..5);
        for file in (random.usize(..2)..8).step_by(2) {
            let rank = if random.u8(..8) == 0 { random.usize(2..5) } else { base };
            setup.pieces[rank * 8 + file] = Some(Piece::WhitePawn);
            setup.pieces[rank * 8 + 8 + file] = Some(Piece::BlackPawn);
        }
        let mut put = |random: &mut fastrand::Rng, piece| {
            let square = Square::wrapping(random.usize(..64));
            if setup.piece_on(square).is_none() {
                setup.pieces[square] = Some(piece);
            }
        };
        put(random, Piece::WhiteKing);
        put(random, Piece::BlackKing);
        for piece in [Piece::WhiteBishop, Piece::BlackBishop, Piece::WhiteKnight] {
            if random.u8(..3) == 0 {
                put(random, piece);
            }
        }
        setup.side_to_move = Color::wrapping(random.usize(..2));
        Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE).ok()
    }

    #[test]
    fn answers_agree_with_an_exhaustive_search() {
        let mut random = fastrand::Rng::with_seed(11);
        let (mut complete, mut unwinnable, mut winnable) = (0, 0, 0);
        for _ in 0..250 {
            let Some(position) = random_blocked_position(&mut random) else { continue };
            let (can_mate, is_complete) = visit_all(&position, 5_000);
            complete += usize::from(is_complete);
            for side in Color::ALL {
                match winnability(&position, side, 20_000) {
                    Winnability::Unwinnable => {
                        assert!(!can_mate[side], "{position:?} {side}");
                        unwinnable += 1;
                    }
                    Winnability::Winnable => {
                        assert!(can_mate[side] || !is_complete, "{position:?} {side}");
                        winnable += 1;
                    }
                    Winnability::Unknown => assert!(!is_complete, "{position:?} {side}"),
                }
            }
        }
        assert_eq!((complete, unwinnable, winnable), (7, 20, 228));
    }

    /// The answers without search are proven by [`answers_agree_with_an_exhaustive_search`].
    #[test]
    fn the_static_analysis_decides_as_many_positions_as_before() {
        let mut random = fastrand::Rng::with_seed(12);
        let positions: Vec<_> =
            (0..20_000).filter_map(|_| random_blocked_position(&mut random)).collect();
        let decided = Color::ALL
            .map(|side| positions.iter().filter(|position| is_blocked(position, side)).count());
        assert_eq!((positions.len(), decided), (11_904, [1162, 1163]));
    }

    #[test]
    fn positions_are_equal_without_their_counters() {
        let root = Board::startpos();
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let mut board = root;
        for text in there_and_back {
            board.play(board.parse_uci(text).unwrap());
            let is_root = text == "f6g8";
            assert_eq!(identity(&board) == identity(&root), is_root, "{text}");
        }
        assert_ne!(board, root);
        let without_right: Board =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1".parse().unwrap();
        assert_ne!(identity(&without_right), identity(&root));
    }
}

//! Leaves two plies below a board, counted without making most of the moves.

use super::board::{
    Board, Side, Squares, beside, is_diagonal_slider, is_orthogonal_slider, len, pawn_attacks,
};
use super::directions::attacks;
use super::king_zone::KingZone;
use super::moves::{
    KingLines, MoveVisitor, PawnStep, count_moves, en_passant_capturers, visit_moves,
};
use super::replies::Replies;
use super::simd::PartialSums;
use ferz::PieceType;

/// Adds the leaves two plies below the board.
pub(crate) fn count_pairs<S: Side>(board: &Board, leaves: &mut LeafCount) {
    let replies = Replies::of::<S::Enemy>(board);
    let zone = KingZone::of::<S::Enemy>(board, &replies);
    let king = replies.king;
    let special_targets =
        replies.lines.pins.all() | board.castling & replies.own | attacks::king(king) & replies.own;
    let special_pawn_targets =
        special_targets | pawn_attacks::<S::Enemy>(1 << king) | zone.attacks.interpositions;
    let single_pawn_targets = special_pawn_targets | zone.attack_origins::<S>(PieceType::Pawn);
    let sensitive_origins = replies.slider_attacks
        | replies.push_squares
        | replies.pawn_targets.west
        | replies.pawn_targets.east
        | replies.lines.orthogonal
        | replies.lines.diagonal
        | zone.attacks.critical_pieces;
    let null_replies = replies.count + zone.null_moves;
    let mut pairs = PairCounter {
        board,
        occupied: board.occupied(),
        replies,
        zone,
        special_targets,
        special_pawn_targets,
        single_pawn_targets,
        sensitive_origins,
        null_replies,
        leaves,
    };
    visit_moves::<S, _>(board, &mut pairs);
}

/// Number of targets from which a second survey of the replies costs less than making the moves.
const MIN_TARGETS_TO_RESURVEY: i32 = 4;

/// Visitor of the first ply's moves.
struct PairCounter<'a> {
    board: &'a Board,
    occupied: u64,
    replies: Replies,
    zone: KingZone,
    /// Targets for which the move is made: squares of pins, castling rooks, and own pieces beside
    /// the enemy king.
    special_targets: u64,
    /// Special targets of pawn moves: also checks, and interpositions in front of the king zone.
    special_pawn_targets: u64,
    /// Targets that exclude a pawn move from the sum over all pawns.
    single_pawn_targets: u64,
    /// Origins that are not left without a change of the replies.
    sensitive_origins: u64,
    /// Replies after a null move, king moves included.
    null_replies: i32,
    leaves: &'a mut LeafCount,
}

/// Number of leaves counted so far, in two parts.
#[derive(Default)]
pub(crate) struct LeafCount {
    leaves: i64,
    /// Sum of the changes by landings.
    landings: PartialSums,
}

impl LeafCount {
    /// Returns the number of leaves.
    pub(crate) fn total(&self) -> u64 {
        (self.leaves + self.landings.total()) as u64
    }
}

impl PairCounter<'_> {
    /// Adds the replies to a move that was made.
    #[inline(always)]
    fn count_by_making<S: Side>(&mut self, child: &Board) {
        self.leaves.leaves += i64::from(count_moves::<S::Enemy>(child));
    }

    /// Makes the move to each target and adds its replies.
    #[inline(never)]
    fn make_each<S: Side>(
        &mut self,
        moved: PieceType,
        placed: PieceType,
        from: usize,
        targets: u64,
    ) {
        for to in Squares(targets) {
            self.count_by_making::<S>(&self.board.play::<S>(moved, placed, from, to));
        }
    }

    /// Adds the replies to the moves of a piece whose leaving changes the enemy's pins or gives a
    /// discovered check: surveys the replies once more, on the board without the piece.
    #[inline(never)]
    fn resurvey<S: Side>(
        &mut self,
        moved: PieceType,
        placed: PieceType,
        from: usize,
        targets: u64,
        mut special: u64,
        discovers_check: bool,
    ) {
        let castling = self.board.castling & self.replies.own != 0;
        if discovers_check || castling || len(targets) < MIN_TARGETS_TO_RESURVEY {
            self.make_each::<S>(moved, placed, from, targets);
            return;
        }
        let board = self.board.without::<S>(from);
        let replies = Replies::of::<S::Enemy>(&board);
        let (attacked, interpositions) = self.zone.attacks_without::<S>(self.board, from);
        special |= replies.lines.pins.all() | interpositions;
        special |= slider_checks(placed, &replies.lines);
        let summable = targets & !special;
        let king_moves =
            self.zone.moves_after_landing::<S>(attacked, placed, board.occupied(), summable);
        self.leaves.leaves += i64::from(len(summable) * replies.count + king_moves);
        replies.landing.sum(summable, &mut self.leaves.landings);
        self.make_each::<S>(moved, placed, from, targets & special);
    }

    /// Adds the replies to the four promotions on one square.
    #[inline(never)]
    fn promote<S: Side>(&mut self, from: usize, to: usize) {
        let knight_checks = attacks::knight(self.replies.king);
        let special = self.special_targets | knight_checks;
        self.add_replies::<S>(PieceType::Pawn, PieceType::Knight, from, 1 << to, special);
        for placed in [PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
            self.add_replies::<S>(PieceType::Pawn, placed, from, 1 << to, self.special_targets);
        }
    }

    /// Adds the replies to the moves of one piece: sums over the targets where that is possible,
    /// and makes the moves to the rest. `special` holds targets that cannot be summed, not yet
    /// including the checks by a slider.
    #[inline(always)]
    fn add_replies<S: Side>(
        &mut self,
        moved: PieceType,
        placed: PieceType,
        from: usize,
        targets: u64,
        mut special: u64,
    ) {
        let origin = 1u64 << from;
        let occupied = self.occupied;
        let replies = &self.replies;
        let mut lines = replies.lines;
        if (lines.orthogonal | lines.diagonal) & origin != 0 {
            let us = self.board.of::<S>() & !origin;
            let (rooks, bishops) = (self.board.orthogonals & us, self.board.diagonals & us);
            lines = KingLines::of(replies.king, occupied ^ origin, replies.own, rooks, bishops);
            let discovers_check = lines.checkers != 0;
            if discovers_check || lines.pins != replies.lines.pins {
                self.resurvey::<S>(moved, placed, from, targets, special, discovers_check);
                return;
            }
        }
        special |= slider_checks(placed, &lines);
        let zone = &self.zone;
        let mut summable = targets & !(special | zone.attacks.interpositions);
        let mut sum;
        if zone.attacks.critical_pieces & origin == 0 {
            let attackers = if moved == placed {
                summable & zone.attack_origins::<S>(placed)
            } else {
                summable
            };
            let (attacked, without) = (zone.attacks.attacked, occupied ^ origin);
            sum = len(summable & !attackers) * zone.null_moves
                + zone.moves_after_landing::<S>(attacked, placed, without, attackers);
        } else {
            let (attacked, interpositions) = zone.attacks_without::<S>(self.board, from);
            summable = targets & !(special | interpositions);
            sum = zone.moves_after_landing::<S>(attacked, placed, occupied ^ origin, summable);
        }
        sum += len(summable) * replies.count;
        replies.landing.sum(summable, &mut self.leaves.landings);
        if self.sensitive_origins & origin != 0 {
            sum += replies.gain_by_leaving::<S::Enemy>(occupied, from, summable);
        }
        self.leaves.leaves += i64::from(sum);
        let rest = targets & !summable;
        if rest != 0 {
            self.make_each::<S>(moved, placed, from, rest);
        }
    }
}

/// Returns the squares on which a slider would give check or pin a piece; none for other pieces.
#[inline(always)]
fn slider_checks(placed: PieceType, lines: &KingLines) -> u64 {
    let mut squares = 0;
    if is_diagonal_slider(placed) {
        squares |= lines.diagonal;
    }
    if is_orthogonal_slider(placed) {
        squares |= lines.orthogonal;
    }
    squares
}

impl<S: Side> MoveVisitor<S> for PairCounter<'_> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: usize, targets: u64) {
        if targets == 0 {
            return;
        }
        let mut special = self.special_targets;
        if piece_type == PieceType::Knight {
            special |= attacks::knight(self.replies.king);
        }
        self.add_replies::<S>(piece_type, piece_type, from, targets, special);
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: u64) {
        const PAWN: PieceType = PieceType::Pawn;
        if step == PawnStep::DoublePush {
            for to in Squares(targets & beside(self.replies.pawns)) {
                let child = self.board.play_double_push::<S>(step.origin::<S>(to), to);
                let capturers = en_passant_capturers::<S::Enemy>(&child);
                self.leaves.leaves += i64::from(len(capturers));
            }
        }
        // Pawns without any influence on the king zone or on other replies are summed together.
        let together =
            targets & !self.single_pawn_targets & !step.targets::<S>(self.sensitive_origins);
        self.leaves.leaves += i64::from(len(together) * self.null_replies);
        self.replies.landing.sum(together, &mut self.leaves.landings);
        for to in Squares(targets & !together) {
            let from = step.origin::<S>(to);
            self.add_replies::<S>(PAWN, PAWN, from, 1 << to, self.special_pawn_targets);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: u64) {
        for to in Squares(targets) {
            self.promote::<S>(step.origin::<S>(to), to);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize) {
        self.count_by_making::<S>(&self.board.play_en_passant::<S>(from));
    }

    #[inline(always)]
    fn castling(&mut self, rook: usize) {
        self.count_by_making::<S>(&self.board.play_castling::<S>(rook));
    }
}

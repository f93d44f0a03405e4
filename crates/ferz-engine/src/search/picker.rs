//! Staged move picker: the moves of a node in the order to search them, generated when needed.
//!
//! All nodes of the line share one stack of moves:
//!
//! ```text
//! ... parent's moves | losing captures | searched | remaining |
//!                    ^ begin           ^ losing   ^ next      ^ end of the stack
//! ```
//!
//! Captures are generated first. Those that lose material move to the front and are picked after
//! the quiet moves, which take the place of the winning captures once those are searched.

use super::history::{MoveHistory, QuietKey, is_noisy};
use crate::params;
use ferz::isa::{self, Isa, Versioned};
use ferz::position::PIECE_VALUE;
use ferz::{
    Bitboard, Captures, Evasions, GenType, Move, MoveList, Piece, PieceType, Position, QuietChecks,
    Quiets, attacks,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    GenerateCaptures,
    WinningCaptures,
    FirstKiller,
    SecondKiller,
    GenerateQuiets,
    Quiets,
    LosingCaptures,
    GenerateEvasions,
    Evasions,
    GenerateChecks,
    Checks,
    Done,
}

/// Search that the moves are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// All moves.
    Main,
    /// Captures, then quiet checks if `checks` is set; all evasions in check.
    Quiescence { checks: bool },
    /// Captures whose exchange value is at least `see_min`.
    ProbCut { see_min: i32 },
}

/// Picks the pseudo-legal moves of a node, each once.
pub(super) struct Picker {
    stage: Stage,
    purpose: Purpose,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    quiet_key: QuietKey,
    begin: usize,
    losing: usize,
    next: usize,
    skip_quiets: bool,
}

/// Input of the picker: the position, its histories, and the stack of moves.
pub(super) struct Source<'a> {
    pub(super) pos: &'a Position,
    pub(super) history: &'a MoveHistory,
    pub(super) moves: &'a mut Vec<RankedMove>,
}

impl Picker {
    /// Picks all moves of a node. The table move need not be legal or even possible.
    pub(super) fn new(
        source: &Source,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
        quiet_key: QuietKey,
    ) -> Self {
        Self::for_purpose(source, Purpose::Main, tt_move, killers, quiet_key)
    }

    /// Picks the moves of quiescence search: evasions in check, else captures and, if `checks` is
    /// set, quiet checks.
    pub(super) fn quiescence(
        source: &Source,
        tt_move: Option<Move>,
        quiet_key: QuietKey,
        checks: bool,
    ) -> Self {
        let tt_move = tt_move.filter(|&mv| source.pos.in_check() || is_noisy(mv));
        let purpose = Purpose::Quiescence { checks };
        Self::for_purpose(source, purpose, tt_move, [None; 2], quiet_key)
    }

    /// Picks the captures whose exchange value is at least `see_min` centipawns.
    pub(super) fn prob_cut(source: &Source, tt_move: Option<Move>, see_min: i32) -> Self {
        let tt_move = tt_move.filter(|&mv| {
            is_noisy(mv) && source.pos.is_pseudo_legal(mv) && source.pos.see_ge(mv, see_min)
        });
        let purpose = Purpose::ProbCut { see_min };
        Self::for_purpose(source, purpose, tt_move, [None; 2], QuietKey::EMPTY)
    }

    fn for_purpose(
        source: &Source,
        purpose: Purpose,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
        quiet_key: QuietKey,
    ) -> Self {
        let begin = source.moves.len();
        Self {
            stage: Stage::TtMove,
            purpose,
            tt_move: tt_move.filter(|&mv| source.pos.is_pseudo_legal(mv)),
            killers,
            quiet_key,
            begin,
            losing: begin,
            next: begin,
            skip_quiets: false,
        }
    }

    /// Skips all remaining quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Removes the node's moves from the stack.
    pub(super) fn finish(self, moves: &mut Vec<RankedMove>) {
        moves.truncate(self.begin);
    }

    /// Returns the next move.
    pub(super) fn next(&mut self, source: &mut Source) -> Option<Move> {
        loop {
            let found = match self.stage {
                Stage::TtMove => self.tt_move(source),
                Stage::GenerateCaptures => self.generate_captures(source),
                Stage::WinningCaptures => self.winning_capture(source),
                Stage::FirstKiller => self.killer(source, 0, Stage::SecondKiller),
                Stage::SecondKiller => self.killer(source, 1, Stage::GenerateQuiets),
                Stage::GenerateQuiets => self.generate_quiets(source),
                Stage::Quiets => self.quiet(source),
                Stage::LosingCaptures => self.losing_capture(source),
                Stage::GenerateEvasions => self.generate_evasions(source),
                Stage::GenerateChecks => self.generate_checks(source),
                Stage::Evasions | Stage::Checks => match self.select(source.moves) {
                    Some(mv) if self.skip_quiets && !is_noisy(mv) => None,
                    None => {
                        self.stage = Stage::Done;
                        None
                    }
                    found => found,
                },
                Stage::Done => return None,
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// Generates the moves of one type and pushes them on the stack, except the table move, which was
    /// picked first.
    ///
    /// Not inlined, or each call of [`Self::next`] would compute the vector constants of the move
    /// generator.
    #[inline(never)]
    fn push<G: GenType>(&self, source: &mut Source, score: impl Fn(&Source, Move) -> i32) {
        let mut list = MoveList::new();
        source.pos.generate_onto::<G>(&mut list);
        for &mv in list.iter().filter(|&&mv| Some(mv) != self.tt_move) {
            let score = score(source, mv);
            let place = source.moves.len() - self.begin;
            source.moves.push(RankedMove::new(mv, score, place));
        }
    }

    /// Selects the remaining move with the highest score.
    #[inline]
    fn select(&mut self, moves: &mut [RankedMove]) -> Option<Move> {
        let best = isa::run(Highest(&moves[self.next..]))?;
        let place = self.begin + best.place();
        moves[place] = moves[self.next].at(best.place());
        moves[self.next] = best;
        self.next += 1;
        Some(best.mv())
    }

    fn tt_move(&mut self, source: &Source) -> Option<Move> {
        let in_check = source.pos.in_check();
        self.stage = if in_check { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
        self.tt_move
    }

    fn generate_captures(&mut self, source: &mut Source) -> Option<Move> {
        self.push::<Captures>(source, capture_score);
        self.stage = Stage::WinningCaptures;
        None
    }

    /// Picks the best remaining capture that loses no material, and sets aside those that do.
    fn winning_capture(&mut self, source: &mut Source) -> Option<Move> {
        while let Some(mv) = self.select(source.moves) {
            let see_min = match self.purpose {
                // A capture with a good score may lose a little.
                Purpose::Main => {
                    -source.moves[self.next - 1].score() / params::see_history_divisor()
                }
                Purpose::Quiescence { .. } => return Some(mv),
                Purpose::ProbCut { see_min } => see_min,
            };
            if source.pos.see_ge(mv, see_min) {
                return Some(mv);
            }
            source.moves.swap(self.losing, self.next - 1);
            self.losing += 1;
        }
        self.stage = match self.purpose {
            Purpose::Main => Stage::FirstKiller,
            Purpose::Quiescence { checks: true } => Stage::GenerateChecks,
            Purpose::Quiescence { checks: false } | Purpose::ProbCut { .. } => Stage::Done,
        };
        None
    }

    /// Picks a killer move that is quiet and possible here. Others are dropped, so that the stage of
    /// quiet moves picks them.
    fn killer(&mut self, source: &Source, index: usize, next_stage: Stage) -> Option<Move> {
        self.stage = next_stage;
        let possible = |mv: &Move| {
            !self.skip_quiets
                && Some(*mv) != self.tt_move
                && !is_noisy(*mv)
                && source.pos.is_pseudo_legal(*mv)
        };
        self.killers[index] = self.killers[index].filter(possible);
        self.killers[index]
    }

    fn generate_quiets(&mut self, source: &mut Source) -> Option<Move> {
        self.next = self.losing;
        source.moves.truncate(self.losing);
        if !self.skip_quiets {
            let history = source.history.quiet_history(source.pos, &self.quiet_key);
            let escapes = Escapes::new(source.pos, self.quiet_key.threats());
            self.push::<Quiets>(source, |_, mv| history.get(mv) + escapes.bonus(mv));
        }
        self.stage = Stage::Quiets;
        None
    }

    fn quiet(&mut self, source: &mut Source) -> Option<Move> {
        if !self.skip_quiets {
            while let Some(mv) = self.select(source.moves) {
                if !self.killers.contains(&Some(mv)) {
                    return Some(mv);
                }
            }
        }
        self.stage = Stage::LosingCaptures;
        self.next = self.begin;
        None
    }

    /// Picks the captures set aside, in the order of their scores.
    fn losing_capture(&mut self, source: &Source) -> Option<Move> {
        if self.next == self.losing {
            self.stage = Stage::Done;
            return None;
        }
        self.next += 1;
        Some(source.moves[self.next - 1].mv())
    }

    fn generate_evasions(&mut self, source: &mut Source) -> Option<Move> {
        let key = self.quiet_key;
        self.push::<Evasions>(source, |source, mv| evasion_score(source, mv, &key));
        self.stage = Stage::Evasions;
        None
    }

    fn generate_checks(&mut self, source: &mut Source) -> Option<Move> {
        source.moves.truncate(self.begin);
        self.next = self.begin;
        let key = self.quiet_key;
        self.push::<QuietChecks>(source, |source, mv| source.history.quiet(source.pos, mv, &key));
        self.stage = Stage::Checks;
        None
    }
}

/// The attacks that select escapes, which are ordered first: quiet moves of pieces that lesser enemy
/// pieces attack. Otherwise the histories of a new position leave them among the late moves, which are
/// pruned.
struct Escapes<'a> {
    pos: &'a Position,
    /// Squares that pawns attack.
    pawns: Bitboard,
    /// Squares that pawns or minor pieces attack, if a rook or queen is attacked at all.
    minors: Bitboard,
    /// Squares that pawns, minor pieces or rooks attack, if a queen is attacked at all.
    rooks: Bitboard,
}

impl<'a> Escapes<'a> {
    /// `threats` are the squares that the enemy attacks.
    #[inline(always)]
    fn new(pos: &'a Position, threats: Bitboard) -> Self {
        let (us, them) = (pos.side_to_move(), !pos.side_to_move());
        let is_attacked = |piece_type| pos.pieces(us, piece_type).intersects(threats);
        let attacks_of = |piece_type| {
            let from = pos.pieces(them, piece_type).into_iter();
            let attacks = from.map(|from| attacks::of(piece_type, from, pos.occupied()));
            attacks.fold(Bitboard::EMPTY, |all, attacks| all | attacks)
        };
        let pawns = pos.pawn_attacks(them);
        let (mut minors, mut rooks) = (pawns, pawns);
        let queen_is_attacked = is_attacked(PieceType::Queen);
        if queen_is_attacked || is_attacked(PieceType::Rook) {
            minors |= attacks_of(PieceType::Knight) | attacks_of(PieceType::Bishop);
        }
        if queen_is_attacked {
            rooks = minors | attacks_of(PieceType::Rook);
        }
        Self { pos, pawns, minors, rooks }
    }

    /// Returns the bonus of a quiet move.
    #[inline(always)]
    fn bonus(&self, mv: Move) -> i32 {
        let (attacked, bonus) = match self.pos.piece_on(mv.from()).map(Piece::piece_type) {
            Some(PieceType::Knight | PieceType::Bishop) => (self.pawns, params::escape_minor()),
            Some(PieceType::Rook) => (self.minors, params::escape_rook()),
            Some(PieceType::Queen) => (self.rooks, params::escape_queen()),
            _ => return 0,
        };
        let escapes = attacked.contains(mv.from()) && !attacked.contains(mv.to());
        if escapes { bonus } else { 0 }
    }
}

/// Scores a capture: most valuable victim first, then capture history.
fn capture_score(source: &Source, mv: Move) -> i32 {
    let history = source.history.capture(source.pos, mv);
    gain(source.pos, mv) + history * params::capture_history_weight() / 1024
}

/// Scores an evasion: captures by victim and attacker (MVV-LVA), then quiet moves by history.
fn evasion_score(source: &Source, mv: Move, key: &QuietKey) -> i32 {
    const CAPTURES_FIRST: i32 = 1 << 24;
    if is_noisy(mv) {
        let attacker = source.pos.piece_on(mv.from()).map_or(0, |piece| piece.piece_type().index());
        CAPTURES_FIRST + gain(source.pos, mv) - attacker as i32
    } else {
        source.history.quiet(source.pos, mv, key)
    }
}

/// Returns the material that a capture or promotion gains before any recapture, in centipawns.
pub(super) fn gain(pos: &Position, mv: Move) -> i32 {
    let value = |piece_type: PieceType| PIECE_VALUE[piece_type].middlegame();
    let victim = if mv.is_en_passant() {
        value(PieceType::Pawn)
    } else if mv.is_capture() {
        pos.piece_on(mv.to()).map_or(0, |piece| value(piece.piece_type()))
    } else {
        0
    };
    let promotion = mv.promotion().map_or(0, |promoted| value(promoted) - value(PieceType::Pawn));
    victim + promotion
}

/// A move in the picker's list. The order is by score, then the earlier place first, so that the
/// highest value of a slice is the move to pick, with its place.
///
/// One integer holds the score in the upper 32 bits, the inverted place in the next 16 and the move
/// in the lowest 16, so that a maximum over a slice needs no second pass and vectorises.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RankedMove(i64);

impl RankedMove {
    /// Creates the entry of a move that stands at `place` of its node's list.
    #[inline(always)]
    pub(super) fn new(mv: Move, score: i32, place: usize) -> Self {
        debug_assert!(place <= usize::from(u16::MAX));
        let inverted = i64::from(!(place as u16));
        Self(i64::from(score) << 32 | inverted << 16 | i64::from(mv.bits()))
    }

    /// Returns the move.
    #[inline(always)]
    pub(super) fn mv(self) -> Move {
        Move::from_bits(self.0 as u16).expect("built from a move")
    }

    /// Returns the score.
    #[inline(always)]
    pub(super) fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// Returns the place in the node's list.
    #[inline(always)]
    pub(super) fn place(self) -> usize {
        usize::from(!((self.0 >> 16) as u16))
    }

    /// Returns the same move and score at another place.
    #[inline(always)]
    pub(super) fn at(self, place: usize) -> Self {
        const PLACE: i64 = 0xFFFF << 16;
        Self(self.0 & !PLACE | i64::from(!(place as u16)) << 16)
    }
}

/// The highest of some moves, by the vector instructions of the machine: a maximum of 64-bit integers
/// needs more than those of every x86-64.
#[derive(Clone)]
struct Highest<'a>(&'a [RankedMove]);

impl Versioned for Highest<'_> {
    type Output = Option<RankedMove>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<RankedMove> {
        self.0.iter().copied().max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_leave_the_attacks_of_lesser_pieces() {
        // A pawn attacks the knight, a bishop one rook, a rook the queen.
        let pos = Position::from_fen("3rk3/8/8/8/2p4b/1N6/3Q1R2/6K1 w - - 0 1").unwrap();
        let escapes = Escapes::new(&pos, pos.enemy_attacks());
        let bonus = |text: &str| escapes.bonus(pos.parse_uci(text).unwrap());
        assert_eq!(bonus("b3c1"), params::escape_minor());
        assert_eq!(bonus("f2f3"), params::escape_rook());
        assert_eq!(bonus("d2e3"), params::escape_queen());
        // The rook still attacks the target; the king is no piece to reward.
        assert_eq!((bonus("d2d4"), bonus("g1h1")), (0, 0));
    }

    #[test]
    fn parts_are_kept_and_order_is_by_score_then_place() {
        let moves = Position::startpos().legal_moves();
        for score in [i32::MIN, -1, 0, 1, i32::MAX] {
            for (place, &mv) in moves.iter().enumerate() {
                let ranked = RankedMove::new(mv, score, place);
                assert_eq!((ranked.mv(), ranked.score(), ranked.place()), (mv, score, place));
                assert_eq!(ranked.at(300).place(), 300);
                assert!(ranked > RankedMove::new(mv, score, place + 1));
                assert!(score == i32::MIN || ranked > RankedMove::new(mv, score - 1, 0));
            }
        }
    }

    #[test]
    fn every_version_selects_the_first_of_the_highest_moves() {
        let moves = Position::startpos().legal_moves();
        for len in 0..=moves.len() {
            // Scores that repeat, the highest at a different place for each length.
            let score = |place: usize| (place * 7 + len) as i32 % 5 - 2;
            let ranked: Vec<_> = moves[..len]
                .iter()
                .enumerate()
                .map(|(place, &mv)| RankedMove::new(mv, score(place), place))
                .collect();
            let highest = (0..len).map(score).max();
            let first = (0..len).find(|&place| Some(score(place)) == highest);
            isa::run_each(Highest(&ranked), |version, found| {
                assert_eq!(found.map(RankedMove::place), first, "{version}, {len} moves");
            });
        }
    }
}

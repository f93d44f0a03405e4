//! The staged picker: a node's moves in the order they are worth trying, generated when needed.
//!
//! The moves of a node stand on a stack that all nodes of the line share:
//!
//! ```text
//! ... parent's moves | losing captures | tried | not tried yet |
//!                    ^ begin           ^ losing ^ next          ^ end of the stack
//! ```
//!
//! Captures are generated first; those that lose material are moved to the front and tried after
//! the quiet moves, which take the place of the winning captures once those are tried.

use super::history::{ContinuationKey, History};
use super::node_state::is_noisy;
use crate::params;
use ferz::position::PIECE_VALUE;
use ferz::{
    Captures, Evasions, Move, MoveList, PieceType, Position, QuietChecks, Quiets, ScoredMove,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove,
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

/// What the moves are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// All moves.
    Main,
    /// Captures, then quiet checks if asked for; all evasions in check.
    Quiescence { checks: bool },
    /// Only captures that win at least so much.
    ProbCut { least: i32 },
}

/// Gives a node's pseudo-legal moves one after the other, each once.
pub(super) struct Picker {
    stage: Stage,
    purpose: Purpose,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    line: ContinuationKey,
    begin: usize,
    losing: usize,
    next: usize,
    skip_quiets: bool,
}

/// What the picker looks at and where it keeps its moves.
pub(super) struct Source<'a> {
    pub(super) pos: &'a Position,
    pub(super) history: &'a History,
    pub(super) moves: &'a mut Vec<ScoredMove>,
}

impl Picker {
    /// All moves of a node. The table's move may be any move whatever.
    pub(super) fn new(
        source: &Source,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        line: ContinuationKey,
    ) -> Self {
        Self::for_purpose(source, Purpose::Main, table_move, killers, line)
    }

    /// The moves of quiescence: evasions in check, else captures and, if asked for, quiet checks.
    pub(super) fn quiescence(
        source: &Source,
        table_move: Option<Move>,
        line: ContinuationKey,
        checks: bool,
    ) -> Self {
        let wanted = |mv: &Move| source.pos.in_check() || is_noisy(*mv);
        let table_move = table_move.filter(wanted);
        Self::for_purpose(source, Purpose::Quiescence { checks }, table_move, [None; 2], line)
    }

    /// The captures that win at least `least`, in centipawns.
    pub(super) fn prob_cut(
        source: &Source,
        table_move: Option<Move>,
        line: ContinuationKey,
        least: i32,
    ) -> Self {
        let wanted = |mv: &Move| {
            is_noisy(*mv) && source.pos.pseudo_legal(*mv) && source.pos.see_ge(*mv, least)
        };
        let table_move = table_move.filter(wanted);
        Self::for_purpose(source, Purpose::ProbCut { least }, table_move, [None; 2], line)
    }

    fn for_purpose(
        source: &Source,
        purpose: Purpose,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        line: ContinuationKey,
    ) -> Self {
        let begin = source.moves.len();
        Self {
            stage: Stage::TableMove,
            purpose,
            table_move: table_move.filter(|&mv| source.pos.pseudo_legal(mv)),
            killers,
            line,
            begin,
            losing: begin,
            next: begin,
            skip_quiets: false,
        }
    }

    /// No quiet moves from here on.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Gives the place on the stack back.
    pub(super) fn finish(self, moves: &mut Vec<ScoredMove>) {
        moves.truncate(self.begin);
    }

    /// The next move.
    pub(super) fn next(&mut self, source: &mut Source) -> Option<Move> {
        loop {
            let found = match self.stage {
                Stage::TableMove => {
                    self.stage = if source.pos.in_check() {
                        Stage::GenerateEvasions
                    } else {
                        Stage::GenerateCaptures
                    };
                    self.table_move
                }
                Stage::GenerateCaptures => {
                    let captures = source.pos.generate::<Captures>();
                    self.push(source, &captures, capture_score);
                    self.stage = Stage::WinningCaptures;
                    None
                }
                Stage::WinningCaptures => self.winning_capture(source),
                Stage::FirstKiller => self.killer(source, 0, Stage::SecondKiller),
                Stage::SecondKiller => self.killer(source, 1, Stage::GenerateQuiets),
                Stage::GenerateQuiets => {
                    self.generate_quiets(source);
                    None
                }
                Stage::Quiets => self.quiet(source),
                Stage::LosingCaptures => self.losing_capture(source),
                Stage::GenerateEvasions => {
                    let evasions = source.pos.generate::<Evasions>();
                    let line = self.line;
                    self.push(source, &evasions, |source, mv| evasion_score(source, mv, &line));
                    self.stage = Stage::Evasions;
                    None
                }
                Stage::Evasions | Stage::Checks => match self.select(source.moves) {
                    Some(mv) if self.skip_quiets && !is_noisy(mv) => None,
                    None => {
                        self.stage = Stage::Done;
                        None
                    }
                    found => found,
                },
                Stage::GenerateChecks => {
                    source.moves.truncate(self.begin);
                    self.next = self.begin;
                    let checks = source.pos.generate::<QuietChecks>();
                    let line = self.line;
                    let score = |source: &Source, mv| source.history.quiet(source.pos, mv, &line);
                    self.push(source, &checks, score);
                    self.stage = Stage::Checks;
                    None
                }
                Stage::Done => return None,
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// Puts generated moves on the stack, but for the table's move, which has been tried.
    fn push(&self, source: &mut Source, list: &MoveList, score: impl Fn(&Source, Move) -> i32) {
        for &mv in list.iter().filter(|&&mv| Some(mv) != self.table_move) {
            let score = score(source, mv);
            source.moves.push(ScoredMove { mv, score });
        }
    }

    /// Takes the best of the moves not tried yet.
    #[inline]
    fn select(&mut self, moves: &mut [ScoredMove]) -> Option<Move> {
        let rest = &mut moves[self.next..];
        let highest = rest.iter().map(|mv| mv.score).max()?;
        let best = rest.iter().position(|mv| mv.score == highest)?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].mv)
    }

    /// The best capture left that loses nothing; the others are put aside.
    fn winning_capture(&mut self, source: &mut Source) -> Option<Move> {
        while let Some(mv) = self.select(source.moves) {
            let least = match self.purpose {
                // A capture whose history is good may lose a little.
                Purpose::Main => -source.moves[self.next - 1].score / params::see_history_divisor(),
                Purpose::Quiescence { .. } => return Some(mv),
                Purpose::ProbCut { least } => least,
            };
            if source.pos.see_ge(mv, least) {
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

    fn killer(&mut self, source: &Source, which: usize, then: Stage) -> Option<Move> {
        self.stage = then;
        let possible = |mv: &Move| {
            !self.skip_quiets
                && Some(*mv) != self.table_move
                && !is_noisy(*mv)
                && source.pos.pseudo_legal(*mv)
        };
        self.killers[which] = self.killers[which].filter(possible);
        self.killers[which]
    }

    fn generate_quiets(&mut self, source: &mut Source) {
        self.next = self.losing;
        source.moves.truncate(self.losing);
        if !self.skip_quiets {
            let quiets = source.pos.generate::<Quiets>();
            let line = self.line;
            let quiet = source.history.quiet_history(source.pos, &line);
            self.push(source, &quiets, |_, mv| quiet.get(mv));
        }
        self.stage = Stage::Quiets;
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

    /// The captures put aside, in the order they were found.
    fn losing_capture(&mut self, source: &Source) -> Option<Move> {
        if self.next == self.losing {
            self.stage = Stage::Done;
            return None;
        }
        self.next += 1;
        Some(source.moves[self.next - 1].mv)
    }
}

/// Captures: the most valuable victim first, then by capture history.
fn capture_score(source: &Source, mv: Move) -> i32 {
    gain(source.pos, mv)
        + source.history.capture(source.pos, mv) * params::capture_history_weight() / 1024
}

/// Evasions: captures by victim and attacker, then quiet moves by their history.
fn evasion_score(source: &Source, mv: Move, line: &ContinuationKey) -> i32 {
    const CAPTURES_FIRST: i32 = 1 << 24;
    if is_noisy(mv) {
        let attacker = source.pos.piece_on(mv.from()).map_or(0, |piece| piece.piece_type().index());
        CAPTURES_FIRST + gain(source.pos, mv) - attacker as i32
    } else {
        source.history.quiet(source.pos, mv, line)
    }
}

/// What a capture or promotion gains if nothing takes back, in centipawns.
pub(super) fn gain(pos: &Position, mv: Move) -> i32 {
    let value = |kind: PieceType| PIECE_VALUE[kind].middlegame();
    let victim = if mv.is_en_passant() {
        value(PieceType::Pawn)
    } else if mv.is_capture() {
        pos.piece_on(mv.to()).map_or(0, |piece| value(piece.piece_type()))
    } else {
        0
    };
    victim + mv.promotion().map_or(0, |kind| value(kind) - value(PieceType::Pawn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::history_entry::PieceTo;

    const LINE: ContinuationKey = [PieceTo::NONE; 3];

    /// The moves of a picker, all stages through, legal ones only.
    fn picked(pos: &Position, table_move: Option<Move>, killers: [Option<Move>; 2]) -> Vec<Move> {
        let (history, mut moves) = (History::new(), Vec::new());
        let mut source = Source { pos, history: &history, moves: &mut moves };
        let mut picker = Picker::new(&source, table_move, killers, LINE);
        let mut all = Vec::new();
        while let Some(mv) = picker.next(&mut source) {
            if pos.legal(mv) {
                all.push(mv);
            }
        }
        picker.finish(&mut moves);
        assert!(moves.is_empty());
        all
    }

    /// Perft by picking: every picker's moves must be the generator's. Table move and killers are
    /// those of the node visited before, so that some fit and some do not.
    fn perft(pos: &mut Position, depth: u32, earlier: &mut [Option<Move>; 3]) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = picked(pos, earlier[0], [earlier[1], earlier[2]]);
        let mut sorted = moves.clone();
        let mut legal = pos.legal_moves().to_vec();
        sorted.sort();
        legal.sort();
        assert_eq!(sorted, legal, "{}", pos.fen());
        let mut nodes = 0;
        for mv in moves {
            *earlier = [Some(mv), earlier[0], earlier[1]];
            pos.do_move(mv);
            nodes += perft(pos, depth - 1, earlier);
            pos.undo_move();
        }
        nodes
    }

    #[test]
    fn every_legal_move_is_picked_once() {
        for (fen, nodes) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8902),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2812),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 9467),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 62_379),
            ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 12_189),
        ] {
            let mut pos = Position::from_fen(fen).unwrap();
            assert_eq!(perft(&mut pos, 3, &mut [None; 3]), nodes, "{fen}");
        }
    }

    #[test]
    fn captures_come_before_quiet_moves_and_losing_ones_last() {
        let pos = Position::from_fen("4k3/8/2p5/3p1q2/2P3N1/8/8/1R1QK3 w - - 0 1").unwrap();
        let moves = picked(&pos, None, [None; 2]);
        let text: Vec<_> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(&text[..1], ["c4d5"]);
        assert_eq!(text.last().map(String::as_str), Some("d1d5"));
    }

    #[test]
    fn any_sixteen_bits_are_safe_as_a_table_move() {
        let pos = Position::startpos();
        let legal = pos.legal_count();
        for bits in (0..=u16::MAX).filter(|bits| bits % 7 == 0) {
            assert_eq!(picked(&pos, Move::from_bits(bits), [None; 2]).len(), legal);
        }
    }

    #[test]
    fn prob_cut_picks_only_captures_that_win_enough() {
        let pos = Position::from_fen("4k3/8/2p5/3p1q2/2P3N1/8/8/1R1QK3 w - - 0 1").unwrap();
        let (history, mut moves) = (History::new(), Vec::new());
        let mut source = Source { pos: &pos, history: &history, moves: &mut moves };
        let mut picker = Picker::prob_cut(&source, None, LINE, 500);
        assert_eq!(picker.next(&mut source), None);
        let mut picker = Picker::prob_cut(&source, None, LINE, 0);
        assert_eq!(picker.next(&mut source).map(|mv| mv.to_string()).as_deref(), Some("c4d5"));
        assert_eq!(picker.next(&mut source), None);
    }
}

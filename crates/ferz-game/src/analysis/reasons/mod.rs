//! Reasons why a move was bad, each of them proven.
//!
//! [`explain`] compares the move with the best one and says only what the rules, a search of material, a mate or a
//! tablebase prove; without a proof it is silent. [`Reason::text`] is the one sentence that all programs show.
//!
//! ```
//! use ferz::Position;
//! use ferz_game::analysis::reasons::{Mistake, NoEvidence, ReasonKind, explain};
//! use ferz_game::analysis::{EvaluatedPosition, Evaluation};
//!
//! let position = Position::from_fen("4k3/8/8/3n4/8/8/3P4/3QK3 b - - 0 1")?;
//! let line = |start: &Position, moves: &[&str], centipawns| {
//!     let mut at = start.clone();
//!     let mut evaluated = EvaluatedPosition::new(Evaluation::Centipawns(centipawns));
//!     for text in moves {
//!         let mv = at.parse_san(text).unwrap();
//!         evaluated.line.push(mv);
//!         at.do_move(mv);
//!     }
//!     evaluated
//! };
//! let played = position.parse_san("Nc3")?;
//! let mut next = position.clone();
//! next.do_move(played);
//! let mistake = Mistake {
//!     before: &line(&position, &["Nf6", "Qe2+", "Kf7"], 700),
//!     after: &line(&next, &["dxc3"], 1400),
//!     position: &position,
//!     played,
//! };
//! let reasons = explain(&mistake, &mut NoEvidence).unwrap();
//! assert_eq!(reasons[0].kind, ReasonKind::Hanging);
//! assert_eq!(reasons[0].text(&mistake), "The knight can be taken on c3: 2. dxc3 wins a knight.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod gain;
mod game;
mod hint;
pub mod motifs;
mod proof;
#[cfg(test)]
mod tests;
mod threat;
mod words;

pub use game::{ExplainedMove, explain_game, explain_move};
pub use hint::{Hint, solution_reasons};
pub use proof::Proof;
pub use words::explanation;

use super::{EvaluatedPosition, Evaluation, ScoreCurve};
use crate::GameResult;
use crate::svg::squares_of;
use ferz::{Color, Move, Position, Square};
use gain::{Gain, Line, Motif, Pieces, motif};
use motifs::balance;
use proof::{GAIN_NODES, has_target, is_settled, prove_gain, prove_mate, prove_promotion};
use std::convert::Infallible;
use threat::Threat;

/// A move that loses, with the lines of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a> {
    /// The position before the move, with the moves before it.
    pub position: &'a Position,
    /// The move, which is legal there.
    pub played: Move,
    /// The evaluation of that position and its best line.
    pub before: &'a EvaluatedPosition,
    /// The evaluation of the position after the move and its best line, which refutes the move.
    pub after: &'a EvaluatedPosition,
}

/// A source of more evidence than the lines of a [`Mistake`].
pub trait Evidence {
    /// The error of a source.
    type Error;

    /// Returns the best lines of a position, best first: at most `count`, and none if there is no engine.
    ///
    /// # Errors
    /// If a search fails.
    fn best_lines(
        &mut self,
        position: &Position,
        count: usize,
    ) -> Result<Vec<EvaluatedPosition>, Self::Error>;

    /// Returns the result of a position by a tablebase, and `None` without a table.
    ///
    /// # Errors
    /// If a table cannot be read.
    fn table_result(&mut self, position: &Position) -> Result<Option<GameResult>, Self::Error>;
}

/// The source without engine and tablebases.
#[derive(Clone, Copy, Debug)]
pub struct NoEvidence;

impl Evidence for NoEvidence {
    type Error = Infallible;

    fn best_lines(&mut self, _: &Position, _: usize) -> Result<Vec<EvaluatedPosition>, Infallible> {
        Ok(Vec::new())
    }

    fn table_result(&mut self, _: &Position) -> Result<Option<GameResult>, Infallible> {
        Ok(None)
    }
}

/// The kinds of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ReasonKind {
    /// Mate that can be forced.
    Mate,
    /// Mate along the back rank.
    BackRank,
    /// A piece can be captured with profit.
    Hanging,
    /// The move takes the guard of a piece away, or the guard is captured.
    Undefended,
    /// A guard has two tasks.
    Overloaded,
    /// One piece attacks two or more.
    Fork,
    /// A piece cannot leave its line.
    Pin,
    /// A piece is attacked along a line, and one of less value stands behind it.
    Skewer,
    /// A piece moves and opens the line of another.
    DiscoveredAttack,
    /// A piece is attacked and has no safe square.
    Trapped,
    /// A pawn can no longer be stopped.
    Promotion,
    /// A threat of mate, which cannot be parried for nothing.
    MateThreat,
    /// An exchange is not completed.
    NotTakenBack,
    /// Material is lost by force, by none of the motifs above.
    Material,
    /// A draw by the rules: stalemate, repetition or too little material.
    Draw,
    /// The result by a tablebase changes.
    Table,
    /// All other moves lose.
    OnlyMove,
}

impl ReasonKind {
    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::BackRank => "back-rank",
            Self::Hanging => "hanging",
            Self::Undefended => "undefended",
            Self::Overloaded => "overloaded",
            Self::Fork => "fork",
            Self::Pin => "pin",
            Self::Skewer => "skewer",
            Self::DiscoveredAttack => "discovered-attack",
            Self::Trapped => "trapped",
            Self::Promotion => "promotion",
            Self::MateThreat => "mate-threat",
            Self::NotTakenBack => "not-taken-back",
            Self::Material => "material",
            Self::Draw => "draw",
            Self::Table => "table",
            Self::OnlyMove => "only-move",
        }
    }
}

/// The move that a reason is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Concern {
    /// The move played: what it allows. The line begins after it.
    Played,
    /// The best move: what was missed. The line begins with it.
    Best,
}

impl Concern {
    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Best => "best",
        }
    }
}

/// A reason why a move was bad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The kind.
    pub kind: ReasonKind,
    /// The move that it is about.
    pub concern: Concern,
    /// The squares to show: first that of the piece that acts or is lost, then the targets.
    pub squares: Vec<Square>,
    /// The line that shows it, from the position of [`concern`](Self::concern).
    pub line: Vec<Move>,
    /// How it is proven.
    pub proof: Proof,
    gain: Option<Won>,
    threat: Option<Threat>,
    /// The reply to the move played and what follows, where the only good move is all that there is to say.
    reply: Vec<Move>,
}

impl Reason {
    /// Returns the material that is proven to be won, in pawns; none if the reason is another one.
    pub fn pawns(&self) -> Option<i32> {
        self.gain.map(|won| won.proven)
    }
}

/// The material that a line wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Won {
    /// The pieces won and paid in the line.
    exchanged: [Pieces; 2],
    /// The pawns that the line wins, and those proven.
    pawns: i32,
    proven: i32,
    /// True if the end of the line keeps what it wins, and the scores fall as much: then that is said.
    is_kept: bool,
    /// The moves of the line after which the pieces of the motif stand on their squares.
    scene: usize,
}

/// The least loss of score for each pawn that is said to be lost: an engine that sees no such loss disagrees.
const CENTIPAWNS_FOR_PAWN: i32 = 35;

/// The same where only the engine's best defences prove the loss: three lines show less than a search of all replies.
const CENTIPAWNS_BY_DEFENCES: i32 = 80;

/// The gain in pawns that is no reason if the scores fall by more than [`CENTIPAWNS_AT_MOST`] for each of them: something
/// worse has happened, which is not proven.
const SMALL_GAIN: i32 = 2;
const CENTIPAWNS_AT_MOST: i32 = 300;

/// The score up to which a fall is counted for that: what is lost beyond is lost already.
const DECIDED: i32 = 1_000;

/// The score from which a side is winning or losing, where a draw is the reason.
const WINNING: i32 = 150;

/// The score that stands for a mate.
const MATE: i32 = 10_000;

/// The amounts in pawns that are said if not the whole gain of a line is proven.
const CLASSES: [i32; 5] = [9, 5, 3, 2, 1];

/// The plies within which a gain has to come: what comes later is no reason that a person sees.
const LONGEST: usize = 12;

/// The plies to which a line is cut for a gain that is a little smaller, and the least number cut off.
const EARLY: usize = 7;
const EARLIER: usize = 4;

/// The plies in which the material of lines is compared, of all lines alike: lines end anywhere, and what is won or paid
/// later says nothing of the move.
const COMPARED: usize = 16;

/// The plies of a line, of which each best defence has to lose the material: the engine's line beyond them is no proof.
const DEFENDED: usize = 8;

/// The best defences of which each has to lose the material, where no search of material proves it.
const DEFENCES: usize = 3;

/// Returns the reasons why a move was bad, what it allows first; empty if nothing is proven.
///
/// # Errors
/// The error of the source.
pub fn explain<E: Evidence>(
    mistake: &Mistake<'_>,
    evidence: &mut E,
) -> Result<Vec<Reason>, E::Error> {
    let side = mistake.position.side_to_move();
    let mut after = mistake.position.clone();
    if after.try_do_move(mistake.played).is_err()
        || mistake.before.line.first() == Some(&mistake.played)
    {
        return Ok(Vec::new());
    }
    let case = Case {
        side,
        refutation: Line::new(&after, &mistake.after.line),
        better: Line::new(mistake.position, &mistake.before.line),
        score: centipawns(mistake.before.evaluation, side),
        score_after: centipawns(mistake.after.evaluation, side),
        after,
        mistake,
    };
    let mut reasons = Vec::new();
    reasons.extend(case.table(evidence)?);
    reasons.extend(case.mate(Concern::Played));
    if !reasons.iter().any(|reason| reason.kind != ReasonKind::Table) {
        reasons.extend(case.draw(Concern::Played));
        reasons.extend(case.allowed_gain(evidence)?);
    }
    if reasons.is_empty() {
        reasons.extend(case.threat(Concern::Played));
    }
    let allowed = reasons.len();
    reasons.extend(case.mate(Concern::Best));
    if reasons.len() == allowed {
        reasons.extend(case.draw(Concern::Best));
        reasons.extend(case.missed_gain(evidence)?);
    }
    if reasons.is_empty() {
        reasons.extend(case.threat(Concern::Best));
    }
    if reasons.len() == allowed {
        let shown = if allowed == 0 { REPLIES } else { 0 };
        let reply = case.refutation.moves.iter().copied().take(shown).collect();
        let only = case.only_move(evidence)?;
        reasons.extend(only.map(|reason| Reason { reply, ..reason }));
    }
    Ok(reasons)
}

/// Returns an evaluation from the view of a side, with mates as [`MATE`].
fn centipawns(evaluation: Evaluation, side: Color) -> i32 {
    let white = match evaluation {
        Evaluation::Centipawns(centipawns) => centipawns.clamp(-MATE, MATE),
        Evaluation::Mate { winner: Color::White, .. } => MATE,
        Evaluation::Mate { winner: Color::Black, .. } => -MATE,
    };
    if side == Color::White { white } else { -white }
}

/// A mistake with its lines as positions.
struct Case<'a> {
    mistake: &'a Mistake<'a>,
    side: Color,
    after: Position,
    refutation: Line<'a>,
    better: Line<'a>,
    /// The scores of the side that erred, before and after the move.
    score: i32,
    score_after: i32,
}

impl Case<'_> {
    fn line(&self, concern: Concern) -> &Line<'_> {
        match concern {
            Concern::Played => &self.refutation,
            Concern::Best => &self.better,
        }
    }

    fn reason(&self, kind: ReasonKind, concern: Concern, plies: usize, proof: Proof) -> Reason {
        let line = self.line(concern).moves[..plies].to_vec();
        let (squares, reply) = (Vec::new(), Vec::new());
        Reason { kind, concern, squares, line, proof, gain: None, threat: None, reply }
    }

    /// Returns true if the scores fall as much as a loss of these pawns requires.
    fn scores_fall(&self, pawns: i32) -> bool {
        self.score - self.score_after >= CENTIPAWNS_FOR_PAWN * pawns
    }

    /// Returns true if the move loses so much expected score.
    fn loses(&self, loss: f64) -> bool {
        let Mistake { before, after, .. } = self.mistake;
        self.expected(before.evaluation) - self.expected(after.evaluation) >= loss
    }

    /// Returns the expected score of the side that erred.
    fn expected(&self, evaluation: Evaluation) -> f64 {
        let white = ScoreCurve::GAMES_OF_PLAYERS.expected_score(evaluation);
        if self.side == Color::White { white } else { 1.0 - white }
    }

    /// Returns true if a gain is small beside what the scores say.
    fn is_beside_the_point(&self, pawns: i32) -> bool {
        let fall = self.score.clamp(-DECIDED, DECIDED) - self.score_after.clamp(-DECIDED, DECIDED);
        pawns <= SMALL_GAIN && fall > CENTIPAWNS_AT_MOST * pawns
    }

    /// The mate that one of the lines ends with.
    fn mate(&self, concern: Concern) -> Option<Reason> {
        let Mistake { before, after, .. } = self.mistake;
        let mate_of = |evaluated: &EvaluatedPosition, winner| match evaluated.evaluation {
            Evaluation::Mate { winner: side, moves } if side == winner => Some(moves),
            _ => None,
        };
        let (evaluated, other, winner) = match concern {
            Concern::Played => (after, before, !self.side),
            Concern::Best => (before, after, self.side),
        };
        let moves = mate_of(evaluated, winner).filter(|&moves| moves > 0)?;
        if mate_of(other, winner).is_some() {
            return None;
        }
        let line = self.line(concern);
        let plies = 2 * moves as usize - 1;
        let announced = line.moves.len() == plies && line.end().is_checkmate();
        let proof = if prove_mate(&line.positions[0], moves.min(4), line.moves) {
            Proof::AllDefences
        } else if announced {
            Proof::Announced
        } else {
            return None;
        };
        let shown = line.moves.len().min(plies);
        let kind = if announced && motifs::is_back_rank_mate(line.end()) {
            ReasonKind::BackRank
        } else {
            ReasonKind::Mate
        };
        let loser = self.after.king(!winner);
        let mut reason = self.reason(kind, concern, shown, proof);
        reason.squares = vec![loser];
        (shown > 0).then_some(reason)
    }

    /// The draw by the rules that one of the lines ends with.
    fn draw(&self, concern: Concern) -> Option<Reason> {
        let Mistake { before, after, .. } = self.mistake;
        let (evaluated, other) = match concern {
            Concern::Played => (after, self.score),
            Concern::Best => (before, -self.score_after),
        };
        if evaluated.evaluation != Evaluation::Centipawns(0) || other < WINNING {
            return None;
        }
        let line = self.line(concern);
        let is_draw = |position: &Position| {
            position.is_stalemate()
                || position.is_insufficient_material()
                || position.is_repetition(2)
        };
        let plies = (1..line.positions.len()).find(|&plies| is_draw(&line.positions[plies]))?;
        let mut reason = self.reason(ReasonKind::Draw, concern, plies, Proof::Rules);
        reason.squares = vec![squares_of(line.moves[plies - 1])[1]];
        Some(reason)
    }

    /// The result by a tablebase that the move gives away.
    fn table<E: Evidence>(&self, evidence: &mut E) -> Result<Option<Reason>, E::Error> {
        let Some(before) = evidence.table_result(self.mistake.position)? else { return Ok(None) };
        let Some(after) = evidence.table_result(&self.after)? else { return Ok(None) };
        let value = |result: GameResult| match result.winner() {
            Some(winner) if winner == self.side => 1,
            Some(_) => -1,
            None => 0,
        };
        if value(after) >= value(before) {
            return Ok(None);
        }
        let mut reason =
            self.reason(ReasonKind::Table, Concern::Played, 0, Proof::Table([before, after]));
        reason.squares = vec![squares_of(self.mistake.played)[1]];
        reason.line = self.refutation.moves.iter().copied().take(1).collect();
        Ok(Some(reason))
    }

    /// The material that the move played loses.
    fn allowed_gain<E: Evidence>(&self, evidence: &mut E) -> Result<Option<Reason>, E::Error> {
        let winner = !self.side;
        let position = self.mistake.position;
        // A recapture completes an exchange, unless it goes on: the loss is counted from there.
        let goes_on = self.refutation.moves.first().map(|mv| mv.to());
        let played = self.mistake.played;
        let completes = self.takes_back(played) && goes_on != Some(played.to());
        let base = if completes { &self.after } else { position };
        let start = balance(base, winner);
        let Some(gain) = self.refutation.gain(winner, start, i32::MAX) else { return Ok(None) };

        let kept = self.better.last_quiet_balance(self.side);
        let reached = -(start + gain.pawns);
        if kept.is_some_and(|kept| kept <= reached) || !self.scores_fall(gain.pawns) {
            return Ok(None);
        }
        let least = kept.map_or(1, |kept| (1 - kept - start).max(1)).min(gain.pawns);
        self.gain_reason(Concern::Played, base, gain, least, evidence)
    }

    /// The material that the best move would have won.
    fn missed_gain<E: Evidence>(&self, evidence: &mut E) -> Result<Option<Reason>, E::Error> {
        let position = self.mistake.position;
        let start = balance(position, self.side);
        let best = self.better.moves.first().copied();
        let takes_back = best.is_some_and(|best| self.takes_back(best));
        let Some(gain) = self.better.gain(self.side, start, i32::MAX) else { return Ok(None) };

        let kept = self.refutation.last_quiet_balance(self.side).unwrap_or(start);
        if kept >= start + gain.pawns || !self.scores_fall(gain.pawns) {
            return Ok(None);
        }
        // What the move played takes as well is not what it misses.
        if gain.pawns <= self.taken_by_both() {
            return Ok(None);
        }
        let least = (kept - start + 1).max(1);
        let reason = self.gain_reason(Concern::Best, position, gain, least, evidence)?;
        Ok(reason.map(|mut reason| {
            if takes_back && matches!(reason.kind, ReasonKind::Hanging | ReasonKind::Material) {
                reason.kind = ReasonKind::NotTakenBack;
            }
            reason
        }))
    }

    /// Returns the value of the piece that both the best move and the move played capture.
    fn taken_by_both(&self) -> i32 {
        let captures = |&mv: &Move| mv.is_capture() && mv.to() == self.mistake.played.to();
        let best = self.better.moves.first().copied().filter(captures);
        let piece = best.and_then(|best| self.mistake.position.board().captured_by(best));
        piece.map_or(0, |piece| motifs::value(piece.piece_type()))
    }

    /// Returns true if a move captures where the last move captured.
    fn takes_back(&self, mv: Move) -> bool {
        let position = self.mistake.position;
        let last = position.last_move().filter(|last| last.is_capture());
        mv.is_capture() && last.is_some_and(|last| last.to() == mv.to())
    }

    /// Returns the reason of a gain, if a gain of at least `least` pawns is proven.
    fn gain_reason<E: Evidence>(
        &self,
        concern: Concern,
        base: &Position,
        gain: Gain,
        least: i32,
        evidence: &mut E,
    ) -> Result<Option<Reason>, E::Error> {
        let line = self.line(concern);
        let (after, winner) = (&line.positions[1], line.positions[0].side_to_move());
        let start = balance(base, winner);
        let Some((pawns, proof)) = self.proven(after, start, gain, least, evidence)? else {
            return Ok(None);
        };
        let Some((gain, pawns)) = self.shown(line, start, pawns, least) else { return Ok(None) };
        let found = motif(line, winner, gain.plies).filter(|(motif, _)| match motif {
            Motif::Promotion { .. } => promotes_by_force(line, gain.plies),
            _ => true,
        });
        let scene = found.as_ref().map_or(0, |&(_, scene)| scene);
        let (kind, squares) = self.kind_of(concern, found.as_ref().map(|(motif, _)| motif));
        let exchanged = line.exchanged(winner, base, gain.plies);
        let is_kept = gain.pawns == pawns
            || self.score - self.score_after >= CENTIPAWNS_BY_DEFENCES * gain.pawns
                && is_settled(&line.positions[gain.plies], winner, start + gain.pawns);
        if self.is_beside_the_point(if is_kept { gain.pawns } else { pawns }) {
            return Ok(None);
        }
        let won = Won { exchanged, pawns: gain.pawns, proven: pawns, is_kept, scene };
        let reason = self.reason(kind, concern, gain.plies, proof);
        let threat = match found {
            Some((Motif::MateThreat { mate, .. }, _)) => Some(Threat { mate, is_known: false }),
            _ => None,
        };
        Ok(Some(Reason { squares, gain: Some(won), threat, ..reason }))
    }

    /// Returns the shortest beginning of a line that shows a gain, and the pawns that it shows: those proven, or a smaller
    /// class of at least `least` pawns if the line loses some of it again. `start` is the balance that it is counted from.
    fn shown(&self, line: &Line<'_>, start: i32, pawns: i32, least: i32) -> Option<(Gain, i32)> {
        let winner = line.positions[0].side_to_move();
        let blow = |pawns: i32| {
            let gain = line.blow(winner, start, pawns).filter(|gain| gain.plies <= LONGEST)?;
            Some((gain, pawns))
        };
        let mut smaller = CLASSES.into_iter().filter(|&class| class < pawns && class >= least);
        let Some((whole, pawns)) = blow(pawns) else { return smaller.find_map(blow) };
        // What is won much earlier is what a person sees, if it is most of the gain.
        let mut most = smaller.filter(|&class| 2 * class > pawns).filter_map(blow);
        let early =
            most.find(|(gain, _)| gain.plies <= EARLY && gain.plies + EARLIER <= whole.plies);
        Some(early.unwrap_or((whole, pawns)))
    }

    /// Returns the greatest gain that is proven, from `least` to that of the line, for a position after the first move
    /// of the line. `start` is the balance that the gain is counted from.
    fn proven<E: Evidence>(
        &self,
        after: &Position,
        start: i32,
        gain: Gain,
        least: i32,
        evidence: &mut E,
    ) -> Result<Option<(i32, Proof)>, E::Error> {
        let mut nodes = GAIN_NODES;
        if let Some(proof) = prove_gain(after, start + gain.pawns, &mut nodes) {
            return Ok(Some((gain.pawns, proof)));
        }
        let by_engine = defences(after, start, evidence)?;
        // The ends of long lines are a pawn more or less: only the class of the gain is said, and of that what the
        // fall of the scores is worth.
        let fall = (self.score - self.score_after) / CENTIPAWNS_BY_DEFENCES;
        let most = gain.pawns.min(fall);
        let class = |pawns: i32| CLASSES.into_iter().find(|&class| class <= pawns.min(most));
        let by_engine = by_engine.and_then(|(pawns, proof)| Some((class(pawns)?, proof)));
        let known = by_engine.map_or(0, |(pawns, _)| pawns);
        let smaller = CLASSES.into_iter();
        let mut smaller =
            smaller.filter(|&pawns| pawns < gain.pawns && pawns > known && pawns >= least);
        let by_search =
            smaller.find_map(|pawns| Some((pawns, prove_gain(after, start + pawns, &mut nodes)?)));
        Ok(by_search.or(by_engine.filter(|&(pawns, _)| pawns >= least)))
    }

    /// Returns the kind and the squares of a motif.
    fn kind_of(&self, concern: Concern, found: Option<&Motif>) -> (ReasonKind, Vec<Square>) {
        let line = self.line(concern);
        match found {
            None => (ReasonKind::Material, vec![squares_of(line.moves[0])[1]]),
            Some(&Motif::Capture { target }) => {
                let kind = if concern == Concern::Played && self.leaves_unguarded(target) {
                    ReasonKind::Undefended
                } else {
                    ReasonKind::Hanging
                };
                (kind, vec![target])
            }
            Some(Motif::Fork { from, targets }) => {
                let squares = std::iter::once(*from).chain(targets.iter().copied());
                (ReasonKind::Fork, squares.collect())
            }
            Some(&Motif::Skewer { from, front, behind }) => {
                (ReasonKind::Skewer, vec![from, front, behind])
            }
            Some(&Motif::Discovered { from, slider, target }) => {
                (ReasonKind::DiscoveredAttack, vec![from, slider, target])
            }
            Some(&Motif::Pin { pinned, target }) => (ReasonKind::Pin, vec![pinned, target]),
            Some(&Motif::GuardCaptured { guard, target }) => {
                (ReasonKind::Undefended, vec![target, guard])
            }
            Some(&Motif::Overloaded { guard, targets }) => {
                (ReasonKind::Overloaded, vec![guard, targets[0], targets[1]])
            }
            Some(Motif::MateThreat { squares, .. }) => (ReasonKind::MateThreat, squares.clone()),
            Some(&Motif::Trapped { square }) => (ReasonKind::Trapped, vec![square]),
            Some(&Motif::Promotion { pawn, square }) => (ReasonKind::Promotion, vec![pawn, square]),
        }
    }

    /// Returns true if the piece that was played guarded a piece that it no longer guards.
    fn leaves_unguarded(&self, target: Square) -> bool {
        let Mistake { position, played, .. } = *self.mistake;
        target != played.to()
            && position.by_color(self.side).contains(target)
            && position.attackers_to(target).contains(played.from())
            && !self.after.attackers_to(target).contains(played.to())
    }

    /// The best move, if the second best loses too.
    fn only_move<E: Evidence>(&self, evidence: &mut E) -> Result<Option<Reason>, E::Error> {
        let position = self.mistake.position;
        if self.better.moves.is_empty() || position.legal_count() < 3 {
            return Ok(None);
        }
        let lines = evidence.best_lines(position, 2)?;
        let [best, second] = lines.as_slice() else { return Ok(None) };
        let expected = |evaluation| self.expected(evaluation);
        let is_same = best.line.first() == self.better.moves.first();
        // The lower of both searches of the best move.
        let score = expected(best.evaluation).min(expected(self.mistake.before.evaluation));
        let loses = |other| score - expected(other) >= ONLY_MOVE_LOSS;
        // Of two moves that win, the slower one is no mistake that a person feels.
        let still_wins = |evaluation| expected(evaluation) > 1.0 - ONLY_MOVE_SCORE;
        if still_wins(self.mistake.after.evaluation) || still_wins(second.evaluation) {
            return Ok(None);
        }
        if !is_same || score < ONLY_MOVE_SCORE || !loses(second.evaluation) {
            return Ok(None);
        }
        // One search of two lines has half of its nodes for each: the second best move is searched alone.
        let Some(&other) = second.line.first() else { return Ok(None) };
        let mut next = position.clone();
        next.do_move(other);
        let alone = match Evaluation::of_outcome(&next) {
            Some(evaluation) => Some(evaluation),
            None => evidence.best_lines(&next, 1)?.first().map(|found| found.evaluation),
        };
        if !alone.is_some_and(loses) {
            return Ok(None);
        }
        let mut reason = self.reason(ReasonKind::OnlyMove, Concern::Best, 1, Proof::Scores);
        reason.squares = squares_of(self.better.moves[0]).to_vec();
        Ok(Some(reason))
    }
}

/// The least loss of expected score by the second best move, and the least expected score of an only move. With 0.10, which
/// makes all other moves mistakes, a longer search finds other good ones.
const ONLY_MOVE_LOSS: f64 = 0.12;
const ONLY_MOVE_SCORE: f64 = 0.35;

/// The plies that are shown of the answer to a move, if that is all: one move seldom says what is wrong.
const REPLIES: usize = 3;

/// Returns true if the pawn that promotes within these moves of a line cannot be stopped after its first move.
fn promotes_by_force(line: &Line<'_>, plies: usize) -> bool {
    let Some(ply) = (0..plies).step_by(2).find(|&ply| line.moves[ply].is_promotion()) else {
        return false;
    };
    ply == 0 || prove_promotion(&line.positions[1], line.origin(1, ply))
}

/// Returns the least gain that the engine's best defences leave, if they were searched; `start` is the balance that it is
/// counted from.
fn defences<E: Evidence>(
    after: &Position,
    start: i32,
    evidence: &mut E,
) -> Result<Option<(i32, Proof)>, E::Error> {
    let winner = !after.side_to_move();
    let lines = evidence.best_lines(after, DEFENCES)?;
    if lines.is_empty() || lines.len() < DEFENCES.min(after.legal_count()) {
        return Ok(None);
    }
    let gain = |evaluated: &EvaluatedPosition| {
        let line = Line::new(after, &evaluated.line);
        if line.end().is_checkmate() {
            return if line.end().side_to_move() == winner { 0 } else { i32::MAX };
        }
        // What is won late or lost again proves nothing.
        let begins = Line::new(after, &evaluated.line[..evaluated.line.len().min(DEFENDED - 1)]);
        let has = |&pawns: &i32| has_target(begins.end(), winner, start + pawns);
        let early = CLASSES.into_iter().find(has).unwrap_or(0);
        line.last_quiet_balance(winner).map_or(early, |balance| early.min(balance - start))
    };
    // A defence may keep more material than the best one at a price elsewhere, as under an attack: it is no better.
    let score = |evaluated: &EvaluatedPosition| centipawns(evaluated.evaluation, winner);
    let best = score(&lines[0]);
    let worth = |evaluated| {
        let elsewhere = (score(evaluated) - best) / CENTIPAWNS_BY_DEFENCES;
        gain(evaluated).saturating_add(elsewhere.max(0))
    };
    let least = lines.iter().map(worth).min().filter(|&pawns| pawns > 0);
    Ok(least.map(|pawns| (pawns, Proof::Defences(lines.len() as u8))))
}

//! Reasons in words: one plain sentence each, without scores and without praise.

use super::gain::Pieces;
use super::motifs::{MATERIAL, type_on};
use super::proof::passed;
use super::{Concern, Mistake, Proof, Reason, ReasonKind, Won};
use ferz::{PieceType, Position, Square};

/// The moves of a mate that is shown to its end, and the plies that are shown of a longer one.
const SHOWN_MATE: usize = 4;
const MATE_PLIES: usize = 5;

/// Returns the sentences of reasons, separated by a space.
pub fn explanation(mistake: &Mistake<'_>, reasons: &[Reason]) -> String {
    let sentences: Vec<_> = reasons.iter().map(|reason| reason.text(mistake)).collect();
    sentences.join(" ")
}

impl Reason {
    /// Returns the position from which [`line`](Self::line) is played.
    pub fn start(&self, mistake: &Mistake<'_>) -> Position {
        let mut start = mistake.position.clone();
        if self.concern == Concern::Played {
            start.do_move(mistake.played);
        }
        start
    }

    /// Returns the sentence, with the moves numbered as in the game.
    ///
    /// # Panics
    /// If the move of the mistake is not legal.
    pub fn text(&self, mistake: &Mistake<'_>) -> String {
        let start = self.start(mistake);
        let sentence = Sentence { reason: self, mistake, start: &start };
        match self.kind {
            ReasonKind::Mate | ReasonKind::BackRank => sentence.mate(),
            ReasonKind::Draw => sentence.draw(),
            ReasonKind::Table => sentence.table(),
            ReasonKind::OnlyMove => sentence.only_move(),
            ReasonKind::MateThreat if self.gain.is_none() => sentence.mate_threat(),
            _ => sentence.gain(),
        }
    }
}

/// A reason with the position from which its line is played.
struct Sentence<'a> {
    reason: &'a Reason,
    mistake: &'a Mistake<'a>,
    start: &'a Position,
}

impl Sentence<'_> {
    /// Returns the first moves of the line with numbers.
    fn line(&self, plies: usize) -> String {
        let moves = &self.reason.line[..plies.min(self.reason.line.len())];
        self.start.numbered_san_line(moves).unwrap_or_default()
    }

    fn whole_line(&self) -> String {
        self.line(self.reason.line.len())
    }

    /// Returns the position within the line in which the pieces of the motif stand on their squares.
    fn scene(&self, won: &Won) -> Position {
        let mut position = self.start.clone();
        self.reason.line[..won.scene].iter().for_each(|&mv| position.do_move(mv));
        position
    }

    fn mate(&self) -> String {
        let moves = self.reason.line.len().div_ceil(2);
        let place = match self.reason.kind {
            ReasonKind::BackRank => " on the back rank",
            _ => "",
        };
        // A long mate fills lines of text: its first moves are enough to begin with.
        let (begins, line) = match moves {
            ..=SHOWN_MATE => (":", self.whole_line()),
            _ => (", beginning with", self.line(MATE_PLIES)),
        };
        let winner = self.start.side_to_move();
        match (self.reason.concern, moves) {
            (Concern::Played, 1) => format!("It allows mate{place}: {line}."),
            (Concern::Played, _) => format!("{winner} mates{place} in {moves}{begins} {line}."),
            (Concern::Best, 1) => format!("{line} is mate{place}."),
            (Concern::Best, _) => format!("It misses mate{place} in {moves}{begins} {line}."),
        }
    }

    fn draw(&self) -> String {
        let mut end = self.start.clone();
        self.reason.line.iter().for_each(|&mv| end.do_move(mv));
        let draw = if end.is_stalemate() {
            "stalemate"
        } else if end.is_insufficient_material() {
            "a draw by too little material"
        } else {
            "a draw by repetition"
        };
        let line = self.whole_line();
        match self.reason.concern {
            Concern::Played => format!("The win is gone: {line} is {draw}."),
            Concern::Best => format!("It misses {draw}: {line}."),
        }
    }

    fn only_move(&self) -> String {
        let best = self.line(1);
        if self.reason.reply.is_empty() {
            return format!("{best} was the only good move.");
        }
        let Mistake { position, played, .. } = *self.mistake;
        let line = position.numbered_san_line(&[played]).unwrap_or_default();
        let mut after = position.clone();
        after.do_move(played);
        let reply = after.numbered_san_line(&self.reason.reply).unwrap_or_default();
        format!("{best} was the only good move: {line} is answered by {reply}.")
    }

    fn table(&self) -> String {
        let Proof::Table(results) = self.reason.proof else { return String::new() };
        let side = self.mistake.position.side_to_move();
        let [before, after] = results.map(|result| match result.winner() {
            None => "drawn",
            Some(winner) if winner == side => "won",
            Some(_) => "lost",
        });
        let played = self.mistake.position.numbered_san_line(&[self.mistake.played]);
        let played = played.unwrap_or_default();
        format!("By the tablebase the position is {before} before {played} and {after} after it.")
    }

    /// Returns the sentence of a threat of mate that wins no material.
    fn mate_threat(&self) -> String {
        let Some(threat) = &self.reason.threat else { return String::new() };
        let mut end = self.start.clone();
        self.reason.line.iter().for_each(|&mv| end.do_move(mv));
        let passed = passed(&end);
        let mate = passed.and_then(|passed| passed.numbered_san_line(&threat.mate).ok());
        let mate = mate.unwrap_or_default();
        let target = self.reason.squares.get(2).map(|&square| name_on(&end, Some(square)));
        let mate = match target {
            Some(target) => format!("mate ({mate}) and attacks the {target}"),
            None => format!("mate: {mate}"),
        };
        let begins = match self.reason.concern {
            Concern::Played if threat.is_known => "It is no defence against",
            Concern::Played => "It allows",
            Concern::Best => "It misses",
        };
        format!("{begins} {}, which threatens {mate}.", self.whole_line())
    }

    /// Returns the words for the threat of mate by the move before the scene of a gain.
    fn threatens(&self, won: &Won) -> String {
        let mut before = self.start.clone();
        self.reason.line[..won.scene - 1].iter().for_each(|&mv| before.do_move(mv));
        let mv = before.numbered_san_line(&self.reason.line[won.scene - 1..won.scene]);
        let is_next = self.reason.threat.as_ref().is_some_and(|threat| threat.mate.len() == 1);
        let place = self.reason.squares.get(1).filter(|_| is_next);
        let place = place.map(|square| format!(" on {square}")).unwrap_or_default();
        let scene = self.scene(won);
        let target = self.reason.squares.get(2).map(|&square| name_on(&scene, Some(square)));
        let attacks = target.map(|target| format!(" and attacks the {target}"));
        let attacks = attacks.unwrap_or_default();
        format!(": {} threatens mate{place}{attacks}", mv.unwrap_or_default())
    }

    /// Returns the sentence of a gain of material.
    fn gain(&self) -> String {
        let Some(won) = self.reason.gain else { return String::new() };
        let what = material(&won);
        let line = self.whole_line();
        let squares = &self.reason.squares;
        let scene = self.scene(&won);
        let piece = |index: usize| name_on(&scene, squares.get(index).copied());
        let place = |index: usize| squares.get(index).map(Square::to_string).unwrap_or_default();
        let is_best = self.reason.concern == Concern::Best;
        let verb = if is_best { "would have won" } else { "wins" };
        // A queen for a pawn is no queen won.
        if let (ReasonKind::Material, Some(plies)) = (self.reason.kind, self.lasting_promotion()) {
            return self.promotes(plies);
        }
        let because = match self.reason.kind {
            ReasonKind::Hanging if !is_best => {
                let still =
                    if self.was_attacked(squares[0]) { "still be taken" } else { "be taken" };
                return format!(
                    "The {} can {still} on {}: {line} {verb} {what}.",
                    piece(0),
                    place(0)
                );
            }
            ReasonKind::Undefended if !is_best && squares.len() == 1 => {
                let played = self.mistake.position.numbered_san_line(&[self.mistake.played]);
                return format!(
                    "{} leaves the {} on {} without its guard: {line} {verb} {what}.",
                    played.unwrap_or_default(),
                    piece(0),
                    place(0)
                );
            }
            ReasonKind::NotTakenBack => {
                return format!("It does not take back: {line} {verb} {what}.");
            }
            ReasonKind::Promotion => {
                return match self.promotion() {
                    Some(plies) if is_best || plies == 1 => self.promotes(plies),
                    _ => format!("The pawn on {} can no longer be stopped: {line}.", place(0)),
                };
            }
            ReasonKind::Undefended if squares.len() > 1 => {
                format!(": it removes the guard of the {} on {}", piece(0), place(0))
            }
            ReasonKind::Overloaded => format!(
                ": the {} on {} cannot guard both {} and {}",
                piece(0),
                place(0),
                place(1),
                place(2)
            ),
            ReasonKind::Fork => {
                let targets: Vec<_> =
                    (1..squares.len()).map(|index| format!("the {}", piece(index))).collect();
                format!(": the {} on {} attacks {}", piece(0), place(0), list(&targets))
            }
            ReasonKind::Pin => format!(": the {} on {} is pinned", piece(0), place(0)),
            ReasonKind::Skewer => format!(
                ": the {} on {} attacks the {} and, behind it, the {}",
                piece(0),
                place(0),
                piece(1),
                piece(2)
            ),
            ReasonKind::DiscoveredAttack => {
                let is_check = squares.get(1).is_some_and(|&from| scene.checkers().contains(from));
                let what = if is_check { "check" } else { "attack" };
                format!(": a discovered {what} by the {} on {}", piece(1), place(1))
            }
            ReasonKind::MateThreat => self.threatens(&won),
            ReasonKind::Trapped => format!(": the {} on {} has no safe square", piece(0), place(0)),
            _ if !is_best => {
                let by_force = if self.is_forced(&won) { " by force" } else { "" };
                return format!("{} wins {what}{by_force}: {line}.", self.start.side_to_move());
            }
            _ => String::new(),
        };
        format!("{line} {verb} {what}{because}.")
    }

    /// Returns the plies of the line up to the first promotion of the side that begins it.
    fn promotion(&self) -> Option<usize> {
        let line = &self.reason.line;
        (0..line.len()).step_by(2).find(|&ply| line[ply].is_promotion()).map(|ply| ply + 1)
    }

    /// Returns the same if the new piece is not captured at once.
    fn lasting_promotion(&self) -> Option<usize> {
        let line = &self.reason.line;
        let stays =
            |&plies: &usize| line.get(plies).is_none_or(|reply| reply.to() != line[plies - 1].to());
        self.promotion().filter(stays)
    }

    /// Returns true if all replies were searched for what the sentence says.
    fn is_forced(&self, won: &Won) -> bool {
        let is_searched = matches!(self.reason.proof, Proof::AllReplies(_) | Proof::Forcing(_));
        is_searched && (!won.is_kept || won.proven == won.pawns)
    }

    /// Returns the sentence of a promotion by the last of the first `plies` moves. What the new piece does then is no part
    /// of it.
    fn promotes(&self, plies: usize) -> String {
        let line = self.line(plies);
        let piece = self.reason.line[plies - 1].promotion().unwrap_or(PieceType::Queen);
        match self.reason.concern {
            Concern::Played => format!("{} gets a {piece}: {line}.", self.start.side_to_move()),
            Concern::Best => format!("It misses a promotion: {line}."),
        }
    }

    /// Returns true if the piece on a square could be captured before the move too.
    fn was_attacked(&self, square: Square) -> bool {
        let position = self.mistake.position;
        square != self.mistake.played.to()
            && self.reason.line.first().is_some_and(|capture| {
                let attackers = position.attackers_to(square);
                attackers.contains(capture.from()) && super::motifs::is_in_danger(position, square)
            })
    }
}

/// Returns the name of the piece on a square.
fn name_on(position: &Position, square: Option<Square>) -> String {
    let piece = square.and_then(|square| type_on(position, square));
    piece.map_or_else(|| "piece".to_owned(), |piece| piece.to_string())
}

/// Returns the words for the material that is won, such as `a knight and a pawn` or `the exchange`.
fn material(won: &Won) -> String {
    // Less is proven than the line shows, which needs no words.
    if !won.is_kept {
        return "material".to_owned();
    }
    let [gained, paid] = won.exchanged;
    let count = |pieces: &Pieces| pieces.iter().sum::<i32>();
    if gained.iter().chain(&paid).any(|&number| number < 0)
        || count(&gained) > 3
        || count(&paid) > 2
    {
        return worth(won.pawns);
    }
    let rook = [0, 0, 0, 1, 0];
    if gained == rook && (paid == [0, 1, 0, 0, 0] || paid == [0, 0, 1, 0, 0]) {
        return "the exchange".to_owned();
    }
    match pieces_text(&paid) {
        None => pieces_text(&gained).unwrap_or_else(|| worth(won.pawns)),
        Some(paid) => match pieces_text(&gained) {
            Some(gained) => format!("{gained} for {paid}"),
            None => worth(won.pawns),
        },
    }
}

/// Returns the words for a number of pawns.
fn worth(pawns: i32) -> String {
    match pawns {
        1 => "a pawn".to_owned(),
        pawns => format!("material worth {pawns} pawns"),
    }
}

/// Returns the words for pieces, the most valuable first; none without pieces.
fn pieces_text(pieces: &Pieces) -> Option<String> {
    let mut parts = Vec::new();
    for (piece, &number) in MATERIAL.into_iter().zip(pieces).rev() {
        match number {
            0 => {}
            1 => parts.push(format!("a {piece}")),
            2 => parts.push(format!("two {piece}s")),
            _ => parts.push(format!("three {piece}s")),
        }
    }
    (!parts.is_empty()).then(|| list(&parts))
}

/// Joins words as `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

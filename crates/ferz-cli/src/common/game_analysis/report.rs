//! The report of an analysed game: the moves with an assessment, the worst moments and the accuracy.

use crate::common::formats::{counted, one_decimal, percent, wrapped};
use crate::common::output::escaped;
use crate::common::table::{Column, Table};
use crate::common::terminal_board::{BoardStyle, board};
use ferz::{Color, Move, Position, Score};
use ferz_game::analysis::reasons::ExplainedMove;
use ferz_game::analysis::{
    AnalysedMove, Evaluation, GameAnalysis, GamePhase, MoveAssessment, SideSummary, Thresholds,
};
use ferz_game::openings::OpeningClassifier;
use ferz_game::pgn::PgnGame;
use std::io::{self, Write};

/// The number of characters of a row before the better line.
const LINE_COLUMN: usize = 43;

/// The least number of characters for a better line, on a narrow terminal too.
const LEAST_LINE_WIDTH: usize = 16;

/// The number of characters of a row of the accuracies with a column for each phase.
const ACCURACY_WIDTH: usize = 66;

/// The number of characters before the lines below a position.
const LABEL_WIDTH: usize = 10;

/// The number of characters before a reason.
const REASON_INDENT: usize = 4;

/// The maximum number of plies of a line.
const LINE_PLIES: usize = 10;

/// The report of an analysed game for a person.
pub(crate) struct GameReport<'a> {
    pub(crate) game: &'a PgnGame,
    pub(crate) analysis: &'a GameAnalysis,
    /// The reasons of moves, which are printed below them.
    pub(crate) explained: &'a [ExplainedMove],
    pub(crate) thresholds: Thresholds,
    /// The sides whose moves are listed.
    pub(crate) sides: &'a [Color],
    /// The maximum number of moves listed for each side, of which the worst are kept.
    pub(crate) max_moves: usize,
    /// The number of worst moves whose positions are drawn.
    pub(crate) boards: usize,
    pub(crate) style: BoardStyle,
    /// The number of characters of a row.
    pub(crate) columns: usize,
}

/// A move with an assessment, with the position before it.
struct Mistake {
    position: Position,
    played: Move,
    assessment: MoveAssessment,
    side: Color,
    loss: f64,
    before: Evaluation,
    after: Evaluation,
    /// The best line of the position before the move.
    line: Vec<Move>,
    /// The best line after the move.
    reply: Vec<Move>,
    /// Why the move was bad; empty if nothing is proven.
    reason: String,
}

impl GameReport<'_> {
    /// Writes the players and the opening, the table of the moves with an assessment, the positions
    /// before the worst of them and the accuracy of both sides.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.title())?;
        let mistakes = self.mistakes();
        self.write_moves(out, &mistakes)?;
        let mut worst: Vec<_> =
            mistakes.iter().filter(|mistake| self.sides.contains(&mistake.side)).collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        for mistake in worst.into_iter().take(self.boards) {
            self.write_moment(out, mistake)?;
        }
        self.write_accuracy(out)
    }

    /// Returns a line with the players, the event, the date and the result, and one with the opening.
    fn title(&self) -> String {
        let tag = |name| self.game.tags.get(name).filter(|value| !value.starts_with('?'));
        let player = |name| tag(name).unwrap_or(name);
        let mut title = format!("{} - {}, {}", player("White"), player("Black"), self.game.result);
        for value in ["Event", "Date"].into_iter().filter_map(tag) {
            title.push_str(", ");
            title.push_str(value.trim_end_matches(".??"));
        }
        let mut classifier = OpeningClassifier::new();
        let mut cursor = self.game.tree.cursor();
        while cursor.forward() {
            classifier.add(cursor.position());
        }
        let title = wrapped(&escaped(&title), self.columns, 2);
        let opening = classifier
            .opening()
            .map(|opening| format!("\n{}", wrapped(&opening.to_string(), self.columns, 2)));
        title + &opening.unwrap_or_default()
    }

    /// Returns the moves with an assessment.
    fn mistakes(&self) -> Vec<Mistake> {
        let positions = self.analysis.positions();
        let mistake = |(index, mv): (usize, &AnalysedMove)| {
            let parent = self.game.tree.parent(mv.node)?;
            let explained = self.explained.iter().find(|explained| explained.index == index);
            Some(Mistake {
                position: self.game.tree.position(parent),
                played: self.game.tree.mv(mv.node)?,
                assessment: mv.assessment?,
                side: mv.side,
                loss: mv.loss,
                before: positions[index].evaluation,
                after: positions[index + 1].evaluation,
                line: positions[index].line.clone(),
                reply: positions[index + 1].line.clone(),
                reason: explained.map_or_else(String::new, ExplainedMove::text),
            })
        };
        let moves = self.analysis.moves().iter().enumerate();
        moves.filter(|(_, mv)| mv.assessment.is_some()).filter_map(mistake).collect()
    }

    /// Writes a table of moves for each side.
    fn write_moves(&self, out: &mut impl Write, mistakes: &[Mistake]) -> io::Result<()> {
        let Thresholds { inaccuracy, mistake, blunder } = self.thresholds;
        let text = format!(
            "Evaluations are in pawns from White's view; #3 is a mate in 3 by White, #-3 by Black. \
             Losses are percentage points of expected score, which is 50 in an even game: ?! from \
             {inaccuracy}, ? from {mistake}, ?? from {blunder}."
        );
        writeln!(out, "\n{}", wrapped(&text, self.columns, 0))?;
        for &side in self.sides {
            let mut moves: Vec<_> =
                mistakes.iter().filter(|mistake| mistake.side == side).collect();
            let summary = self.analysis.summary(side);
            if moves.is_empty() {
                let none = if summary.moves == 0 { "no moves" } else { "no weak moves" };
                writeln!(out, "\n{side}: {none}")?;
                continue;
            }
            let all = moves.len();
            if all > self.max_moves {
                moves.sort_by(|a, b| b.loss.total_cmp(&a.loss));
                moves.truncate(self.max_moves);
                moves.sort_by_key(|mistake| mistake.position.fullmove_number());
            }
            let shown = if moves.len() < all {
                format!(" (the {} worst)", moves.len())
            } else {
                String::new()
            };
            writeln!(out, "\n{side}: {}{shown}", counts(summary))?;
            writeln!(out, "  {:<16}{:>8}{:>8}{:>6}  better", "move", "before", "after", "loss")?;
            for mistake in moves {
                writeln!(out, "{}", self.row(mistake))?;
                if !mistake.reason.is_empty() {
                    let width = self.columns.saturating_sub(REASON_INDENT);
                    let text = wrapped(&mistake.reason, width, REASON_INDENT);
                    writeln!(out, "{:REASON_INDENT$}{text}", "")?;
                }
            }
        }
        Ok(())
    }

    /// Returns the row of a move.
    fn row(&self, mistake: &Mistake) -> String {
        let [before, after] = [mistake.before, mistake.after].map(evaluation_text);
        let width = self.columns.saturating_sub(LINE_COLUMN).max(LEAST_LINE_WIDTH);
        let line = fitting_line(&mistake.position, &mistake.line, width);
        let loss = format!("{:.1}", mistake.loss);
        format!("  {:<16}{before:>8}{after:>8}{loss:>6}  {line}", mistake.text())
    }

    /// Writes a move with the position before it, the better line and the reply that follows the move.
    fn write_moment(&self, out: &mut impl Write, mistake: &Mistake) -> io::Result<()> {
        let [before, after] = [mistake.before, mistake.after].map(evaluation_text);
        let (side, text) = (mistake.side, mistake.text());
        let title =
            format!("{side} played {text}, from {before} to {after}. The position before it:");
        writeln!(out, "\n{}\n", wrapped(&title, self.columns, 0))?;
        writeln!(out, "{}", board(&mistake.position, side, self.style))?;
        let width = self.columns.saturating_sub(LABEL_WIDTH);
        let better = fitting_line(&mistake.position, &mistake.line, width);
        writeln!(out, "{:<LABEL_WIDTH$}{better}", "  better")?;
        let mut position = mistake.position.clone();
        position.do_move(mistake.played);
        let reply = fitting_line(&position, &mistake.reply, width);
        if !reply.is_empty() {
            writeln!(out, "{:<LABEL_WIDTH$}{reply}", "  reply")?;
        }
        Ok(())
    }

    /// Writes the accuracy of both sides in the whole game and in each phase.
    fn write_accuracy(&self, out: &mut impl Write) -> io::Result<()> {
        let texts = Color::ALL.map(|side| {
            let all = self.analysis.summary(side);
            let [opening, middlegame, endgame] = GamePhase::ALL
                .map(|phase| percent(self.analysis.phase_summary(side, phase).accuracy));
            [percent(all.accuracy), opening, middlegame, endgame, one_decimal(all.average_loss)]
        });
        let names = ["game", "opening", "middlegame", "endgame", "mean loss"];
        if self.columns < ACCURACY_WIDTH {
            // A row for each phase.
            let columns = [
                Column::left("accuracy", 11),
                Column::right("White", 9),
                Column::right("Black", 8),
            ];
            let table = Table::new(&columns, None);
            writeln!(out, "\n{}", table.header())?;
            for (index, name) in names.iter().enumerate() {
                writeln!(out, "{}", table.row(&[name, &texts[0][index], &texts[1][index]]))?;
            }
            return Ok(());
        }
        let columns = names.iter().zip([9, 11, 11, 11, 10]);
        let columns = columns.map(|(name, width)| Column::right(name, width));
        let columns: Vec<_> = [Column::left("accuracy", 9)].into_iter().chain(columns).collect();
        let table = Table::new(&columns, None);
        writeln!(out, "\n{}", table.header())?;
        for (side, [game, opening, middlegame, endgame, loss]) in Color::ALL.iter().zip(&texts) {
            writeln!(out, "{}", table.row(&[side, game, opening, middlegame, endgame, loss]))?;
        }
        Ok(())
    }
}

impl Mistake {
    /// Returns the move with its number and the symbol of its assessment.
    fn text(&self) -> String {
        let san = self.position.numbered_san_line(&[self.played]).unwrap_or_default();
        format!("{san}{}", self.assessment.symbol())
    }
}

/// Returns the numbers of the assessments, such as `1 blunder, 2 mistakes`.
fn counts(summary: &SideSummary) -> String {
    let SideSummary { inaccuracies, mistakes, blunders, .. } = *summary;
    let counts = [(blunders, "blunder"), (mistakes, "mistake"), (inaccuracies, "inaccuracy")];
    let text = |(count, noun): (u32, &str)| match (count, noun) {
        (0, _) => None,
        (2.., "inaccuracy") => Some(format!("{count} inaccuracies")),
        _ => Some(counted(count, noun)),
    };
    counts.into_iter().filter_map(text).collect::<Vec<_>>().join(", ")
}

/// Returns an evaluation in pawns, or as mate.
fn evaluation_text(evaluation: Evaluation) -> String {
    match evaluation.score() {
        Score::Mate(0) => "mate".to_owned(),
        score => format!("{score:+}"),
    }
}

/// Returns the first moves of a line, of at most [`LINE_PLIES`], that fit the width.
fn fitting_line(position: &Position, line: &[Move], width: usize) -> String {
    let lines = (1..=line.len().min(LINE_PLIES))
        .rev()
        .map(|plies| position.numbered_san_line(&line[..plies]).unwrap_or_default());
    let mut lines = lines.skip_while(|text| text.len() > width);
    lines.next().unwrap_or_else(|| {
        line.first().map_or_else(String::new, |&mv| position.san(mv).to_string())
    })
}

//! Endgame tablebases: what the search may ask them, and what their answers are worth.
//!
//! The tables and their prober are [`ferz_syzygy`]'s. Inside the tree the search asks for outcomes
//! right after captures and pawn moves; at the root the moves are ranked by the distance to zeroing,
//! which makes sure that a won game is won in time.

pub(crate) mod root;

pub use ferz_syzygy::{ProbeError, TableKind, Tablebases, Wdl};

use crate::value::{Bound, DRAW, Value, tb_win_in};
use ferz::Position;
use std::fmt::Write;

/// When to ask tablebases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseSettings {
    /// Positions with as many men as the largest tables are looked up from this depth on; those
    /// with fewer at any depth.
    pub probe_depth: i32,
    /// The most men of a position that is looked up, kings included; 0 for none.
    pub probe_limit: usize,
    /// Wins that the fifty-move rule forestalls count as draws.
    pub fifty_move_rule: bool,
}

impl TablebaseSettings {
    /// What holds unless told otherwise.
    pub const DEFAULT: Self = Self { probe_depth: 1, probe_limit: 7, fifty_move_rule: true };
}

impl Default for TablebaseSettings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Tables and when to ask them.
#[derive(Clone, Copy)]
pub(crate) struct Probe<'a> {
    tables: &'a Tablebases,
    depth: i32,
    most_men: usize,
    fifty_move_rule: bool,
}

/// A win that the fifty-move rule forestalls is worth a little more than a draw: the other side
/// must play on with care.
const CURSED_WIN: Value = DRAW + 2;

impl<'a> Probe<'a> {
    /// How to ask these tables, if there is anything to ask.
    pub(crate) fn new(tables: &'a Tablebases, settings: &TablebaseSettings) -> Option<Self> {
        let most_men = settings.probe_limit.min(tables.max_men());
        let TablebaseSettings { probe_depth: depth, fifty_move_rule, .. } = *settings;
        (most_men > 0).then_some(Self { tables, depth, most_men, fifty_move_rule })
    }

    /// Whether tables may know a position, whatever its counter of the fifty-move rule.
    fn may_know(&self, pos: &Position) -> bool {
        pos.occupied().len() <= self.most_men && pos.castling_rights().is_empty()
    }

    /// The outcome of a position inside the tree, if tables are to be asked and know it. The
    /// counter of the fifty-move rule must be 0, as the tables take it to be.
    #[inline]
    pub(crate) fn outcome(&self, pos: &mut Position, depth: i32) -> Option<Wdl> {
        let wanted = depth >= self.depth || pos.occupied().len() < self.most_men;
        if !self.may_know(pos) || pos.rule50() != 0 || !wanted {
            return None;
        }
        self.tables.wdl(pos).ok()
    }

    /// What an outcome at `ply` is worth, and how that relates to the true value: a win may be a
    /// mate still, and a loss too.
    pub(crate) fn value(&self, outcome: Wdl, ply: usize) -> (Value, Bound) {
        let counted =
            if self.fifty_move_rule { outcome } else { outcome.without_fifty_move_rule() };
        match counted {
            Wdl::Win => (tb_win_in(ply), Bound::Lower),
            Wdl::CursedWin => (CURSED_WIN, Bound::Exact),
            Wdl::Draw => (DRAW, Bound::Exact),
            Wdl::BlessedLoss => (-CURSED_WIN, Bound::Exact),
            Wdl::Loss => (-tb_win_in(ply), Bound::Upper),
        }
    }
}

/// What was found in the folders of a path, in one line.
pub(crate) fn description(tables: &Tablebases, path: &str) -> String {
    let (wdl, dtz) = (tables.count(TableKind::Wdl), tables.count(TableKind::Dtz));
    let mut text = if wdl + dtz == 0 {
        format!("no tablebases in {path}")
    } else {
        format!("{wdl} WDL and {dtz} DTZ tablebases, up to {} men", tables.max_men())
    };
    if let [first, others @ ..] = tables.skipped() {
        // Writing to a string does not fail.
        let _ = write!(text, "; not used: {}: {}", first.path.display(), first.error);
        if !others.is_empty() {
            let _ = write!(text, " (and {} more)", others.len());
        }
    }
    text
}

/// What tables know of a position, in one line.
pub(crate) fn explain(tables: &Tablebases, pos: &Position) -> Result<String, ProbeError> {
    let mut pos = pos.clone();
    let wdl = tables.wdl(&mut pos)?;
    Ok(match tables.dtz(&mut pos) {
        Ok(dtz) => format!("{wdl}, {} plies to zeroing", dtz.abs()),
        Err(_) => wdl.to_string(),
    })
}

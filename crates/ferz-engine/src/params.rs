//! The numbers of the search, each declared once: name, default, range and step for tuning.
//!
//! Without the feature `tune` each is a constant; with it each is a cell that an option sets.
//! Values and margins are in centipawns, histories in their own units, depths in plies, and
//! reductions in 1024ths of a ply.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A number of the search that can be tuned.
#[derive(Debug)]
pub struct Parameter {
    /// The name, as the option of a tuning build has it.
    pub name: &'static str,
    /// The value it has now unless tuned.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// How far a tuner should move it at first.
    pub step: i32,
    /// Former name, still accepted as an option.
    pub alias: Option<&'static str>,
    #[cfg(feature = "tune")]
    cell: &'static AtomicI32,
}

#[cfg(feature = "tune")]
impl Parameter {
    /// Returns the name and the former name.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.alias)
    }

    /// The value now.
    pub fn get(&self) -> i32 {
        self.cell.load(Relaxed)
    }

    /// Changes the value, kept within its range.
    pub fn set(&self, value: i32) {
        self.cell.store(value.clamp(self.min, self.max), Relaxed);
    }
}

macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident $(alias $alias:literal)? = $default:literal in $min:literal..=$max:literal step $step:literal;)+) => {
        #[cfg(feature = "tune")]
        mod cells {
            #![allow(non_upper_case_globals, reason = "named as the functions that read them")]
            use super::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($default);)+
        }

        $(
            $(#[doc = $doc])+
            #[inline(always)]
            pub(crate) fn $name() -> i32 {
                #[cfg(feature = "tune")]
                return cells::$name.load(Relaxed);
                #[cfg(not(feature = "tune"))]
                $default
            }
        )+

        /// Every parameter.
        pub static PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            alias: [$($alias)?].first().copied(),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
            #[cfg(feature = "tune")]
            cell: &cells::$name,
        }),+];
    };
}

parameters! {
    /// Half the first aspiration window.
    aspiration_window = 10 in 5..=50 step 3;
    /// The window widens by this, in 1/32 of itself, after a fail.
    aspiration_growth = 36 in 4..=64 step 4;
    /// The window is wider by the square of the value expected, divided by this.
    aspiration_square_divisor alias "aspiration_certainty" = 6529 in 4096..=65536 step 2000;
    /// A half window above this is opened wholly.
    aspiration_max alias "aspiration_most" = 1389 in 300..=3000 step 150;

    /// Reverse futility: the deepest node.
    rfp_depth = 9 in 3..=14 step 1;
    /// Reverse futility: the margin a ply.
    rfp_margin = 52 in 30..=150 step 8;
    /// Reverse futility: what an improving evaluation takes off the margin.
    rfp_improving = 62 in 0..=150 step 8;
    /// Reverse futility: the least margin.
    rfp_margin_min alias "rfp_least" = 33 in 0..=80 step 5;

    /// Razoring: the deepest node.
    razor_depth = 4 in 1..=8 step 1;
    /// Razoring: the margin a ply.
    razor_margin = 297 in 100..=500 step 20;

    /// Null move: the shallowest node.
    nmp_depth alias "null_depth" = 3 in 1..=6 step 1;
    /// Null move: the reduction to begin with, in plies.
    nmp_base alias "null_base" = 4 in 2..=6 step 1;
    /// Null move: another ply of reduction for so many plies of depth.
    nmp_divisor alias "null_divisor" = 4 in 2..=8 step 1;
    /// Null move: another ply of reduction for so much evaluation above beta.
    nmp_eval alias "null_eval" = 168 in 80..=400 step 15;
    /// Null move: how far above beta the evaluation must be, but for the depth.
    nmp_margin alias "null_margin" = 132 in 0..=300 step 15;
    /// Null move: what a ply of depth takes off that margin.
    nmp_margin_depth alias "null_margin_depth" = 15 in 0..=50 step 3;
    /// Null move: the depth from which it must be verified.
    nmp_verify_depth alias "null_verify_depth" = 14 in 8..=24 step 1;

    /// ProbCut: the shallowest node.
    probcut_depth = 5 in 3..=8 step 1;
    /// ProbCut: how far above beta the reduced search must come.
    probcut_margin = 206 in 80..=350 step 15;

    /// Internal iterative reduction: the shallowest node.
    iir_depth = 4 in 2..=8 step 1;

    /// Late move pruning: moves tried at depth 0 before quiet ones are left out.
    lmp_base = 4 in 1..=10 step 1;
    /// Late move pruning: the deepest node.
    lmp_depth = 9 in 3..=12 step 1;

    /// Pruning of quiet moves: what an evaluation that does not improve adds to the reduction by
    /// which a move's depth is guessed.
    prune_not_improving = 512 in 0..=1500 step 80;
    /// Futility: the deepest reduced depth.
    futility_depth = 8 in 3..=12 step 1;
    /// Futility: the margin to begin with.
    futility_base = 116 in 20..=250 step 12;
    /// Futility: the margin a ply of reduced depth.
    futility_margin = 90 in 30..=200 step 10;

    /// Pruning of quiet moves by their history: the deepest reduced depth.
    history_prune_depth = 5 in 1..=8 step 1;
    /// Pruning of quiet moves by their history: the least history a ply, negated.
    history_prune_margin = 3581 in 1000..=8000 step 300;

    /// Pruning of losing quiet moves: the loss allowed, a ply of reduced depth squared.
    see_quiet_margin = 29 in 5..=60 step 4;
    /// Pruning of losing quiet moves: the deepest reduced depth.
    see_quiet_depth = 8 in 4..=12 step 1;
    /// Pruning of losing captures: the loss allowed a ply of depth.
    see_capture_margin = 107 in 30..=200 step 10;
    /// Pruning of losing captures: the deepest node.
    see_capture_depth = 8 in 4..=12 step 1;
    /// Pruning of losing captures: a capture's history that is worth a centipawn.
    see_capture_history = 63 in 16..=256 step 8;

    /// Singular extension: the shallowest node.
    singular_depth = 6 in 4..=10 step 1;
    /// Singular extension: the margin below the table's value, in 1/16 a ply.
    singular_margin = 19 in 8..=64 step 4;
    /// Double extension: how far below even that the other moves must stay.
    double_margin = 34 in 0..=60 step 4;
    /// Triple extension: how far below even that the other moves must stay.
    triple_margin = 85 in 40..=200 step 10;
    /// Double extension: the most on one line.
    double_extensions_max alias "doubles_most" = 13 in 4..=32 step 2;

    /// Late move reductions of quiet moves: the constant.
    lmr_quiet_base = 1113 in 200..=1800 step 80;
    /// Late move reductions of quiet moves: the factor of the two logarithms (base 2), in 1024ths.
    lmr_quiet_factor = 211 in 100..=400 step 12;
    /// Late move reductions of captures: the constant.
    lmr_noisy_base = 153 in -400..=1000 step 80;
    /// Late move reductions of captures: the factor of the two logarithms (base 2), in 1024ths.
    lmr_noisy_factor = 123 in 50..=400 step 12;
    /// Less reduction on a principal variation.
    lmr_pv = 40 in 0..=2500 step 100;
    /// Less reduction where a principal variation passes or once did.
    lmr_tt_pv alias "lmr_table_pv" = 428 in 0..=2500 step 100;
    /// More reduction where a cutoff is expected.
    lmr_cut_node = 1938 in 0..=3500 step 100;
    /// More reduction while the evaluation does not improve.
    lmr_not_improving = 444 in 0..=2000 step 100;
    /// More reduction where the table's move is a capture.
    lmr_tt_capture alias "lmr_table_capture" = 303 in 0..=2000 step 100;
    /// More reduction where the children of this node fail high often.
    lmr_child_cutoffs = 1126 in 0..=2000 step 100;
    /// That is more often than so many times.
    lmr_child_cutoffs_min alias "lmr_child_cutoffs_from" = 3 in 1..=8 step 1;
    /// Less reduction for a move that gives check.
    lmr_check = 906 in 0..=2000 step 100;
    /// Less reduction for a killer move.
    lmr_killer = 540 in 0..=2000 step 100;
    /// A quiet move's history that is worth a ply.
    lmr_history = 12412 in 3000..=20000 step 700;
    /// A capture's history that is worth a ply.
    lmr_capture_history = 8035 in 3000..=20000 step 700;
    /// After a reduced search that came back better: search deeper if above the best by this.
    lmr_deeper = 16 in 10..=120 step 8;
    /// And by this a ply.
    lmr_deeper_depth = 2 in 0..=8 step 1;

    /// Once a move has raised alpha, the others are searched a ply less deep: the shallowest node.
    alpha_raise_depth_min alias "raised_alpha_least" = 4 in 2..=8 step 1;
    /// The same: the deepest node.
    alpha_raise_depth_max alias "raised_alpha_most" = 13 in 8..=24 step 1;

    /// History bonus of a quiet cutoff move: a ply.
    bonus_factor = 62 in 50..=400 step 20;
    /// History bonus: the most.
    bonus_max = 1702 in 500..=3500 step 150;
    /// History malus of the quiet moves before it: a ply.
    malus_factor = 206 in 50..=500 step 20;
    /// History malus: the most.
    malus_max = 682 in 500..=3500 step 150;
    /// The bonus of a quiet move that refutes all answers, in 1024ths of that of a cutoff.
    prior_move_bonus alias "refutation_bonus" = 1360 in 0..=1536 step 160;
    /// The bonus of a reduced move that beats alpha at full depth too, in the same unit.
    post_lmr_bonus alias "answer_bonus" = 775 in 0..=1536 step 160;
    /// The malus of one that does not.
    post_lmr_malus alias "answer_malus" = 1299 in 0..=1536 step 160;

    /// Hindsight: the least that a reduced move must seem to gain to be searched a ply deeper;
    /// negative if it may even seem to lose so much.
    hindsight_gain = -44 in -100..=300 step 20;
    /// Hindsight: what a reduced move must seem to lose to be searched a ply less deep.
    hindsight_loss = 217 in 0..=400 step 20;
    /// By how much an evaluation must be better than before to improve.
    improving_margin = -35 in -40..=60 step 5;

    /// Quiescence: what a capture may add beyond its victim.
    quiescence_margin = 78 in 40..=350 step 15;
    /// Quiescence: the loss allowed to a move out of check.
    evasion_see_margin alias "evasion_loss" = 48 in 0..=200 step 15;
    /// Order of captures: what their history counts, in 1/1024 of a centipawn.
    capture_history_weight alias "capture_order" = 41 in 8..=256 step 8;
    /// Order of captures: the part of its place in the order that a good one may lose.
    see_history_divisor alias "capture_trust" = 19 in 8..=64 step 3;

    /// Correction history: its entries count, added up, in this part of a centipawn.
    corrhist_divisor alias "correction_grain" = 29 in 20..=120 step 6;
    /// Correction history: the depth whose error counts in full.
    corrhist_depth alias "correction_depth" = 8 in 3..=20 step 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_within_their_ranges() {
        for p in PARAMETERS {
            assert!(p.min < p.max && p.step > 0, "{}", p.name);
            assert!((p.min..=p.max).contains(&p.default), "{}", p.name);
        }
    }
}

//! Tunable search parameters, each declared once with its name, default, range and step.
//!
//! Each is a constant, or with the feature `tune` an atomic that a UCI option sets. Values and margins
//! are in centipawns, histories in their own units, depths in plies, and late move reductions in
//! 1024ths of a ply.
//!
//! Other numbers stay at the code that uses them: plies that define a step of the search, such as the
//! depth of a singular or ProbCut search and the length of an extension, since one more or less is
//! another algorithm; weights and limits of histories, which belong to their layout; table sizes; and
//! the constants of time management, which games at fixed nodes cannot tune.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A tunable search parameter.
#[derive(Debug)]
pub struct Parameter {
    /// Name, also that of the UCI option in tuning builds.
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Smallest value to try.
    pub min: i32,
    /// Largest value to try.
    pub max: i32,
    /// Step of a tuner: `C_end` of SPSA in OpenBench.
    pub step: i32,
    #[cfg(feature = "tune")]
    cell: &'static AtomicI32,
}

#[cfg(feature = "tune")]
impl Parameter {
    /// Returns the current value.
    pub fn get(&self) -> i32 {
        self.cell.load(Relaxed)
    }

    /// Sets the value, clamped to its range.
    pub fn set(&self, value: i32) {
        self.cell.store(value.clamp(self.min, self.max), Relaxed);
    }
}

macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal..=$max:literal step $step:literal;)+) => {
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

        /// All parameters.
        pub static PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
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
    /// Aspiration windows: half of the first window.
    aspiration_window = 10 in 5..=50 step 3;
    /// Aspiration windows: growth of the half window after a fail, in 1/32.
    aspiration_growth = 36 in 4..=64 step 4;
    /// Aspiration windows: divisor of the squared previous value, which is added to the half
    /// window.
    aspiration_square_divisor = 6529 in 4096..=65536 step 2000;
    /// Aspiration windows: largest half window; beyond it the window is open.
    aspiration_max = 1389 in 300..=3000 step 150;

    /// Reverse futility pruning: maximum depth.
    rfp_depth = 9 in 3..=14 step 1;
    /// Reverse futility pruning: margin per ply.
    rfp_margin = 52 in 30..=150 step 8;
    /// Reverse futility pruning: reduction of the margin while improving.
    rfp_improving = 62 in 0..=150 step 8;
    /// Reverse futility pruning: minimum margin.
    rfp_margin_min = 33 in 0..=80 step 5;

    /// Razoring: maximum depth.
    razor_depth = 4 in 1..=8 step 1;
    /// Razoring: margin per ply.
    razor_margin = 297 in 100..=500 step 20;

    /// Null move pruning: minimum depth.
    nmp_depth = 3 in 1..=6 step 1;
    /// Null move pruning: base reduction, in plies.
    nmp_base = 4 in 2..=6 step 1;
    /// Null move pruning: plies of depth for each further ply of reduction.
    nmp_divisor = 4 in 2..=8 step 1;
    /// Null move pruning: evaluation above beta for each further ply of reduction.
    nmp_eval = 168 in 80..=400 step 15;
    /// Null move pruning: margin of the static evaluation above beta at depth 0.
    nmp_margin = 132 in 0..=300 step 15;
    /// Null move pruning: decrease of that margin per ply of depth.
    nmp_margin_depth = 15 in 0..=50 step 3;
    /// Null move pruning: minimum depth of verification.
    nmp_verify_depth = 14 in 8..=24 step 1;

    /// ProbCut: minimum depth.
    probcut_depth = 5 in 3..=8 step 1;
    /// ProbCut: margin above beta.
    probcut_margin = 206 in 80..=350 step 15;

    /// Internal iterative reduction: minimum depth.
    iir_depth = 4 in 2..=8 step 1;

    /// Late move pruning: number of moves at depth 0.
    lmp_base = 4 in 1..=10 step 1;
    /// Late move pruning: maximum depth.
    lmp_depth = 9 in 3..=12 step 1;

    /// Pruning of quiet moves: addition to the estimated reduction while not improving.
    prune_not_improving = 512 in 0..=1500 step 80;
    /// Futility pruning: maximum reduced depth.
    futility_depth = 8 in 3..=12 step 1;
    /// Futility pruning: margin at reduced depth 0.
    futility_base = 116 in 20..=250 step 12;
    /// Futility pruning: margin per ply of reduced depth.
    futility_margin = 90 in 30..=200 step 10;

    /// History pruning: maximum reduced depth.
    history_prune_depth = 5 in 1..=8 step 1;
    /// History pruning: threshold per ply of reduced depth, negated.
    history_prune_margin = 3581 in 1000..=8000 step 300;

    /// SEE pruning of quiet moves: allowed loss per squared ply of reduced depth.
    see_quiet_margin = 29 in 5..=60 step 4;
    /// SEE pruning of quiet moves: maximum reduced depth.
    see_quiet_depth = 8 in 4..=12 step 1;
    /// SEE pruning of captures: allowed loss per ply of depth.
    see_capture_margin = 107 in 30..=200 step 10;
    /// SEE pruning of captures: maximum depth.
    see_capture_depth = 8 in 4..=12 step 1;
    /// SEE pruning of captures: capture history for each further centipawn of allowed loss.
    see_capture_history = 63 in 16..=256 step 8;

    /// Singular extension: minimum depth.
    singular_depth = 6 in 4..=10 step 1;
    /// Singular extension: margin below the table value, in 1/16 centipawn per ply.
    singular_margin = 19 in 8..=64 step 4;
    /// Double extension: further margin.
    double_margin = 34 in 0..=60 step 4;
    /// Triple extension: further margin.
    triple_margin = 85 in 40..=200 step 10;
    /// Double extensions: maximum number on a line.
    double_extensions_max = 13 in 4..=32 step 2;

    /// Late move reductions, quiet moves: base, also of the reduced depth that futility, history and
    /// SEE pruning use.
    lmr_quiet_base = 1113 in 200..=1800 step 80;
    /// Late move reductions, quiet moves: factor of the product of both base-2 logarithms, also for
    /// the reduced depth that futility, history and SEE pruning use.
    lmr_quiet_factor = 211 in 100..=400 step 12;
    /// Late move reductions, captures: base.
    lmr_noisy_base = 153 in -400..=1000 step 80;
    /// Late move reductions, captures: factor of the product of both base-2 logarithms.
    lmr_noisy_factor = 123 in 50..=400 step 12;
    /// Late move reductions: decrease on principal variations.
    lmr_pv = 40 in 0..=2500 step 100;
    /// Late move reductions: decrease on present and former principal variations.
    lmr_tt_pv = 428 in 0..=2500 step 100;
    /// Late move reductions: increase at cut nodes.
    lmr_cut_node = 1938 in 0..=3500 step 100;
    /// Late move reductions: increase while not improving.
    lmr_not_improving = 444 in 0..=2000 step 100;
    /// Late move reductions: increase if the table move is a capture.
    lmr_tt_capture = 303 in 0..=2000 step 100;
    /// Late move reductions: increase if many children failed high.
    lmr_child_cutoffs = 1126 in 0..=2000 step 100;
    /// Late move reductions: number of such children above which it applies.
    lmr_child_cutoffs_min = 3 in 1..=8 step 1;
    /// Late move reductions: decrease for checks.
    lmr_check = 906 in 0..=2000 step 100;
    /// Late move reductions: decrease for killer moves.
    lmr_killer = 540 in 0..=2000 step 100;
    /// Late move reductions: history of a quiet move for each ply of decrease, also of the reduced
    /// depth that futility, history and SEE pruning use.
    lmr_history = 12412 in 3000..=20000 step 700;
    /// Late move reductions: history of a capture for each ply of decrease.
    lmr_capture_history = 8035 in 3000..=20000 step 700;
    /// Post-LMR depth: margin above the best value for a deeper search.
    lmr_deeper = 16 in 10..=120 step 8;
    /// Post-LMR depth: increase of that margin per ply.
    lmr_deeper_depth = 2 in 0..=8 step 1;

    /// Alpha-raise reduction: minimum depth.
    alpha_raise_depth_min = 4 in 2..=8 step 1;
    /// Alpha-raise reduction: maximum depth.
    alpha_raise_depth_max = 13 in 8..=24 step 1;

    /// History bonus per ply of depth.
    bonus_factor = 62 in 50..=400 step 20;
    /// History bonus: maximum.
    bonus_max = 1702 in 500..=3500 step 150;
    /// History malus per ply of depth.
    malus_factor = 206 in 50..=500 step 20;
    /// History malus: maximum.
    malus_max = 682 in 500..=3500 step 150;
    /// Bonus of the move before a fail low, in 1024ths of a history bonus.
    prior_move_bonus = 1360 in 0..=1536 step 160;
    /// Post-LMR bonus of a move that beats alpha at full depth, in 1024ths of a history bonus.
    post_lmr_bonus = 775 in 0..=1536 step 160;
    /// Post-LMR malus of a move that does not, in 1024ths of a history bonus.
    post_lmr_malus = 1299 in 0..=1536 step 160;

    /// Hindsight: minimum gain of a reduced move for a ply more depth.
    hindsight_gain = -44 in -100..=300 step 20;
    /// Hindsight: loss of a reduced move for a ply less depth.
    hindsight_loss = 217 in 0..=400 step 20;
    /// Improving: minimum increase of the static evaluation.
    improving_margin = -35 in -40..=60 step 5;

    /// Quiescence search: futility margin.
    quiescence_margin = 78 in 40..=350 step 15;
    /// Quiescence search: allowed loss of an evasion.
    evasion_see_margin = 48 in 0..=200 step 15;
    /// Move order: weight of capture history beside the victim's value, in 1/1024.
    capture_history_weight = 41 in 8..=256 step 8;
    /// Move order: bonus of a quiet move by which a queen leaves the attacks of lesser pieces.
    escape_queen = 16384 in 0..=65536 step 4096;
    /// Move order: the same for a rook.
    escape_rook = 10000 in 0..=65536 step 4096;
    /// Move order: the same for a minor piece that a pawn attacks.
    escape_minor = 7000 in 0..=65536 step 4096;
    /// Move order: divisor of a capture's score that gives its allowed loss.
    see_history_divisor = 19 in 8..=64 step 3;

    /// Correction history: divisor of the sum of its entries.
    corrhist_divisor = 29 in 20..=120 step 6;
    /// Correction history: depth at which an update has full weight.
    corrhist_depth = 8 in 3..=20 step 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_is_within_its_range() {
        for p in PARAMETERS {
            assert!(p.min < p.max && p.step > 0, "{}", p.name);
            assert!((p.min..=p.max).contains(&p.default), "{}", p.name);
        }
    }
}

//! Late move reductions: how many plies a late move is searched less deeply at first.
//!
//! The base grows with the product of the logarithms of depth and move number. Logarithms are to
//! base 2 in fixed point and computed with integers, so that every build has the same table.

use super::moves::Candidate;
use super::node::Node;
use super::worker::Worker;
use crate::params;
use crate::value::NONE;

/// A ply, in the unit of reductions.
pub(super) const PLY: i32 = 1024;

/// Base-2 logarithms of 0 to 255 in 1024ths, that of 0 being 0 too.
static LOG2: [i32; 256] = {
    let mut table = [0; 256];
    let mut i = 1;
    while i < table.len() {
        table[i] = log2(i as u64);
        i += 1;
    }
    table
};

/// The base-2 logarithm in 1024ths, by squaring: each square that passes two gives one bit.
const fn log2(n: u64) -> i32 {
    let whole = n.ilog2();
    // A number in 1..2 with 32 binary places.
    let mut rest = (n << 32) >> whole;
    let mut result = whole as i32;
    let mut bit = 0;
    while bit < 10 {
        rest = ((rest as u128 * rest as u128) >> 32) as u64;
        result <<= 1;
        if rest >= 2 << 32 {
            result |= 1;
            rest >>= 1;
        }
        bit += 1;
    }
    result
}

impl Worker<'_> {
    /// Late move reduction: by how much to reduce this move at first, in 1024ths of a ply.
    ///
    /// More where a cutoff is expected or the position gets worse, less on principal variations,
    /// for checks and killers, and by the move's history.
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut reduction = base_reduction(node.depth, candidate.number, candidate.noisy);
        if node.cut_node {
            reduction += params::lmr_cut_node();
        }
        if node.pv {
            reduction -= params::lmr_pv();
        }
        if node.tt_pv {
            reduction -= params::lmr_table_pv();
        }
        if !node.improving {
            reduction += params::lmr_not_improving();
        }
        if node.tt_move.is_some_and(super::is_noisy) {
            reduction += params::lmr_table_capture();
        }
        if self.entry(node.ply + 1).cutoffs > params::lmr_child_cutoffs_from() {
            reduction += params::lmr_child_cutoffs();
        }
        if candidate.gives_check {
            reduction -= params::lmr_check();
        }
        if candidate.killer {
            reduction -= params::lmr_killer();
        }
        let worth_a_ply =
            if candidate.noisy { params::lmr_capture_history() } else { params::lmr_history() };
        reduction - candidate.history * PLY / worth_a_ply
    }

    /// Hindsight: a reduced search that came here is made up for by a ply if the move seems to have
    /// been good after all, and cut by one more if it seems even worse than thought; told by the
    /// evaluations before and after it. Brought 10 +/- 18 Elo (1000 games at 8000 nodes a move).
    pub(super) fn hindsight(&self, node: &Node) -> i32 {
        let before = self.entry_before(node.ply, 1);
        let unknown = [node.static_eval, before.static_eval].contains(&NONE);
        if node.pv || node.excluded.is_some() || unknown {
            return 0;
        }
        let lost = node.static_eval + before.static_eval;
        let too_much = before.reduction >= 3 && lost <= -params::hindsight_gain();
        let too_little =
            before.reduction >= 2 && node.depth >= 2 && lost > params::hindsight_loss();
        i32::from(too_much) - i32::from(too_little && !too_much)
    }
}

/// The reduction by depth and move number alone, in 1024ths of a ply.
pub(super) fn base_reduction(depth: i32, number: usize, noisy: bool) -> i32 {
    let (base, factor) = if noisy {
        (params::lmr_noisy_base(), params::lmr_noisy_factor())
    } else {
        (params::lmr_quiet_base(), params::lmr_quiet_factor())
    };
    let product = LOG2[depth.clamp(0, 255) as usize] * LOG2[number.min(255)] / PLY;
    base + product * factor / PLY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_mathematics() {
        for (i, &log) in LOG2.iter().enumerate().skip(1) {
            let exact = (i as f64).log2() * 1024.0;
            assert!((f64::from(log) - exact).abs() <= 1.0, "{i}: {log} {exact}");
        }
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        for noisy in [false, true] {
            assert!(base_reduction(20, 30, noisy) > base_reduction(10, 30, noisy));
            assert!(base_reduction(20, 30, noisy) > base_reduction(20, 10, noisy));
        }
    }
}

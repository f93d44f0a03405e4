//! Which thread's result counts: every thread votes for its move.

use super::root::RootMove;
use crate::value::{DRAW, INFINITE};
use ferz::Move;

/// What one thread found.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The best move and what is known of it.
    pub(crate) leader: RootMove,
    /// The last depth that was completed.
    pub(crate) depth: i32,
}

impl Finding {
    fn mv(&self) -> Move {
        self.leader.mv()
    }

    fn is_known(&self) -> bool {
        self.leader.best_known() > -INFINITE
    }
}

/// The index of the finding to trust: a vote weighs the more the deeper the thread came and the
/// better it judges. The first of equals is elected.
pub(crate) fn elect(findings: &[Finding]) -> usize {
    let known = || findings.iter().filter(|finding| finding.is_known());
    let worst = known().map(|f| f.leader.best_known()).min().unwrap_or(DRAW);
    let weight = |finding: &Finding| {
        let value = i64::from(finding.leader.best_known() - worst);
        (value.min(300) + 20) * i64::from(finding.depth)
    };
    let votes = |m: Move| -> i64 { known().filter(|f| f.mv() == m).map(weight).sum() };
    let rank = |finding: &Finding| (votes(finding.mv()), finding.depth);
    (1..findings.len())
        .filter(|&i| findings[i].is_known())
        .fold(0, |best, i| if rank(&findings[i]) > rank(&findings[best]) { i } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::root::RootMoves;
    use ferz::Position;

    /// A thread that found the move with this number, so good, at this depth.
    fn finding(number: usize, value: i32, depth: i32) -> Finding {
        let root = RootMoves::new(&Position::startpos(), &[]);
        let mut leader = root.all()[number].clone();
        leader.value = value;
        Finding { leader, depth }
    }

    #[test]
    fn a_majority_deeper_or_better_findings_win_and_the_first_of_equals() {
        assert_eq!(elect(&[finding(0, 10, 9)]), 0);
        assert_eq!(elect(&[finding(0, 10, 9), finding(1, 10, 9)]), 0);
        assert_eq!(elect(&[finding(0, 10, 9), finding(1, 10, 9), finding(1, 10, 9)]), 1);
        assert_eq!(elect(&[finding(0, 10, 9), finding(1, 10, 11)]), 1);
        assert_eq!(elect(&[finding(0, 10, 9), finding(1, 60, 9)]), 1);
        assert_eq!(elect(&[finding(0, 10, 9), finding(1, -INFINITE, 30)]), 0);
    }
}

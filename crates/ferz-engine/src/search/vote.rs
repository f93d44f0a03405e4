//! Which thread's result counts: every thread votes for its move.

use super::root::RootMove;
use crate::value::{DRAW, INFINITE, is_decided};
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

/// The index of the finding to trust: the shortest certain win, if there is one; else a vote weighs
/// the more the deeper the thread came and the better it judges. The first of equals is elected.
pub(crate) fn elect(findings: &[Finding]) -> usize {
    let known = || findings.iter().filter(|finding| finding.is_known());
    let value = |finding: &Finding| finding.leader.best_known();
    let is_won = |&i: &usize| is_decided(value(&findings[i])) && value(&findings[i]) > 0;
    if let Some(won) = (0..findings.len()).rev().filter(is_won).max_by_key(|&i| value(&findings[i]))
    {
        return won;
    }
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
    use crate::value::mate_in;
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

    #[test]
    fn a_certain_win_is_not_outvoted_and_the_shortest_is_taken() {
        let others = [finding(1, 120, 30), finding(1, 120, 30), finding(2, -900, 9)];
        let with = |own: Finding| [&[own][..], &others].concat();
        assert_eq!(elect(&with(finding(0, 150, 9))), 1);
        assert_eq!(elect(&with(finding(0, mate_in(9), 9))), 0);
        assert_ne!(elect(&with(finding(0, -mate_in(9), 9))), 0);
        let wins =
            [finding(0, mate_in(9), 20), finding(1, mate_in(5), 9), finding(2, mate_in(5), 9)];
        assert_eq!(elect(&wins), 1);
    }
}

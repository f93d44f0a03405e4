use super::FoundMove;

/// The rule that selects one of the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// The move with the greatest weight; of equal weights, the first in the book.
    Best,
    /// A random move, with a probability proportional to its weight.
    #[default]
    Weighted,
    /// A random move, each with the same probability.
    Uniform,
}

/// Selects one of the moves of [`Book::moves`](super::Book::moves) by a random number, which should
/// be uniform over all 64 bits. Moves of weight 0 are never selected.
pub fn select(moves: &[FoundMove], selection: Selection, random: u64) -> Option<FoundMove> {
    let weight = |found: &FoundMove| match selection {
        Selection::Uniform => u64::from(found.weight > 0),
        Selection::Best | Selection::Weighted => u64::from(found.weight),
    };
    if selection == Selection::Best {
        let heaviest = moves.iter().map(weight).max().filter(|&weight| weight > 0)?;
        return moves.iter().copied().find(|found| weight(found) == heaviest);
    }
    let total: u64 = moves.iter().map(weight).sum();
    // The high half of the product is uniform below `total`.
    let mut rest = ((u128::from(random) * u128::from(total)) >> 64) as u64;
    moves.iter().copied().find(|found| match rest.checked_sub(weight(found)) {
        Some(less) => {
            rest = less;
            false
        }
        None => true,
    })
}

/// Returns the probability of each move under [`Selection::Weighted`]; all 0 if all weights are 0.
pub fn shares(moves: &[FoundMove]) -> impl Iterator<Item = f64> {
    let total: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
    moves.iter().map(move |found| f64::from(found.weight) / (total.max(1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    fn moves(weights: &[u16]) -> Vec<FoundMove> {
        let legal = Position::startpos().legal_moves();
        let found = |(&mv, &weight)| FoundMove { mv, weight, learn: 0 };
        legal.iter().zip(weights).map(found).collect()
    }

    /// Counts the selections of each move over evenly spaced numbers.
    fn counts(moves: &[FoundMove], selection: Selection) -> Vec<usize> {
        let mut counts = vec![0; moves.len()];
        for i in 0..600 {
            let random = (u128::from(u64::MAX) * i / 599) as u64;
            let Some(found) = select(moves, selection, random) else { continue };
            counts[moves.iter().position(|&candidate| candidate == found).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn selections_have_the_probabilities_of_the_weights() {
        let moves = moves(&[10, 30, 0, 20]);
        assert_eq!(counts(&moves, Selection::Weighted), [100, 300, 0, 200]);
        assert_eq!(counts(&moves, Selection::Uniform), [200, 200, 0, 200]);
        assert_eq!(counts(&moves, Selection::Best), [0, 600, 0, 0]);
        let shares: Vec<_> = shares(&moves).map(|share| (share * 6.0).round()).collect();
        assert_eq!(shares, [1.0, 3.0, 0.0, 2.0]);
    }

    #[test]
    fn moves_of_weight_zero_are_never_selected() {
        for selection in [Selection::Best, Selection::Weighted, Selection::Uniform] {
            assert_eq!(counts(&moves(&[0, 0]), selection), [0, 0]);
            assert_eq!(select(&[], selection, 1), None);
        }
        assert!(shares(&moves(&[0, 0])).all(|share| share == 0.0));
    }
}

// [start:head]
//! The result of a match: Elo points, their error, and a sequential test.
// [end:head]

// [start:pairs]
/// The results of pairs of games, one with each colour from the same opening: how many pairs brought
/// 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs(pub [u32; 5]);

/// Returns the score that is expected with a lead of Elo points, from 0 to 1.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the lead in Elo points with which a score is expected.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(1e-6, 1.0 - 1e-6) - 1.0).log10()
}

impl Pairs {
    /// Returns the number of pairs.
    pub fn count(&self) -> f64 {
        f64::from(self.0.iter().sum::<u32>())
    }

    /// Returns the mean score of a game and the variance of the score of a pair, from 0 to 1 each.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let count = self.count().max(1.0);
        let scores =
            || self.0.iter().zip(0..).map(|(&n, points)| (f64::from(n), points as f64 / 4.0));
        let mean = scores().map(|(n, score)| n * score).sum::<f64>() / count;
        let squares = scores().map(|(n, score)| n * (score - mean).powi(2)).sum::<f64>();
        // Eight pairs of the usual variance are added: a few equal results are not certainty.
        (mean, (squares + 8.0 * 0.08) / (count + 8.0))
    }

    /// Returns the lead in Elo points and its error: in 95 of 100 matches the true lead is within.
    pub fn elo(&self) -> (f64, f64) {
        let (mean, variance) = self.mean_and_variance();
        let error = 1.96 * (variance / self.count().max(1.0)).sqrt();
        let width = elo_of_score(mean + error) - elo_of_score(mean - error);
        (elo_of_score(mean), width / 2.0)
    }
}
// [end:pairs]

// [start:sprt]
/// A sequential probability ratio test (Wald 1945) between two leads in Elo points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lead of the first hypothesis: the change is worth nothing.
    pub elo0: f64,
    /// The lead of the second hypothesis: the change is worth keeping.
    pub elo1: f64,
    /// The probability of each of the two errors.
    pub risk: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first hypothesis is rejected.
    Better,
    /// The second hypothesis is rejected.
    NotBetter,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// Returns the logarithm of the likelihood ratio: how much better the second hypothesis explains
    /// the results. The mean of many pairs is taken as normally distributed.
    pub fn log_ratio(&self, pairs: &Pairs) -> f64 {
        let (mean, variance) = pairs.mean_and_variance();
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        pairs.count() * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// Returns the value of the ratio that ends the test; its negative ends it too.
    pub fn bound(&self) -> f64 {
        ((1.0 - self.risk) / self.risk).ln()
    }

    /// Returns what the results say.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        match self.log_ratio(pairs) {
            ratio if ratio >= self.bound() => Verdict::Better,
            ratio if ratio <= -self.bound() => Verdict::NotBetter,
            _ => Verdict::Open,
        }
    }
}
// [end:sprt]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn elo_points_and_scores_are_inverse() {
        assert_eq!(expected_score(0.0), 0.5);
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-9);
        for elo in [-300.0, -5.0, 0.0, 70.0] {
            assert!((elo_of_score(expected_score(elo)) - elo).abs() < 1e-6);
        }
    }

    #[test]
    fn a_hundred_games_say_little_and_ten_thousand_something() {
        // 26 of 50 pairs even, 14 won, 10 lost: 54 points of 100.
        let (elo, error) = Pairs([2, 8, 26, 8, 6]).elo();
        assert!((27.0..29.0).contains(&elo) && error > 45.0, "{elo} {error}");
        let (same, less) = Pairs([200, 800, 2600, 800, 600]).elo();
        assert!((elo - same).abs() < 1e-9 && less < 5.0, "{less}");
    }

    /// Plays pairs whose games are drawn half of the time until the test ends.
    fn simulate(elo: f64, random: &mut Random) -> (Verdict, u32) {
        let sprt = Sprt { elo0: 0.0, elo1: 40.0, risk: 0.05 };
        let win = expected_score(elo) - 0.25;
        let mut game = || match random.next() as f64 / 2f64.powi(64) {
            x if x < win => 2,
            x if x < win + 0.5 => 1,
            _ => 0,
        };
        let mut pairs = Pairs::default();
        loop {
            pairs.0[game() + game()] += 1;
            match sprt.verdict(&pairs) {
                Verdict::Open => {}
                verdict => break (verdict, pairs.0.iter().sum()),
            }
        }
    }

    #[test]
    fn the_test_errs_as_rarely_as_promised() {
        let mut random = Random(21);
        for (elo, wrong) in [(0.0, Verdict::Better), (40.0, Verdict::NotBetter)] {
            let errors = (0..1_000).filter(|_| simulate(elo, &mut random).0 == wrong).count();
            // 50 are expected, with a standard deviation of 7.
            assert!((15..=85).contains(&errors), "{errors} at {elo}");
        }
        // Further from both hypotheses the test is shorter.
        let mut pairs = |elo| (0..200).map(|_| simulate(elo, &mut random).1).sum::<u32>();
        assert!(pairs(120.0) < pairs(40.0) && pairs(40.0) < pairs(20.0));
    }
}
// [end:tests]

//! The scheduler FSRS-6: how long a fact is remembered after answers.
//!
//! Source: "The Algorithm" of the Free Spaced Repetition Scheduler,
//! <https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm>. The formulas stand here and no library
//! is used, since terminal and page have to agree: `rs-fsrs` 1.2 has FSRS-5, and its `chrono` adds 490 kB to a
//! WebAssembly module together with imports that only `wasm-bindgen` can fill; `fsrs` brings its optimiser with
//! threads. The test compares with `ts-fsrs`.

/// The weights of FSRS-6 by default, `w0` to `w20`.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The bounds of the stability in days.
const STABILITY: std::ops::RangeInclusive<f64> = 0.001..=36_500.0;

/// The probability of recall at which a card is due.
const RETENTION: f64 = 0.9;

/// The grade of an answer. FSRS has two more, Hard and Easy, which only the learner could tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// A wrong answer.
    Again,
    /// A right answer.
    Good,
}

/// What a learner remembers of a fact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Memory {
    /// The number of days after which the probability of recall is 90 %.
    pub stability: f64,
    /// The difficulty, from 1 to 10.
    pub difficulty: f64,
}

impl Grade {
    fn number(self) -> f64 {
        match self {
            Self::Again => 1.0,
            Self::Good => 3.0,
        }
    }
}

impl Memory {
    /// Returns the memory after the first answer.
    pub fn new(grade: Grade) -> Self {
        let stability = match grade {
            Grade::Again => W[0],
            Grade::Good => W[2],
        };
        Self { stability, difficulty: initial_difficulty(grade.number()).clamp(1.0, 10.0) }
    }

    /// Returns the memory after an answer, a number of days after the last one.
    #[must_use]
    pub fn after(self, grade: Grade, days: u32) -> Self {
        let stability = match grade {
            _ if days == 0 => self.short_term_stability(grade),
            Grade::Again => self.stability_after_lapse(days),
            Grade::Good => self.stability_after_recall(days),
        };
        Self {
            stability: stability.clamp(*STABILITY.start(), *STABILITY.end()),
            difficulty: self.next_difficulty(grade),
        }
    }

    /// Returns the probability of recall after a number of days.
    pub fn recall(self, days: u32) -> f64 {
        let decay = -W[20];
        (1.0 + factor() * f64::from(days) / self.stability).powf(decay)
    }

    /// Returns the number of days after which the fact is due, at least 1.
    pub fn interval(self) -> u32 {
        let days = self.stability / factor() * (RETENTION.powf(1.0 / -W[20]) - 1.0);
        days.round().clamp(1.0, *STABILITY.end()) as u32
    }

    fn next_difficulty(self, grade: Grade) -> f64 {
        let change = -W[6] * (grade.number() - 3.0);
        let damped = self.difficulty + change * (10.0 - self.difficulty) / 9.0;
        (W[7] * initial_difficulty(4.0) + (1.0 - W[7]) * damped).clamp(1.0, 10.0)
    }

    fn short_term_stability(self, grade: Grade) -> f64 {
        let increase = (W[17] * (grade.number() - 3.0 + W[18])).exp() * self.stability.powf(-W[19]);
        match grade {
            Grade::Again => self.stability * increase,
            Grade::Good => self.stability * increase.max(1.0),
        }
    }

    fn stability_after_recall(self, days: u32) -> f64 {
        let forgotten = ((1.0 - self.recall(days)) * W[10]).exp() - 1.0;
        let ease = W[8].exp() * (11.0 - self.difficulty);
        self.stability * (1.0 + ease * self.stability.powf(-W[9]) * forgotten)
    }

    fn stability_after_lapse(self, days: u32) -> f64 {
        let remembered = (self.stability + 1.0).powf(W[13]) - 1.0;
        let forgotten = ((1.0 - self.recall(days)) * W[14]).exp();
        let stability = W[11] * self.difficulty.powf(-W[12]) * remembered * forgotten;
        stability.min(self.stability / (W[17] * W[18]).exp())
    }
}

/// The factor by which the probability of recall after as many days as the stability is 90 %.
fn factor() -> f64 {
    0.9_f64.powf(1.0 / -W[20]) - 1.0
}

fn initial_difficulty(grade: f64) -> f64 {
    W[4] - (W[5] * (grade - 1.0)).exp() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use Grade::{Again, Good};

    /// An answer after days, and the stability, difficulty and interval of `ts-fsrs` 5.4.2: `next_state` and
    /// `next_interval` of its `FSRSAlgorithm` with the parameters by default.
    type Row = (u32, Grade, f64, f64, u32);

    const ANSWERS: [&[Row]; 3] = [
        &[
            (0, Good, 2.3065, 2.118_103_97, 2),
            (3, Good, 13.826_903_27, 2.111_214_24, 14),
            (8, Good, 42.062_957_92, 2.104_331_4, 42),
            (20, Again, 2.630_971_37, 7.389_975_79, 3),
            (0, Good, 2.630_971_37, 7.377_814_18, 3),
            (1, Good, 4.670_628_03, 7.365_664_74, 5),
            (4, Good, 10.990_615_36, 7.353_527_44, 11),
        ],
        &[
            (0, Again, 0.212, 6.4133, 1),
            (0, Good, 0.246_689_19, 6.402_115_07, 1),
            (1, Good, 2.021_477_24, 6.390_941_32, 2),
            (2, Again, 0.525_999_58, 8.798_955_32, 1),
            (0, Again, 0.194_814_91, 9.590_453_15, 1),
            (0, Good, 0.227_956_62, 9.576_091_07, 1),
            (30, Good, 1.638_281_18, 9.561_743_35, 2),
        ],
        &[
            (0, Good, 2.3065, 2.118_103_97, 2),
            (0, Good, 2.3065, 2.111_214_24, 2),
            (400, Good, 65.653_921_8, 2.104_331_4, 66),
            (1, Again, 2.868_478, 7.389_975_79, 3),
            (90, Good, 24.876_601_55, 7.377_814_18, 25),
        ],
    ];

    #[test]
    fn answers_change_the_memory_as_in_another_implementation() {
        for answers in ANSWERS {
            let mut memory = None;
            for &(days, grade, stability, difficulty, interval) in answers {
                let next: Memory =
                    memory.map_or_else(|| Memory::new(grade), |it: Memory| it.after(grade, days));
                // The other one rounds to eight digits after each step.
                let is_near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-6;
                assert!(is_near(next.stability, stability), "{next:?} {stability}");
                assert!(is_near(next.difficulty, difficulty), "{next:?} {difficulty}");
                assert_eq!(next.interval(), interval);
                memory = Some(next);
            }
        }
    }

    #[test]
    fn a_fact_is_due_when_nine_of_ten_are_recalled() {
        let memory = Memory { stability: 20.0, difficulty: 5.0 };
        assert!((memory.recall(20) - 0.9).abs() < 1e-12 && memory.recall(0) == 1.0);
        assert_eq!(memory.interval(), 20);
        let mut known = memory;
        for _ in 0..100 {
            known = known.after(Good, known.interval());
        }
        assert!(known.stability.is_finite() && known.interval() <= 36_500);
    }
}

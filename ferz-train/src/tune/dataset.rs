//! Positions as the tuner keeps them: which weights count how often, and what came of it.

use ferz::{Color, Position};
use ferz_engine::eval::PHASE_MAX;
use ferz_engine::eval::trace::{SCALE_FULL, Times, Trace};

/// How the truth about a position is mixed from its game's result and the search's value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// The part of the result, 0 to 1; the search's value has the rest.
    pub result: f32,
    /// The value in centipawns that turns even chances into e to 1.
    pub scale: f32,
}

impl Label {
    /// The expected score of White, 0 to 1, in a game with this result (0, 0.5 or 1) where the
    /// search gave this value in centipawns.
    pub fn of(&self, result: f32, value: f32) -> f32 {
        let chance = 1.0 / (1.0 + (-value / self.scale).exp());
        self.result * result + (1.0 - self.result) * chance
    }
}

/// The samples, with all their counts in one row.
#[derive(Clone, Default, Debug)]
pub struct Dataset {
    heads: Vec<Head>,
    counts: Vec<Times>,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    /// The expected score of White.
    label: f32,
    /// What no weight changes, middlegame and endgame.
    fixed: [f32; 2],
    /// The parts of the middlegame's and of the endgame's worth that count, the latter by whether
    /// White or Black is better.
    middlegame: f32,
    endgame: [f32; 2],
    /// Where its counts begin, and how many there are: for the score, for the danger to each king.
    begin: usize,
    lens: [u16; 3],
}

/// One position with what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The expected score of White, 0 to 1.
    pub label: f32,
    /// What no weight changes, middlegame and endgame, in centipawns.
    pub fixed: [f32; 2],
    /// The part of the middlegame's worth that counts.
    pub middlegame: f32,
    /// The part of the endgame's worth that counts if White is better, and if Black is.
    pub endgame: [f32; 2],
    /// How often each weight counts for White less for Black.
    pub score: &'a [Times],
    /// The danger to the white and to the black king.
    pub danger: [&'a [Times]; 2],
}

impl Dataset {
    /// The number of samples.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Adds a position with the expected score of White; not if it is an endgame that has an
    /// evaluation without weights.
    pub fn push(&mut self, pos: &Position, label: f32) {
        let Some(trace) = Trace::of(pos) else { return };
        let middlegame = trace.phase as f32 / PHASE_MAX as f32;
        let endgame =
            |color: Color| (1.0 - middlegame) * trace.scale[color] as f32 / SCALE_FULL as f32;
        let lists = [&trace.score, &trace.danger[0], &trace.danger[1]];
        self.heads.push(Head {
            label,
            fixed: [trace.fixed.middlegame() as f32, trace.fixed.endgame() as f32],
            middlegame,
            endgame: Color::ALL.map(endgame),
            begin: self.counts.len(),
            lens: lists.map(|list| list.len() as u16),
        });
        lists.into_iter().for_each(|list| self.counts.extend_from_slice(list));
    }

    /// Adds all samples of another set.
    pub fn append(&mut self, other: Self) {
        let shift = self.counts.len();
        let moved = other.heads.into_iter().map(|head| Head { begin: head.begin + shift, ..head });
        self.heads.extend(moved);
        self.counts.extend_from_slice(&other.counts);
    }

    /// How often each of so many weights counts, for either side.
    pub fn seen(&self, weights: usize) -> Vec<u64> {
        let mut seen = vec![0; weights];
        for counted in &self.counts {
            seen[usize::from(counted.weight)] += u64::from(counted.times.unsigned_abs());
        }
        seen
    }

    /// Gives a sample another label.
    pub fn relabel(&mut self, index: usize, label: f32) {
        self.heads[index].label = label;
    }

    /// One sample.
    pub fn sample(&self, index: usize) -> Sample<'_> {
        let head = &self.heads[index];
        let mut rest = &self.counts[head.begin..];
        let [score, white, black] = head.lens.map(|len| {
            let (list, others) = rest.split_at(usize::from(len));
            rest = others;
            list
        });
        Sample {
            label: head.label,
            fixed: head.fixed,
            middlegame: head.middlegame,
            endgame: head.endgame,
            score,
            danger: [white, black],
        }
    }
}

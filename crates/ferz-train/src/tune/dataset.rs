//! Positions as the tuner keeps them: which weights count how often, and what came of it.

use super::chances::{Outcome, logistic};
use ferz::{Color, Position};
use ferz_engine::eval::PHASE_MAX;
use ferz_engine::eval::trace::{SCALE_FULL, Times, Trace};

/// The samples, with all their counts in one row.
#[derive(Clone, Default, Debug)]
pub struct Dataset {
    heads: Vec<Head>,
    counts: Vec<Times>,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    /// What is taken for the truth: the expected points of White.
    label: f32,
    /// What the search thought and what came of it.
    outcome: Outcome,
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
    /// What is taken for the truth: the expected points of White, 0 to 1.
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

    /// Adds a position with what came of it, which is taken for the truth; not if it is an endgame
    /// that has an evaluation without weights.
    pub fn push(&mut self, pos: &Position, outcome: Outcome) {
        let Some(trace) = Trace::of(pos) else { return };
        let middlegame = trace.phase as f32 / PHASE_MAX as f32;
        let endgame =
            |color: Color| (1.0 - middlegame) * trace.scale[color] as f32 / SCALE_FULL as f32;
        let lists = [&trace.score, &trace.danger[0], &trace.danger[1]];
        self.heads.push(Head {
            label: outcome.points,
            outcome,
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

    /// What the searches thought and what came of it, sample by sample.
    pub fn outcomes(&self) -> Vec<Outcome> {
        self.heads.iter().map(|head| head.outcome).collect()
    }

    /// Mixes the truth from points and values: `share` of it are the points, 0 to 1, the rest is
    /// the chance that the search's value tells, `scale` centipawns turning even chances into e
    /// to 1.
    pub fn mix(&mut self, share: f32, scale: f32) {
        for head in &mut self.heads {
            let chance = logistic(head.outcome.value / scale);
            head.label = share * head.outcome.points + (1.0 - share) * chance;
        }
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

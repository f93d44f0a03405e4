//! The choice of the segments that an addition merges: those of similar size.
//!
//! The games of a segment give its **level**: 0 for one game, and the bounds of the next ones are 2, 32, 512, ...,
//! 2^21, each 16 times the one before. A segment of the last level is *final*: it stays as it is until all segments
//! are compacted. After an addition
//!
//! 1. the new segments are one, and it takes in those before it of a lower level;
//! 2. sixteen neighbours of a level become one, whose level is higher; and again;
//! 3. if a final segment is added, those between it and the final one before become one.
//!
//! **Cost.** Rules 1 and 2 place each game that had been written before in a segment of a higher level: the sum of
//! the games is that of the higher level's bound at least. There are six levels below the last, so an index writes a
//! game at most six times after the addition that brought it, once for each factor of 16 by which the games around
//! it become more, and once more by rule 3, after which it is before a final segment and is not merged again.
//! Without final segments the number of writings would grow with the logarithm of the number of games; with them
//! it is bounded.
//!
//! **Number of segments.** Behind the last final segment the levels do not rise, by rule 1, and no level has 16, by rule 2:
//! at most 90. Between two final ones there is at most one, by rule 3. (Larger groups of segments that another version left
//! are merged as they are met.) Games and not bytes are the measure, since they add up exactly.

use std::ops::Range;

/// The number of segments of a level that are merged, and the ratio of the bounds of neighbouring levels.
const FAN_IN: usize = 16;
/// The least number of games of a final segment.
pub(super) const FINAL_GAMES: u64 = 1 << 21;
/// The level of final segments.
const FINAL: u32 = level(FINAL_GAMES);

/// Returns the level of a segment with this number of games.
const fn level(games: u64) -> u32 {
    // An empty segment is as small as one of a game.
    let games = if games < FINAL_GAMES { games | 1 } else { FINAL_GAMES };
    // Four bits are a factor of 16; with 3 the last level begins at 2^21.
    (games.ilog2() + 3) / FAN_IN.ilog2()
}

/// Neighbouring segments that become one.
struct SegmentGroup {
    range: Range<usize>,
    games: u64,
}

/// Returns the groups of neighbours that become one segment each, in their order, after the segments from `new` on
/// were added: `games` has the number of games of each segment.
pub(super) fn merges(games: &[u64], new: usize) -> Vec<Range<usize>> {
    let mut merges = Vec::new();
    // The groups after the last final segment.
    let mut open: Vec<SegmentGroup> = Vec::new();
    for (segment, &games) in games.iter().enumerate() {
        let is_new = segment >= new;
        match open.last_mut() {
            _ if level(games) == FINAL => {
                if is_new {
                    join_last(&mut open, usize::MAX);
                }
                merges.extend(open.drain(..).map(|group| group.range));
            }
            Some(group) if is_new && group.range.end > new => {
                group.range.end += 1;
                group.games += games;
            }
            _ => open.push(SegmentGroup { range: segment..segment + 1, games }),
        }
    }
    settle(&mut open);
    merges.extend(open.into_iter().map(|group| group.range));
    merges.retain(|range| range.len() > 1);
    merges
}

/// Joins the last groups by the rules 1 and 2.
fn settle(groups: &mut Vec<SegmentGroup>) {
    while let Some((last, before)) = groups.split_last() {
        let last = level(last.games);
        let count = |holds: fn(u32, u32) -> bool| {
            before.iter().rev().take_while(|group| holds(level(group.games), last)).count()
        };
        let (lower, same) = (count(|level, last| level < last), count(|level, last| level == last));
        match lower {
            0 if same + 1 < FAN_IN || last == FINAL => return,
            0 => join_last(groups, same + 1),
            _ => join_last(groups, lower + 1),
        }
    }
}

/// Joins the last groups, at most `count` of them, into one.
fn join_last(groups: &mut Vec<SegmentGroup>, count: usize) {
    let start = groups.len().saturating_sub(count);
    let mut joined = groups.drain(start..);
    let Some(mut first) = joined.next() else { return };
    for group in joined {
        first.range.end = group.range.end;
        first.games += group.games;
    }
    groups.push(first);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// A segment: the numbers of games and how often they were written since they were added.
    type Written = Vec<(u64, u32)>;

    fn sum(segment: &Written) -> u64 {
        segment.iter().map(|(games, _)| games).sum()
    }

    /// Adds segments and merges by the rules. Returns the number of games written.
    fn add(segments: &mut Vec<Written>, new: &[u64]) -> u64 {
        let first = segments.len();
        segments.extend(new.iter().map(|&games| vec![(games, 0)]));
        let games: Vec<u64> = segments.iter().map(sum).collect();
        let mut written = new.iter().sum();
        for range in merges(&games, first).into_iter().rev() {
            let mut joined: Written = segments[range.clone()].concat();
            joined.iter_mut().for_each(|(_, times)| *times += 1);
            written += joined.iter().map(|(games, _)| games).sum::<u64>();
            segments.splice(range, [joined]);
        }
        written
    }

    /// Tests the bounds of the module's comment.
    fn check(segments: &[Written]) {
        let levels: Vec<u32> = segments.iter().map(|segment| level(sum(segment))).collect();
        for between in levels.split(|&level| level == FINAL).rev().skip(1) {
            assert!(between.len() <= 1, "{levels:?}");
        }
        let open = levels.rsplit(|&level| level == FINAL).next().unwrap();
        assert!(open.is_sorted_by(|a, b| a >= b), "{levels:?}");
        for wanted in 0..FINAL {
            assert!(open.iter().filter(|&&level| level == wanted).count() < FAN_IN, "{levels:?}");
        }
        // Once by the addition itself.
        let most = segments.iter().flatten().map(|&(_, times)| times).max();
        assert!(most <= Some(FINAL + 2), "{most:?}");
    }

    #[test]
    fn levels_are_powers_of_16() {
        let bounds: Vec<u64> = (1..1 << 22).filter(|&n| level(n) != level(n - 1)).collect();
        assert_eq!(bounds, [2, 32, 512, 1 << 13, 1 << 17, 1 << 21]);
        assert_eq!((level(0), level(1), FINAL, level(u64::MAX)), (0, 0, 6, 6));
    }

    #[test]
    fn games_are_written_seldom_and_segments_are_few() {
        for seed in 0..200 {
            let mut rng = Rng::with_seed(seed);
            let mut segments = Vec::new();
            let powers = rng.u32(1..23);
            for _ in 0..rng.usize(1..400) {
                let count = if rng.u8(..) < 20 { rng.usize(2..30) } else { 1 };
                let mut games = || {
                    let power = rng.u32(..powers);
                    rng.u64(1..2 << power)
                };
                let new: Vec<u64> = (0..count).map(|_| games()).collect();
                add(&mut segments, &new);
                check(&segments);
            }
        }
    }

    #[test]
    fn a_large_segment_is_not_written_for_small_ones() {
        let mut segments = vec![vec![(1_000_000, 0)]];
        let written: u64 = (0..1_000).map(|_| add(&mut segments, &[1])).sum();
        assert_eq!(segments[0], [(1_000_000, 0)]);
        // Each one, at each 16th of them 16, and at each 256th 256.
        assert_eq!(written, 1_000 + (62 - 3) * 16 + 3 * 256);
        check(&segments);
    }

    #[test]
    fn months_of_a_large_site_stay_segments() {
        let mut segments = Vec::new();
        for month in 0..150_u64 {
            // From 120,000 games in the first month to 12 million in the last.
            let games = (120_000.0 * 100_f64.powf(month as f64 / 149.0)) as u64;
            add(&mut segments, &[games]);
            check(&segments);
        }
        let finals = segments.iter().filter(|segment| sum(segment) >= FINAL_GAMES).count();
        assert!((50..150).contains(&finals) && segments.len() < 110, "{finals} {}", segments.len());
        assert!(segments.iter().filter(|segment| segment.len() == 1).count() > 50);
    }
}

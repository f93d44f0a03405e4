//! Incremental evaluation along the moves of a search.

use crate::features::{Perspective, PieceSets};
use crate::kernels::Changes;
use crate::network::Network;
use crate::shape::Block;
use ferz::{Board, Color, Square};
use std::fmt;
use std::sync::Arc;

/// Incremental evaluation of one position and the moves made from it: a stack of accumulators by
/// ply.
///
/// [`push`](Self::push) is called for each move, [`pop`](Self::pop) when it is undone, and
/// [`evaluate`](Self::evaluate) computes the accumulators from those of the last evaluated ply before:
/// it adds and removes the features that differ, so a move that is never evaluated costs nothing. Null
/// moves change no piece and need neither call.
///
/// The difference is that of two boards' sets of features, not the list of pieces that the moves
/// changed. A move changes which other pieces are en prise, anywhere on the board, so a list would have
/// to be found by comparing the attacks of both boards in any case; comparing sets finds these changes
/// and those of the moved pieces alike, over any number of plies, and changes that cancel out are never
/// made. Integer sums have no rounding, so the order of the changes does not matter.
///
/// ```
/// use ferz::Position;
/// use ferz_nnue::{AccumulatorStack, Network, Shape};
/// use std::sync::Arc;
///
/// let network = Arc::new(Network::random(1, Shape::new(64, 8)?));
/// let mut position = Position::startpos();
/// let mut evaluator = AccumulatorStack::new(Arc::clone(&network));
/// let before = evaluator.evaluate(&position);
///
/// let mv = position.parse_san("e4")?;
/// position.do_move(mv);
/// evaluator.push();
/// assert_eq!(evaluator.evaluate(&position), network.evaluate(&position));
///
/// position.undo_move();
/// evaluator.pop();
/// assert_eq!(evaluator.evaluate(&position), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AccumulatorStack {
    network: Arc<Network>,
    frames: Vec<Frame>,
    /// The accumulators of all frames: that of `color` in frame `i` begins at block `(2 * i +
    /// color) * blocks`.
    accumulators: Vec<Block>,
    /// The index of the frame of the current position.
    top: usize,
    cache: RefreshCache,
}

/// One ply: whether its accumulators are computed, and for which pieces.
#[derive(Clone, Copy)]
struct Frame {
    computed: bool,
    pieces: PieceSets,
}

impl Frame {
    const NEW: Self = Self { computed: false, pieces: PieceSets::EMPTY };
}

/// Frames allocated at first, enough for the depths of most searches.
const INITIAL_FRAMES: usize = 64;

impl AccumulatorStack {
    /// Creates a stack without moves.
    pub fn new(network: Arc<Network>) -> Self {
        let cache = RefreshCache::new(&network);
        let mut stack =
            Self { network, frames: Vec::new(), accumulators: Vec::new(), top: 0, cache };
        stack.grow(INITIAL_FRAMES);
        stack
    }

    /// Returns the network.
    #[inline]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Drops all moves: the next evaluated position may be any.
    pub fn reset(&mut self) {
        self.top = 0;
        self.frames[0].computed = false;
    }

    /// Begins the next ply, after or before its move is made.
    #[inline]
    pub fn push(&mut self) {
        self.top += 1;
        if self.top == self.frames.len() {
            self.grow(2 * self.top);
        }
        self.frames[self.top].computed = false;
    }

    /// Returns to the ply before the last [`push`](Self::push).
    ///
    /// # Panics
    /// If there is none since the stack was made or reset.
    #[inline]
    pub fn pop(&mut self) {
        assert!(self.top > 0, "pop without a push");
        self.top -= 1;
    }

    /// Returns the value of the current position in centipawns for the side to move.
    ///
    /// `position` must be that of the last call, if no move was pushed or popped and the stack not reset
    /// since; debug builds check that.
    pub fn evaluate(&mut self, position: &Board) -> i32 {
        if !self.frames[self.top].computed {
            self.compute(position);
        }
        debug_assert!(
            self.frames[self.top].pieces == PieceSets::of(position),
            "the pushed moves do not lead to {position}"
        );
        let us = position.side_to_move();
        let blocks = self.network.shape().blocks();
        let accumulator = |color| &self.accumulators[place(self.top, color, blocks)..][..blocks];
        self.network.output(accumulator(us), accumulator(!us), self.network.bucket(position))
    }

    /// Computes the accumulators of the current frame from those of the last computed one. A perspective
    /// whose king changed its half of the board since is refreshed instead.
    #[inline]
    fn compute(&mut self, position: &Board) {
        let (frames, rest) = self.frames.split_at_mut(self.top);
        let frame = &mut rest[0];
        *frame = Frame { computed: true, pieces: PieceSets::of(position) };
        let base = frames.iter().rposition(|frame| frame.computed);
        let before = base.map_or(&PieceSets::EMPTY, |ply| &frames[ply].pieces);
        let changes = FeatureChanges::new(&frame.pieces, before);
        let blocks = self.network.shape().blocks();
        for color in Color::ALL {
            let side = Perspective::of(color, position);
            let is_mirrored = frame.pieces.is_mirrored(color);
            let same_half = |&ply: &usize| frames[ply].pieces.is_mirrored(color) == is_mirrored;
            let target = place(self.top, color, blocks);
            let (before, after) = self.accumulators.split_at_mut(target);
            let output = &mut after[..blocks];
            match base.filter(same_half) {
                Some(base) => {
                    let input = &before[place(base, color, blocks)..][..blocks];
                    self.network.update(input, output, changes.seen_by(side));
                }
                None => {
                    let entry = &mut self.cache.entries[color][usize::from(is_mirrored)];
                    entry.refresh(&self.network, side, &frame.pieces, output);
                }
            }
        }
    }

    /// Allocates frames.
    #[cold]
    fn grow(&mut self, frames: usize) {
        self.frames.resize(frames, Frame::NEW);
        self.accumulators.resize(2 * frames * self.network.shape().blocks(), Block::ZERO);
    }
}

/// Returns the first block of an accumulator of some blocks.
#[inline(always)]
fn place(ply: usize, color: Color, blocks: usize) -> usize {
    (2 * ply + color.index()) * blocks
}

impl fmt::Debug for AccumulatorStack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccumulatorStack({:?}, {} plies)", self.network, self.top)
    }
}

/// The last refreshed accumulator of each perspective for each half of the board its king can stand
/// on.
///
/// A refresh adds and removes only the features that differ from the cached ones ("Finny table").
#[derive(Clone)]
struct RefreshCache {
    entries: [[CachedAccumulator; 2]; Color::COUNT],
}

impl RefreshCache {
    /// Returns the accumulators of an empty board.
    fn new(network: &Network) -> Self {
        let empty = CachedAccumulator {
            accumulator: network.feature_bias().to_vec(),
            pieces: PieceSets::EMPTY,
        };
        Self { entries: [[empty.clone(), empty.clone()], [empty.clone(), empty]] }
    }
}

/// An accumulator, and the pieces that it is the sum of.
#[derive(Clone)]
struct CachedAccumulator {
    accumulator: Vec<Block>,
    pieces: PieceSets,
}

impl CachedAccumulator {
    /// Computes the accumulator of a perspective in `output`.
    fn refresh(
        &mut self,
        network: &Network,
        side: Perspective,
        pieces: &PieceSets,
        output: &mut [Block],
    ) {
        let changes = FeatureChanges::new(pieces, &self.pieces);
        network.update(&self.accumulator, output, changes.seen_by(side));
        self.accumulator.copy_from_slice(output);
        self.pieces = *pieces;
    }
}

/// The features gained and lost from one board to another, as White sees them unmirrored.
struct FeatureChanges {
    added: FeatureList,
    removed: FeatureList,
}

impl FeatureChanges {
    #[inline(always)]
    fn new(pieces: &PieceSets, before: &PieceSets) -> Self {
        let mut changes = Self { added: FeatureList::EMPTY, removed: FeatureList::EMPTY };
        pieces.for_each_change(before, |feature, is_added| {
            if is_added { &mut changes.added } else { &mut changes.removed }.push(feature);
        });
        changes
    }

    #[inline(always)]
    fn seen_by(&self, side: Perspective) -> Changes<'_> {
        let (added, removed) = (self.added.as_slice(), self.removed.as_slice());
        Changes { added, removed, flip: side.flip() }
    }
}

/// At most two features for each square.
struct FeatureList {
    items: [u16; 2 * Square::COUNT],
    len: usize,
}

impl FeatureList {
    const EMPTY: Self = Self { items: [0; 2 * Square::COUNT], len: 0 };

    #[inline(always)]
    fn push(&mut self, feature: u16) {
        self.items[self.len] = feature;
        self.len += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.items[..self.len]
    }
}

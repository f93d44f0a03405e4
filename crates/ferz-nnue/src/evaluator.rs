//! Incremental evaluation along the moves of a search.

use crate::dirty_pieces::DirtyPieces;
use crate::features::{Perspective, is_mirrored};
use crate::kernels::Changes;
use crate::network::Network;
use crate::shape::Block;
use ferz::{Bitboard, Board, Color, Piece, Square};
use std::fmt;
use std::sync::Arc;

/// Incremental evaluation of one position and the moves made from it: a stack of accumulators by
/// ply.
///
/// [`push`](Self::push) returns the observer of the next move, [`pop`](Self::pop) is called after
/// the move is undone, and [`evaluate`](Self::evaluate) computes the missing accumulators; a move that
/// is never evaluated costs only the recording of its pieces. Null moves change no piece and need
/// neither call.
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
/// position.do_move_with(mv, None, evaluator.push());
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

/// One ply: the changes of the move that led to it, and which of its accumulators are computed.
#[derive(Clone, Copy)]
struct Frame {
    dirty: DirtyPieces,
    computed: [bool; Color::COUNT],
}

impl Frame {
    #[inline(always)]
    fn new() -> Self {
        Self { dirty: DirtyPieces::none(), computed: [false; Color::COUNT] }
    }
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
        self.frames[0] = Frame::new();
    }

    /// Begins the next ply and returns the observer of the move that leads to it.
    #[inline]
    #[must_use = "the move reports its changes to the observer"]
    pub fn push(&mut self) -> &mut DirtyPieces {
        self.top += 1;
        if self.top == self.frames.len() {
            self.grow(2 * self.top);
        }
        let frame = &mut self.frames[self.top];
        *frame = Frame::new();
        &mut frame.dirty
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
    /// `position` must be the one that the pushed moves led to; debug builds check the pieces of
    /// the last move.
    pub fn evaluate(&mut self, position: &Board) -> i32 {
        debug_assert!(
            self.frames[self.top].dirty.lead_to(position),
            "the pushed moves do not lead to {position}"
        );
        for color in Color::ALL {
            self.compute(color, position);
        }
        let us = position.side_to_move();
        let accumulator = |color| {
            let (start, len) = self.place(self.top, color);
            &self.accumulators[start..start + len]
        };
        self.network.output(accumulator(us), accumulator(!us), self.network.bucket(position))
    }

    /// Computes the accumulator of a perspective in the current frame.
    ///
    /// Walks back to the last frame where it is computed, then forward, move by move. If the king
    /// changed its half of the board since, the accumulator is refreshed instead.
    #[inline]
    fn compute(&mut self, color: Color, position: &Board) {
        let mut base = self.top;
        while !self.frames[base].computed[color] {
            if base == 0 || self.frames[base].dirty.needs_refresh(color) {
                return self.refresh(color, position);
            }
            base -= 1;
        }
        let side = Perspective::of(color, position);
        for ply in base + 1..=self.top {
            self.apply_move(ply, side, color);
        }
    }

    /// Computes the accumulator of a perspective in the current frame from the cached ones.
    fn refresh(&mut self, color: Color, position: &Board) {
        let (start, len) = self.place(self.top, color);
        let output = &mut self.accumulators[start..start + len];
        self.cache.refresh(&self.network, position, color, output);
        self.frames[self.top].computed[color] = true;
    }

    /// Computes the accumulator of a perspective in a frame from that of the frame before.
    #[inline]
    fn apply_move(&mut self, ply: usize, side: Perspective, color: Color) {
        let (source, len) = self.place(ply - 1, color);
        let (target, _) = self.place(ply, color);
        let frame = &mut self.frames[ply];
        frame.computed[color] = true;
        let (added, removed) = (frame.dirty.added(), frame.dirty.removed());
        let (mut added_features, mut removed_features) = ([0; 2], [0; 2]);
        let changes = Changes {
            added: features(side, added, &mut added_features),
            removed: features(side, removed, &mut removed_features),
        };
        let (before, after) = self.accumulators.split_at_mut(target);
        self.network.update(&before[source..source + len], &mut after[..len], changes);
    }

    /// Returns the first block of an accumulator, and the number of its blocks.
    #[inline(always)]
    fn place(&self, ply: usize, color: Color) -> (usize, usize) {
        let blocks = self.network.shape().blocks();
        ((2 * ply + color.index()) * blocks, blocks)
    }

    /// Allocates frames.
    #[cold]
    fn grow(&mut self, frames: usize) {
        self.frames.resize(frames, Frame::new());
        self.accumulators.resize(2 * frames * self.network.shape().blocks(), Block::ZERO);
    }
}

/// Writes the features of pieces and returns them.
#[inline(always)]
fn features<'a>(
    side: Perspective,
    pieces: &[(Piece, Square)],
    features: &'a mut [u16; 2],
) -> &'a [u16] {
    for (feature, &(piece, square)) in features.iter_mut().zip(pieces) {
        *feature = side.feature(piece, square) as u16;
    }
    &features[..pieces.len()]
}

impl fmt::Debug for AccumulatorStack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccumulatorStack({:?}, {} plies)", self.network, self.top)
    }
}

/// The last refreshed accumulator of each perspective for each half of the board its king can stand
/// on.
///
/// A refresh adds and removes only the pieces that differ from the cached ones ("Finny table").
#[derive(Clone)]
pub(crate) struct RefreshCache {
    entries: [[CachedAccumulator; 2]; Color::COUNT],
}

/// An accumulator, and the pieces that it is the sum of.
#[derive(Clone)]
struct CachedAccumulator {
    accumulator: Vec<Block>,
    pieces: [Bitboard; Piece::COUNT],
}

impl RefreshCache {
    /// Returns the accumulators of an empty board.
    pub(crate) fn new(network: &Network) -> Self {
        let empty = CachedAccumulator {
            accumulator: network.feature_bias().to_vec(),
            pieces: [Bitboard::EMPTY; Piece::COUNT],
        };
        Self { entries: [[empty.clone(), empty.clone()], [empty.clone(), empty]] }
    }

    /// Computes the accumulator of a perspective in `output`.
    pub(crate) fn refresh(
        &mut self,
        network: &Network,
        position: &Board,
        color: Color,
        output: &mut [Block],
    ) {
        let king = position.king(color);
        let side = Perspective::new(color, king);
        let entry = &mut self.entries[color][usize::from(is_mirrored(king))];
        let (mut added, mut removed) = (FeatureList::EMPTY, FeatureList::EMPTY);
        for piece in Piece::ALL {
            let current = position.pieces(piece.color(), piece.piece_type());
            let cached = std::mem::replace(&mut entry.pieces[piece], current);
            added.extend(side, piece, current - cached);
            removed.extend(side, piece, cached - current);
        }
        let changes = Changes { added: added.as_slice(), removed: removed.as_slice() };
        network.update(&entry.accumulator, output, changes);
        entry.accumulator.copy_from_slice(output);
    }
}

/// Features of at most one piece on each square.
struct FeatureList {
    items: [u16; Square::COUNT],
    len: usize,
}

impl FeatureList {
    const EMPTY: Self = Self { items: [0; Square::COUNT], len: 0 };

    #[inline(always)]
    fn extend(&mut self, side: Perspective, piece: Piece, squares: Bitboard) {
        for square in squares.squares() {
            self.items[self.len] = side.feature(piece, square) as u16;
            self.len += 1;
        }
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.items[..self.len]
    }
}

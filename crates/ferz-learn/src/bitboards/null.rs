// [start:head]
//! The null move: a side passes.

use super::Bitboards;
use crate::sliders::Sliders;
// [end:head]

// [start:pass]
impl<S: Sliders> Bitboards<S> {
    /// Passes: the other side is to move, and may not capture en passant. Not allowed in check.
    pub fn pass(&mut self) {
        let mut state = self.state;
        state.side_to_move = !state.side_to_move;
        state.en_passant = None;
        state.halfmove_clock = state.halfmove_clock.saturating_add(1);
        self.set_state(state);
    }
}
// [end:pass]

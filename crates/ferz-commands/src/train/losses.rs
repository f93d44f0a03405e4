//! The text of losses, for the commands that train.

/// The message if no position is held out.
pub(crate) const NO_HELD_OUT: &str =
    "no position is held out: the loss is that of the training positions alone";

/// Returns the losses of the training positions and of those held out. Leaves out a held-out loss that
/// is not a number, since there is none.
pub(crate) fn losses_text(training: f64, held_out: f64) -> String {
    if held_out.is_nan() {
        format!("loss {training:.6}")
    } else {
        format!("loss {training:.6}, held out {held_out:.6}")
    }
}

//! The loss chart of the network trainer.

use ferz_game::chart::{Axis, BLUE, LegendPlace, Panel, RED, document};
use serde::{Deserialize, Serialize};

/// The height in points.
const HEIGHT: f64 = 520.0;

/// The mean losses after an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct EpochLoss {
    /// Over the training samples; of a network each is measured before its minibatch changed the weights.
    pub training: f64,
    /// Over the samples of the games held out; not a number if there are none.
    pub held_out: f64,
}

/// Draws a curve of training losses and one of held-out losses from `first_epoch` on, and returns
/// the SVG text. Leaves out a loss that is not a number.
///
/// # Errors
/// If there are no losses, or one is infinite.
pub fn draw_losses(
    first_epoch: usize,
    caption: &str,
    unit: &str,
    losses: &[EpochLoss],
) -> Result<String, String> {
    let pairs: Vec<_> = losses.iter().map(|loss| [loss.training, loss.held_out]).collect();
    let all = || pairs.iter().flatten().copied().filter(|loss| !loss.is_nan());
    if all().next().is_none() || !all().all(f64::is_finite) {
        return Err("no finite losses to draw".to_owned());
    }
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let margin = ((high - low) * 0.05).max(1e-4);
    let last_epoch = first_epoch + losses.len().saturating_sub(1).max(1);
    let epochs = Axis { name: "epoch", range: first_epoch as f64..last_epoch as f64, decimals: 0 };
    let range = low - margin..high + margin;
    let mut panel =
        Panel::new(caption, epochs, Axis { name: unit, range, decimals: 5 }, 0.0..HEIGHT);
    for (i, (name, color)) in [("training", BLUE), ("held out", RED)].into_iter().enumerate() {
        let points = (first_epoch..).zip(pairs.iter().map(|pair| pair[i]));
        let mut points = points.filter(|(_, loss)| !loss.is_nan()).peekable();
        if points.peek().is_some() {
            panel.curve(name, color, points.map(|(epoch, loss)| (epoch as f64, loss)));
        }
    }
    Ok(document(HEIGHT, &[panel.finish(LegendPlace::Right)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(losses: &[[f64; 2]]) -> Result<String, String> {
        let loss = |&[training, held_out]: &[f64; 2]| EpochLoss { training, held_out };
        draw_losses(1, "Loss", "error", &losses.iter().map(loss).collect::<Vec<_>>())
    }

    #[test]
    fn losses_that_are_not_numbers_are_left_out() {
        let text = draw(&[[0.5, f64::NAN], [0.4, f64::NAN]]).unwrap();
        assert!(text.contains("training") && !text.contains("held out") && !text.contains("NaN"));
    }

    #[test]
    fn drawing_without_finite_losses_is_an_error() {
        for losses in [&[][..], &[[f64::NAN, f64::NAN]], &[[f64::INFINITY, 0.5]]] {
            assert!(draw(losses).is_err());
        }
    }
}

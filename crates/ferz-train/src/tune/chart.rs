//! The loss chart of the tuner.

use super::texel::Loss;
use crate::loss_chart::draw_losses;

/// Draws the losses by epoch, from epoch 0 on, and returns the SVG text.
///
/// # Errors
/// If there are no losses, or a loss is not finite.
pub fn draw(losses: &[Loss]) -> Result<String, String> {
    let losses: Vec<[f32; 2]> = losses.iter().map(|loss| [loss.training, loss.held_out]).collect();
    draw_losses(0, "Tuning the evaluation: loss by epoch", "mean logistic loss", &losses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chart_has_one_curve_per_dataset() {
        let losses: Vec<Loss> = (0_u8..20)
            .map(|i| {
                let training = 0.6 - 0.01 * f32::from(i);
                Loss { training, held_out: training + 0.02 }
            })
            .collect();
        let text = draw(&losses).unwrap();
        assert!(text.starts_with("<svg") && text.contains("held out"));
        assert!(text.matches("<polyline").count() >= 2);
    }
}

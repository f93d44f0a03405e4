//! The loss chart of the network trainer.

use plotters::prelude::*;
use serde::{Deserialize, Serialize};

/// The width and height in points.
const SIZE: (u32, u32) = (900, 520);

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
    let margin = ((high - low) * 0.05).max(1e-5);
    let mut text = String::new();
    paint(&mut text, first_epoch, caption, unit, &pairs, low - margin..high + margin)
        .map_err(|error| error.to_string())?;
    Ok(text)
}

fn paint(
    text: &mut String,
    first_epoch: usize,
    caption: &str,
    unit: &str,
    losses: &[[f64; 2]],
    range: std::ops::Range<f64>,
) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let last_epoch = first_epoch + losses.len().saturating_sub(1).max(1);
    let mut chart = ChartBuilder::on(&area)
        .caption(caption, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(first_epoch..last_epoch, range)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("epoch")
        .y_desc(unit)
        .y_label_formatter(&|loss| format!("{loss:.4}"))
        .draw()?;
    let (blue, red) = (RGBColor(31, 119, 180), RGBColor(214, 69, 65));
    for (i, (name, color)) in [("training", blue), ("held out", red)].into_iter().enumerate() {
        let points = (first_epoch..).zip(losses.iter().map(|pair| pair[i]));
        let points: Vec<_> = points.filter(|(_, loss)| !loss.is_nan()).collect();
        if points.is_empty() {
            continue;
        }
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
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

//! The loss chart of the tuner and of the network trainer.

use plotters::prelude::*;

/// The width and height in points.
const SIZE: (u32, u32) = (900, 520);

/// Draws a curve of training losses and one of held-out losses from `first_epoch` on, and returns
/// the SVG text. Leaves out a loss that is not a number.
///
/// # Errors
/// If there are no losses, or one is infinite.
pub fn draw_losses(
    first_epoch: usize,
    caption: &str,
    unit: &str,
    losses: &[[f32; 2]],
) -> Result<String, String> {
    let all = || losses.iter().flatten().copied().filter(|loss| !loss.is_nan());
    if all().next().is_none() || !all().all(f32::is_finite) {
        return Err("no finite losses to draw".to_owned());
    }
    let (low, high) = (all().fold(f32::MAX, f32::min), all().fold(f32::MIN, f32::max));
    let margin = ((high - low) * 0.05).max(1e-5);
    let mut text = String::new();
    paint(&mut text, first_epoch, caption, unit, losses, low - margin..high + margin)
        .map_err(|error| error.to_string())?;
    Ok(text)
}

fn paint(
    text: &mut String,
    first_epoch: usize,
    caption: &str,
    unit: &str,
    losses: &[[f32; 2]],
    range: std::ops::Range<f32>,
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

    #[test]
    fn losses_that_are_not_numbers_are_left_out() {
        let text = draw_losses(1, "Loss", "error", &[[0.5, f32::NAN], [0.4, f32::NAN]]).unwrap();
        assert!(text.contains("training") && !text.contains("held out") && !text.contains("NaN"));
    }

    #[test]
    fn drawing_without_finite_losses_is_an_error() {
        for losses in [&[][..], &[[f32::NAN, f32::NAN]], &[[f32::INFINITY, 0.5]]] {
            assert!(draw_losses(1, "Loss", "error", losses).is_err());
        }
    }
}

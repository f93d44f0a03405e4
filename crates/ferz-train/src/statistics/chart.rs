//! The chart of scores and results.

use super::ScoreResults;
use crate::nnue::TrainSettings;
use crate::tune::logistic;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

/// The width and height in points.
const SIZE: (u32, u32) = (900, 760);
/// The largest absolute score of the chart in centipawns.
const LIMIT: i16 = 1500;
/// The width of a bin in centipawns.
const BIN: i16 = 25;
const BLUE: RGBColor = RGBColor(31, 119, 180);
const RED: RGBColor = RGBColor(214, 69, 65);
const GREY: RGBColor = RGBColor(120, 120, 120);

/// A panel of the chart.
type Panel<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws a histogram of the scores from -1500 to 1500 centipawns, and White's mean result at each
/// score beside the logistic curves of the fitted scale and of the trainer's default, and returns the
/// SVG text.
///
/// # Errors
/// If no position has a score within the chart.
pub fn draw(scores: &ScoreResults) -> Result<String, String> {
    let bins: Vec<Bin> = (-LIMIT / BIN..=LIMIT / BIN)
        .map(|bin| Bin::new(scores, bin * BIN))
        .filter(|bin| bin.positions > 0.0)
        .collect();
    let Some(scale) = scores.fitted_scale().filter(|_| !bins.is_empty()) else {
        return Err(format!("no scores up to {LIMIT} centipawns to draw"));
    };
    let mut text = String::new();
    paint(&mut text, &bins, scale).map_err(|error| error.to_string())?;
    Ok(text)
}

/// The positions around a score.
struct Bin {
    score: f32,
    positions: f64,
    mean_result: f64,
}

impl Bin {
    /// Counts the positions of the bin with this score in its middle.
    fn new(scores: &ScoreResults, middle: i16) -> Self {
        let (positions, mean_result) =
            scores.mean_result(middle - BIN / 2, middle + BIN - BIN / 2 - 1);
        Self { score: middle.into(), positions: positions as f64, mean_result }
    }
}

fn paint(text: &mut String, bins: &[Bin], scale: f32) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let (top, bottom) = area.split_vertically(SIZE.1 / 2);
    paint_histogram(&top, bins)?;
    paint_results(&bottom, bins, scale)?;
    area.present()?;
    Ok(())
}

/// Returns the range of the horizontal axis.
fn axis() -> std::ops::Range<f32> {
    let limit = f32::from(LIMIT + BIN);
    -limit..limit
}

fn paint_histogram(panel: &Panel<'_>, bins: &[Bin]) -> Result<(), Box<dyn Error>> {
    let highest = bins.iter().map(|bin| bin.positions).fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(panel)
        .caption("Search scores, White's view", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(84)
        .build_cartesian_2d(axis(), 0.0..1.05 * highest)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .disable_x_mesh()
        .x_desc("centipawns")
        .y_desc(format!("positions in {BIN} centipawns"))
        .x_label_formatter(&|score| format!("{score:.0}"))
        .y_label_formatter(&|positions| format!("{positions:.0}"))
        .draw()?;
    let half = f32::from(BIN) * 0.45;
    chart.draw_series(bins.iter().map(|bin| {
        let corners = [(bin.score - half, 0.0), (bin.score + half, bin.positions)];
        Rectangle::new(corners, BLUE.filled())
    }))?;
    Ok(())
}

fn paint_results(panel: &Panel<'_>, bins: &[Bin], scale: f32) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(panel)
        .caption("White's mean result by score", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(84)
        .build_cartesian_2d(axis(), 0.0..1.0)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("centipawns")
        .y_desc("points")
        .x_label_formatter(&|score| format!("{score:.0}"))
        .y_label_formatter(&|points| format!("{points:.1}"))
        .draw()?;
    let default = f32::from(TrainSettings::default().scale);
    let scales = [("fitted", scale, RED), ("default of train", default, GREY)];
    for (name, scale, color) in scales {
        let scores = (-LIMIT..=LIMIT).step_by(10).map(f32::from);
        let curve = scores.map(|score| (score, f64::from(logistic(score / scale))));
        chart
            .draw_series(LineSeries::new(curve, color.stroke_width(2)))?
            .label(format!("logistic scale {scale:.0} ({name})"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    let points = bins.iter().map(|bin| Circle::new((bin.score, bin.mean_result), 3, BLUE.filled()));
    chart
        .draw_series(points)?
        .label("games")
        .legend(|(x, y)| Circle::new((x + 10, y), 3, BLUE.filled()));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ResultCode;

    #[test]
    fn chart_has_a_bar_and_a_point_for_each_bin_with_positions() {
        let mut scores = ScoreResults::default();
        for (score, times) in [(-400, 2), (0, 9), (12, 1), (13, 4), (300, 5)] {
            (0..times).for_each(|_| scores.add(score, ResultCode::WhiteWins));
        }
        scores.add(5000, ResultCode::WhiteWins);
        scores.add(0, ResultCode::Draw);
        let text = draw(&scores).unwrap();
        assert!(text.starts_with("<svg") && text.contains("default of train"));
        // Scores of 0 and 12 share a bin. The legend has a point of its own.
        let count = |name| text.matches(&format!("<{name} ")[..]).count();
        let bars = text.matches("fill=\"#1F77B4\"").count() - count("circle");
        assert_eq!((bars, count("circle")), (4, 5), "{text}");
    }

    #[test]
    fn drawing_without_scores_is_an_error() {
        let mut scores = ScoreResults::default();
        assert!(draw(&scores).is_err());
        scores.add(2000, ResultCode::Draw);
        assert!(draw(&scores).is_err());
    }
}

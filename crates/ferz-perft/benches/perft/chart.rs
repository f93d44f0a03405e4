//! Bar chart of speeds as SVG.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;

/// Width of the picture in points; all lengths below are in points.
const WIDTH: i32 = 760;
/// Right end of the names and left end of the bars.
const BARS_LEFT: i32 = 210;
/// Length of the longest bar.
const MAX_LENGTH: f64 = 460.0;
/// Top of the first bar.
const TOP: i32 = 48;
/// Distance from bar to bar.
const PITCH: i32 = 32;
/// Thickness of a bar.
const THICKNESS: i32 = 22;

const FERZ_COLOR: RGBColor = RGBColor(42, 111, 151);
const PEER_COLOR: RGBColor = RGBColor(176, 184, 191);

/// Draws a bar for each name and speed, slowest first.
///
/// # Errors
/// If the drawing fails.
pub(crate) fn draw(bars: &[(String, f64)]) -> Result<String, Box<dyn Error>> {
    let mut bars = bars.to_vec();
    bars.sort_by(|a, b| a.1.total_cmp(&b.1));
    let fastest = bars.last().map_or(1.0, |bar| bar.1);
    let height = TOP + bars.len() as i32 * PITCH + PITCH - THICKNESS;
    let mut svg = String::new();
    {
        let area =
            SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32)).into_drawing_area();
        area.fill(&WHITE)?;
        let title =
            "Perft: millions of leaves per second, one thread, geometric mean of six positions";
        area.draw(&Text::new(title, (16, 14), ("sans-serif", 18)))?;
        let font = ("sans-serif", 16).into_text_style(&area);
        let name_style = font.pos(Pos::new(HPos::Right, VPos::Center));
        let speed_style = font.pos(Pos::new(HPos::Left, VPos::Center));
        for (top, (name, speed)) in (TOP..).step_by(PITCH as usize).zip(&bars) {
            let middle = top + THICKNESS / 2;
            let right = BARS_LEFT + (MAX_LENGTH * speed / fastest) as i32;
            let color = if name.starts_with("Ferz") { FERZ_COLOR } else { PEER_COLOR };
            let corners = [(BARS_LEFT, top), (right, top + THICKNESS)];
            area.draw(&Rectangle::new(corners, color.filled()))?;
            let name_at = (BARS_LEFT - 10, middle);
            area.draw(&Text::new(name.as_str(), name_at, name_style.clone()))?;
            area.draw(&Text::new(format!("{speed:.0}"), (right + 8, middle), speed_style.clone()))?;
        }
        area.present()?;
    }
    Ok(svg)
}

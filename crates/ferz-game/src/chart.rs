//! Charts as SVG: panels with two axes and a grid, and in them an area, curves, bars, points and a legend.
//!
//! The charts of games and those of training are drawn by it.
//!
//! ```
//! use ferz_game::chart::{Axis, BLUE, LegendPlace, Panel, document};
//! let axis = |name, end| Axis { name, range: 0.0..end, decimals: 0 };
//! let mut panel = Panel::new("Squares", axis("n", 3.0), axis("n * n", 9.0), 0.0..400.0);
//! panel.curve("all", BLUE, [(0.0, 0.0), (1.0, 1.0), (2.0, 4.0), (3.0, 9.0)]);
//! let svg = document(400.0, &[panel.finish(LegendPlace::Left)]);
//! assert!(svg.starts_with("<svg") && svg.contains("<polyline"));
//! ```

use std::ops::Range;

/// The colour of the first series of a panel.
pub const BLUE: &str = "#1F77B4";
/// The colour of the second series.
pub const RED: &str = "#D64541";
/// The colour of a series to compare with.
pub const GREY: &str = "#787878";

/// The width of a chart in points.
const WIDTH: f64 = 900.0;
/// The left and the right edge of the plot of a panel.
const SIDES: [f64; 2] = [96.0, 888.0];
/// The heights of a panel above its plot, of a title of one line, and below it.
const ABOVE: f64 = 40.0;
const BELOW: f64 = 52.0;
/// The largest number of labels of an axis, less one.
const MAX_STEPS: f64 = 10.0;
/// The height of a line of the legend, and the width of a letter, about that of most fonts.
const LINE: f64 = 18.0;
const LETTER: f64 = 7.0;

/// An axis of a panel.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis<'a> {
    /// The name with the unit.
    pub name: &'a str,
    /// The finite values at the ends.
    pub range: Range<f64>,
    /// The number of decimals of the labels, no two of which are the same.
    pub decimals: i32,
}

impl Axis<'_> {
    /// Returns the values with labels: the multiples of 1, 2 or 5 times a power of ten.
    fn labels(&self) -> impl Iterator<Item = (f64, String)> {
        let Range { start, end } = self.range;
        let powers = (-self.decimals..).map(|power| 10_f64.powi(power));
        let mut steps = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|factor| factor * power));
        let step = steps.find(|step| (end - start) / step <= MAX_STEPS).unwrap_or(end - start);
        let decimals = self.decimals.max(0) as usize;
        ((start / step).ceil() as i64..=(end / step).floor() as i64).map(move |number| {
            let value = number as f64 * step;
            (value, format!("{value:.decimals$}"))
        })
    }

    /// Returns the place of a value between those of the ends.
    fn place(&self, value: f64, [first, last]: [f64; 2]) -> f64 {
        let Range { start, end } = self.range;
        first + (value - start) / (end - start) * (last - first)
    }
}

/// The place of the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LegendPlace {
    /// A frame at the top of the plot on the left.
    Left,
    /// A frame at the top of the plot on the right.
    Right,
    /// A row below the plot on the right.
    Below,
}

/// A panel of a chart. Coordinates are values of its axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel<'a> {
    x: Axis<'a>,
    y: Axis<'a>,
    /// The lower and the upper edge of the plot.
    edges: [f64; 2],
    /// What lies under the grid.
    area: String,
    svg: String,
    /// The symbols and the names.
    legend: Vec<(String, String)>,
}

impl<'a> Panel<'a> {
    /// Creates a panel between two heights, with title, grid and labels. Further lines of the title are smaller.
    pub fn new(title: &str, x: Axis<'a>, y: Axis<'a>, heights: Range<f64>) -> Self {
        let lines = title.lines().count().max(1) - 1;
        let top = heights.start + ABOVE + lines as f64 * LINE;
        let edges @ [bottom, _] = [heights.end - BELOW, top];
        let [left, right] = SIDES;
        let (center, middle) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        let mut svg = String::new();
        for (index, line) in title.lines().enumerate() {
            let (y, line) = (heights.start + 26.0 + index as f64 * LINE, escaped(line));
            let size = if index == 0 { " font-size=\"18\"" } else { "" };
            svg += &format!("<text x=\"{center}\" y=\"{y}\"{size}>{line}</text>\n");
        }
        for (value, label) in x.labels() {
            let (x, y) = (x.place(value, SIDES), bottom + 16.0);
            svg += &format!("<path d=\"M{x:.1} {top}V{bottom}\" stroke=\"#ddd\"/>");
            svg += &format!("<text x=\"{x:.1}\" y=\"{y}\">{label}</text>\n");
        }
        for (value, label) in y.labels() {
            let (x, y) = (left - 6.0, y.place(value, edges));
            svg += &format!("<path d=\"M{left} {y:.1}H{right}\" stroke=\"#ddd\"/>");
            let baseline = y + 4.0;
            svg += &format!(
                "<text x=\"{x}\" y=\"{baseline:.1}\" text-anchor=\"end\">{label}</text>\n"
            );
        }
        svg += &format!(
            "<path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#000\"/>\n"
        );
        svg +=
            &format!("<text x=\"{center}\" y=\"{}\">{}</text>\n", bottom + 38.0, escaped(x.name));
        let turned = format!("translate(20 {middle}) rotate(-90)");
        svg += &format!("<text transform=\"{turned}\">{}</text>\n", escaped(y.name));
        Self { x, y, edges, area: String::new(), svg, legend: Vec::new() }
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x.place(x, SIDES), self.y.place(y, self.edges))
    }

    fn places(&self, points: impl IntoIterator<Item = (f64, f64)>) -> String {
        let places = points.into_iter().map(|point| self.place(point));
        places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
    }

    /// Fills the plot under the grid: below a curve, and above it.
    pub fn area(&mut self, below: &str, above: &str, points: &[(f64, f64)]) {
        let ([bottom, top], [left, right]) = (self.edges, SIDES);
        let size = format!("width=\"{}\" height=\"{}\"", right - left, bottom - top);
        self.area += &format!("<rect x=\"{left}\" y=\"{top}\" {size} fill=\"{above}\"/>\n");
        let end = points.last().map_or(left, |&(x, _)| self.x.place(x, SIDES));
        let places = self.places(points.iter().copied());
        let places = format!("{left},{bottom} {places} {end:.1},{bottom}");
        self.area += &format!("<polygon points=\"{places}\" fill=\"{below}\"/>\n");
    }

    /// Draws a line at a value of the vertical axis.
    pub fn level(&mut self, value: f64) {
        let ([left, right], y) = (SIDES, self.y.place(value, self.edges));
        self.svg += &format!("<path d=\"M{left} {y:.1}H{right}\" stroke=\"#8c8578\"/>\n");
    }

    /// Draws a line through points. It is part of the legend unless its name is empty.
    pub fn curve(&mut self, name: &str, color: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let places = self.places(points);
        let style = format!(
            "fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-linejoin=\"round\""
        );
        self.svg += &format!("<polyline points=\"{places}\" {style}/>\n");
        if !name.is_empty() {
            self.legend.push((format!("<path d=\"M0 0h20\" {style}/>"), name.to_owned()));
        }
    }

    /// Draws dots at points.
    pub fn dots(&mut self, name: &str, color: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        for point in points {
            let (x, y) = self.place(point);
            self.svg +=
                &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>\n");
        }
        self.name_dots(name, color);
    }

    /// Draws a dot with a border and a text that the pointer shows.
    pub fn marker(&mut self, point: (f64, f64), color: &str, border: &str, text: &str) {
        let ((x, y), text) = (self.place(point), escaped(text));
        let style = format!("fill=\"{color}\" stroke=\"{border}\" stroke-width=\"1.5\"");
        self.svg += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" {style}>");
        self.svg += &format!("<title>{text}</title></circle>\n");
    }

    /// Names dots of a colour in the legend.
    pub fn name_dots(&mut self, name: &str, color: &str) {
        let dot = format!("<circle cx=\"10\" cy=\"0\" r=\"4\" fill=\"{color}\"/>");
        self.legend.push((dot, name.to_owned()));
    }

    /// Draws bars from 0 upwards, of a width in units of the axis, around the points' first numbers.
    pub fn bars(&mut self, color: &str, width: f64, points: impl IntoIterator<Item = (f64, f64)>) {
        for (x, height) in points {
            let (left, top) = self.place((x - width / 2.0, height));
            let (right, bottom) = self.place((x + width / 2.0, 0.0));
            let size = format!("width=\"{:.1}\" height=\"{:.1}\"", right - left, bottom - top);
            self.svg +=
                &format!("<rect x=\"{left:.1}\" y=\"{top:.1}\" {size} fill=\"{color}\"/>\n");
        }
    }

    /// Draws the legend, if there is one, and returns the elements of the panel.
    pub fn finish(self, place: LegendPlace) -> String {
        let Self { area, mut svg, legend, edges: [bottom, top], .. } = self;
        let space = if place == LegendPlace::Below { 36.0 } else { 48.0 };
        let width = |name: &str| name.chars().count() as f64 * LETTER + space;
        let widths: Vec<_> = legend.iter().map(|(_, name)| width(name)).collect();
        let ([left, right], all) = (SIDES, widths.iter().sum::<f64>());
        let Some(widest) = widths.iter().copied().reduce(f64::max) else { return area + &svg };
        let (x, y) = match place {
            LegendPlace::Left => (left + 12.0, top + 12.0),
            LegendPlace::Right => (right - 12.0 - widest, top + 12.0),
            LegendPlace::Below => (right - all, bottom + 20.0),
        };
        svg += &format!("<g transform=\"translate({x} {y})\" text-anchor=\"start\">");
        if place != LegendPlace::Below {
            let height = legend.len() as f64 * LINE + 10.0;
            let size = format!("width=\"{widest}\" height=\"{height}\"");
            svg += &format!("<rect {size} fill=\"#fff\" stroke=\"#000\"/>\n");
        }
        let (mut x, mut y) = (10.0, 14.0);
        for ((symbol, name), width) in legend.iter().zip(widths) {
            let text = format!("<text x=\"28\" y=\"4\">{}</text>", escaped(name));
            svg += &format!("<g transform=\"translate({x} {y})\">{symbol}{text}</g>\n");
            match place {
                LegendPlace::Below => x += width,
                LegendPlace::Left | LegendPlace::Right => y += LINE,
            }
        }
        area + &svg + "</g>\n"
    }
}

/// Returns a text with the characters of XML as entities, without control characters, which XML forbids.
pub(crate) fn escaped(text: &str) -> String {
    let is_allowed = |c: &char| !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let text: String = text.chars().filter(is_allowed).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the SVG document of finished panels with a height in points.
pub fn document(height: f64, panels: &[String]) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\" \
         text-anchor=\"middle\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         {}</svg>\n",
        panels.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_multiples_of_round_numbers() {
        for (range, decimals, expected) in [
            (
                0.0..1.0,
                1,
                &["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"][..],
            ),
            (1.0..3.0, 0, &["1", "2", "3"]),
            (-1525.0..1525.0, 0, &["-1500", "-1000", "-500", "0", "500", "1000", "1500"]),
            (0.00721..0.00723, 4, &[]),
            (0.0071..0.0074, 4, &["0.0071", "0.0072", "0.0073", "0.0074"]),
        ] {
            let axis = Axis { name: "", range, decimals };
            let labels: Vec<_> = axis.labels().map(|(_, label)| label).collect();
            assert_eq!(labels, expected, "{:?}", axis.range);
        }
    }

    #[test]
    fn the_upper_edge_has_the_greatest_value() {
        let axis = |range| Axis { name: "", range, decimals: 0 };
        let panel = Panel::new("", axis(0.0..10.0), axis(-5.0..5.0), 100.0..400.0);
        assert_eq!(panel.place((0.0, -5.0)), (SIDES[0], 400.0 - BELOW));
        assert_eq!(panel.place((10.0, 5.0)), (SIDES[1], 100.0 + ABOVE));
    }
}

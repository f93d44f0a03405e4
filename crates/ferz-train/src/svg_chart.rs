//! Charts as SVG: panels with two axes and a grid, and in them curves, bars, points and a legend.

use std::ops::Range;

pub(crate) const BLUE: &str = "#1F77B4";
pub(crate) const RED: &str = "#D64541";
pub(crate) const GREY: &str = "#787878";

/// The width of a chart in points.
const WIDTH: f64 = 900.0;
/// The left and the right edge of the plot of a panel.
const SIDES: [f64; 2] = [96.0, 888.0];
/// The heights of a panel above and below its plot.
const ABOVE: f64 = 40.0;
const BELOW: f64 = 52.0;
/// The largest number of labels of an axis, less one.
const MAX_STEPS: f64 = 10.0;
/// The height of a line of the legend, and the width of a letter, about that of most fonts.
const LINE: f64 = 18.0;
const LETTER: f64 = 7.0;

/// An axis of a panel.
pub(crate) struct Axis<'a> {
    /// The name with the unit. It is text of XML, as all names here.
    pub(crate) name: &'a str,
    /// The finite values at the ends.
    pub(crate) range: Range<f64>,
    /// The number of decimals of the labels, no two of which are the same.
    pub(crate) decimals: i32,
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

/// The side of the plot at whose top the legend stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LegendSide {
    Left,
    Right,
}

/// A panel of a chart.
pub(crate) struct Panel<'a> {
    x: Axis<'a>,
    y: Axis<'a>,
    /// The lower and the upper edge of the plot.
    edges: [f64; 2],
    svg: String,
    /// The symbols and the names.
    legend: Vec<(String, String)>,
}

impl<'a> Panel<'a> {
    /// Creates a panel between two heights, with title, grid and labels.
    pub(crate) fn new(title: &str, x: Axis<'a>, y: Axis<'a>, heights: Range<f64>) -> Self {
        let edges @ [bottom, top] = [heights.end - BELOW, heights.start + ABOVE];
        let [left, right] = SIDES;
        let (center, middle) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        let title_y = top - 14.0;
        let mut svg =
            format!("<text x=\"{center}\" y=\"{title_y}\" font-size=\"18\">{title}</text>\n");
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
        svg += &format!("<text x=\"{center}\" y=\"{}\">{}</text>\n", bottom + 38.0, x.name);
        let turned = format!("translate(20 {middle}) rotate(-90)");
        svg += &format!("<text transform=\"{turned}\">{}</text>\n", y.name);
        Self { x, y, edges, svg, legend: Vec::new() }
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x.place(x, SIDES), self.y.place(y, self.edges))
    }

    /// Draws a line through points.
    pub(crate) fn curve(
        &mut self,
        name: &str,
        color: &str,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) {
        let places = points.into_iter().map(|point| self.place(point));
        let places: Vec<_> = places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let style = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"");
        self.svg += &format!("<polyline points=\"{}\" {style}/>\n", places.join(" "));
        self.legend.push((format!("<path d=\"M0 0h20\" {style}/>"), name.to_owned()));
    }

    /// Draws dots at points.
    pub(crate) fn dots(
        &mut self,
        name: &str,
        color: &str,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) {
        let dot = |x, y| format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>");
        for point in points {
            let (x, y) = self.place(point);
            self.svg += &dot(x, y);
        }
        self.legend.push((dot(10.0, 0.0), name.to_owned()));
    }

    /// Draws bars from 0 upwards, of a width in units of the axis, around the points' first numbers.
    pub(crate) fn bars(
        &mut self,
        color: &str,
        width: f64,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) {
        for (x, height) in points {
            let (left, top) = self.place((x - width / 2.0, height));
            let (right, bottom) = self.place((x + width / 2.0, 0.0));
            let size = format!("width=\"{:.1}\" height=\"{:.1}\"", right - left, bottom - top);
            self.svg +=
                &format!("<rect x=\"{left:.1}\" y=\"{top:.1}\" {size} fill=\"{color}\"/>\n");
        }
    }

    /// Draws the legend, if there is one.
    pub(crate) fn finish(mut self, side: LegendSide) -> String {
        let Some(letters) = self.legend.iter().map(|(_, name)| name.chars().count()).max() else {
            return self.svg;
        };
        let (width, height) =
            (letters as f64 * LETTER + 48.0, self.legend.len() as f64 * LINE + 10.0);
        let [left, right] = SIDES;
        let x = if side == LegendSide::Left { left + 12.0 } else { right - 12.0 - width };
        let y = self.edges[1] + 12.0;
        self.svg += &format!("<g transform=\"translate({x} {y})\" text-anchor=\"start\">");
        let size = format!("width=\"{width}\" height=\"{height}\"");
        self.svg += &format!("<rect {size} fill=\"#fff\" stroke=\"#000\"/>\n");
        for (line, (symbol, name)) in self.legend.iter().enumerate() {
            let y = line as f64 * LINE + 14.0;
            let text = format!("<text x=\"28\" y=\"4\">{name}</text>");
            self.svg += &format!("<g transform=\"translate(10 {y})\">{symbol}{text}</g>\n");
        }
        self.svg + "</g>\n"
    }
}

/// Returns the SVG document of finished panels with a height in points.
pub(crate) fn document(height: f64, panels: &[String]) -> String {
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

//! A bar chart of speeds as SVG.

use std::fmt::Write;

const WIDTH: f64 = 760.0;
const LABELS: f64 = 210.0;
const BAR: f64 = 22.0;
const GAP: f64 = 10.0;
const TOP: f64 = 48.0;

/// Draws a bar for each name and speed, slowest first, ours in a colour of their own.
pub(crate) fn draw(bars: &[(String, f64)]) -> String {
    let mut bars = bars.to_vec();
    bars.sort_by(|a, b| a.1.total_cmp(&b.1));
    let fastest = bars.last().map_or(1.0, |bar| bar.1);
    let height = TOP + bars.len() as f64 * (BAR + GAP) + GAP;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"16\" y=\"26\" font-size=\"15\" font-weight=\"bold\">Perft: millions of leaves a \
         second, one thread, geometric mean of six positions</text>\n"
    );
    for (line, (name, speed)) in bars.iter().enumerate() {
        let y = TOP + line as f64 * (BAR + GAP);
        let length = (WIDTH - LABELS - 90.0) * speed / fastest;
        let fill = if name.starts_with("Ferz") { "#2a6f97" } else { "#b0b8bf" };
        let baseline = y + BAR * 0.7;
        // Writing into a string cannot fail.
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{baseline}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{LABELS}\" y=\"{y}\" width=\"{length:.1}\" height=\"{BAR}\" fill=\"{fill}\"/>\
             <text x=\"{:.1}\" y=\"{baseline}\">{speed:.0}</text>",
            LABELS - 10.0,
            escape(name),
            LABELS + length + 8.0,
        );
    }
    svg + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

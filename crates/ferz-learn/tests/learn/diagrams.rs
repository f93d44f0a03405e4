//! The diagrams of chapters 21 to 28: curves and boxes, in the colours of a light and a dark page.

use ferz_learn::engine::sprt::{Pairs, Sprt, Verdict, elo_of_score, expected_score};
use ferz_learn::random::Random;
use std::fmt::Write;
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/learn/diagrams");

/// A picture in the making.
struct Drawing {
    dark: bool,
    size: (i32, i32),
    body: String,
}

impl Drawing {
    /// Returns the colour of a name.
    fn color(&self, name: &str) -> &'static str {
        match (name, self.dark) {
            ("ink", false) => "#202020",
            ("ink", true) => "#e0e0e0",
            // Text on a green, red or blue box.
            ("paper", false) => "#ffffff",
            ("paper", true) => "#202020",
            ("soft", false) => "#8a8a8a",
            ("soft", true) => "#9a9a9a",
            ("box", false) => "#efe6d8",
            ("box", true) => "#3a3d46",
            ("green", false) => "#257a41",
            ("green", true) => "#6fcf8f",
            ("red", false) => "#c0392b",
            ("red", true) => "#ff8f80",
            ("blue", false) => "#2c6fbb",
            ("blue", true) => "#8fbcf0",
            _ => panic!("no colour {name}"),
        }
    }

    fn rect(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), fill: &str) {
        let (fill, line) = (self.color(fill), self.color("soft"));
        writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"{fill}\" stroke=\"{line}\"/>"
        )
        .unwrap();
    }

    fn circle(&mut self, (x, y): (i32, i32), fill: &str) {
        let (fill, line) = (self.color(fill), self.color("soft"));
        writeln!(
            self.body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"{fill}\" stroke=\"{line}\"/>"
        )
        .unwrap();
    }

    fn line(&mut self, points: &[(i32, i32)], color: &str, is_dashed: bool) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let dash = if is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let (points, color) = (points.join(" "), self.color(color));
        writeln!(
            self.body,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.8\"{dash}/>"
        )
        .unwrap();
    }

    /// Writes text around a point.
    fn text(&mut self, (x, y): (i32, i32), color: &str, text: &str) {
        let color = self.color(color);
        writeln!(self.body, "<text x=\"{x}\" y=\"{}\" fill=\"{color}\">{text}</text>", y + 5)
            .unwrap();
    }

    /// Draws a box with text in its middle.
    fn label(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), fill: &str, text: &str) {
        self.rect((x, y), (width, height), fill);
        let color = if fill == "box" { "ink" } else { "paper" };
        self.text((x + width / 2, y + height / 2), color, text);
    }

    fn finish(self) -> String {
        let (width, height) = self.size;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n\
             <g font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n{}</g>\n</svg>\n",
            self.body
        )
    }
}

/// A function that draws a picture.
type Draw = fn(&mut Drawing);

/// The lead that is measured in matches of equal engines.
fn error_bars(drawing: &mut Drawing) {
    // From 30 to 30,000 games on a logarithmic axis; a pair of independent games has half of the variance.
    let x = |games: f64| 70 + ((games / 30.0).log10() * 160.0) as i32;
    let y = |elo: f64| 130 - elo as i32;
    for elo in [-100, -50, 0, 50, 100] {
        drawing.line(&[(70, y(f64::from(elo))), (550, y(f64::from(elo)))], "soft", elo != 0);
        drawing.text(
            (40, y(f64::from(elo))),
            "ink",
            &if elo == 0 { "0".into() } else { format!("{elo:+}") },
        );
    }
    for sign in [1.0, -1.0] {
        let at = |step: i32| {
            let games = 30.0 * 10f64.powf(f64::from(step) / 20.0);
            (x(games), y(sign * elo_of_score(0.5 + 1.96 * 0.3536 / games.sqrt())))
        };
        let points: Vec<_> = (0..=60).map(at).collect();
        drawing.line(&points, "blue", false);
    }
    for games in [100, 1_000, 10_000] {
        drawing.line(&[(x(f64::from(games)), 20), (x(f64::from(games)), 240)], "soft", true);
        drawing.text((x(f64::from(games)), 258), "ink", &format!("{games} games"));
    }
}

/// Simulated matches until the test ends.
fn sprt(drawing: &mut Drawing) {
    let sprt = Sprt { elo0: 0.0, elo1: 40.0, risk: 0.05 };
    let y = |ratio: f64| 130 - (ratio * 34.0) as i32;
    for (ratio, text) in [(sprt.bound(), "better"), (0.0, ""), (-sprt.bound(), "not better")] {
        drawing.line(&[(40, y(ratio)), (560, y(ratio))], "soft", ratio == 0.0);
        drawing.text((520, y(ratio) + if ratio > 0.0 { -14 } else { 14 }), "ink", text);
    }
    drawing.text((300, 262), "ink", "pairs of games, 0 to 400");
    let mut random = Random(4);
    for number in 0..12 {
        let (elo, color) = if number % 2 == 0 { (40.0, "green") } else { (0.0, "red") };
        let win = expected_score(elo) - 0.25;
        let (mut pairs, mut points) = (Pairs::default(), vec![(40, y(0.0))]);
        for pair in 1..=400 {
            let mut game = || match random.next() as f64 / 2f64.powi(64) {
                x if x < win => 2,
                x if x < win + 0.5 => 1,
                _ => 0,
            };
            pairs.0[game() + game()] += 1;
            let ratio = sprt.log_ratio(&pairs).clamp(-sprt.bound(), sprt.bound());
            points.push((40 + pair * 13 / 10, y(ratio)));
            if sprt.verdict(&pairs) != Verdict::Open {
                break;
            }
        }
        drawing.line(&points, color, false);
    }
}

/// A tree of two plies with a cutoff.
fn alpha_beta(drawing: &mut Drawing) {
    let leaves = [("5", true), ("3", true), ("8", true), ("2", true), ("?", false), ("?", false)];
    for (inner, x) in [(0, 150), (1, 430)] {
        drawing.line(&[(290, 40), (x, 120)], "ink", false);
        for (leaf, (text, is_seen)) in leaves.iter().enumerate().skip(3 * inner).take(3) {
            let leaf_x = x - 90 + 90 * (leaf as i32 - 3 * inner as i32);
            drawing.line(
                &[(x, 120), (leaf_x, 205)],
                if *is_seen { "ink" } else { "soft" },
                !is_seen,
            );
            let color = if *is_seen { "ink" } else { "soft" };
            drawing.label((leaf_x - 17, 205), (34, 34), "box", "");
            drawing.text((leaf_x, 222), color, text);
        }
        drawing.circle((x, 120), "box");
    }
    drawing.label((270, 22), (40, 34), "box", "3");
    drawing.text((150, 120), "ink", "3");
    drawing.text((430, 120), "ink", "≤2");
    drawing.text((540, 165), "red", "cut off");
}

/// A bucket of the table and the bits of an entry.
fn bucket(drawing: &mut Drawing) {
    drawing.label((20, 20), (330, 34), "box", "the key of the position");
    drawing.label((350, 20), (190, 34), "green", "lowest bits: the bucket");
    drawing.line(&[(445, 54), (445, 72)], "ink", false);
    drawing.line(&[(20, 84), (20, 72), (534, 72), (534, 84)], "ink", false);
    for place in 0..4 {
        let x = 20 + 130 * place;
        let fill = if place == 2 { "green" } else { "box" };
        drawing.label((x, 90), (124, 40), fill, "check | data");
    }
    drawing.line(&[(342, 130), (20, 170)], "soft", true);
    drawing.line(&[(404, 130), (540, 170)], "soft", true);
    let parts =
        [("move 16", 130), ("value 16", 130), ("depth 8 + 8", 110), ("age 8", 75), ("bound 8", 75)];
    let mut x = 20;
    for (text, width) in parts {
        drawing.label((x, 170), (width, 36), "box", text);
        x += width;
    }
}

/// The order of the moves.
fn order(drawing: &mut Drawing) {
    let rows = [
        ("the move of the table", "first of all", "green"),
        ("captures that lose nothing", "100,000 + 16 victim - attacker", "box"),
        ("killers", "50,000", "box"),
        ("quiet moves", "history, -16,384 to 16,384", "box"),
        ("captures that lose", "-100,000 + 16 victim - attacker", "red"),
    ];
    for (row, (name, number, fill)) in rows.into_iter().enumerate() {
        let y = 16 + 46 * row as i32;
        drawing.label((20, y), (240, 36), fill, name);
        drawing.text((410, y + 18), "ink", number);
    }
}

/// Windows of principal variation search.
fn windows(drawing: &mut Drawing) {
    let (alpha, beta) = (150, 480);
    for (x, text) in [(alpha, "alpha"), (beta, "beta")] {
        drawing.line(&[(x, 36), (x, 250)], "soft", true);
        drawing.text((x, 20), "ink", text);
    }
    for (row, (text, from, to, color)) in [
        ("1st move", alpha, beta, "blue"),
        ("2nd move", 250, 258, "red"),
        ("3rd move", 250, 258, "green"),
        ("again", 250, beta, "blue"),
        ("4th move", 340, 348, "red"),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 46 + 42 * row as i32;
        drawing.text((70, y + 12), "ink", text);
        drawing.rect((from, y), (to - from, 24), color);
    }
    drawing.text((315, 99), "ink", "not better");
    drawing.text((300, 141), "ink", "better");
    drawing.text((410, 225), "ink", "not better");
}

/// The shares of the two weights.
fn phase(drawing: &mut Drawing) {
    drawing.line(&[(60, 30), (60, 200), (540, 200)], "ink", false);
    drawing.line(&[(60, 40), (540, 200)], "blue", false);
    drawing.line(&[(60, 200), (540, 40)], "green", false);
    drawing.text((160, 50), "blue", "first weight");
    drawing.text((440, 50), "green", "second weight");
    for (phase, text) in [(24, "24: all pieces"), (12, "12"), (0, "0: none")] {
        drawing.text((60 + (24 - phase) * 20, 222), "ink", text);
    }
    drawing.text((34, 40), "ink", "1");
    drawing.text((34, 200), "ink", "0");
}

/// The layers of the network.
fn network(drawing: &mut Drawing) {
    for (row, side) in ["side to move", "other side"].into_iter().enumerate() {
        let y = 30 + 120 * row as i32;
        drawing.label((20, y), (190, 70), "box", "");
        drawing.text((115, y + 24), "ink", "768 inputs");
        drawing.text((115, y + 46), "ink", side);
        drawing.label((300, y), (110, 70), "blue", "32 neurons");
        for step in 0..4 {
            drawing.line(&[(210, y + 10 + 17 * step), (300, y + 60 - 17 * step)], "soft", false);
        }
        drawing.line(&[(410, y + 35), (480, 125)], "soft", false);
    }
    drawing.label((480, 105), (80, 40), "green", "value");
    drawing.text((255, 125), "ink", "same weights");
}

/// Two threads and their table.
fn threads(drawing: &mut Drawing) {
    for (x, name) in [(20, "first thread"), (380, "second thread")] {
        drawing.label((x, 20), (170, 40), "box", name);
        drawing.label((x, 90), (170, 40), "box", "killers, history");
        drawing.label((x, 140), (170, 40), "box", "accumulator");
        drawing.line(&[(x + 85, 60), (x + 85, 90)], "soft", false);
    }
    drawing.label((225, 60), (120, 90), "green", "table");
    drawing.line(&[(190, 40), (380, 40)], "ink", false);
    drawing.line(&[(285, 40), (285, 60)], "ink", false);
    drawing.text((130, 205), "ink", "depth 1, 2, 3, ... gives the move");
    drawing.text((450, 205), "ink", "depth 2, 3, 4, ... gives entries");
}

/// With `FERZ_DRAW_PICTURES` set the pictures are written anew.
#[test]
fn the_diagrams_are_drawn() {
    let pictures: [(&str, i32, Draw); 9] = [
        ("error-bars", 275, error_bars),
        ("sprt", 280, sprt),
        ("alpha-beta", 260, alpha_beta),
        ("bucket", 225, bucket),
        ("order", 250, order),
        ("windows", 265, windows),
        ("phase", 240, phase),
        ("network", 250, network),
        ("threads", 225, threads),
    ];
    for (name, height, draw) in pictures {
        for (theme, dark) in [("light", false), ("dark", true)] {
            let mut drawing = Drawing { dark, size: (580, height), body: String::new() };
            draw(&mut drawing);
            let (path, svg) = (format!("{FOLDER}/{name}-{theme}.svg"), drawing.finish());
            if std::env::var_os("FERZ_DRAW_PICTURES").is_some() {
                fs::write(&path, &svg).unwrap();
            }
            let drawn = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
            assert!(drawn == svg, "{path} is not the picture that this test draws");
        }
    }
}

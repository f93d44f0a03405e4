//! The pictures that are no chess boards: the arrays of chapter 3, numbers in bits, and the stack.

use ferz_learn::bitboard::Bitboard;
use ferz_learn::packed::PackedMove;
use ferz_learn::random::Random;
use ferz_learn::sliders::Sliders;
use ferz_learn::sliders::loops::Loops;
use ferz_learn::sliders::magic::{relevant_squares, subsets};
use ferz_learn::solutions::frame_cells;
use ferz_learn::types::*;
use ferz_learn::zobrist::{black_to_move, piece_key};
use std::fmt::Write;
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/learn/arrays");
/// Width and height of a cell.
const CELL: usize = 32;

/// Colours of a page: light and dark squares, cells off the board, and the numbers on both.
struct Theme {
    name: &'static str,
    squares: [&'static str; 2],
    off_board: &'static str,
    square_text: &'static str,
    off_board_text: &'static str,
}

const THEMES: [Theme; 2] = [
    Theme {
        name: "light",
        squares: ["#f0d9b5", "#b58863"],
        off_board: "#e3e3e3",
        square_text: "#141414",
        off_board_text: "#5f5f5f",
    },
    Theme {
        name: "dark",
        squares: ["#a3978a", "#7d7064"],
        off_board: "#2f3138",
        square_text: "#141414",
        off_board_text: "#b0b0b0",
    },
];

/// Draws an array whose cell 0 is at the bottom left.
fn draw(
    columns: usize,
    rows: usize,
    is_on_board: impl Fn(usize) -> bool,
    label: impl Fn(usize) -> String,
    theme: &Theme,
) -> String {
    let (width, height) = (columns * CELL, rows * CELL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <g font-family=\"sans-serif\" font-size=\"15\" text-anchor=\"middle\">\n"
    );
    let a1 = (0..columns * rows).find(|&cell| is_on_board(cell)).expect("a1 is on the board");
    for cell in 0..columns * rows {
        let (column, row) = (cell % columns, cell / columns);
        let (x, y) = (column * CELL, height - (row + 1) * CELL);
        // a1 is dark, and so are the squares that an even number of steps leads to.
        let is_dark = (column + row + a1 % columns + a1 / columns).is_multiple_of(2);
        let (fill, text) = if is_on_board(cell) {
            (theme.squares[usize::from(is_dark)], theme.square_text)
        } else {
            (theme.off_board, theme.off_board_text)
        };
        let label = label(cell);
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{text}\">{label}</text>",
            x + CELL / 2,
            y + CELL / 2 + 5,
        )
        .unwrap();
    }
    svg + "</g>\n</svg>\n"
}

/// A drawing of rows of cells, each row with a name at its left.
struct Rows<'a> {
    theme: &'a Theme,
    cell: usize,
    width: usize,
    height: usize,
    body: String,
}

/// The room for the names of rows.
const NAMES: usize = 150;

impl Rows<'_> {
    fn new(theme: &Theme, cell: usize) -> Rows<'_> {
        Rows { theme, cell, width: 0, height: 0, body: String::new() }
    }

    fn text(&mut self, x: usize, anchor: &str, text: &str, color: &str) {
        let y = self.height + 20;
        writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" fill=\"{color}\" text-anchor=\"{anchor}\">{text}</text>"
        )
        .unwrap();
    }

    /// Adds a row of cells: for each its width in cells, its text and its colour.
    fn row(&mut self, name: &str, cells: &[(usize, String, &str)]) {
        self.text(NAMES - 10, "end", name, self.theme.off_board_text);
        let mut x = NAMES;
        for (width, text, fill) in cells {
            let width = width * self.cell;
            writeln!(
                self.body,
                "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"28\" fill=\"{fill}\"/>",
                self.height,
                width - 1
            )
            .unwrap();
            let theme = self.theme;
            let color = match *fill {
                fill if fill == theme.off_board => theme.off_board_text,
                fill if fill == theme.off_board_text => theme.off_board,
                _ => theme.square_text,
            };
            self.text(x + width / 2, "middle", text, color);
            x += width;
        }
        self.width = self.width.max(x);
        self.height += 32;
    }

    /// Adds the bits of a number from the highest one on; those that `is_chosen` have a colour of
    /// their own.
    fn bits(&mut self, name: &str, number: u64, count: u32, is_chosen: impl Fn(u32) -> bool) {
        let bit = |place: u32| {
            let is_set = number >> place & 1 == 1;
            let fill = match (is_set, is_chosen(place)) {
                (_, true) => self.theme.squares[usize::from(is_set)],
                (true, false) => self.theme.off_board_text,
                (false, false) => self.theme.off_board,
            };
            // Sixty-four cells are too narrow for digits.
            let digit = if count <= 16 { u8::from(is_set).to_string() } else { String::new() };
            (1, digit, fill)
        };
        let cells: Vec<_> = (0..count).rev().map(bit).collect();
        self.row(name, &cells);
    }

    fn svg(&self) -> String {
        let (width, height) = (self.width, self.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<g font-family=\"sans-serif\" font-size=\"14\">\n\
             {}</g>\n</svg>\n",
            self.body
        )
    }
}

/// Draws the key of three pieces, of which 16 bits are shown.
fn exclusive_or(theme: &Theme) -> String {
    let number =
        |color, kind, square: &str| piece_key(Piece { color, kind }, square.parse().unwrap()) >> 48;
    let numbers = [
        ("white king on e1", number(Color::White, PieceType::King, "e1")),
        ("white knight on f3", number(Color::White, PieceType::Knight, "f3")),
        ("black king on g8", number(Color::Black, PieceType::King, "g8")),
        ("Black to move", black_to_move() >> 48),
    ];
    let mut rows = Rows::new(theme, 26);
    for (name, number) in numbers {
        rows.bits(name, number, 16, |_| false);
    }
    rows.bits("exclusive or", numbers.iter().fold(0, |all, (_, n)| all ^ n), 16, |_| true);
    rows.svg()
}

/// Draws a move in 16 bits: the pawn on e7 captures on d8 and becomes a queen.
fn sixteen_bits(theme: &Theme) -> String {
    let [from, to] = ["e7", "d8"].map(|text| text.parse().unwrap());
    let mv = Move::new(from, to, MoveKind::CapturePromotion(PieceType::Queen));
    let [light, dark] = theme.squares;
    let mut rows = Rows::new(theme, 32);
    let places = (0..16).rev().map(|place: u32| (1, place.to_string(), theme.off_board));
    rows.row("bit", &places.collect::<Vec<_>>());
    rows.bits("e7xd8, a queen", u64::from(PackedMove::from(mv).bits()), 16, |_| true);
    let means = [
        (1, "x".to_owned(), light),
        (1, "=".to_owned(), dark),
        (2, "queen".to_owned(), light),
        (6, format!("target: d8 = {}", to.index()), dark),
        (6, format!("origin: e7 = {}", from.index()), light),
    ];
    rows.row("means", &means);
    rows.svg()
}

/// Draws how a factor brings the blockers of a rook on d4 to the top.
fn magic_product(theme: &Theme) -> String {
    let d4: Square = "d4".parse().unwrap();
    let mask = relevant_squares(d4, Loops::rook_attacks);
    let shift = 64 - mask.len();
    let mut random = Random(d4.index() as u64);
    let is_magic = |factor: u64| {
        let mut table = vec![None; 1 << mask.len()];
        subsets(mask).all(|set| {
            let attacks = Loops::rook_attacks(d4, set);
            *table[(set.0.wrapping_mul(factor) >> shift) as usize].get_or_insert(attacks) == attacks
        })
    };
    let factor = std::iter::from_fn(|| Some(random.next() & random.next() & random.next()));
    let factor = factor.into_iter().find(|&factor| is_magic(factor)).unwrap();
    let blockers = ["b4", "g4", "d6"].map(|text| text.parse().unwrap());
    let set = blockers.into_iter().fold(Bitboard::EMPTY, Bitboard::with);
    let product = set.0.wrapping_mul(factor);
    let mut rows = Rows::new(theme, 11);
    rows.bits("b4, d6 and g4", set.0, 64, |place| {
        mask.contains(Square::from_index(place as usize))
    });
    rows.bits("factor", factor, 64, |_| false);
    rows.bits("product", product, 64, |place| place >= shift);
    let place = format!("{}", product >> shift);
    rows.row("place in the table", &[(mask.len() as usize, place, theme.squares[0])]);
    rows.svg()
}

/// Draws how a rook fills its rank in three steps.
fn filling(theme: &Theme) -> String {
    let [light, dark] = theme.squares;
    let mut rows = Rows::new(theme, 40);
    let squares = |reached: std::ops::RangeInclusive<usize>| {
        (0..8)
            .map(|file| {
                let name = format!("{}4", (b'a' + file as u8) as char);
                let text = match file {
                    0 => "R".to_owned(),
                    7 => "enemy".to_owned(),
                    _ => name,
                };
                (1, text, if reached.contains(&file) { dark } else { light })
            })
            .collect::<Vec<_>>()
    };
    rows.row("before", &squares(0..=0));
    rows.row("one step", &squares(0..=1));
    rows.row("two steps", &squares(0..=3));
    rows.row("four steps", &squares(0..=6));
    rows.row("attacks", &squares(1..=7));
    rows.svg()
}

/// Draws three positions on a stack.
fn stack(theme: &Theme) -> String {
    let [light, dark] = theme.squares;
    let mut rows = Rows::new(theme, 20);
    let entries = [
        ("now: after 1...e5", "e7e5", "computed"),
        ("after 1.e4", "e2e4", "not asked for"),
        ("the start", "no move", "computed"),
    ];
    for (name, last, checks) in entries {
        let cells = [
            (8, "board, 216 bytes".to_owned(), light),
            (4, "sums".to_owned(), dark),
            (5, last.to_owned(), light),
            (
                10,
                format!("checks: {checks}"),
                if checks == "computed" { dark } else { theme.off_board },
            ),
        ];
        rows.row(name, &cells);
    }
    rows.svg()
}

/// With `FERZ_DRAW_PICTURES` set the pictures are written anew.
#[test]
fn the_pictures_of_arrays_and_numbers_are_drawn_from_the_code() {
    let frame = frame_cells();
    for theme in &THEMES {
        let in_frame = |cell: usize| frame.contains(&cell);
        let drawings = [
            ("10x12", draw(10, 12, |cell| !in_frame(cell), |cell| cell.to_string(), theme)),
            ("0x88", draw(16, 8, |cell| cell & 0x88 == 0, |cell| format!("{cell:02X}"), theme)),
            ("exclusive-or", exclusive_or(theme)),
            ("sixteen-bits", sixteen_bits(theme)),
            ("magic-product", magic_product(theme)),
            ("fill", filling(theme)),
            ("stack", stack(theme)),
        ];
        for (name, drawing) in drawings {
            let path = format!("{FOLDER}/{name}-{}.svg", theme.name);
            if std::env::var_os("FERZ_DRAW_PICTURES").is_some() {
                fs::write(&path, drawing).unwrap();
            } else {
                assert_eq!(fs::read_to_string(&path).unwrap_or_default(), drawing, "{path}");
            }
        }
    }
}

//! The pictures of the arrays of chapter 3, which are larger than the chess board.

use ferz_learn::solutions::frame_cells;
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

/// With `FERZ_DRAW_PICTURES` set the pictures are written anew.
#[test]
fn the_pictures_of_the_arrays_are_drawn_from_their_cells() {
    let frame = frame_cells();
    for theme in &THEMES {
        let in_frame = |cell: usize| frame.contains(&cell);
        let drawings = [
            ("10x12", draw(10, 12, |cell| !in_frame(cell), |cell| cell.to_string(), theme)),
            ("0x88", draw(16, 8, |cell| cell & 0x88 == 0, |cell| format!("{cell:02X}"), theme)),
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

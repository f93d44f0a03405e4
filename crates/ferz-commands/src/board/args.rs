//! Arguments of `ferz board`.

use crate::args::{PositionArgs, StartArgs};
use clap::{Args, ValueEnum};
use ferz::Color;
use ferz_game::{Arrow, ParseMarkError, SquareMark};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    pub(super) start: StartArgs,

    #[command(flatten)]
    pub(super) position: PositionArgs,

    /// The side at the bottom
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = BoardView::White)]
    pub(super) view: BoardView,

    /// Draw pieces as letters
    #[arg(long, conflicts_with = "svg")]
    pub(super) ascii: bool,

    /// Draw the board as an SVG image, with the last move and a check marked
    #[arg(long)]
    pub(super) svg: bool,

    /// File to write; an existing file is replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) drawing: DrawingArgs,
}

/// The additions to an SVG image.
#[derive(Args, Debug)]
#[command(next_help_heading = "Image (with --svg)")]
pub(super) struct DrawingArgs {
    /// Arrow, like e2e4 or with a colour G, R, Y, B, O or C before it: Re2e4; the same square twice
    /// is a circle. Repeat it for several
    #[arg(long = "arrow", value_name = "SQUARES", requires = "svg", value_parser = arrow)]
    pub(super) arrows: Vec<Arrow>,

    /// Coloured square, like e4 or Re4; repeat it for several
    #[arg(long = "mark", value_name = "SQUARE", requires = "svg", value_parser = mark)]
    pub(super) marks: Vec<SquareMark>,

    /// Squares of the last move, like e2e4 [default: the last of --moves]
    #[arg(long, value_name = "SQUARES", requires = "svg", value_parser = arrow)]
    pub(super) last_move: Option<Arrow>,

    /// Width and height in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400, requires = "svg",
        value_parser = clap::value_parser!(u32).range(16..=16_384))]
    pub(super) size: u32,

    /// Leave out the letters of files and the digits of ranks
    #[arg(long, requires = "svg")]
    pub(super) no_coordinates: bool,

    /// Colours of light and dark squares as RRGGBB, like f0d9b5,b58863
    #[arg(long, value_name = "LIGHT,DARK", requires = "svg", value_parser = colors)]
    pub(super) colors: Option<(u32, u32)>,
}

/// The side at the bottom of a board.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardView {
    /// White
    White,
    /// Black
    Black,
}

impl From<BoardView> for Color {
    fn from(view: BoardView) -> Self {
        match view {
            BoardView::White => Self::White,
            BoardView::Black => Self::Black,
        }
    }
}

/// Parses an arrow, green without a letter for its colour.
fn arrow(text: &str) -> Result<Arrow, &'static str> {
    let parsed = text.parse().or_else(|_| format!("G{text}").parse());
    parsed.map_err(|_: ParseMarkError| {
        "expected two squares, like e2e4, or a colour G, R, Y, B, O or C before them, like Re2e4"
    })
}

/// Parses a coloured square, green without a letter for its colour.
fn mark(text: &str) -> Result<SquareMark, &'static str> {
    let parsed = text.parse().or_else(|_| format!("G{text}").parse());
    parsed.map_err(|_: ParseMarkError| {
        "expected a square, like e4, or a colour G, R, Y, B, O or C before it, like Re4"
    })
}

/// Parses two colours.
fn colors(text: &str) -> Result<(u32, u32), String> {
    let color = |text: &str| {
        let is_color = text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_color.then(|| u32::from_str_radix(text, 16).ok()).flatten()
    };
    text.split_once(',')
        .and_then(|(light, dark)| Some((color(light)?, color(dark)?)))
        .ok_or_else(|| "expected two colours of six hexadecimal digits, like f0d9b5,b58863".into())
}

//! `ferz board`: draws a position in the terminal or as an SVG image.

use crate::common::arguments::{PositionArgs, StartArgs, side};
use crate::common::error::Error;
use crate::common::files::{commit, create};
use crate::common::terminal_board::{BoardStyle, board};
use clap::Args;
use ferz::{Color, Position};
use ferz_game::svg::BoardSvg;
use ferz_game::{Arrow, ParseMarkError, SquareMark};
use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    position: PositionArgs,

    /// The side at the bottom
    #[arg(long, value_name = "SIDE", default_value = "white", value_parser = side())]
    view: Color,

    /// Draw pieces as letters
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,

    /// Draw the board as an SVG image, with the last move and a check marked
    #[arg(long)]
    svg: bool,

    /// File to write; an existing file is replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    drawing: DrawingArgs,
}

/// The additions to an SVG image.
#[derive(Args, Debug)]
#[command(next_help_heading = "Image (with --svg)")]
struct DrawingArgs {
    /// Arrow, like e2e4 or with a colour G, R, Y, B, O or C before it: Re2e4; the same square twice
    /// is a circle. Repeat it for several
    #[arg(long = "arrow", value_name = "SQUARES", requires = "svg", value_parser = arrow)]
    arrows: Vec<Arrow>,

    /// Coloured square, like e4 or Re4; repeat it for several
    #[arg(long = "mark", value_name = "SQUARE", requires = "svg", value_parser = mark)]
    marks: Vec<SquareMark>,

    /// Squares of the last move, like e2e4 [default: the last of --moves]
    #[arg(long, value_name = "SQUARES", requires = "svg", value_parser = arrow)]
    last_move: Option<Arrow>,

    /// Width and height in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400, requires = "svg",
        value_parser = clap::value_parser!(u32).range(16..=16_384))]
    size: u32,

    /// Leave out the letters of files and the digits of ranks
    #[arg(long, requires = "svg")]
    no_coordinates: bool,

    /// Colours of light and dark squares as RRGGBB, like f0d9b5,b58863
    #[arg(long, value_name = "LIGHT,DARK", requires = "svg", value_parser = colors)]
    colors: Option<(u32, u32)>,
}

/// Draws the position after the moves of the arguments.
///
/// # Errors
/// If the position or a move is invalid, or the file cannot be written.
pub(crate) fn run(args: &BoardArgs) -> Result<(), Error> {
    let position = args.start.position(args.position, "ferz board")?;
    let text = if args.svg { image(&position, args).to_string() } else { text(&position, args) };
    match &args.output {
        Some(path) => {
            let mut file = create(path, &[])?;
            file.write_all(text.as_bytes()).map_err(|error| Error::file(path, error))?;
            commit(file)
        }
        None => Ok(stdout().write_all(text.as_bytes())?),
    }
}

/// Returns the board with the FEN below it.
fn text(position: &Position, args: &BoardArgs) -> String {
    let on_terminal = args.output.is_none() && stdout().is_terminal();
    let style = BoardStyle::choose(args.ascii, on_terminal);
    let fen = position.fen();
    format!("{}\n  {fen}\n", board(position, args.view, style))
}

/// Returns the image of the board.
fn image(position: &Position, args: &BoardArgs) -> BoardSvg {
    let drawing = &args.drawing;
    let mut image = BoardSvg {
        orientation: args.view,
        size: drawing.size,
        coordinates: !drawing.no_coordinates,
        squares: drawing.marks.clone(),
        arrows: drawing.arrows.clone(),
        ..BoardSvg::of_position(position)
    };
    if let Some(colors) = drawing.colors {
        (image.light, image.dark) = colors;
    }
    if let Some(squares) = drawing.last_move {
        image.highlights = vec![squares.from, squares.to];
    }
    image
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

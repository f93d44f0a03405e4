//! `ferz board`: draws a position in the terminal or as an SVG image.

mod args;

pub(crate) use args::BoardArgs;

use crate::common::board::{BoardStyle, board};
use crate::common::error::Error;
use crate::common::output_file::{commit, create};
use ferz::Position;
use ferz_game::svg::BoardSvg;
use std::io::{IsTerminal, Write, stdout};

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
    format!("{}\n  {fen}\n", board(position, args.view.into(), style))
}

/// Returns the image of the board.
fn image(position: &Position, args: &BoardArgs) -> BoardSvg {
    let drawing = &args.drawing;
    let mut image = BoardSvg::of_position(position)
        .orientation(args.view.into())
        .size(drawing.size)
        .coordinates(!drawing.no_coordinates);
    if let Some((light, dark)) = drawing.colors {
        image = image.colors(light, dark);
    }
    if let Some(squares) = drawing.last_move {
        image = image.highlight([squares.from, squares.to]);
    }
    image = drawing.marks.iter().fold(image, |image, &mark| image.square(mark));
    drawing.arrows.iter().fold(image, |image, &arrow| image.arrow(arrow))
}

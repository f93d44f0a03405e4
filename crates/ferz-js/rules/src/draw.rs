//! Drawings of boards, start positions of Chess960, and lines of EPD.

use crate::error;
use ferz::notation::{Epd, FenOptions};
use ferz::{Color, Setup, Square};
use ferz_game::svg::{BoardSvg, PieceSvg};
use ferz_game::{Arrow, SquareMark};
use ferz_js_border::{Json, Quoted, call, text};

/// Draws a board as SVG. The input is lines: the FEN (pieces suffice), then any of `Gd4` (a marked square), `Re2e4` (an
/// arrow), `=e4` (a square of the last move), `+e1` (a king in check). Colours are `0xRRGGBB`. Returns 1, or 0 with an
/// error.
#[unsafe(no_mangle)]
pub extern "C" fn board_svg(
    size: u32,
    black_below: u32,
    coordinates: u32,
    light: u32,
    dark: u32,
) -> i32 {
    call(|input, output| {
        let input = text(input);
        let mut lines = input.lines();
        let fen = lines.next().unwrap_or_default();
        let setup = match Setup::from_fen_with(fen, FenOptions::LENIENT) {
            Ok(setup) => setup,
            Err(found) => {
                output.fail(&error::fen(&found.into()));
                return 0;
            }
        };
        let mut board = BoardSvg::new(&setup);
        board.orientation = if black_below != 0 { Color::Black } else { Color::White };
        (board.size, board.coordinates) = (size, coordinates != 0);
        (board.light, board.dark) = (light, dark);
        for line in lines {
            let square = |line: &str| line.get(1..).and_then(|name| name.parse::<Square>().ok());
            match (line.as_bytes().first(), line.parse::<SquareMark>(), line.parse::<Arrow>()) {
                (Some(b'='), ..) => board.highlights.extend(square(line)),
                (Some(b'+'), ..) => board.check = square(line),
                (_, Ok(mark), _) => board.squares.push(mark),
                (_, _, Ok(arrow)) => board.arrows.push(arrow),
                _ => {
                    let message = "expected a mark such as Gd4 or an arrow such as Re2e4";
                    output.fail(&Json::error("MarkError", message).with("found", line));
                    return 0;
                }
            }
        }
        output.write(board);
        1
    })
}

/// Writes the drawing of a piece (1 to 6 White's, 7 to 12 Black's) as elements of SVG on a square of 100 units.
#[unsafe(no_mangle)]
pub extern "C" fn piece_svg(code: u32) -> i32 {
    call(|_, output| {
        let index = (code as usize).wrapping_sub(1);
        let color = if index < 6 { Color::White } else { Color::Black };
        match ferz::PieceType::from_index(index.wrapping_sub(6 * color.index())) {
            Some(piece_type) => {
                output.write(PieceSvg(ferz::Piece::new(color, piece_type)));
                1
            }
            None => 0,
        }
    })
}

/// Writes the FEN of a start position of Chess960, 0 to 959. 0 outside of them.
#[unsafe(no_mangle)]
pub extern "C" fn chess960_start(number: u32) -> i32 {
    call(|_, output| match u16::try_from(number).ok().and_then(Setup::chess960) {
        Some(setup) => {
            output.write(setup);
            1
        }
        None => 0,
    })
}

/// Reads a line of EPD and writes its position as a FEN and its operations as JSON. Returns 1, or 0 with an error.
#[unsafe(no_mangle)]
pub extern "C" fn epd_read() -> i32 {
    call(|input, output| {
        let line = text(input);
        let epd: Epd = match line.parse() {
            Ok(epd) => epd,
            Err(found) => {
                output.fail(&Json::error("EpdError", found));
                return 0;
            }
        };
        let mut operations = Json::object();
        for operation in epd.operations() {
            let operands = operation.operands().iter().map(|operand| Quoted(operand.as_str()));
            operations = operations.with_list(operation.opcode(), operands);
        }
        let json = Json::object().with("fen", epd.setup()).with_raw("operations", operations);
        output.write(json);
        1
    })
}

//! Pictures of boards: letters, figurines and SVG.

use crate::arguments::ColorArg;
use crate::base_board::BaseBoard;
use crate::piece::{figurine, inverted};
use ferz::{Color, File, Rank, Square};
use pyo3::prelude::*;

#[pymethods]
impl BaseBoard {
    /// Returns the board as eight lines of Unicode figurines.
    ///
    /// `invert_color` exchanges white and black figurines, for dark backgrounds; `borders` adds
    /// lines and coordinates; `orientation` is the colour at the bottom.
    #[pyo3(signature = (*, invert_color=false, borders=false, empty_square="⭘", orientation=ColorArg(Color::White)))]
    fn unicode(
        &self,
        invert_color: bool,
        borders: bool,
        empty_square: &str,
        orientation: ColorArg,
    ) -> String {
        let symbol =
            |piece| figurine(if invert_color { inverted(piece) } else { piece }).to_string();
        self.diagram(symbol, borders, empty_square, orientation.0)
    }

    fn __str__(&self) -> String {
        self.diagram(|piece| piece.letter().to_string(), false, ".", Color::White)
    }

    /// Returns a picture for Jupyter.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::package::svg(slf.py(), "board", |arguments| {
            arguments.set_item("board", slf)?;
            arguments.set_item("size", 400)
        })
    }
}

impl BaseBoard {
    /// Draws the board from the point of view of a colour.
    fn diagram(
        &self,
        symbol: impl Fn(ferz::Piece) -> String,
        borders: bool,
        empty: &str,
        orientation: Color,
    ) -> String {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match orientation {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let rows = ranks.into_iter().map(|rank| {
            let cell = |file| {
                let piece = self.state.piece_at(Square::new(file, rank));
                piece.map_or_else(|| empty.to_owned(), &symbol)
            };
            let cells = files.map(cell);
            if borders { format!("{rank} |{}|", cells.join("|")) } else { cells.join(" ") }
        });
        let rows: Vec<String> = rows.collect();
        if !borders {
            return rows.join("\n");
        }
        let line = format!("  {}\n", "-".repeat(17));
        let names = files.map(|file| file.letter().to_string()).join(" ");
        let body: String = rows.iter().map(|row| format!("{line}{row}\n")).collect();
        format!("{body}{line}   {names}")
    }
}

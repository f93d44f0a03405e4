//! Drawings of a position as SVG.
//!
//! The pieces are paths of their own, so that a drawing needs no fonts for them and looks the same
//! everywhere. A drawing has no identifiers, so that several can be part of one HTML page.

use crate::chart::escaped;
use crate::{Arrow, MarkColor, SquareMark};
use ferz::notation::FenStyle;
use ferz::{Color, File, Move, Piece, PieceType, Position, Rank, Setup, Square};
use std::fmt;
use std::fmt::Write;

/// A drawing of a board with pieces, marks and arrows. `Display` writes the SVG document.
///
/// ```
/// use ferz::{Position, Square};
/// use ferz_game::svg::BoardSvg;
/// use ferz_game::{Arrow, MarkColor};
/// let mut position = Position::startpos();
/// let e4 = position.parse_san("e4")?;
/// position.do_move(e4);
/// let reply = Arrow { from: Square::C7, to: Square::C5, color: MarkColor::Green };
/// let board = BoardSvg { arrows: vec![reply], size: 480, ..BoardSvg::of_position(&position) };
/// let svg = board.to_string();
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"480\""));
/// # Ok::<(), ferz::notation::ParseSanError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardSvg {
    /// The pieces.
    pub setup: Setup,
    /// The side at the bottom.
    pub orientation: Color,
    /// Width and height in pixels.
    pub size: u32,
    /// Set for a border with the letters of files and the digits of ranks.
    pub coordinates: bool,
    /// The squares of the last move.
    pub highlights: Vec<Square>,
    /// The square of a king in check.
    pub check: Option<Square>,
    /// Coloured squares.
    pub squares: Vec<SquareMark>,
    /// Short texts on squares, such as their numbers; a piece on the square moves the text to its
    /// upper left corner.
    pub labels: Vec<(Square, String)>,
    /// Arrows. One with the same square at both ends is drawn as a circle.
    pub arrows: Vec<Arrow>,
    /// The colour of light squares as red, green and blue: `0xRRGGBB`.
    pub light: u32,
    /// The colour of dark squares.
    pub dark: u32,
}

/// The side of a square in units of the drawing.
const SQUARE: i32 = 100;
/// The width of the border with the coordinates.
const BORDER: i32 = 50;

impl BoardSvg {
    /// Creates a drawing of any setup, seen from White's side, with coordinates and a width of 400
    /// pixels.
    pub fn new(setup: &Setup) -> Self {
        Self {
            setup: setup.clone(),
            orientation: Color::White,
            size: 400,
            coordinates: true,
            highlights: Vec::new(),
            check: None,
            squares: Vec::new(),
            labels: Vec::new(),
            arrows: Vec::new(),
            light: 0xF0_D9_B5,
            dark: 0xB5_88_63,
        }
    }

    /// Creates a drawing of a position with its last move highlighted and a check marked.
    pub fn of_position(position: &Position) -> Self {
        let king = position.king(position.side_to_move());
        Self {
            highlights: position.last_move().map_or(Vec::new(), |mv| squares_of(mv).to_vec()),
            check: position.in_check().then_some(king),
            ..Self::new(&position.setup())
        }
    }

    fn border(&self) -> i32 {
        if self.coordinates { BORDER } else { 0 }
    }

    /// Returns the upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        // The index seen from the other side is that of the square rotated by half a turn.
        let seen =
            if self.orientation == Color::White { square.flip_rank() } else { square.flip_file() };
        let place = |index: usize| self.border() + SQUARE * index as i32;
        (place(seen.file().index()), place(seen.rank().index()))
    }

    fn center(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }

    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let border = self.border();
        let side = 8 * SQUARE;
        if self.coordinates {
            let total = side + 2 * border;
            write!(f, "<rect width=\"{total}\" height=\"{total}\" fill=\"#2e2a26\"/>")?;
        }
        let [light, dark] = [self.light, self.dark].map(|color| color & 0xFF_FF_FF);
        let square = format!("x=\"{border}\" y=\"{border}\" width=\"{side}\" height=\"{side}\"");
        writeln!(f, "<rect {square} fill=\"#{light:06x}\"/>")?;
        write!(f, "<path fill=\"#{:06x}\" d=\"", dark)?;
        for square in ferz::Bitboard::DARK {
            let (x, y) = self.corner(square);
            write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        writeln!(f, "\"/>")
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, end) = (BORDER / 2, BORDER + 8 * SQUARE + BORDER / 2);
        writeln!(
            f,
            "<g font-family=\"sans-serif\" font-size=\"30\" fill=\"#e8e0d4\" \
             text-anchor=\"middle\">"
        )?;
        for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
            let (x, _) = self.center(Square::new(file, Rank::First));
            let (_, y) = self.center(Square::new(File::A, rank));
            // The baseline is a third of the height below the middle of a letter.
            for at in [start, end] {
                write!(f, "<text x=\"{x}\" y=\"{}\">{file}</text>", at + 10)?;
                write!(f, "<text x=\"{at}\" y=\"{}\">{rank}</text>", y + 10)?;
            }
        }
        writeln!(f, "</g>")
    }

    fn write_tint(
        &self,
        f: &mut fmt::Formatter<'_>,
        square: Square,
        color: &str,
        opacity: &str,
    ) -> fmt::Result {
        let (x, y) = self.corner(square);
        writeln!(
            f,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\" \
             fill-opacity=\"{opacity}\"/>"
        )
    }

    /// Marks the king's square with circles that become denser towards its centre.
    fn write_check(&self, f: &mut fmt::Formatter<'_>, king: Square) -> fmt::Result {
        let (x, y) = self.center(king);
        for radius in [50, 44, 38, 32] {
            write!(
                f,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#e01010\" \
                 fill-opacity=\"0.3\"/>"
            )?;
        }
        f.write_char('\n')
    }

    fn write_label(&self, f: &mut fmt::Formatter<'_>, square: Square, text: &str) -> fmt::Result {
        let ((x, y), (corner_x, corner_y)) = (self.center(square), self.corner(square));
        let text = escaped(text);
        let place = if self.setup.piece_on(square).is_some() {
            format!("x=\"{}\" y=\"{}\" font-size=\"22\"", corner_x + 5, corner_y + 24)
        } else {
            format!("x=\"{x}\" y=\"{}\" font-size=\"34\" text-anchor=\"middle\"", y + 12)
        };
        writeln!(f, "<text {place} font-family=\"sans-serif\" fill=\"#1c1815\">{text}</text>")
    }

    fn write_arrow(&self, f: &mut fmt::Formatter<'_>, arrow: Arrow) -> fmt::Result {
        let color = rgb(arrow.color);
        let (from, to) = (self.center(arrow.from), self.center(arrow.to));
        if arrow.from == arrow.to {
            return writeln!(
                f,
                "<circle cx=\"{}\" cy=\"{}\" r=\"44\" fill=\"none\" stroke=\"{color}\" \
                 stroke-width=\"9\" stroke-opacity=\"0.8\"/>",
                from.0, from.1
            );
        }
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = dx.hypot(dy);
        let (dx, dy) = (dx / length, dy / length);
        // A point this far behind the centre of the target and this far beside the arrow.
        let point = |back: f64, aside: f64| {
            let x = f64::from(to.0) - dx * back - dy * aside;
            let y = f64::from(to.1) - dy * back + dx * aside;
            format!("{x:.1} {y:.1}")
        };
        let start = length - 25.0;
        writeln!(
            f,
            "<path fill=\"{color}\" fill-opacity=\"0.8\" d=\"M{}L{}L{}L{}L{}L{}L{}z\"/>",
            point(start, 9.0),
            point(40.0, 9.0),
            point(40.0, 26.0),
            point(0.0, 0.0),
            point(40.0, -26.0),
            point(40.0, -9.0),
            point(start, -9.0),
        )
    }
}

/// Returns origin and target of a move; for castling, the squares of the king.
pub(crate) fn squares_of(mv: Move) -> [Square; 2] {
    let (from, to) = (mv.from(), mv.to());
    match (mv.is_castling(), to > from) {
        (false, _) => [from, to],
        (true, true) => [from, Square::new(File::G, from.rank())],
        (true, false) => [from, Square::new(File::C, from.rank())],
    }
}

/// Returns the colour of marks as red, green and blue.
fn rgb(color: MarkColor) -> &'static str {
    match color {
        MarkColor::Green => "#15781b",
        MarkColor::Red => "#a02020",
        MarkColor::Yellow => "#e6b800",
        MarkColor::Blue => "#1a4a9c",
        MarkColor::Orange => "#e07000",
        MarkColor::Cyan => "#1098a8",
    }
}

impl fmt::Display for BoardSvg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = 8 * SQUARE + 2 * self.border();
        let size = self.size;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" \
             viewBox=\"0 0 {total} {total}\">"
        )?;
        writeln!(f, "<title>{}</title>", self.setup.fen(FenStyle::XFen))?;
        self.write_board(f)?;
        if self.coordinates {
            self.write_coordinates(f)?;
        }
        for &square in &self.highlights {
            self.write_tint(f, square, "#cdd26a", "0.75")?;
        }
        for mark in &self.squares {
            self.write_tint(f, mark.square, rgb(mark.color), "0.6")?;
        }
        if let Some(king) = self.check {
            self.write_check(f, king)?;
        }
        for square in Square::ALL {
            if let Some(piece) = self.setup.piece_on(square) {
                let (x, y) = self.corner(square);
                write!(f, "<g transform=\"translate({x} {y})\" stroke-linejoin=\"round\">")?;
                writeln!(f, "{}</g>", PieceSvg(piece))?;
            }
        }
        for (square, text) in &self.labels {
            self.write_label(f, *square, text)?;
        }
        self.arrows.iter().try_for_each(|&arrow| self.write_arrow(f, arrow))?;
        f.write_str("</svg>\n")
    }
}

/// The drawing of a piece type: filled outlines, then lines and points on them.
struct Outline {
    shapes: &'static str,
    lines: &'static str,
    points: &'static str,
}

const PAWN: Outline = Outline {
    shapes: "M40 44H60C58 58 63 66 72 76V86H28V76C37 66 42 58 40 44ZM33 46C33 42 36 40 40 40H60\
             C64 40 67 42 67 46ZM50 14A13.5 13.5 0 1 1 49.9 14Z",
    lines: "M30 76H70",
    points: "",
};

const KNIGHT: Outline = Outline {
    shapes: "M28 86V79C28 68 43 64 46 51C41 55 36 55 33 60C30 66 24 67 20 63C16 59 17 55 20 50\
             C25 42 25 36 30 29L29 15L40 22C62 19 78 38 78 62V86Z",
    lines: "M48 28C62 32 68 48 68 72M28 78H78",
    points: "M36 34A3 3 0 1 1 35.9 34ZM23.5 55.5A2 2 0 1 1 23.4 55.5Z",
};

const BISHOP: Outline = Outline {
    shapes: "M36 66H64C65 72 70 75 78 77V86H22V77C30 75 35 72 36 66ZM38 58H62L65 67H35Z\
             M50 19C67 31 70 46 61 59H39C30 46 33 31 50 19ZM50 9A5.5 5.5 0 1 1 49.9 9Z",
    lines: "M50 32V49M42 40.5H58",
    points: "",
};

const ROOK: Outline = Outline {
    shapes: "M24 86V77H31L36 66V43L28 36V18H39V26H45V18H55V26H61V18H72V36L64 43V66L69 77H76V86Z",
    lines: "M28 36H72M36 43H64M36 66H64M31 77H69",
    points: "",
};

const QUEEN: Outline = Outline {
    shapes: "M16 31L29 64H71L84 31L68 50L66 23L56 46L50 20L44 46L34 23L32 50Z\
             M29 63H71L67 71L73 79V86H27V79L33 71Z\
             M16 22A5 5 0 1 1 15.9 22ZM34 14A5 5 0 1 1 33.9 14ZM50 10A5 5 0 1 1 49.9 10Z\
             M66 14A5 5 0 1 1 65.9 14ZM84 22A5 5 0 1 1 83.9 22Z",
    lines: "M33 71H67M27 79H73",
    points: "",
};

const KING: Outline = Outline {
    shapes: "M46.5 8H53.5V14H60V20.5H53.5V32H46.5V20.5H40V14H46.5Z\
             M50 33C42 24 19 27 19 45C19 56 29 60 33 66V73L27 79V86H73V79L67 73V66\
             C71 60 81 56 81 45C81 27 58 24 50 33Z",
    lines: "M50 33V60M33 66C44 60 56 60 67 66M33 73H67M27 79H73",
    points: "",
};

/// The drawing of a piece on a square of 100 by 100 units. `Display` writes elements of SVG for a
/// group with `stroke-linejoin="round"`.
///
/// ```
/// use ferz::{Color, Piece, PieceType};
/// use ferz_game::svg::PieceSvg;
/// let king = PieceSvg(Piece::new(Color::White, PieceType::King)).to_string();
/// assert!(king.starts_with("<path d=\"M"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSvg(pub Piece);

impl fmt::Display for PieceSvg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outline { shapes, lines, points } = match self.0.piece_type() {
            PieceType::Pawn => PAWN,
            PieceType::Knight => KNIGHT,
            PieceType::Bishop => BISHOP,
            PieceType::Rook => ROOK,
            PieceType::Queen => QUEEN,
            PieceType::King => KING,
        };
        let (fill, edge, detail) = match self.0.color() {
            Color::White => ("#fdfdfa", "#141414", "#141414"),
            Color::Black => ("#2c2b29", "#0a0a0a", "#e8e4dc"),
        };
        write!(f, "<path d=\"{shapes}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3.5\"/>")?;
        write!(
            f,
            "<path d=\"{lines}\" fill=\"none\" stroke=\"{detail}\" stroke-width=\"2.5\" \
             stroke-linecap=\"round\"/>"
        )?;
        if !points.is_empty() {
            write!(f, "<path d=\"{points}\" fill=\"{detail}\"/>")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::PieceType;

    /// Returns the upper left corners of the pieces of a drawing.
    fn piece_corners(svg: &str) -> Vec<String> {
        let starts = svg.split("translate(").skip(1);
        starts.map(|rest| rest.split(')').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn pieces_stand_on_their_squares_in_both_orientations() {
        let mut setup = Setup::empty();
        setup.pieces[Square::A1] = Some(ferz::Piece::new(Color::White, PieceType::King));
        setup.pieces[Square::B8] = Some(ferz::Piece::new(Color::Black, PieceType::King));
        let board = BoardSvg { coordinates: false, ..BoardSvg::new(&setup) };
        assert_eq!(piece_corners(&board.to_string()), ["0 700", "100 0"]);
        let turned = BoardSvg { orientation: Color::Black, ..board };
        assert_eq!(piece_corners(&turned.to_string()), ["700 0", "600 700"]);
        let bordered = BoardSvg { coordinates: true, ..turned };
        assert_eq!(piece_corners(&bordered.to_string()), ["750 50", "650 750"]);
    }

    #[test]
    fn drawings_are_well_formed() {
        let mut position = Position::startpos();
        for san in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "O-O", "d6", "Bxf7+"] {
            let mv = position.parse_san(san).unwrap();
            position.do_move(mv);
        }
        let arrow = |from, to| Arrow { from, to, color: MarkColor::Blue };
        let board = BoardSvg {
            arrows: vec![arrow(Square::E8, Square::F7), arrow(Square::D4, Square::D4)],
            squares: vec![SquareMark { square: Square::H8, color: MarkColor::Red }],
            ..BoardSvg::of_position(&position)
        };
        let svg = board.to_string();
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        assert_eq!(svg.matches("translate(").count(), position.occupied().len());
        assert_eq!(svg.matches("<text").count(), 32);
        assert_eq!(svg.matches("#e01010").count(), 4);
        assert_eq!(svg.matches("#cdd26a").count(), 2);
        assert_eq!(svg.matches(rgb(MarkColor::Blue)).count(), 2);
        assert!(!svg.contains("NaN") && !svg.contains("id="));
    }

    #[test]
    fn labels_are_escaped_and_give_way_to_pieces() {
        let labels = vec![(Square::A8, "1".into()), (Square::E4, "<28>".into())];
        let board =
            BoardSvg { labels, coordinates: false, ..BoardSvg::of_position(&Position::startpos()) };
        let svg = board.to_string();
        assert!(svg.contains("<text x=\"5\" y=\"24\""), "{svg}");
        assert!(svg.contains("x=\"450\" y=\"462\"") && svg.contains(">&lt;28&gt;</text>"), "{svg}");
    }

    #[test]
    fn the_size_and_the_colors_of_the_squares_are_those_set() {
        let board = BoardSvg::new(&Setup::empty());
        let (light, dark) = (0xFF_01_02_03, 0xFF_0A_0B_0C);
        let set = BoardSvg { size: 123, light, dark, ..board.clone() };
        let [board, set] = [board, set].map(|board| board.to_string());
        for (text, default) in [
            (r##"width="123" height="123""##, r##"width="400" height="400""##),
            ("#010203", "#f0d9b5"),
            ("#0a0b0c", "#b58863"),
        ] {
            assert!(set.contains(text) && !set.contains(default), "{set}");
            assert!(board.contains(default) && !board.contains(text), "{board}");
        }
    }

    #[test]
    fn castling_highlights_the_squares_of_the_king() {
        let mut position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").unwrap();
        for (san, target) in [("O-O-O", Square::C8), ("O-O", Square::G1)] {
            let mv = position.parse_san(san).unwrap();
            position.do_move(mv);
            let board = BoardSvg::of_position(&position);
            assert_eq!(board.highlights, [mv.from(), target]);
        }
    }
}

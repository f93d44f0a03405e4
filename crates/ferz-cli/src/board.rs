//! `ferz board`: draws a position in the terminal or as an SVG image.

use crate::common::arguments::GameNumber;
use crate::common::files::{commit, create};
use crate::common::game_file::{SelectedGame, read_game};
use crate::common::prelude::*;
use crate::common::terminal::has_colors;
use crate::common::terminal_board::{BoardStyle, board};
use ferz::notation::FenOptions;
use ferz::{Bitboard, Setup, Square};
use ferz_database::puzzles::Puzzle;
use ferz_game::openings::{Opening, OpeningClassifier};
use ferz_game::pgn::PgnErrorKind;
use ferz_game::svg::BoardSvg;
use ferz_game::{Arrow, MarkColor, ParseMarkError, SquareMark};

#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    game: GamePositionArgs,

    /// The side at the bottom [default: white, and of a puzzle the side that solves it]
    #[arg(long, value_name = "SIDE", value_parser = side())]
    view: Option<Color>,

    /// Draw pieces as letters
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,

    /// Draw the board as an SVG image, with the last move and a check marked
    #[arg(long)]
    svg: bool,

    /// File to write; an existing one of the same kind is replaced, and a name with .svg implies --svg
    /// [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    drawing: DrawingArgs,
}

/// A position of a game.
#[derive(Args, Debug)]
#[command(next_help_heading = "Position of a game")]
struct GamePositionArgs {
    /// PGN file, plain or compressed, whose first game is drawn; `-` is standard input [default
    /// position: the last, and of a puzzle the one to solve]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "fen", "moves"])]
    pgn: Option<PathBuf>,

    /// Number of the game in the file, or `last`
    #[arg(
        long = "game",
        id = "game",
        value_name = "N",
        default_value = "1",
        requires = "pgn",
        allow_negative_numbers = true
    )]
    number: GameNumber,

    /// Position after White's or Black's move of this number: 23w or 23b
    #[arg(long, value_name = "MOVE", requires = "pgn", conflicts_with = "ply",
        value_parser = move_number)]
    after: Option<(u16, Color)>,

    /// Position after this number of plies, 0 for the start
    #[arg(long, value_name = "N", requires = "pgn")]
    ply: Option<usize>,
}

impl GamePositionArgs {
    /// Returns the position of the game in a file, its last move with its number, and its opening.
    ///
    /// # Errors
    /// If the file cannot be read or has no such game, or the game is shorter.
    fn position(&self, path: &Path) -> Result<DrawnPosition, Error> {
        let SelectedGame { game, error, number: game_number, .. } =
            read_game(path, self.number, MoveArgs::default())?;
        let puzzle = Puzzle::from_pgn(&game).ok().filter(|_| Puzzle::is_tagged(&game));
        let solver = puzzle.map(|puzzle| puzzle.solver());
        let nodes: Vec<_> = game.tree.main_line().collect();
        let start = game.tree.start();
        let ply = match (self.after, self.ply) {
            (Some((number, side)), _) => ply_after(&start, number, side),
            (None, Some(ply)) => Some(ply),
            (None, None) if error.is_some() => None,
            // The rest is the solution.
            (None, None) if solver.is_some() => Some(1),
            (None, None) => Some(nodes.len()),
        };
        if let Some(ply) = ply.filter(|&ply| ply <= nodes.len()) {
            let Some(index) = ply.checked_sub(1) else { return Ok(DrawnPosition::new(start)) };
            let mut classifier = OpeningClassifier::new();
            classifier.add(&start);
            nodes[..ply].iter().for_each(|&node| classifier.add(&game.tree.position(node)));
            let before = nodes[..index].last().map_or(start, |&node| game.tree.position(node));
            let played = game.tree.mv(nodes[index]);
            let san = played.and_then(|mv| before.numbered_san_line(&[mv]).ok());
            return Ok(DrawnPosition {
                position: game.tree.position(nodes[index]),
                last_move: san.unwrap_or_default(),
                opening: classifier.opening(),
                solver,
            });
        }
        if let Some(error) = error {
            let hint = match error.kind {
                PgnErrorKind::PieceLetters { code, .. } => {
                    format!("; `ferz pgn clean --pieces {code}` writes it in English")
                }
                _ => String::new(),
            };
            return Err(Error::new(format_args!("{error}{hint}")));
        }
        let last = nodes.last().map_or(start, |&node| game.tree.position(node));
        // The last move is of the side that is not to move.
        let side = !last.side_to_move();
        let number = last.fullmove_number() - u16::from(side == Color::Black);
        let letter = if side == Color::White { 'w' } else { 'b' };
        Err(Error::file(
            path,
            format_args!(
                "game {game_number} ends after ply {}, its last move is {number}{letter}",
                nodes.len()
            ),
        ))
    }
}

/// A position to draw.
struct DrawnPosition {
    position: Position,
    /// The last move of a game with its number, else empty.
    last_move: String,
    /// The opening of the moves that lead to it.
    opening: Option<Opening>,
    /// The side that solves a puzzle.
    solver: Option<Color>,
}

impl DrawnPosition {
    /// Creates a position without moves before it.
    fn new(position: Position) -> Self {
        Self { position, last_move: String::new(), opening: None, solver: None }
    }

    /// Returns the side at the bottom.
    fn view(&self, args: &BoardArgs) -> Color {
        args.view.or(self.solver).unwrap_or(Color::White)
    }
}

/// Returns the number of plies from the start to the end of a move of a side; `None` for a move before
/// the start.
fn ply_after(start: &Position, number: u16, side: Color) -> Option<usize> {
    let index = |number: u16, side: Color| 2 * usize::from(number) + side.index();
    (index(number, side) + 1).checked_sub(index(start.fullmove_number(), start.side_to_move()))
}

/// Parses the number of a move with its side, like `23w`.
fn move_number(text: &str) -> Result<(u16, Color), &'static str> {
    let number = |digits: &str| digits.parse().ok().filter(|&number| number > 0);
    text.strip_suffix('w')
        .map(|digits| (digits, Color::White))
        .or_else(|| text.strip_suffix('b').map(|digits| (digits, Color::Black)))
        .and_then(|(digits, side)| Some((number(digits)?, side)))
        .ok_or("expected a move number with the side, like 23w for White's or 23b for Black's move")
}

/// Checks the ending of the output file and returns true if it is that of an SVG image.
///
/// # Errors
/// If it is that of another kind of image or document.
fn is_svg_file(path: &Path) -> Result<bool, Error> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let others = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "pdf", "eps", "ps"];
    let ending = ending.to_ascii_lowercase();
    if others.contains(&ending.as_str()) {
        let svg = path.with_extension("svg");
        return Err(Error::file(
            path,
            format_args!(
                "images are written as SVG only: -o {}, which browsers show and image programs \
                 convert to {}",
                svg.display(),
                ending.to_ascii_uppercase()
            ),
        ));
    }
    Ok(ending == "svg")
}

/// The additions to an SVG image.
#[derive(Args, Debug)]
#[command(next_help_heading = "Image (with --svg or a file .svg)")]
struct DrawingArgs {
    /// Arrow, like e2e4 or with a colour G, R, Y, B, O or C before it: Re2e4; the same square twice
    /// is a circle. Repeat it for several
    #[arg(long = "arrow", value_name = "SQUARES", value_parser = arrow)]
    arrows: Vec<Arrow>,

    /// Coloured square, like e4 or Re4; repeat it for several
    #[arg(long = "mark", value_name = "SQUARE", value_parser = mark)]
    marks: Vec<SquareMark>,

    /// Set of squares as a 64-bit number (a1 is bit 0, h8 bit 63), like 0xff00 or with a colour
    /// before it: R0xff00; repeat it for several
    #[arg(long = "set", value_name = "BITS", value_parser = set)]
    sets: Vec<(MarkColor, Bitboard)>,

    /// Text on a square, like e4=28; repeat it for several
    #[arg(long = "label", value_name = "SQUARE=TEXT", value_parser = label)]
    labels: Vec<(Square, String)>,

    /// Number of each square in the array of a board
    #[arg(long, value_enum, value_name = "ARRAY")]
    numbers: Option<Numbers>,

    /// Pieces that need be no position, as the first field of a FEN
    #[arg(long, value_name = "PLACEMENT", value_parser = placement,
        conflicts_with_all = ["words", "fen", "moves", "pgn"])]
    pieces: Option<Setup>,

    /// Squares of the last move, like e2e4 [default: the last of --moves]
    #[arg(long, value_name = "SQUARES", value_parser = arrow)]
    last_move: Option<Arrow>,

    /// Width and height in pixels [default: 400]
    #[arg(long, value_name = "PIXELS",
        value_parser = clap::value_parser!(u32).range(16..=16_384))]
    size: Option<u32>,

    /// Leave out the letters of files and the digits of ranks
    #[arg(long)]
    no_coordinates: bool,

    /// Colours of light and dark squares as RRGGBB, like f0d9b5,b58863
    #[arg(long, value_name = "LIGHT,DARK", value_parser = colors)]
    colors: Option<(u32, u32)>,
}

/// An array whose places are the numbers of the squares.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Numbers {
    /// 0 to 63, along the ranks
    #[value(name = "8x8")]
    Squares,
    /// 21 to 98, inside a frame
    #[value(name = "10x12")]
    Framed,
    /// 00 to 77 in hexadecimal
    #[value(name = "0x88")]
    Hexadecimal,
}

impl Numbers {
    fn label(self, square: Square) -> String {
        let (file, rank) = (square.file().index(), square.rank().index());
        match self {
            Numbers::Squares => square.index().to_string(),
            Numbers::Framed => (21 + 10 * rank + file).to_string(),
            Numbers::Hexadecimal => format!("{rank}{file}"),
        }
    }
}

/// The width and height in pixels without --size.
const DEFAULT_SIZE: u32 = 400;

impl DrawingArgs {
    /// Returns the first option that is given.
    fn given(&self) -> Option<&'static str> {
        let options = [
            (!self.arrows.is_empty(), "--arrow"),
            (!self.marks.is_empty(), "--mark"),
            (!self.sets.is_empty(), "--set"),
            (!self.labels.is_empty(), "--label"),
            (self.numbers.is_some(), "--numbers"),
            (self.pieces.is_some(), "--pieces"),
            (self.last_move.is_some(), "--last-move"),
            (self.size.is_some(), "--size"),
            (self.no_coordinates, "--no-coordinates"),
            (self.colors.is_some(), "--colors"),
        ];
        options.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }
}

/// Draws the position after the moves of the arguments.
///
/// # Errors
/// If the position or a move is invalid, a file cannot be read or written, or the name of the output is
/// that of another kind of image.
pub(crate) fn run(args: &BoardArgs) -> Result<(), Error> {
    let is_svg_file = args.output.as_deref().map_or(Ok(false), is_svg_file)?;
    if is_svg_file && args.ascii {
        return Err(Error::usage("--ascii draws no SVG image", "ferz board"));
    }
    let is_image = args.svg || is_svg_file;
    if let Some(option) = args.drawing.given().filter(|_| !is_image) {
        let reason = format_args!("{option} needs an image: --svg, or a file like -o board.svg");
        return Err(Error::usage(reason, "ferz board"));
    }
    let drawn = match &args.game.pgn {
        Some(path) => args.game.position(path)?,
        None => {
            let (position, opening) = args.start.opening(args.position, "ferz board")?;
            DrawnPosition { opening, ..DrawnPosition::new(position) }
        }
    };
    let text = if is_image { image(&drawn, args).to_string() } else { text(&drawn, args) };
    match &args.output {
        Some(path) => {
            let kind = if is_image { FileKind::Image } else { FileKind::Board };
            let mut file = create(path, kind, &[])?;
            file.write_all(text.as_bytes()).map_err(|error| Error::file(path, error))?;
            commit(file)
        }
        None => Ok(stdout().write_all(text.as_bytes())?),
    }
}

/// Returns the board with the last move and the opening, if there are any, and the FEN below it.
fn text(drawn: &DrawnPosition, args: &BoardArgs) -> String {
    let DrawnPosition { position, last_move, opening, .. } = drawn;
    let style = BoardStyle::choose(args.ascii, args.output.is_none() && has_colors());
    let fen = position.fen();
    let separator = if last_move.is_empty() { "" } else { "\n  " };
    let opening = opening.map(|opening| format!("\n  {opening}")).unwrap_or_default();
    let board = board(position, drawn.view(args), style);
    format!("{board}{separator}{last_move}{opening}\n  {fen}\n")
}

/// Returns the image of the board.
fn image(drawn: &DrawnPosition, args: &BoardArgs) -> BoardSvg {
    let drawing = &args.drawing;
    let board = match &drawing.pieces {
        Some(setup) => BoardSvg::new(setup),
        None => BoardSvg::of_position(&drawn.position),
    };
    let sets = drawing
        .sets
        .iter()
        .flat_map(|&(color, set)| set.squares().map(move |square| SquareMark { square, color }));
    let numbers = drawing.numbers.into_iter().flat_map(|numbers| {
        Square::ALL.into_iter().map(move |square| (square, numbers.label(square)))
    });
    let mut image = BoardSvg {
        orientation: drawn.view(args),
        size: drawing.size.unwrap_or(DEFAULT_SIZE),
        coordinates: !drawing.no_coordinates,
        squares: sets.chain(drawing.marks.iter().copied()).collect(),
        labels: numbers.chain(drawing.labels.iter().cloned()).collect(),
        arrows: drawing.arrows.clone(),
        ..board
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

/// Parses a set of squares, green without a letter for its colour.
fn set(text: &str) -> Result<(MarkColor, Bitboard), &'static str> {
    let (letter, number) = text.split_once("0x").unwrap_or(("", "none"));
    // A mark has the letters of the colours.
    let color = match letter {
        "" => Some(MarkColor::Green),
        letter => format!("{letter}a1").parse().ok().map(|mark: SquareMark| mark.color),
    };
    let bits = u64::from_str_radix(&number.replace('_', ""), 16).ok();
    color.zip(bits.map(Bitboard)).ok_or(
        "expected a hexadecimal number of 64 bits, like 0xff00, or a colour G, R, Y, B, O or C \
         before it, like R0xff00",
    )
}

/// Parses a text on a square.
fn label(text: &str) -> Result<(Square, String), &'static str> {
    text.split_once('=')
        .and_then(|(square, text)| Some((square.parse().ok()?, text.to_owned())))
        .ok_or("expected a square and its text, like e4=28")
}

/// Parses the pieces of a board, with or without kings.
fn placement(text: &str) -> Result<Setup, String> {
    Setup::from_fen_with(text, FenOptions::LENIENT).map_err(|error| error.to_string())
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

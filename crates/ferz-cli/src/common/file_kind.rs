//! The kinds of files that commands write: an existing file of another kind is not replaced.

use crate::common::error::Error;
use ferz::Position;
use ferz::notation::{FenOptions, ParseSanProblem, UciMove};
use ferz_game::GameResult;
use ferz_game::book::BookEntry;
use ferz_game::pgn::{Games, PgnErrorKind};
use ferz_output::OldContent;
#[cfg(feature = "train")]
use ferz_train::convert::DataFormat;
use std::path::Path;

/// A kind of output file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    /// Games in PGN.
    Games,
    /// A row for each game, position or puzzle: CSV, JSON, moves, FEN or EPD.
    Rows,
    /// An opening book in the Polyglot format.
    Book,
    /// An SVG image.
    Image,
    /// A board drawn as text, with its FEN.
    Board,
    /// A page of the manual.
    ManualPage,
    /// A network.
    #[cfg(feature = "train")]
    Network,
    /// A checkpoint of the training of a network.
    #[cfg(feature = "train")]
    Checkpoint,
    /// Training data in a format.
    #[cfg(feature = "train")]
    Training(DataFormat),
}

impl FileKind {
    const ALL: &[Self] = &[
        Self::Games,
        Self::Rows,
        Self::Book,
        Self::Image,
        Self::Board,
        Self::ManualPage,
        #[cfg(feature = "train")]
        Self::Network,
        #[cfg(feature = "train")]
        Self::Checkpoint,
        #[cfg(feature = "train")]
        Self::Training(DataFormat::Ferz),
        #[cfg(feature = "train")]
        Self::Training(DataFormat::Plain),
        #[cfg(feature = "train")]
        Self::Training(DataFormat::Bulletformat),
        #[cfg(feature = "train")]
        Self::Training(DataFormat::Viriformat),
    ];

    /// Checks that a command that writes this kind may replace a file: one that does not exist, has no
    /// content or is of the same kind. A pipe or a device is not read.
    ///
    /// # Errors
    /// If the file is of another kind or cannot be read.
    pub(crate) fn check_replaced(self, path: &Path) -> Result<(), Error> {
        let Some(OldContent { start, len }) = OldContent::of(path)? else { return Ok(()) };
        if self.describes(&start, len) {
            return Ok(());
        }
        let found = Self::ALL.iter().find(|kind| kind.describes(&start, len));
        let found = found.map_or("a file of another kind", |kind| kind.noun());
        Err(Error::file(
            path,
            format_args!(
                "found {found}, which is not replaced by {}: give another name",
                self.noun()
            ),
        ))
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Games => "a PGN file",
            Self::Rows => "rows of games or positions",
            Self::Book => "an opening book",
            Self::Image => "an SVG image",
            Self::Board => "a board as text",
            Self::ManualPage => "a manual page",
            #[cfg(feature = "train")]
            Self::Network => "a network",
            #[cfg(feature = "train")]
            Self::Checkpoint => "a checkpoint of a network",
            #[cfg(feature = "train")]
            Self::Training(format) => match format {
                DataFormat::Ferz => "games for training",
                DataFormat::Plain => "training data in plain",
                DataFormat::Bulletformat => "training data in bulletformat",
                DataFormat::Viriformat => "training data in viriformat",
            },
        }
    }

    /// Returns true if a file with this start and this length is of the kind.
    fn describes(self, start: &[u8], len: u64) -> bool {
        match self {
            Self::Games => is_pgn(start),
            Self::Rows => is_rows(start),
            Self::Book => is_book(start, len),
            Self::Image => is_svg(start),
            Self::Board => is_board(start),
            Self::ManualPage => is_manual_page(start),
            #[cfg(feature = "train")]
            Self::Network => start.starts_with(&ferz_nnue::Network::MAGIC),
            #[cfg(feature = "train")]
            Self::Checkpoint => start.starts_with(b"FERZTRN"),
            #[cfg(feature = "train")]
            Self::Training(format) => DataFormat::of_content(start) == Some(format),
        }
    }
}

/// The moves after which a word that is no move is a fault of the game, and not a sign of another text.
const MOVES: usize = 4;

/// Returns true if a file begins with a game: with tags, or with moves or a result.
fn is_pgn(start: &[u8]) -> bool {
    let Some(Ok((game, error))) = Games::new(start).next() else { return false };
    let moves = game.tree.main_line().count();
    // An illegal move is a sign of a game, other words are not.
    let (has_illegal_move, has_other_word) = match error.map(|error| error.kind) {
        Some(PgnErrorKind::Move { reason, .. }) => {
            (reason != ParseSanProblem::Malformed, reason == ParseSanProblem::Malformed)
        }
        Some(PgnErrorKind::PieceLetters { .. }) => (false, true),
        _ => (false, false),
    };
    let has_moves = moves > 0 || has_illegal_move || game.result != GameResult::Unknown;
    let is_text = has_other_word && moves < MOVES;
    !start.contains(&0) && (!game.tags.is_empty() || has_moves && !is_text)
}

/// Returns true if a file begins with a row as the commands write them. Rows of moves are games too.
fn is_rows(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let line = text.lines().next().unwrap_or_default();
    let is_move = |word: &str| {
        let squares = word.trim_start_matches(['K', 'Q', 'R', 'B', 'N']).replace(['-', 'x'], "");
        squares.trim_end_matches(['+', '#']).parse::<UciMove>().is_ok()
    };
    ["file,game,", "PuzzleId,", "{\"file\":"].iter().any(|begin| line.starts_with(begin))
        || Position::from_fen_with(line, FenOptions::LENIENT.min_fields(4)).is_ok()
        || line.split(' ').next().is_some_and(is_move)
}

/// Returns true if a file consists of entries with moves in the order of their keys.
fn is_book(start: &[u8], len: u64) -> bool {
    let (entries, _) = start.as_chunks::<{ BookEntry::SIZE }>();
    let entries = || entries.iter().map(|&bytes| BookEntry::from_bytes(bytes));
    let is_text = start.iter().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace());
    len.is_multiple_of(BookEntry::SIZE as u64)
        && !is_text
        && entries().is_sorted_by_key(|entry| entry.key)
        && entries().all(|entry| entry.mv.uci().is_some())
}

fn is_svg(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    text.starts_with("<svg") || text.starts_with("<?xml") && text.contains("<svg")
}

/// Returns true if a text begins with the first rank of a board and ends with a FEN.
fn is_board(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let last = text.trim_end().lines().last().unwrap_or_default().trim();
    let is_fen = || Position::from_fen_with(last, FenOptions::LENIENT.min_fields(4)).is_ok();
    (text.starts_with("  8 ") || text.starts_with("  1 ")) && is_fen()
}

/// Returns true if a text begins with a request of roff and has a title as manual pages do.
fn is_manual_page(start: &[u8]) -> bool {
    let mut lines = start.split(|&byte| byte == b'\n');
    start.starts_with(b".") && lines.any(|line| line.starts_with(b".TH "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::terminal_board::{BoardStyle, board};
    use ferz::Color;
    use ferz_game::svg::BoardSvg;

    /// Returns the kinds that describe a file.
    fn kinds(bytes: &[u8]) -> Vec<FileKind> {
        let len = bytes.len() as u64;
        FileKind::ALL.iter().copied().filter(|kind| kind.describes(bytes, len)).collect()
    }

    #[test]
    fn each_content_has_one_kind() {
        let start = Position::startpos();
        for text in [
            "[Event \"a\"]\n",
            "% x\n; y\n\n[White \"a\"]\n\n1. e4",
            "[WhiteElo 1710]\n\n1. e4 *",
            "1. e4 e5",
            "1. Ke3 e5",
            "1. e4 Kf2 2. d4",
            "{only a comment} 1/2-1/2\n",
            "[Variant \"Atomic\"]\n\nx",
        ] {
            assert_eq!(kinds(text.as_bytes()), [FileKind::Games], "{text}");
        }
        let mv = start.parse_san("e4").unwrap();
        let entry = BookEntry {
            key: u64::from_be_bytes(*b"precious"),
            mv: ferz_game::book::BookMove::new(mv),
            weight: 1,
            learn: 0,
        };
        assert_eq!(kinds(&entry.to_bytes().repeat(9)), [FileKind::Book]);
        assert_eq!(kinds(BoardSvg::of_position(&start).to_string().as_bytes()), [FileKind::Image]);
        for (style, view) in
            [(BoardStyle::Letters, Color::White), (BoardStyle::Symbols, Color::Black)]
        {
            let text = format!("{}\n  {}\n", board(&start, view, style), start.fen());
            assert_eq!(kinds(text.as_bytes()), [FileKind::Board], "{text}");
        }
        assert_eq!(kinds(b".ie \\n(.g .ds Aq\n.TH a 1\n"), [FileKind::ManualPage]);
    }

    #[test]
    fn rows_are_recognised_by_their_first_line() {
        for text in [
            "file,game,Event\n",
            "{\"file\":\"a\"}\n",
            "PuzzleId,FEN\n",
            &Position::startpos().fen(),
        ] {
            assert_eq!(kinds(text.as_bytes()), [FileKind::Rows], "{text}");
        }
        for text in ["e2e4 e7e5\n", "e2-e4 e7-e5 Ng1-f3\n"] {
            assert!(kinds(text.as_bytes()).contains(&FileKind::Rows), "{text}");
        }
    }

    #[test]
    fn other_files_have_no_kind() {
        for text in [
            "Dear Max,\n\nsee you on Friday",
            "a4 paper",
            "1. Buy milk",
            "exactly16 bytes!",
            "{\"key\": 1}",
            "<html><svg></svg></html>",
            "#!/bin/sh\nferz \"$@\"\n",
            "[section]\nkey = \"value\"\n",
            ".profile\n",
            "\x7FELF\0\0\0\0[Event \"a\"]\n",
        ] {
            assert_eq!(kinds(text.as_bytes()), [], "{text}");
        }
        let unsorted = [[2; 16], [1; 16]].concat();
        assert_eq!(kinds(&unsorted), []);
    }
}

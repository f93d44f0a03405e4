//! The writer of games in the export format of PGN.

use super::annotation::commands;
use super::{CommentPlace, GamePosition, NodeId, PgnGame, SEVEN_TAG_ROSTER, Tree, TreeEvent};
use ferz::Color;
use std::borrow::Cow;
use std::fmt::{self, Write};

/// The order of the tags after the roster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TagOrder {
    /// The order of the game.
    #[default]
    AsGiven,
    /// The order of their names in ASCII, as the export format requires.
    Alphabetical,
}

/// Options of the writer. The default writes everything with lines of at most 79 characters.
///
/// ```
/// use ferz_game::pgn::{NodeId, PgnGame, WriteOptions};
/// let mut game = PgnGame::new();
/// let e4 = game.tree.add_san(NodeId::ROOT, "e4")?;
/// game.tree.add_san(NodeId::ROOT, "d4")?;
/// game.tree.add_san(e4, "e5")?;
/// let short = WriteOptions { tags: false, variations: false, ..WriteOptions::default() };
/// assert_eq!(short.to_string(&game), "1. e4 e5 *\n");
/// let whole = WriteOptions { tags: false, ..WriteOptions::default() };
/// assert_eq!(whole.to_string(&game), "1. e4 (1. d4) 1... e5 *\n");
/// # Ok::<(), ferz_game::pgn::TreeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WriteOptions {
    /// The largest number of characters of a line of moves; a longer word has a line of its own.
    /// 0 writes all moves on one line. A comment that contains `}` is never wrapped and ends its
    /// line.
    pub line_width: usize,
    /// Writes the tags.
    pub tags: bool,
    /// Writes the texts of comments, with commands other than those of the next two fields, such as
    /// `[%csl Gd4]`.
    pub comments: bool,
    /// Writes the times of moves in comments: `[%clk]`, `[%emt]`, `[%egt]` and `[%mct]`.
    pub clocks: bool,
    /// Writes the evaluations in comments: `[%eval]`.
    pub evaluations: bool,
    /// Writes the NAGs.
    pub nags: bool,
    /// Writes the variations.
    pub variations: bool,
    /// The order of the tags after the roster.
    pub tag_order: TagOrder,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            line_width: 79,
            tags: true,
            comments: true,
            clocks: true,
            evaluations: true,
            nags: true,
            variations: true,
            tag_order: TagOrder::AsGiven,
        }
    }
}

impl WriteOptions {
    /// Returns a game as text that ends with a line feed.
    pub fn to_string<P: GamePosition>(&self, game: &PgnGame<P>) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(game, &mut text);
        text
    }

    /// Writes a game with a line feed at its end. Files have an empty line between games.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write<P: GamePosition>(&self, game: &PgnGame<P>, out: &mut impl Write) -> fmt::Result {
        if self.tags {
            self.write_tags(game, out)?;
            out.write_char('\n')?;
        }
        let mut lines = LineWriter::new(out, self.line_width);
        self.write_moves(&game.tree, &mut lines)?;
        lines.word(game.result)?;
        lines.end_line()
    }

    fn write_tags<P: GamePosition>(&self, game: &PgnGame<P>, out: &mut impl Write) -> fmt::Result {
        for name in SEVEN_TAG_ROSTER {
            let value = match name {
                "Result" => game.result.as_str(),
                _ => game.tags.roster_value(name),
            };
            write_tag(out, name, value)?;
        }
        let start = game.tree.custom_start();
        let fen = start.and_then(P::start_fen);
        let mut others = game.tags.supplemental();
        if let Some(name) = start.and_then(P::variant_name)
            && game.tags.get("Variant").is_none()
        {
            others.push(("Variant", name));
        }
        if let Some(fen) = &fen {
            others.extend([("SetUp", "1"), ("FEN", fen)]);
        }
        if self.tag_order == TagOrder::Alphabetical {
            others.sort_unstable();
        }
        others.into_iter().try_for_each(|(name, value)| write_tag(out, name, value))
    }

    /// Writes the comments, NAGs, moves and variations.
    fn write_moves<P: GamePosition>(
        &self,
        tree: &Tree<P>,
        lines: &mut LineWriter<impl Write>,
    ) -> fmt::Result {
        self.write_comments(tree, NodeId::ROOT, CommentPlace::After, lines)?;
        let mut walk = tree.walk();
        let mut needs_number = true;
        let mut depth = 0_usize;
        while let Some(event) = walk.next() {
            let is_written = self.variations || depth == 0;
            match event {
                TreeEvent::BeginVariation => {
                    depth += 1;
                    if self.variations {
                        lines.open('(')?;
                        needs_number = true;
                    }
                }
                TreeEvent::EndVariation(first) => {
                    depth -= 1;
                    if self.variations {
                        lines.close(')');
                        needs_number = true;
                    }
                    if self.variations || depth == 0 {
                        let place = CommentPlace::AfterVariation;
                        needs_number |= self.write_comments(tree, first, place, lines)?;
                    }
                }
                TreeEvent::Move(node) if is_written => {
                    let before = self.write_comments(tree, node, CommentPlace::Before, lines)?;
                    self.write_move(
                        tree,
                        node,
                        walk.position_before(),
                        needs_number || before,
                        lines,
                    )?;
                    needs_number = self.write_comments(tree, node, CommentPlace::After, lines)?;
                }
                TreeEvent::Move(_) => {}
            }
        }
        Ok(())
    }

    /// Writes the number, the move and its NAGs.
    fn write_move<P: GamePosition>(
        &self,
        tree: &Tree<P>,
        node: NodeId,
        position: &P,
        needs_number: bool,
        lines: &mut LineWriter<impl Write>,
    ) -> fmt::Result {
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => lines.word(format_args!("{number}."))?,
            Color::Black if needs_number => lines.word(format_args!("{number}..."))?,
            Color::Black => {}
        }
        match tree.mv(node) {
            Some(mv) => lines.word(position.san(mv))?,
            None => lines.word("--")?,
        }
        if self.nags {
            tree.nags(node).try_for_each(|nag| lines.word(nag))?;
        }
        Ok(())
    }

    /// Writes the comments of a node. Returns true if there are any.
    fn write_comments<P: GamePosition>(
        &self,
        tree: &Tree<P>,
        node: NodeId,
        place: CommentPlace,
        lines: &mut LineWriter<impl Write>,
    ) -> Result<bool, fmt::Error> {
        let mut is_written = false;
        for comment in tree.comments(node, place) {
            let kept = self.kept_part(comment);
            if !kept.is_empty() {
                write_comment(&kept, lines)?;
                is_written = true;
            }
        }
        Ok(is_written)
    }

    /// Returns the part of a comment that is written; empty without one.
    fn kept_part<'a>(&self, comment: &'a str) -> Cow<'a, str> {
        match (self.comments, self.clocks, self.evaluations) {
            (true, true, true) => return Cow::Borrowed(comment),
            (false, false, false) => return Cow::Borrowed(""),
            _ => {}
        }
        let (mut parts, mut from) = (Vec::new(), 0);
        for command in commands(comment) {
            if self.comments {
                parts.push(comment[from..command.place.start].trim());
            }
            from = command.place.end;
            let is_kept = match command.name {
                "eval" => self.evaluations,
                _ if command.is_time() => self.clocks,
                _ => self.comments,
            };
            if is_kept {
                parts.push(&comment[command.place]);
            }
        }
        if self.comments {
            parts.push(comment[from..].trim());
        }
        parts.retain(|part| !part.is_empty());
        Cow::Owned(parts.join(" "))
    }
}

/// Writes a comment in braces, or as the rest of the line if it contains the closing brace.
fn write_comment(comment: &str, lines: &mut LineWriter<impl Write>) -> fmt::Result {
    if comment.contains('}') {
        return lines.rest_of_line(&format!("; {comment}"));
    }
    lines.open('{')?;
    let mut rest = comment;
    while !rest.is_empty() {
        let (word, behind) = split_word(rest);
        lines.word(word)?;
        rest = behind;
    }
    lines.close('}');
    Ok(())
}

/// The largest length in bytes of an annotation that is not wrapped.
const UNWRAPPED: usize = 70;

/// Splits off the first word, or an annotation like `[%clk 0:01:00]`.
fn split_word(text: &str) -> (&str, &str) {
    let annotation = text.strip_prefix("[%").and_then(|text| text.find(']'));
    let from = annotation.map(|end| end + 3).filter(|&end| end <= UNWRAPPED).unwrap_or(0);
    match text[from..].find(' ') {
        Some(space) => (&text[..from + space], &text[from + space + 1..]),
        None => (text, ""),
    }
}

/// Writes a tag pair on a line of its own.
fn write_tag(out: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            out.write_char('\\')?;
        }
        out.write_char(c)?;
    }
    out.write_str("\"]\n")
}

/// Returns the moves of a tree as one line, without the result.
pub(super) fn movetext_line<P: GamePosition>(tree: &Tree<P>) -> String {
    let mut text = String::new();
    let mut lines = LineWriter::new(&mut text, 0);
    // Writing to a string does not fail.
    let _ = WriteOptions::default().write_moves(tree, &mut lines).and_then(|()| lines.end_line());
    text.truncate(text.trim_end().len());
    text
}

impl<P: GamePosition> fmt::Display for PgnGame<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WriteOptions::default().write(self, f)
    }
}

/// Writes the movetext on one line.
impl<P: GamePosition> fmt::Debug for Tree<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tree({})", movetext_line(self))
    }
}

/// Writes words separated by spaces or, at the end of a line, by line feeds.
pub(super) struct LineWriter<'a, W> {
    out: &'a mut W,
    /// The largest number of characters of a line; 0 for any number.
    width: usize,
    /// The number of characters of the current line.
    column: usize,
    /// The last word, which is not written yet: a bracket may follow it.
    word: String,
    /// Set if the next word follows an opening bracket.
    is_open: bool,
}

impl<'a, W: Write> LineWriter<'a, W> {
    pub(super) fn new(out: &'a mut W, width: usize) -> Self {
        Self { out, width, column: 0, word: String::new(), is_open: false }
    }

    /// Writes a word.
    pub(super) fn word(&mut self, word: impl fmt::Display) -> fmt::Result {
        if !self.is_open {
            self.flush()?;
        }
        self.is_open = false;
        write!(self.word, "{word}")
    }

    /// Writes an opening bracket directly before the next word.
    pub(super) fn open(&mut self, bracket: char) -> fmt::Result {
        self.word(bracket)?;
        self.is_open = true;
        Ok(())
    }

    /// Writes a closing bracket directly behind the last word.
    pub(super) fn close(&mut self, bracket: char) {
        self.word.push(bracket);
        self.is_open = false;
    }

    /// Writes text as the rest of the line. A space precedes it at the start of a line too, where
    /// readers skip comments to the end of the line as if they were outside of the game.
    pub(super) fn rest_of_line(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        self.column = 0;
        self.is_open = false;
        writeln!(self.out, " {text}")
    }

    /// Ends the line if it has words.
    pub(super) fn end_line(&mut self) -> fmt::Result {
        self.flush()?;
        if std::mem::take(&mut self.column) > 0 { self.out.write_char('\n') } else { Ok(()) }
    }

    /// Writes the last word.
    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let len = self.word.chars().count();
        if self.column > 0 {
            // A percent sign in the first column would hide the line from readers.
            let fits = self.width == 0 || self.column + 1 + len <= self.width;
            if fits || self.word.starts_with('%') {
                self.out.write_char(' ')?;
                self.column += 1;
            } else {
                self.out.write_char('\n')?;
                self.column = 0;
            }
        }
        self.column += len;
        self.out.write_str(&self.word)?;
        self.word.clear();
        Ok(())
    }
}

//! Games cross the border as a whole: a record of words, and a text with its strings one after the other.
//!
//! | words of a record | |
//! |---|---|
//! | 0 | number of words of the record |
//! | 1 | result: 0 `*`, 1 `1-0`, 2 `0-1`, 3 `1/2-1/2` |
//! | 2, 3 | length of the start position as a FEN, 0 for the usual one; 1 for Chess960 |
//! | 4, 5 | length of the error and of the list of warnings, as JSON; 0 for none |
//! | 6 | number of tags |
//! | two for each tag | lengths of name and value |
//! | then one for each event | the kind in the upper 8 bits, its value in the lower 24 |
//!
//! Events follow in the order of PGN: a move (1, its 16 bits or 0 for a null move), a NAG (2), a comment after
//! the last move or, before the first one, of the game (3, its length), a comment before the next move (4), the
//! begin (5) and the end (6) of a variation. Lengths are in UTF-16 units, as the host counts them.

use crate::error;
use crate::position::make;
use ferz::notation::{CastlingMode, FenOptions};
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::annotation::{self, Annotation, CommentPart};
use ferz_game::pgn::{
    Comment, CommentPlace, GameVisitor, Nag, NodeId, PgnError, PgnErrorKind, PgnGame, PieceLetters,
    Player, Reader, Tag, Tags, Tree, Variant, Visit, WriteOptions, decode, last_border,
};
use ferz_js_border::utf16::{cut, single_spaced, units};
use ferz_js_border::{Json, Output, call, text, words};
use std::io::Read;

const MOVE: u32 = 1 << 24;
const NAG: u32 = 2 << 24;
const COMMENT: u32 = 3 << 24;
const COMMENT_BEFORE: u32 = 4 << 24;
const BEGIN_VARIATION: u32 = 5 << 24;
const END_VARIATION: u32 = 6 << 24;
/// The bits of an event that are its value.
const VALUE: u32 = (1 << 24) - 1;

/// The most tags and warnings of a game that are recorded. A hostile text has one for each byte or two, and each
/// warning takes some hundred bytes.
const MAX_TAGS: usize = 1_000;
const MAX_WARNINGS: usize = 100;
/// The number of a ply from which a line is not read on: a position with its history takes about 500 bytes a ply, and
/// the memory of the module is at most 4 GB.
const MAX_PLY: u32 = 250_000;

/// The results by their number.
const RESULTS: [GameResult; 4] =
    [GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];

/// A visitor that writes the record of each game.
struct Recorder<'a> {
    output: &'a mut Output,
    standard: Position,
    /// Writes the tags only, and skips the moves.
    lists: bool,
}

/// The record of a game that is being read.
#[derive(Default)]
struct Draft {
    tags: Tags,
    /// The tag `Result`.
    tagged: String,
    start: String,
    chess960: bool,
    events: Vec<u32>,
    comments: String,
    /// Set between the begin of a variation and its first move.
    is_beginning: bool,
    error: Option<PgnError>,
    warnings: Vec<Json>,
}

impl GameVisitor for Recorder<'_> {
    type Game = Draft;

    fn begin_game(&mut self, _number: u64) -> Draft {
        Draft::default()
    }

    fn tag(&mut self, draft: &mut Draft, tag: Tag<'_>) {
        let name = decode(tag.name());
        if name == "Result" {
            draft.tagged = tag.value().into_owned();
        } else if draft.tags.len() < MAX_TAGS {
            // A tag with a malformed name, and those that follow from other parts, are dropped.
            let _ = draft.tags.set(&name, &tag.value());
        }
    }

    fn begin_moves(&mut self, draft: &mut Draft, start: &Position) -> Visit {
        draft.chess960 = start.is_chess960();
        let variant = draft.tags.get("Variant").and_then(Variant::from_tag);
        if draft.chess960 && variant == Some(Variant::Chess960) {
            draft.tags.remove("Variant");
        }
        if draft.chess960 || start.board() != self.standard.board() {
            draft.start = start.fen();
        }
        if self.lists { Visit::SkipGame } else { Visit::Continue }
    }

    fn played(&mut self, draft: &mut Draft, before: &Position, mv: Move) -> Visit {
        add_move(draft, before, u32::from(mv.bits()))
    }

    fn null_move(&mut self, draft: &mut Draft, before: &Position) -> Visit {
        add_move(draft, before, 0)
    }

    fn nag(&mut self, draft: &mut Draft, nag: Nag) {
        if !draft.is_beginning {
            draft.events.push(NAG | u32::from(nag.0));
        }
    }

    fn comment(&mut self, draft: &mut Draft, comment: Comment<'_>) {
        let text = single_spaced(&comment.text());
        // The reader's own limit is lower; a longer text would displace those behind it.
        let text = cut(&mut &*text, VALUE);
        if !text.is_empty() {
            let kind = if draft.is_beginning { COMMENT_BEFORE } else { COMMENT };
            draft.events.push(kind | units(text));
            draft.comments.push_str(text);
        }
    }

    fn begin_variation(&mut self, draft: &mut Draft) -> Visit {
        draft.events.push(BEGIN_VARIATION);
        draft.is_beginning = true;
        Visit::Continue
    }

    fn end_variation(&mut self, draft: &mut Draft) {
        draft.events.push(END_VARIATION);
        draft.is_beginning = false;
    }

    fn warning(&mut self, draft: &mut Draft, warning: PgnError) {
        if draft.warnings.len() < MAX_WARNINGS {
            draft.warnings.push(error::pgn(&warning));
        }
    }

    fn error(&mut self, draft: &mut Draft, error: PgnError) {
        draft.error = Some(error);
    }

    fn end_game(&mut self, draft: Draft, _last: &Position, result: Option<GameResult>) {
        if self.lists {
            self.list(&draft);
            return;
        }
        let result = GameResult::of_game(result, &draft.tagged);
        let error = draft.error.map_or(String::new(), |found| error::pgn(&found).to_string());
        let warnings: String = match &draft.warnings[..] {
            [] => String::new(),
            list => Json::object().with_list("warnings", list).to_string(),
        };
        let Output { words, text } = &mut *self.output;
        let first = words.len();
        let result = RESULTS.iter().position(|&known| known == result).unwrap_or(0);
        words.extend([0, result as u32, units(&draft.start), u32::from(draft.chess960)]);
        words.extend([units(&error), units(&warnings), draft.tags.len() as u32]);
        for part in [&draft.start, &error, &warnings] {
            text.push_str(part);
        }
        for (name, value) in draft.tags.iter() {
            words.extend([units(name), units(value)]);
            text.push_str(name);
            text.push_str(value);
        }
        words.extend(draft.events);
        text.push_str(&draft.comments);
        words[first] = (words.len() - first) as u32;
    }
}

impl Recorder<'_> {
    /// Writes the tags of a game, with the result that its tag has and a start position of its own.
    fn list(&mut self, draft: &Draft) {
        let Output { words, text } = &mut *self.output;
        let start = (!draft.start.is_empty()).then_some(("FEN", &*draft.start));
        let others = [("Result", &*draft.tagged)].into_iter().chain(start);
        words.push(draft.tags.len() as u32 + 1 + u32::from(start.is_some()));
        for (name, value) in draft.tags.iter().chain(others) {
            words.extend([units(name), units(value)]);
            text.push_str(name);
            text.push_str(value);
        }
    }
}

/// Adds a move to the record of a game, unless its line is too long.
fn add_move(draft: &mut Draft, before: &Position, bits: u32) -> Visit {
    if before.game_ply() >= MAX_PLY {
        let found = "a further move".to_owned();
        let expected = "a line of at most 250,000 plies";
        return Visit::Reject(Box::new(PgnErrorKind::Unexpected { found, expected }));
    }
    draft.events.push(MOVE | bits);
    draft.is_beginning = false;
    Visit::Continue
}

/// Reads the games of a part of a text, and writes their records. Unless the part is the `last` one, it is
/// read up to the last border between two games. `strict` makes warnings errors; `language` is that of the
/// piece letters as two letters of ASCII, English for an unknown one. Returns the bytes that were read.
#[unsafe(no_mangle)]
pub extern "C" fn games_read(last: u32, strict: u32, language: u32) -> usize {
    call(|input, output| {
        let end = if last != 0 { input.len() } else { last_border(input).unwrap_or(0) };
        let mut reader = Reader::new(&input[..end]);
        reader.set_strict(strict != 0);
        read_games(&mut reader, language, output);
        end
    })
}

/// Lists the games of a part of a text without reading their moves. Unless the part is the `last` one, it is read up to
/// the last border between two games.
///
/// Writes for each game the number of its tags and the lengths of the name and the value of each; the text has the names
/// and values. Behind all games follow the bytes of each, from the end of the game before to its own. Returns the bytes
/// that were read.
#[unsafe(no_mangle)]
pub extern "C" fn games_list(last: u32) -> usize {
    call(|input, output| {
        let end = if last != 0 { input.len() } else { last_border(input).unwrap_or(0) };
        let mut reader = Reader::new(&input[..end]);
        let mut lengths = Vec::new();
        let mut player =
            Player::new(Recorder { output, standard: Position::startpos(), lists: true });
        let mut before = 0;
        // A text in memory is read without errors.
        while let Ok(true) = reader.read_game(&mut player) {
            let at = reader.position();
            lengths.push((at - before) as u32);
            before = at;
        }
        output.words.extend(lengths);
        end
    })
}

fn read_games(reader: &mut Reader<impl Read>, language: u32, output: &mut Output) {
    let mut player = Player::new(Recorder { output, standard: Position::startpos(), lists: false });
    if let Some(letters) = piece_letters(language) {
        player.set_piece_letters(letters);
    }
    // A text in memory is read without errors.
    let _ = reader.read_all(&mut player);
}

/// Returns the piece letters of a language, two letters of ASCII.
fn piece_letters(language: u32) -> Option<PieceLetters> {
    let [0, 0, first, second] = language.to_be_bytes() else { return None };
    str::from_utf8(&[first, second]).ok().and_then(PieceLetters::of_language)
}

/// Returns 1 if the piece letters of a language are known, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn language_check(language: u32) -> i32 {
    i32::from(piece_letters(language).is_some())
}

/// A record that the host sends.
struct Record<'a> {
    head: [u32; 7],
    tags: &'a [u32],
    events: &'a [u32],
    text: &'a str,
}

impl<'a> Record<'a> {
    fn new(words: &'a [u32], text: &'a str) -> Option<Self> {
        let (head, rest) = words.split_first_chunk::<7>()?;
        let (tags, events) = rest.split_at_checked(head[6] as usize * 2)?;
        Some(Self { head: *head, tags, events, text })
    }

    /// Returns the start position, and cuts it, the error and the warnings off the text.
    fn start(&mut self) -> Option<Position> {
        let fen = cut(&mut self.text, self.head[2]);
        cut(&mut self.text, self.head[4]);
        cut(&mut self.text, self.head[5]);
        let mut start = match fen {
            "" => Position::startpos(),
            fen => {
                let castling =
                    if self.head[3] != 0 { CastlingMode::Chess960 } else { CastlingMode::Detect };
                let options = FenOptions::LENIENT.castling_mode(castling);
                Position::from_fen_with(fen, options).ok()?
            }
        };
        start.set_chess960(self.head[3] != 0 || start.is_chess960());
        Some(start)
    }

    /// Returns the tags, and cuts them off the text.
    fn tags(&mut self) -> Tags {
        let mut tags = Tags::default();
        for &[name, value] in self.tags.as_chunks::<2>().0 {
            let (name, value) = (cut(&mut self.text, name), cut(&mut self.text, value));
            // The host has checked the name.
            let _ = tags.set(name, value);
        }
        tags
    }

    /// Builds the game. `None` if the record is none, or a move is not legal.
    fn game(mut self) -> Option<PgnGame> {
        let start = self.start()?;
        let tags = self.tags();
        let result = *RESULTS.get(self.head[1] as usize)?;
        let mut tree = Tree::from_position(&start);
        let (mut node, mut outer, mut before) = (NodeId::ROOT, Vec::new(), Vec::new());
        // The first nodes of the open variations, and that of one which has ended since the last move.
        let (mut firsts, mut ended) = (Vec::new(), None);
        let mut cursor = LineCursor { position: start, line: Vec::new() };
        for &event in self.events {
            let value = event & VALUE;
            match event & !VALUE {
                MOVE => {
                    node = cursor.add(&mut tree, node, value)?;
                    ended = None;
                    if let Some(first @ None) = firsts.last_mut() {
                        *first = Some(node);
                    }
                    for comment in before.drain(..) {
                        tree.add_comment(node, CommentPlace::Before, comment);
                    }
                }
                NAG => tree.add_nag(node, Nag(u8::try_from(value).ok()?)),
                COMMENT => {
                    let (node, place) = match ended {
                        Some(first) => (first, CommentPlace::AfterVariation),
                        None => (node, CommentPlace::After),
                    };
                    tree.add_comment(node, place, cut(&mut self.text, value));
                }
                COMMENT_BEFORE => before.push(cut(&mut self.text, value)),
                BEGIN_VARIATION => {
                    let last = *cursor.line.last()?;
                    outer.push((node, cursor.line.len(), last));
                    firsts.push(None);
                    node = tree.parent(node)?;
                    cursor.back();
                }
                END_VARIATION => {
                    // A comment of a variation without moves is not one of the next move.
                    before.clear();
                    ended = firsts.pop()?.or(ended);
                    let (outer_node, plies, last) = outer.pop()?;
                    node = outer_node;
                    cursor.return_to(plies, last);
                }
                _ => return None,
            }
        }
        Some(PgnGame { tags, tree, result })
    }
}

/// The position at the end of a line, which moves with it: the tree itself would play each line again.
struct LineCursor {
    position: Position,
    /// The moves from the start, 0 for a null move.
    line: Vec<u32>,
}

impl LineCursor {
    fn add(&mut self, tree: &mut Tree, node: NodeId, bits: u32) -> Option<NodeId> {
        if !make(&mut self.position, bits) {
            return None;
        }
        self.line.push(bits);
        let mv = u16::try_from(bits).ok().and_then(Move::from_bits);
        Some(tree.add_unchecked(node, mv))
    }

    fn back(&mut self) {
        match self.line.pop() {
            Some(0) => self.position.undo_null_move(),
            Some(_) => drop(self.position.undo_move()),
            None => {}
        }
    }

    /// Returns from a variation to the last move of the line around it, of which `plies` is the length.
    fn return_to(&mut self, plies: usize, last: u32) {
        while self.line.len() >= plies.max(1) {
            self.back();
        }
        // It was made before.
        make(&mut self.position, last);
        self.line.push(last);
    }
}

/// Runs a function on the game of the input: the words of a record, `further` words, then its text. 0 without a
/// game.
pub(crate) fn with_game(
    count: usize,
    further: usize,
    run: impl FnOnce(PgnGame, &mut Output) -> i32,
) -> i32 {
    call(|input, output| {
        let (words, rest) = words(input, count);
        let bytes = rest.get(4 * further..).unwrap_or_default();
        let text = text(bytes);
        match Record::new(&words, &text).and_then(Record::game) {
            Some(game) => run(game, output),
            None => {
                output.fail(&Json::error("GameError", "the game has a move that is not legal"));
                0
            }
        }
    })
}

/// Writes a game as PGN. `parts` has a bit for each of tags, comments, clocks, evaluations, NAGs and variations.
#[unsafe(no_mangle)]
pub extern "C" fn game_pgn(count: usize, line_width: u32, parts: u32) -> i32 {
    with_game(count, 0, |game, output| {
        let part = |bit: u32| parts >> bit & 1 != 0;
        let options = WriteOptions {
            line_width: line_width as usize,
            tags: part(0),
            comments: part(1),
            clocks: part(2),
            evaluations: part(3),
            nags: part(4),
            variations: part(5),
            ..WriteOptions::default()
        };
        output.text = options.to_string(&game);
        1
    })
}

/// Writes the parts of a comment as JSON: its text, clock and elapsed time in milliseconds, evaluation, arrows and
/// marked squares.
#[unsafe(no_mangle)]
pub extern "C" fn comment_parts() -> i32 {
    call(|input, output| {
        let comment = text(input);
        let mut json = Json::object();
        let mut texts = Vec::new();
        for part in annotation::parts(&comment) {
            json = match part {
                CommentPart::Text(text) => {
                    texts.push(text);
                    json
                }
                CommentPart::Annotation(Annotation::Clock(time)) => {
                    json.with_raw("clock", time.as_millis())
                }
                CommentPart::Annotation(Annotation::ElapsedMoveTime(time)) => {
                    json.with_raw("elapsed", time.as_millis())
                }
                CommentPart::Annotation(Annotation::Eval(eval)) => {
                    let json = match eval.score {
                        ferz::Score::Cp(centipawns) => json.with_raw("centipawns", centipawns),
                        score => json.with("mate", score),
                    };
                    match eval.depth {
                        Some(depth) => json.with_raw("depth", depth),
                        None => json,
                    }
                }
                CommentPart::Annotation(Annotation::Squares(marks)) => {
                    let marks: Vec<_> = marks.iter().map(ToString::to_string).collect();
                    json.with_list("squares", error::quoted(&marks))
                }
                CommentPart::Annotation(Annotation::Arrows(arrows)) => {
                    let arrows: Vec<_> = arrows.iter().map(ToString::to_string).collect();
                    json.with_list("arrows", error::quoted(&arrows))
                }
            };
        }
        output.write(json.with("text", texts.join(" ")));
        1
    })
}

/// Checks the name of a tag: 1, or 0 with an error.
#[unsafe(no_mangle)]
pub extern "C" fn tag_check() -> i32 {
    call(|input, output| {
        let name = text(input);
        match Tags::default().set(&name, "") {
            Ok(()) => 1,
            Err(found) => {
                output.fail(&Json::error("TagError", found).with("found", &name));
                0
            }
        }
    })
}

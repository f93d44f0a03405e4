//! Puzzles: rows of files, and the answer to a move. Both have the meaning of `ferz puzzles`.

use ferz::Position;
use ferz::notation::FenOptions;
use ferz_database::csv::{MAX_RECORD, record_length};
use ferz_database::puzzles::{Answer, Column, PuzzleColumns, PuzzleForm, PuzzleRow};
use ferz_game::analysis::reasons::Hint;
use ferz_game::pgn::decode;
use ferz_js_border::utf16::units;
use ferz_js_border::{Json, Output, Quoted, call, text, words};

/// The words of the places of columns: for each its place from 1, or 0 if the file has none.
const PLACES: usize = Column::ALL.len();

/// Returns the columns of these words; `None` if they are not known yet.
fn columns(words: &[u32]) -> Option<PuzzleColumns> {
    let places = words.first_chunk::<PLACES>()?;
    let place = |place: u32| (place as usize).checked_sub(1);
    places.iter().any(|&place| place > 0).then(|| PuzzleColumns::from_places(places.map(place)))
}

fn push_columns(columns: Option<PuzzleColumns>, output: &mut Output) {
    let places = columns.map_or([None; PLACES], |columns| columns.places());
    output.words.extend(places.map(|place| place.map_or(0, |place| place as u32 + 1)));
}

/// Writes a text, and its length as a word.
fn push_text(text: &str, output: &mut Output) {
    output.words.push(units(text));
    output.text.push_str(text);
}

/// Returns the name of a puzzle, its position if it has none.
fn name(row: &PuzzleRow) -> &str {
    match row.text(Column::PuzzleId) {
        "" => row.text(Column::Fen),
        name => name,
    }
}

/// Returns the rating of a puzzle, 0 without one.
fn rating(row: &PuzzleRow) -> u32 {
    row.text(Column::Rating).parse::<u16>().unwrap_or(0).into()
}

/// Lists the rows of the input as far as they end in it, all with `last`. The input is the words of the columns, then
/// the text; the words are 0 before the first record.
///
/// Writes the words of the columns; then for each record its bytes, its kind (0 a blank line or names of columns, 1 a
/// puzzle, 2 a row without position or moves), its rating and the lengths of its name and of its themes. The text has
/// the names and themes. Returns the bytes that were read.
#[unsafe(no_mangle)]
pub extern "C" fn puzzle_rows(last: u32) -> usize {
    call(|input, output| {
        let (words, text) = words(input, PLACES);
        let mut known = columns(&words);
        let (mut read, mut records) = (0, Output::default());
        while read < text.len() {
            let rest = &text[read..];
            let length = match record_length(rest) {
                Some(length) => length,
                // What has no line breaks is no table.
                None if last != 0 || rest.len() >= MAX_RECORD => rest.len(),
                None => break,
            };
            let record = decode(&rest[..length.min(MAX_RECORD)]);
            let row = known.unwrap_or_default().row(&record);
            let header = PuzzleColumns::from_header(&record).filter(|_| known.is_none());
            let kind = match header {
                None if row.is_blank() => 0,
                None => {
                    known.get_or_insert_default();
                    if row.has_puzzle_form() { 1 } else { 2 }
                }
                Some(_) => {
                    known = header;
                    0
                }
            };
            records.words.extend([length as u32, kind, rating(&row)]);
            let [name, themes] =
                if kind == 1 { [name(&row), row.text(Column::Themes)] } else { [""; 2] };
            push_text(name, &mut records);
            push_text(themes, &mut records);
            read += length;
        }
        push_columns(known, output);
        output.words.append(&mut records.words);
        output.text = records.text;
        read
    })
}

/// Reads a row. The input is the words of the columns, then the record.
///
/// Writes its rating, 0 without one, and the lengths of its name, position, moves, themes and the address of its game,
/// which are the text. Returns 1.
#[unsafe(no_mangle)]
pub extern "C" fn puzzle_row() -> i32 {
    call(|input, output| {
        let (words, record) = words(input, PLACES);
        let row = columns(&words).unwrap_or_default().row(&decode(record));
        output.words.push(rating(&row));
        push_text(name(&row), output);
        for column in [Column::Fen, Column::Moves, Column::Themes, Column::GameUrl] {
            push_text(row.text(column), output);
        }
        1
    })
}

/// Returns what a text with the start of the input can have: 0 no puzzles, 1 rows of puzzles, 2 games with tags of
/// puzzles, 3 other games.
#[unsafe(no_mangle)]
pub extern "C" fn puzzle_form() -> i32 {
    call(|input, _| match PuzzleForm::of(&text(input)) {
        None => 0,
        Some(PuzzleForm::Rows) => 1,
        Some(PuzzleForm::Puzzles) => 2,
        Some(PuzzleForm::Games) => 3,
    })
}

/// Answers a move of the solver. The input is lines: the position, the move and the rest of the solution, in UCI
/// notation.
///
/// Returns 0 for a wrong move, 1 for that of the solution, 1 + n for another one that mates in n moves, -1 if the
/// position or a move is not legal.
#[unsafe(no_mangle)]
pub extern "C" fn puzzle_answer() -> i32 {
    call(|input, _| {
        let text = text(input);
        let mut lines = text.lines();
        let Some(answer) = answer(lines.next().unwrap_or_default(), lines) else { return -1 };
        match answer {
            Answer::Wrong => 0,
            Answer::Right { .. } | Answer::Solved => 1,
            Answer::OtherMate { moves } => 1 + moves as i32,
        }
    })
}

/// Writes the hints for the best move of a position, and why the move before it was an error, as JSON. The input is lines: the
/// position before the last move, that move, which may be empty, and the best line, in UCI notation. Returns 0 if a move is
/// not legal.
#[unsafe(no_mangle)]
pub extern "C" fn puzzle_hint() -> i32 {
    call(|input, output| {
        let text = text(input);
        let Some(json) = hint(text.lines()) else { return 0 };
        output.write(json);
        1
    })
}

fn hint<'a>(mut lines: impl Iterator<Item = &'a str>) -> Option<Json> {
    let mut position = Position::from_fen_with(lines.next()?, FenOptions::LENIENT).ok()?;
    match lines.next()? {
        "" => {}
        error => position.do_move(position.parse_uci(error).ok()?),
    }
    let (mut at, mut line) = (position.clone(), Vec::new());
    for text in lines {
        let mv = at.parse_uci(text).ok()?;
        at.do_move(mv);
        line.push(mv);
    }
    let hint = Hint::new(&position, &line)?;
    let quoted = |text: &String| Quoted(text).to_string();
    Some(
        Json::object()
            .with_list("hints", hint.texts.iter().map(quoted))
            .with_list("reasons", hint.reasons.iter().map(|(_, text)| quoted(text))),
    )
}

fn answer<'a>(fen: &str, mut lines: impl Iterator<Item = &'a str>) -> Option<Answer> {
    let position = Position::from_fen_with(fen, FenOptions::LENIENT).ok()?;
    let mv = position.parse_uci(lines.next()?).ok()?;
    let (mut after, mut rest) = (position.clone(), Vec::new());
    for text in lines {
        let mv = after.parse_uci(text).ok()?;
        after.do_move(mv);
        rest.push(mv);
    }
    Some(Answer::to_move(mv, &position, &rest))
}

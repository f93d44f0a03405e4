//! One repertoire at a time: its faults, its cards and what is remembered of them, with the meaning of `ferz repertoire`.
//!
//! The host keeps the texts and the states, and passes them again after the module was made anew.

use crate::game::with_game;
use ferz::Color;
use ferz_database::repertoire::{
    Card, CardState, CheckLimits, Deck, Departure, GamePlace, GameVisits, Gap, Grade, Memory,
    Repertoire, RepertoireCounts, RepertoireReport, check,
};
use ferz_game::pgn::Tree;
use ferz_js_border::{Json, Quoted, call, text, words};
use std::cell::RefCell;

/// The repertoire that is open.
#[derive(Default)]
struct Open {
    repertoire: Repertoire,
    side: Option<Color>,
    deck: Deck,
    /// The moves of the games that it is compared with, and where these left it.
    counts: Option<RepertoireCounts>,
    left: Vec<Departure>,
}

/// The units of chances, so that the module needs no text of fractions.
const MILLION: f64 = 1e6;

/// The units of stability and difficulty.
const STATE_UNIT: f64 = 1e5;

thread_local! {
    static OPEN: RefCell<Open> = RefCell::new(Open::default());
}

/// The greatest number of plies of a line that is shown behind an answer.
const CONTINUATION: usize = 6;

/// Begins a repertoire without games.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_begin() {
    OPEN.with_borrow_mut(|open| {
        *open = Open::default();
        // The host knows which file a game is of.
        open.repertoire.add_source("");
    });
}

/// Adds a game: the input is its record, as of [`game_pgn`](crate::game::game_pgn), of `count` words. Returns 1, or 0 with the
/// error of the record.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_add(count: usize) -> i32 {
    with_game(count, 0, |game, _| {
        OPEN.with_borrow_mut(|open| {
            let place = GamePlace { source: 0, game: open.repertoire.games() as u64 + 1 };
            open.repertoire.add_game(&game.tree, place);
        });
        1
    })
}

/// Ends the texts: makes the cards of a side, Black if the argument is not 0. Writes the faults without games and the
/// cards as JSON. Returns the number of cards.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_open(is_black: u32) -> usize {
    call(|_, output| {
        OPEN.with_borrow_mut(|open| {
            let side = if is_black == 0 { Color::White } else { Color::Black };
            open.side = Some(side);
            open.deck = Deck::new(&open.repertoire, side);
            let report = check(&open.repertoire, side, None, CheckLimits::default());
            let cards = open.deck.cards().iter().map(|card| card_json(&open.repertoire, card));
            let faults = report_json(&report);
            output.write(faults.with_list("cards", cards));
            open.deck.cards().len()
        })
    })
}

fn card_json(repertoire: &Repertoire, card: &Card) -> Json {
    let position = repertoire.position(card.position);
    let known = &repertoire.positions()[card.position].moves;
    let answers = known.iter().zip(&card.texts).map(|(known, san)| {
        let uci = position.uci(known.mv);
        Json::object().with("uci", uci).with("san", san).with("comment", &known.comment)
    });
    let mut line = Vec::new();
    let mut number = card.position;
    while let Some(next) = repertoire.positions()[number].moves.first()
        && line.len() < CONTINUATION
    {
        line.push(next.mv);
        number = next.next;
    }
    Json::object()
        .with("name", &card.name)
        .with("fen", position.fen())
        .with("line", repertoire.numbered_line(card.position, None))
        .with("continuation", position.numbered_san_line(&line).unwrap_or_default())
        .with_list("answers", answers)
}

fn report_json(report: &RepertoireReport) -> Json {
    let place = |line: &str, fen: &str| Json::object().with("line", line).with("fen", fen);
    let conflicts = report.conflicts.iter().map(|it| {
        let answers = it.answers.iter().map(|answer| Quoted(&answer.san).to_string());
        place(&it.line, &it.fen).with_list("answers", answers)
    });
    let gap = |it: &Gap| {
        place(&it.line, &it.fen)
            .with_raw("games", it.games)
            .with_raw("ofGames", it.of_games.unwrap_or(it.games))
            .with_raw("chance", (it.chance * MILLION) as u32)
    };
    let gaps = |list: &[Gap]| list.iter().map(gap).collect::<Vec<_>>();
    Json::object()
        .with_raw("answered", report.answered)
        .with_raw("transpositions", report.transpositions)
        .with_list("conflicts", conflicts)
        .with_list("unanswered", gaps(&report.unanswered))
        .with_list("gaps", gaps(&report.gaps))
        .with_list("ends", gaps(&report.ends))
}

/// Begins the comparison with games.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_begin_games() {
    OPEN.with_borrow_mut(|open| {
        open.counts = Some(RepertoireCounts::new(&open.repertoire));
        open.left.clear();
    });
}

/// Compares with a game: the input is its record of `count` words. Returns the number of the place where it left, from 1
/// on, or 0 with the error of the record.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_compare(count: usize) -> i32 {
    with_game(count, 0, |game, _| {
        OPEN.with_borrow_mut(|open| {
            let visits = visits(&open.repertoire, &game.tree);
            let departure = visits.departure(&open.repertoire);
            if let Some(counts) = &mut open.counts {
                counts.add(&visits);
            }
            let known = open.left.iter().position(|&known| known == departure);
            let place = known.unwrap_or(open.left.len());
            if known.is_none() {
                open.left.push(departure);
            }
            place as i32 + 1
        })
    })
}

/// Writes the faults by the games as JSON, from a chance in millionths on, and `left`: the places where games left, with
/// their numbers, the move that left, and the card of a place where the side did. Returns the number of games.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_compared(chance: u32) -> usize {
    call(|_, output| {
        OPEN.with_borrow(|open| {
            let Open { repertoire, side: Some(side), counts: Some(counts), deck, left } = open
            else {
                return 0;
            };
            let limits = CheckLimits { chance: f64::from(chance) / MILLION, games: 2 };
            let report = check(repertoire, *side, Some(counts), limits);
            let places = left.iter().zip(1..).filter_map(|(&departure, number)| {
                let (Departure::Left { position, mv } | Departure::LineEnd { position, mv }) =
                    departure
                else {
                    return None;
                };
                let card = deck.cards().iter().position(|card| card.position == position);
                let board = repertoire.position(position);
                let json = Json::object()
                    .with("line", repertoire.numbered_line(position, Some(mv)))
                    .with("fen", board.fen())
                    .with("move", board.uci(mv))
                    .with_raw("isEnd", matches!(departure, Departure::LineEnd { .. }))
                    .with_raw("number", number);
                Some(json.with_raw("card", card.map_or("null".to_owned(), |it| it.to_string())))
            });
            output.write(report_json(&report).with_list("left", places));
            counts.games() as usize
        })
    })
}

/// Makes a card due on a day, unless it was answered after the day `since` of the game that left the repertoire there.
/// Returns 1 if it is due now and was not. A new card stays new.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_make_due(card: u32, since: i32, today: i32) -> u32 {
    OPEN.with_borrow_mut(|open| {
        let Some(position) = open.deck.cards().get(card as usize).map(|card| card.position) else {
            return 0;
        };
        u32::from(open.deck.make_due(position, Some(since), today))
    })
}

/// Returns the positions of the repertoire in the main line of a game.
fn visits(repertoire: &Repertoire, tree: &Tree) -> GameVisits {
    let (mut visits, mut position) = (GameVisits::default(), tree.start());
    for node in tree.main_line() {
        let mv = tree.mv(node);
        if !visits.add(repertoire, &position, mv) {
            return visits;
        }
        mv.into_iter().for_each(|mv| position.do_move(mv));
    }
    visits.finish(repertoire, &position);
    visits
}

/// The number of words of a state: stability and difficulty in hundred-thousandths, the days of the first and the last
/// answer and from which the card is due, the numbers of answers and of lapses.
const STATE_WORDS: usize = 7;

/// Sets what is remembered of cards. The input has [`STATE_WORDS`] words for each of `count` cards, then for each a line with
/// its name and the answers, with tabs between them. Returns the number of cards with an impossible value, which are left out.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_states(count: usize) -> usize {
    call(|input, _| {
        OPEN.with_borrow_mut(|open| {
            let (words, rest) = words(input, STATE_WORDS * count);
            let (states, _) = words.as_chunks::<STATE_WORDS>();
            let (text, mut refused) = (text(rest), 0);
            for (words, line) in states.iter().zip(text.lines()) {
                match state(words, line) {
                    Some((name, state)) => open.deck.set_state(name, state),
                    None => refused += 1,
                }
            }
            refused
        })
    })
}

fn state(words: &[u32; STATE_WORDS], line: &str) -> Option<(String, CardState)> {
    let [stability, difficulty, first, last, due, answered, lapses] = *words;
    let mut fields = line.split('\t').map(str::to_owned);
    let name = fields.next()?;
    let [stability, difficulty] = [stability, difficulty].map(|it| f64::from(it) / STATE_UNIT);
    let [first, last, due] = [first, last, due].map(|day| day as i32);
    let memory = Memory { stability, difficulty };
    let is_valid = stability > 0.0 && (1.0..=10.0).contains(&difficulty);
    let answers = fields.collect();
    is_valid.then_some((name, CardState { answers, memory, first, last, due, answered, lapses }))
}

/// Writes the numbers of the cards to answer on a day as words, of which at most `new_a_day` are new, and the numbers of
/// cards as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_queue(today: i32, new_a_day: u32) {
    call(|_, output| {
        OPEN.with_borrow(|Open { deck, .. }| {
            output.words.extend(deck.queue(today, new_a_day as usize).iter().map(|&it| it as u32));
            let counts = deck.counts(today);
            let states = deck.cards().iter().filter_map(|card| deck.state(card));
            let next = states.map(|state| state.due).filter(|&due| due > today).min();
            let json = Json::object()
                .with_raw("cards", counts.cards)
                .with_raw("new", counts.new)
                .with_raw("learned", counts.learned)
                .with_raw("forgotten", counts.forgotten)
                .with_raw("due", counts.due)
                .with_raw("recall", (counts.recall * MILLION) as u32)
                .with_raw("next", next.map_or("null".to_owned(), |next| next.to_string()));
            output.write(json);
        });
    });
}

/// Grades an answer to a card on a day, right if the argument is not 0. Writes the words of its state, and its answers in SAN
/// with tabs between them. Returns 1, or 0 if there is no such card.
#[unsafe(no_mangle)]
pub extern "C" fn repertoire_answer(card: u32, is_right: u32, today: i32) -> u32 {
    call(|_, output| {
        OPEN.with_borrow_mut(|Open { deck, .. }| {
            let number = card as usize;
            if number >= deck.cards().len() {
                return 0;
            }
            let grade = if is_right == 0 { Grade::Again } else { Grade::Good };
            deck.answer(number, grade, today);
            let Some(state) = deck.state(&deck.cards()[number]) else { return 0 };
            let Memory { stability, difficulty } = state.memory;
            let units = [stability, difficulty].map(|it| (it * STATE_UNIT + 0.5) as u32);
            output.words.extend(units);
            output.words.extend([state.first, state.last, state.due].map(|day| day as u32));
            output.words.extend([state.answered, state.lapses]);
            output.text = state.answers.join("\t");
            1
        })
    })
}

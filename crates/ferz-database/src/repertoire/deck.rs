//! The positions of a repertoire as cards that are learned.

use super::{Grade, Memory, Repertoire};
use ferz::{Color, Move};
use std::collections::BTreeMap;

/// The cards of a side: the positions in which it has an answer, in the order of learning.
///
/// Days are numbers that grow by one each day, such as those since 1 January 1970.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    cards: Vec<Card>,
    /// The states by the names of the cards, also of positions that the repertoire does not have now.
    states: BTreeMap<String, CardState>,
}

/// A position to learn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The number of the position in the repertoire.
    pub position: usize,
    /// The first four fields of its FEN, which name it in any file.
    pub name: String,
    /// The answers, of which each is right.
    pub answers: Vec<Move>,
    /// The answers in SAN.
    pub texts: Vec<String>,
}

/// What is remembered of a card.
#[derive(Clone, PartialEq, Debug)]
pub struct CardState {
    /// The answers in SAN when it was learned. If the repertoire has none of them any more, the card is new.
    pub answers: Vec<String>,
    /// The memory after the last answer.
    pub memory: Memory,
    /// The day of the first answer.
    pub first: i32,
    /// The day of the last answer.
    pub last: i32,
    /// The day from which the card is due; that of the last answer if it was wrong.
    pub due: i32,
    /// The number of answers.
    pub answered: u32,
    /// The number of wrong answers after the first one.
    pub lapses: u32,
}

/// The numbers of cards.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DeckCounts {
    /// All cards.
    pub cards: usize,
    /// Those that have not been answered yet.
    pub new: usize,
    /// Those whose last answer was right.
    pub learned: usize,
    /// Those whose last answer was wrong.
    pub forgotten: usize,
    /// Those that are due, forgotten ones included, without new ones.
    pub due: usize,
    /// The new ones of today.
    pub new_today: usize,
    /// The mean probability of recall of the cards that are not new, 0 without them.
    pub recall: f64,
}

impl Deck {
    /// Creates the cards of a side, all new.
    pub fn new(repertoire: &Repertoire, side: Color) -> Self {
        let positions = repertoire.positions();
        let is_card =
            |&number: &usize| positions[number].side == side && !positions[number].moves.is_empty();
        let card = |position: usize| {
            let board = repertoire.position(position);
            let answers: Vec<_> = positions[position].moves.iter().map(|known| known.mv).collect();
            let texts = answers.iter().map(|&mv| board.san(mv).to_string()).collect();
            let fen = board.fen();
            let name = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            Card { position, name, answers, texts }
        };
        let order = repertoire.learning_order().into_iter().filter(is_card);
        Self { cards: order.map(card).collect(), states: BTreeMap::new() }
    }

    /// Returns the cards in the order of learning.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Sets the state of the card with a name, which need not be one of the cards.
    pub fn set_state(&mut self, name: String, state: CardState) {
        self.states.insert(name, state);
    }

    /// Returns all states with the names of their cards, in the order of the names.
    pub fn states(&self) -> impl Iterator<Item = (&str, &CardState)> {
        self.states.iter().map(|(name, state)| (name.as_str(), state))
    }

    /// Returns the state of a card, `None` of a new one.
    pub fn state(&self, card: &Card) -> Option<&CardState> {
        let state = self.states.get(&card.name)?;
        state.answers.iter().any(|answer| card.texts.contains(answer)).then_some(state)
    }

    /// Returns the numbers of the cards to answer on a day: those that are due, then new ones, of which a day has at
    /// most `new_a_day`. Both are in the order of learning.
    pub fn queue(&self, today: i32, new_a_day: usize) -> Vec<usize> {
        let states = || self.cards.iter().map(|card| self.state(card)).enumerate();
        let is_due = |state: &CardState| state.due <= today;
        let due = states().filter(|(_, state)| state.is_some_and(is_due));
        let left = new_a_day.saturating_sub(self.counts(today).new_today);
        let new = states().filter(|(_, state)| state.is_none()).take(left);
        due.chain(new).map(|(number, _)| number).collect()
    }

    /// Grades an answer to a card.
    ///
    /// # Panics
    /// If there is no card of this number.
    pub fn answer(&mut self, card: usize, grade: Grade, today: i32) {
        let card = &self.cards[card];
        let old = self.state(card).cloned();
        let days = |last: i32| u32::try_from(today.saturating_sub(last)).unwrap_or(0);
        let memory = match &old {
            Some(old) => old.memory.after(grade, days(old.last)),
            None => Memory::new(grade),
        };
        let due = match grade {
            Grade::Again => today,
            Grade::Good => today.saturating_add_unsigned(memory.interval()),
        };
        let lapse = u32::from(grade == Grade::Again && old.is_some());
        let (first, answered, lapses) =
            old.map_or((today, 0, 0), |old| (old.first, old.answered, old.lapses));
        let state = CardState {
            answers: card.texts.clone(),
            memory,
            first,
            last: today,
            due,
            answered: answered.saturating_add(1),
            lapses: lapses.saturating_add(lapse),
        };
        self.states.insert(card.name.clone(), state);
    }

    /// Makes the card of a position due on a day, unless it has been answered after `since`, the day of the game that
    /// left the repertoire there. Returns true if it is due now and was not. A new card stays new.
    pub fn make_due(&mut self, position: usize, since: Option<i32>, today: i32) -> bool {
        let Some(card) = self.cards.iter().find(|card| card.position == position) else {
            return false;
        };
        if self.state(card).is_none() {
            return false;
        }
        let state = self.states.get_mut(&card.name);
        let is_later = |state: &&mut CardState| since.is_none_or(|since| state.last <= since);
        let Some(state) = state.filter(is_later).filter(|state| state.due > today) else {
            return false;
        };
        state.due = today;
        true
    }

    /// Returns the numbers of cards on a day.
    pub fn counts(&self, today: i32) -> DeckCounts {
        let mut counts = DeckCounts { cards: self.cards.len(), ..DeckCounts::default() };
        let mut recall = 0.0;
        for card in &self.cards {
            let Some(state) = self.state(card) else {
                counts.new += 1;
                continue;
            };
            let is_forgotten = state.due <= state.last;
            *(if is_forgotten { &mut counts.forgotten } else { &mut counts.learned }) += 1;
            counts.due += usize::from(state.due <= today);
            counts.new_today += usize::from(state.first == today);
            recall += state.memory.recall(u32::try_from(today - state.last).unwrap_or(0));
        }
        let known = counts.cards - counts.new;
        counts.recall = if known > 0 { recall / known as f64 } else { 0.0 };
        counts
    }
}

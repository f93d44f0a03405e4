//! What has been learned of a repertoire, as a file keeps it.

use super::{Card, CardState, Deck, Memory};
use crate::{GameDate, date_text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The content of a file of progress: a JSON object that can be read and changed by hand.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Progress {
    /// [`FORMAT`](Self::FORMAT).
    format: String,
    version: u32,
    /// What is remembered of each position, by the first four fields of its FEN.
    cards: BTreeMap<String, CardRecord>,
}

/// What is remembered of a position: see [`CardState`].
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct CardRecord {
    answers: Vec<String>,
    stability: f64,
    difficulty: f64,
    first: String,
    last: String,
    due: String,
    answered: u32,
    lapses: u32,
}

impl Default for Progress {
    fn default() -> Self {
        Self { format: Self::FORMAT.to_owned(), version: Self::VERSION, cards: BTreeMap::new() }
    }
}

impl Progress {
    const FORMAT: &str = "ferz repertoire progress";

    const VERSION: u32 = 1;

    /// Checks that the object is a progress of this version.
    ///
    /// # Errors
    /// The text of what was found in place of one.
    pub fn check(&self) -> Result<(), String> {
        match (self.format.as_str(), self.version) {
            (Self::FORMAT, Self::VERSION) => Ok(()),
            (Self::FORMAT, version) => {
                Err(format!("version {version}, and this program has {}", Self::VERSION))
            }
            _ => Err("another format".to_owned()),
        }
    }

    /// Sets the states of the cards of a deck.
    ///
    /// # Errors
    /// The name of the first card with an impossible value.
    pub fn load(self, deck: &mut Deck) -> Result<(), String> {
        for (name, record) in self.cards {
            let state = record.state().ok_or_else(|| format!("the card {name}"))?;
            deck.set_state(name, state);
        }
        Ok(())
    }

    /// Takes the states of cards from a deck.
    pub fn update<'a>(&mut self, deck: &Deck, cards: impl IntoIterator<Item = &'a Card>) {
        for card in cards {
            if let Some(state) = deck.state(card) {
                self.cards.insert(card.name.clone(), CardRecord::new(state));
            }
        }
    }
}

impl CardRecord {
    fn new(state: &CardState) -> Self {
        // Six digits are more than an answer tells.
        let rounded = |value: f64| (value * 1e6).round() / 1e6;
        Self {
            answers: state.answers.clone(),
            stability: rounded(state.memory.stability),
            difficulty: rounded(state.memory.difficulty),
            first: date_text(state.first),
            last: date_text(state.last),
            due: date_text(state.due),
            answered: state.answered,
            lapses: state.lapses,
        }
    }

    /// Returns the state, `None` with an impossible value.
    fn state(self) -> Option<CardState> {
        let memory = Memory { stability: self.stability, difficulty: self.difficulty };
        let is_valid = memory.stability > 0.0
            && memory.stability.is_finite()
            && (1.0..=10.0).contains(&memory.difficulty);
        let day = |text: &String| text.parse().ok().and_then(GameDate::day_number);
        let [first, last, due] = [&self.first, &self.last, &self.due].map(day);
        is_valid.then_some(CardState {
            answers: self.answers,
            memory,
            first: first?,
            last: last?,
            due: due?,
            answered: self.answered,
            lapses: self.lapses,
        })
    }
}

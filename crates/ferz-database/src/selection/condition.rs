//! A condition on games as a row of the table.

use super::game_tester::Test;
use super::{CONDITIONS, Selection, SideChoice, repertoire};
use ferz_game::pgn::PieceLetters;

/// A condition of a [`Selection`] with a name and values that are text.
pub struct Condition {
    /// The name: words in lower case with `-` between them, as of an option.
    pub name: &'static str,
    /// Another name of the condition.
    pub alias: Option<&'static str>,
    /// The name of the value in a help text; empty for a condition without a value. An optional value is a condition of its
    /// own, which [needs](Self::needs) this one.
    pub value_name: &'static str,
    /// The meaning, as a help text.
    pub help: &'static str,
    /// All possible values with their meanings, if they are few; a meaning may be empty.
    pub values: fn() -> Vec<(&'static str, &'static str)>,
    /// Set if the condition can have several values.
    pub is_repeated: bool,
    /// The conditions of which this one needs one.
    pub needs: &'static [&'static str],
    /// What an index of games lacks to answer the condition; `None` if it answers it.
    pub index_lacks: Option<&'static str>,
    pub(super) set: fn(&mut Selection, &str) -> Result<(), String>,
    pub(super) is_given: fn(&Selection) -> bool,
    pub(super) test: Test,
}

/// Reason that a text is no condition, or that conditions contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// No condition has this name.
    #[error("found no condition {name:?}, expected one of {}", names())]
    UnknownName {
        /// The name that was given.
        name: String,
    },
    /// The value of a condition is invalid.
    #[error("{name}: {reason}")]
    Value {
        /// The name of the condition.
        name: &'static str,
        /// The fault found.
        reason: String,
    },
    /// Two conditions cannot hold together, or the first one needs the second one.
    #[error("{first} {relation} {second}")]
    Contradiction {
        /// The name of the first condition.
        first: &'static str,
        /// A verb.
        relation: &'static str,
        /// The name of the second condition, or the names of those of which one would do.
        second: String,
    },
    /// An index does not answer the condition.
    #[error("{name}: {reason}, which `ferz pgn filter` has")]
    NotInIndex {
        /// The name of the condition.
        name: &'static str,
        /// What an index lacks.
        reason: &'static str,
    },
}

fn names() -> String {
    CONDITIONS.iter().map(|condition| condition.name).collect::<Vec<_>>().join(", ")
}

impl Condition {
    /// Finds a condition by its name. Case, `-` and `_` do not count, so that `minElo` and `min_elo` are
    /// `min-elo`; a repeated condition has its plural too, such as `speeds`.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(name: &str) -> Result<&'static Self, ConditionError> {
        let letters = |text: &str| text.replace(['-', '_'], "").to_ascii_lowercase();
        let found = letters(name);
        let singular = found.strip_suffix('s');
        let is_named = |condition: &&Self| {
            [Some(condition.name), condition.alias].into_iter().flatten().any(|name| {
                let name = letters(name);
                name == found || condition.is_repeated && singular == Some(&name)
            })
        };
        let unknown = || ConditionError::UnknownName { name: name.to_owned() };
        CONDITIONS.iter().find(is_named).ok_or_else(unknown)
    }

    /// Sets the condition to a value; adds the value to a repeated condition.
    ///
    /// # Errors
    /// If the value is invalid. The selection then stays as it was.
    pub fn set(&self, selection: &mut Selection, value: &str) -> Result<(), ConditionError> {
        let error = |reason| ConditionError::Value { name: self.name, reason };
        (self.set)(selection, value).map_err(error)
    }

    /// Returns true if a selection has the condition.
    pub fn is_given(&self, selection: &Selection) -> bool {
        (self.is_given)(selection)
    }

    /// Returns an error if an index of games cannot answer the condition.
    ///
    /// # Errors
    /// The name of the condition and what an index lacks.
    pub fn check_index(&self) -> Result<(), ConditionError> {
        match self.index_lacks {
            Some(reason) => Err(ConditionError::NotInIndex { name: self.name, reason }),
            None => Ok(()),
        }
    }

    /// Returns true if the moves of a game are read for the condition.
    pub fn needs_moves(&self) -> bool {
        matches!(
            self.test,
            Test::Result(_) | Test::Kept(_) | Test::Moves(_) | Test::Reached(_) | Test::Part
        )
    }
}

impl Selection {
    /// Sets the condition with a [name](Condition::find) to a value.
    ///
    /// ```
    /// use ferz_database::Speed;
    /// use ferz_database::selection::Selection;
    /// let mut selection = Selection::default();
    /// for (name, value) in [("player", "anna"), ("minElo", "2000"), ("speeds", "blitz,rapid")] {
    ///     selection.set(name, value)?;
    /// }
    /// assert_eq!((selection.min_elo, selection.speeds), (Some(2000), vec![Speed::Blitz, Speed::Rapid]));
    /// # Ok::<(), ferz_database::selection::ConditionError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such condition or the value is invalid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ConditionError> {
        Condition::find(name)?.set(self, value)
    }

    /// Refuses conditions that no game can meet, and those that need another one.
    ///
    /// # Errors
    /// The first two conditions that contradict each other.
    pub fn check(&self) -> Result<(), ConditionError> {
        let is_missing = |name: &&str| self.given().all(|condition| condition.name != *name);
        for condition in self.given() {
            if let Some((last, others)) = condition.needs.split_last()
                && condition.needs.iter().all(is_missing)
            {
                let second = match others {
                    [] => (*last).to_owned(),
                    _ => format!("{} or {last}", others.join(", ")),
                };
                let (first, relation) = (condition.name, "needs");
                return Err(ConditionError::Contradiction { first, relation, second });
            }
        }
        let is_above = self.min_elo.zip(self.max_elo).is_some_and(|(min, max)| min > max);
        let is_longer = self.min_plies.zip(self.max_plies).is_some_and(|(min, max)| min > max);
        let dates = self.since.zip(self.until);
        let is_after = dates.is_some_and(|(since, until)| since.earliest() > until.latest());
        let is_of_nobody = |choice| choice == Some(SideChoice::Player) && !self.has_player();
        let names = "won, lost, drew or player";
        for (is_faulty, first, relation, second) in [
            (is_above, "min-elo", "is above", "max-elo"),
            (is_longer, "min-plies", "is above", "max-plies"),
            (is_after, "since", "is after", "until"),
            (is_of_nobody(self.material_of), "material-of", "player needs", names),
            (is_of_nobody(self.leaves), "leaves", "player needs", names),
        ] {
            if is_faulty {
                let second = second.to_owned();
                return Err(ConditionError::Contradiction { first, relation, second });
            }
        }
        Ok(())
    }

    /// Refuses conditions that an index cannot answer.
    ///
    /// # Errors
    /// The first of them.
    pub fn check_index(&self) -> Result<(), ConditionError> {
        self.given().try_for_each(Condition::check_index)
    }

    /// Reads the repertoire, if a file is given, with the piece letters of a language.
    ///
    /// # Errors
    /// If the file cannot be read, a game has an error, or there is no move.
    pub fn read_repertoire(&mut self, letters: Option<PieceLetters>) -> Result<(), ConditionError> {
        if let Some(path) = &self.follows {
            let read = repertoire::read(path, letters);
            let error = |reason| ConditionError::Value { name: "follows", reason };
            self.repertoire = Some(read.map_err(error)?);
        }
        Ok(())
    }
}

//! The conditions of a filter by their names: for options, queries and fields of JSON.

use super::Filter;
use crate::{GameMode, Speed};
use ferz::Color;
use std::fmt::Display;
use std::str::FromStr;

/// A condition of a [`Filter`] with a name and values that are text.
pub struct FilterCondition {
    /// The name: words in lower case with `-` between them, as of an option.
    pub name: &'static str,
    /// The name of the value in a help text.
    pub value_name: &'static str,
    /// The meaning, a line of a help text.
    pub help: &'static str,
    /// All possible values if they are few.
    pub values: &'static [&'static str],
    /// Set if the condition can have several values. Otherwise the last one counts.
    pub is_repeated: bool,
    set: fn(&mut Filter, &str) -> Result<(), String>,
}

/// Reason that a text is no condition, or that conditions contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
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
        /// The name of the second condition.
        second: &'static str,
    },
}

fn names() -> String {
    Filter::CONDITIONS.each_ref().map(|condition| condition.name).join(", ")
}

/// Parses a value.
fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn rating(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("expected a rating from 0 to {}", u16::MAX))
}

fn side(text: &str) -> Result<Color, String> {
    match text {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err("expected white or black".to_owned()),
    }
}

impl FilterCondition {
    /// A condition with any single value.
    const fn new(
        name: &'static str,
        value_name: &'static str,
        help: &'static str,
        set: fn(&mut Filter, &str) -> Result<(), String>,
    ) -> Self {
        Self { name, value_name, help, values: &[], is_repeated: false, set }
    }

    /// Finds a condition by its name. Case, `-` and `_` do not count, so that `minElo` and `min_elo` are
    /// `min-elo`; a repeated condition has its plural too, such as `speeds`.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(name: &str) -> Result<&'static Self, FilterError> {
        let letters = |text: &str| text.replace(['-', '_'], "").to_ascii_lowercase();
        let found = letters(name);
        let singular = found.strip_suffix('s');
        let is_named = |condition: &&Self| {
            let name = letters(condition.name);
            name == found || condition.is_repeated && singular == Some(&name)
        };
        let unknown = || FilterError::UnknownName { name: name.to_owned() };
        Filter::CONDITIONS.iter().find(is_named).ok_or_else(unknown)
    }

    /// Sets the condition to a value; adds the value to a repeated condition.
    ///
    /// # Errors
    /// If the value is invalid. The filter then stays as it was.
    pub fn set(&self, filter: &mut Filter, value: &str) -> Result<(), FilterError> {
        let error = |reason| FilterError::Value { name: self.name, reason };
        (self.set)(filter, value).map_err(error)
    }
}

impl Filter {
    /// All conditions. Options, calls of a server and other programs declare theirs by this list.
    pub const CONDITIONS: &[FilterCondition; 13] = &[
        FilterCondition::new(
            "player",
            "NAME",
            "Name of a player, or words of it",
            |filter, text| {
                filter.player = Some(parsed(text)?);
                Ok(())
            },
        ),
        FilterCondition {
            values: &["white", "black"],
            ..FilterCondition::new("color", "SIDE", "Side of that player", |filter, text| {
                filter.color = Some(side(text)?);
                Ok(())
            })
        },
        FilterCondition::new(
            "opponent",
            "NAME",
            "Name of the other player, or words of it",
            |filter, text| {
                filter.opponent = Some(parsed(text)?);
                Ok(())
            },
        ),
        FilterCondition::new(
            "event",
            "TEXT",
            "Part of the tag Event, in any case",
            |filter, text| {
                filter.event = Some(text.to_owned());
                Ok(())
            },
        ),
        FilterCondition::new(
            "min-elo",
            "ELO",
            "Minimum rating of both players, which must be known",
            |filter, text| {
                filter.min_elo = Some(rating(text)?);
                Ok(())
            },
        ),
        FilterCondition::new(
            "max-elo",
            "ELO",
            "Maximum rating of both players, which must be known",
            |filter, text| {
                filter.max_elo = Some(rating(text)?);
                Ok(())
            },
        ),
        FilterCondition::new(
            "opponent-elo",
            "RANGE",
            "Rating of the opponent of that player, like 1800-1999, 2200- or -1500; ranges with commas \
             between them",
            |filter, text| {
                filter.opponent_elo = Some(parsed(text)?);
                Ok(())
            },
        ),
        FilterCondition::new(
            "mean-elo",
            "RANGE",
            "Mean rating of both players, which must be known, as Lichess groups games; ranges as above",
            |filter, text| {
                filter.mean_elo = Some(parsed(text)?);
                Ok(())
            },
        ),
        FilterCondition {
            is_repeated: true,
            ..FilterCondition::new(
                "speed",
                "SPEED",
                "Speed: ultraBullet, bullet, blitz, rapid, classical or correspondence; repeat it for \
                 several, or put commas between them",
                |filter, text| {
                    let speeds = text.split(',').map(|name| parsed::<Speed>(name.trim()));
                    filter.speeds.extend(speeds.collect::<Result<Vec<_>, _>>()?);
                    Ok(())
                },
            )
        },
        FilterCondition {
            values: &[GameMode::Rated.name(), GameMode::Casual.name()],
            is_repeated: true,
            ..FilterCondition::new(
                "mode",
                "MODE",
                "Mode by the first word of the tag Event, as in the games of Lichess",
                |filter, text| {
                    filter.modes.push(parsed(text)?);
                    Ok(())
                },
            )
        },
        FilterCondition::new(
            "since",
            "DATE",
            "First date, like 2024, 2024.03 or 2024.03.15",
            |filter, text| {
                filter.since = Some(parsed(text)?);
                Ok(())
            },
        ),
        FilterCondition::new("until", "DATE", "Last date", |filter, text| {
            filter.until = Some(parsed(text)?);
            Ok(())
        }),
        FilterCondition {
            is_repeated: true,
            ..FilterCondition::new(
                "tag",
                "CONDITION",
                "Condition on any tag, as of `ferz pgn filter`, like 'Round = 5' or 'Site ~ \
                 london|paris'; repeat it for several. It reads the texts of the games, which takes \
                 longer",
                |filter, text| {
                    filter.tags.push(parsed(text)?);
                    Ok(())
                },
            )
        },
    ];

    /// Sets the condition with a [name](FilterCondition::find) to a value.
    ///
    /// ```
    /// use ferz_database::Speed;
    /// use ferz_database::index::Filter;
    /// let mut filter = Filter::default();
    /// for (name, value) in [("player", "anna"), ("minElo", "2000"), ("speeds", "blitz,rapid")] {
    ///     filter.set(name, value)?;
    /// }
    /// assert_eq!((filter.min_elo, filter.speeds), (Some(2000), vec![Speed::Blitz, Speed::Rapid]));
    /// # Ok::<(), ferz_database::index::FilterError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such condition or the value is invalid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), FilterError> {
        FilterCondition::find(name)?.set(self, value)
    }

    /// Refuses conditions that no game can meet, and a side of no player.
    ///
    /// # Errors
    /// The first two conditions that contradict each other.
    pub fn check(&self) -> Result<(), FilterError> {
        let is_above = self.min_elo.zip(self.max_elo).is_some_and(|(min, max)| min > max);
        let dates = self.since.zip(self.until);
        let is_after = dates.is_some_and(|(since, until)| since.earliest() > until.latest());
        let is_alone = self.player.is_none() && self.opponent.is_none();
        for (is_faulty, first, relation, second) in [
            (is_alone && self.color.is_some(), "color", "needs", "player"),
            (is_alone && self.opponent_elo.is_some(), "opponent-elo", "needs", "player"),
            (is_above, "min-elo", "is above", "max-elo"),
            (is_after, "since", "is after", "until"),
        ] {
            if is_faulty {
                return Err(FilterError::Contradiction { first, relation, second });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_condition_is_set_by_any_form_of_its_name() {
        let mut filter = Filter::default();
        for (name, value) in [
            ("player", "anna"),
            ("Color", "black"),
            ("opponent", "boris"),
            ("event", "League"),
            ("min-elo", "1900"),
            ("minElo", "2000"),
            ("max_elo", "2500"),
            ("speed", "blitz"),
            ("speeds", "Rapid, classical"),
            ("opponentElo", "1800-1999,2200-"),
            ("mean_elo", "2000"),
            ("mode", "rated"),
            ("modes", "Casual"),
            ("since", "2023"),
            ("until", "2024.03"),
            ("tag", "Round = 5"),
            ("tags", "Site ~ x"),
        ] {
            filter.set(name, value).unwrap();
        }
        assert_eq!(filter.player.as_ref().unwrap().as_str(), "anna");
        assert_eq!(filter.opponent.as_ref().unwrap().as_str(), "boris");
        assert_eq!((filter.color, filter.event.as_deref()), (Some(Color::Black), Some("League")));
        assert_eq!((filter.min_elo, filter.max_elo), (Some(2000), Some(2500)));
        assert_eq!(filter.speeds, [Speed::Blitz, Speed::Rapid, Speed::Classical]);
        assert_eq!((filter.since, filter.until), ("2023".parse().ok(), "2024.03".parse().ok()));
        assert_eq!(filter.opponent_elo, "1800-1999,2200-".parse().ok());
        assert_eq!(filter.mean_elo, "2000".parse().ok());
        assert_eq!(filter.modes, GameMode::ALL);
        assert_eq!(filter.tags.len(), 2);
        assert_eq!(filter.check(), Ok(()));
    }

    #[test]
    fn faults_name_the_condition() {
        let mut filter = Filter::default();
        for (name, value, message) in [
            ("rating", "1", "found no condition \"rating\", expected one of player, color, "),
            ("players", "a", "found no condition \"players\""),
            ("player", " ", "player: expected a name"),
            ("color", "red", "color: expected white or black"),
            ("minElo", "-1", "min-elo: expected a rating from 0 to 65535"),
            ("opponent-elo", "2000-1", "opponent-elo: column 6: found `1`, expected a number that"),
            ("mean-elo", "high", "mean-elo: column 1: found `h`, expected a number or a range"),
            ("mode", "both", "mode: expected a mode: rated or casual"),
            ("speed", "blitz,fast", "speed: expected a speed: ultraBullet"),
            ("until", "May", "until: expected a date like 2024"),
            ("tag", "Round", "tag: column 6: found the end, expected an operator"),
        ] {
            let error = filter.set(name, value).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
            assert!(filter.accepts_all(), "{name}");
        }
        for (conditions, message) in [
            (&[("color", "white")][..], "color needs player"),
            (&[("opponent-elo", "2000-")], "opponent-elo needs player"),
            (&[("min-elo", "2001"), ("max-elo", "2000")], "min-elo is above max-elo"),
            (&[("since", "2024.02"), ("until", "2024.01.31")], "since is after until"),
        ] {
            let mut filter = Filter::default();
            conditions.iter().for_each(|(name, value)| filter.set(name, value).unwrap());
            assert_eq!(filter.check().unwrap_err().to_string(), message);
        }
    }
}

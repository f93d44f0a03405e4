//! Conditions on one tag: `WhiteElo >= 2500`.

use super::GameTags;
use super::filter_values::Date;
use std::cmp::Ordering;
use std::str::FromStr;

/// A condition on the value of a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagCondition {
    name: String,
    operator: Operator,
    /// The value in lower case.
    value: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
}

impl Operator {
    /// The operators; one that begins like another one comes first.
    const ALL: [(&str, Self); 7] = [
        ("!=", Self::NotEqual),
        ("<=", Self::LessOrEqual),
        (">=", Self::GreaterOrEqual),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
        ("~", Self::Contains),
    ];

    fn is_order(self) -> bool {
        !matches!(self, Self::Equal | Self::NotEqual | Self::Contains)
    }

    /// Returns true if the operator holds between two values of this order.
    fn accepts(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Contains => false,
        }
    }
}

impl TagCondition {
    /// Tests the condition. A game without the tag has an empty value, which no order holds for.
    pub fn accept(&self, tags: &GameTags) -> bool {
        let found = tags.get(&self.name).trim().to_lowercase();
        if self.operator == Operator::Contains {
            return found.contains(&self.value);
        }
        if let Some(value) = self.date() {
            return match found.parse() {
                Ok(found) => self.accept_date(found, value),
                Err(_) => self.operator == Operator::NotEqual,
            };
        }
        match (number(&found), number(&self.value)) {
            (Some(found), Some(value)) => {
                found.partial_cmp(&value).is_some_and(|order| self.operator.accepts(order))
            }
            (_, None) if !found.is_empty() => self.operator.accepts(found.cmp(&self.value)),
            _ if self.operator.is_order() => false,
            _ => self.operator.accepts(found.cmp(&self.value)),
        }
    }

    /// Returns the value as a date if the tag is one of dates.
    fn date(&self) -> Option<Date> {
        if self.name.ends_with("Date") { self.value.parse().ok() } else { None }
    }

    /// Compares dates by the days that they can mean.
    fn accept_date(&self, found: Date, value: Date) -> bool {
        let overlaps = found.earliest() <= value.latest() && found.latest() >= value.earliest();
        match self.operator {
            Operator::Equal => overlaps,
            Operator::NotEqual => !overlaps,
            Operator::Less => found.earliest() < value.earliest(),
            Operator::LessOrEqual => found.earliest() <= value.latest(),
            Operator::Greater => found.latest() > value.latest(),
            Operator::GreaterOrEqual => found.latest() >= value.earliest(),
            Operator::Contains => false,
        }
    }
}

/// Returns the number of a text of digits, with a sign and a decimal point at most.
fn number(text: &str) -> Option<f64> {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    text.chars().all(is_number).then(|| text.parse().ok())?
}

/// Parses a name, an operator and a value, with or without spaces between them.
impl FromStr for TagCondition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected a tag, an operator (=, !=, <, <=, >, >= or ~) and a value, like \
                        'WhiteElo >= 2500' or 'Event ~ league'";
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let text = text.trim();
        let end = text.find(|c| !is_name(c)).ok_or(expected)?;
        let (name, rest) = text.split_at(end);
        let rest = rest.trim_start();
        let found = Operator::ALL
            .into_iter()
            .find_map(|(sign, operator)| Some((operator, rest.strip_prefix(sign)?)));
        let (operator, value) = found.filter(|_| !name.is_empty()).ok_or(expected)?;
        let value = value.trim().to_lowercase();
        if value.starts_with(['=', '<', '>', '~']) {
            return Err(expected.to_owned());
        }
        let condition = Self { name: name.to_owned(), operator, value };
        if operator.is_order() && condition.value.is_empty() {
            return Err(format!("expected a value after the operator, like '{name} >= 2500'"));
        }
        if operator.is_order() && name.ends_with("Date") {
            condition.value.parse::<Date>()?;
        }
        Ok(condition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_as_numbers_dates_and_text() {
        for (condition, value, expected) in [
            ("X = Abc", "aBC", true),
            ("X=abc", "abcd", false),
            ("X != abc", "", true),
            ("X =", "", true),
            ("X !=", "a", true),
            ("X ~ BC", "abcd", true),
            ("X ~ bd", "abcd", false),
            ("X >= 2500", "2500", true),
            ("X > 2500", "2500", false),
            ("X < 900", "1000", false),
            ("X < 900", "", false),
            ("X < 900", "?", false),
            ("X >= 900", "?", false),
            ("X = 05", "5", true),
            ("X != 900", "", true),
            ("X <= 5.2", "5.1", true),
            ("X >= b20", "B90", true),
            ("X >= B20", "", false),
            ("X < B20", "", false),
            ("X = 300+5", "300+5", true),
            ("Date = 2024", "2024.03.15", true),
            ("Date = 2024.04", "2024.03.15", false),
            ("Date != 2024", "2023.??.??", true),
            ("Date != 2024", "????.??.??", true),
            ("Date < 2024", "2023.12.31", true),
            ("Date < 2024", "2024.??.??", false),
            ("Date <= 2024", "2024.12.31", true),
            ("Date > 2024", "2025.01.01", true),
            ("Date >= 2024.02", "2024.??.??", true),
            ("Date >= 2024", "????.??.??", false),
            ("Date = ????.??.??", "????.??.??", true),
        ] {
            let name = if condition.starts_with('X') { "X" } else { "Date" };
            let mut tags = GameTags::default();
            tags.set(name, value);
            let condition: TagCondition = condition.parse().unwrap();
            assert_eq!(condition.accept(&tags), expected, "{condition:?} {value}");
        }
    }

    #[test]
    fn malformed_conditions_are_refused() {
        for text in
            ["", "White", "= a", "White Elo > 3", "X == a", "X => a", "X >", "Date > May", "é = a"]
        {
            assert!(text.parse::<TagCondition>().is_err(), "{text}");
        }
    }
}

//! Conditions on one tag: `WhiteElo >= 2500`.

use super::ParseConditionError;
use crate::facts::{GameTags, rating};
use crate::{GameDate, Speed};
use regex_lite::{Regex, RegexBuilder};
use std::cmp::Ordering;
use std::str::FromStr;

/// A condition on the value of a tag: its name, an operator and a value.
///
/// `=`, `!=`, `<`, `<=`, `>` and `>=` compare numbers by size, the values of tags of dates by the days
/// that they can mean, and other values by their characters. `~` searches a regular expression. Case does
/// not count. A game without the tag has an empty value, which no order holds for.
///
/// Tags of ratings have the values of [`rating`]. Two names stand for values that are computed: `Speed`, of the tag
/// `TimeControl` ([`Speed`]), and `EloDiff`, the rating of White minus that of Black.
///
/// ```
/// use ferz_database::facts::GameTags;
/// use ferz_database::selection::TagCondition;
/// let mut tags = GameTags::default();
/// tags.set("TimeControl", "180+2");
/// tags.set("Site", "London ENG");
/// let accept = |text: &str| text.parse().map(|condition: TagCondition| condition.accept(&tags));
/// assert_eq!(accept("Speed <= blitz"), Ok(true));
/// assert_eq!(accept("Site ~ ^(london|paris) "), Ok(true));
/// assert_eq!(accept("EloDiff > 0"), Ok(false));
/// # Ok::<(), ferz_database::selection::ParseConditionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TagCondition {
    name: String,
    test: ValueTest,
}

/// A condition on a value.
#[derive(Clone, Debug)]
enum ValueTest {
    /// The order of two values, of which this one is in lower case.
    Order(OrderOperator, String),
    /// The value contains a match.
    Match(Regex),
}

/// An operator that holds for some orders of two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OrderOperator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl OrderOperator {
    /// Returns false for the operators that hold for values that have no order, too.
    fn needs_order(self) -> bool {
        !matches!(self, Self::Equal | Self::NotEqual)
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
        }
    }
}

/// The operators; one that begins like another one comes first. `None` is a match.
const OPERATORS: [(&str, Option<OrderOperator>); 7] = [
    ("!=", Some(OrderOperator::NotEqual)),
    ("<=", Some(OrderOperator::LessOrEqual)),
    (">=", Some(OrderOperator::GreaterOrEqual)),
    ("=", Some(OrderOperator::Equal)),
    ("<", Some(OrderOperator::Less)),
    (">", Some(OrderOperator::Greater)),
    ("~", None),
];

/// The name of the value that is computed of the time control.
const SPEED: &str = "Speed";

/// The name of the value that is computed of the ratings.
const ELO_DIFFERENCE: &str = "EloDiff";

impl TagCondition {
    /// Returns the name of the tag; `None` for a value that is computed.
    pub fn tag(&self) -> Option<&str> {
        Some(self.name.as_str()).filter(|name| ![SPEED, ELO_DIFFERENCE].contains(name))
    }

    /// Tests the condition.
    pub fn accept(&self, tags: &GameTags) -> bool {
        let is_rating = self.name.ends_with("Elo");
        let found = match self.name.as_str() {
            SPEED => tags.speed().map(|speed| speed.name().to_owned()).unwrap_or_default(),
            ELO_DIFFERENCE => {
                tags.elo_difference().map(|diff| diff.to_string()).unwrap_or_default()
            }
            name => match rating(tags.get(name)).filter(|_| is_rating) {
                Some(rating) => rating.to_string(),
                None => tags.get(name).trim().to_owned(),
            },
        };
        let found = found.to_lowercase();
        match &self.test {
            ValueTest::Match(regex) => regex.is_match(&found),
            // What is no rating is a text without an order, even if it is a number.
            ValueTest::Order(operator, value) if is_rating && rating(&found).is_none() => {
                !operator.needs_order() && operator.accepts(found.as_str().cmp(value))
            }
            ValueTest::Order(operator, value) => self.accept_order(*operator, &found, value),
        }
    }

    fn accept_order(&self, operator: OrderOperator, found: &str, value: &str) -> bool {
        if let Some(value) = self.date(value) {
            let found = GameDate::from_tag(found);
            return match found.year() {
                Some(_) => accept_date(operator, found, value),
                None => operator == OrderOperator::NotEqual,
            };
        }
        if self.name == SPEED
            && let (Ok(found), Ok(value)) = (found.parse::<Speed>(), value.parse::<Speed>())
        {
            return operator.accepts(found.cmp(&value));
        }
        match (number(found), number(value)) {
            (Some(found), Some(value)) => {
                found.partial_cmp(&value).is_some_and(|order| operator.accepts(order))
            }
            (_, None) if !found.is_empty() => operator.accepts(found.cmp(value)),
            _ if operator.needs_order() => false,
            _ => operator.accepts(found.cmp(value)),
        }
    }

    /// Returns the value as a date if the tag is one of dates.
    fn date(&self, value: &str) -> Option<GameDate> {
        if self.name.ends_with("Date") { value.parse().ok() } else { None }
    }
}

/// Compares dates by the days that they can mean.
fn accept_date(operator: OrderOperator, found: GameDate, value: GameDate) -> bool {
    let overlaps = found.earliest() <= value.latest() && found.latest() >= value.earliest();
    match operator {
        OrderOperator::Equal => overlaps,
        OrderOperator::NotEqual => !overlaps,
        OrderOperator::Less => found.earliest() < value.earliest(),
        OrderOperator::LessOrEqual => found.earliest() <= value.latest(),
        OrderOperator::Greater => found.latest() > value.latest(),
        OrderOperator::GreaterOrEqual => found.latest() >= value.earliest(),
    }
}

/// Returns the number of a text of digits, with a sign and a decimal point at most.
fn number(text: &str) -> Option<f64> {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    text.chars().all(is_number).then(|| text.parse().ok())?
}

/// Parses a name, an operator and a value, with or without spaces between them.
impl FromStr for TagCondition {
    type Err = ParseConditionError;

    fn from_str(text: &str) -> Result<Self, ParseConditionError> {
        let skip_spaces = |offset: usize| text.len() - text[offset..].trim_start().len();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let start = skip_spaces(0);
        let length = text[start..].find(|c| !is_name(c)).unwrap_or(text.len() - start);
        let name = &text[start..start + length];
        if name.is_empty() {
            let expected = "the name of a tag, like in 'WhiteElo >= 2500'";
            return Err(ParseConditionError::at(text, start, expected));
        }
        let at = skip_spaces(start + length);
        let found = OPERATORS.into_iter().find(|(sign, _)| text[at..].starts_with(sign));
        let (sign, operator) = found.ok_or_else(|| {
            ParseConditionError::at(text, at, "an operator: =, !=, <, <=, >, >= or ~")
        })?;
        let at = skip_spaces(at + sign.len());
        if text[at..].starts_with(['=', '<', '>', '~']) {
            return Err(ParseConditionError::at(text, at, "a value after the operator"));
        }
        let name = name.to_owned();
        let test = match operator {
            None => ValueTest::Match(regex(text, at)?),
            Some(operator) => {
                let value = text[at..].trim_end().to_lowercase();
                check_value(&name, operator, &value)
                    .map_err(|expected| ParseConditionError::at(text, at, expected))?;
                ValueTest::Order(operator, value)
            }
        };
        Ok(Self { name, test })
    }
}

/// Checks that a value can be compared. The error is the text expected.
fn check_value(name: &str, operator: OrderOperator, value: &str) -> Result<(), String> {
    if operator.needs_order() && value.is_empty() {
        return Err(format!("a value after the operator, like '{name} >= 2500'"));
    }
    if operator.needs_order() && name.ends_with("Date") && value.parse::<GameDate>().is_err() {
        return Err("a date like 2024, 2024.03 or 2024.03.15".to_owned());
    }
    if name == SPEED && !value.is_empty() && value.parse::<Speed>().is_err() {
        let names = Speed::ALL.map(Speed::name).join(", ");
        return Err(format!("a speed: {names}"));
    }
    Ok(())
}

/// Compiles the regular expression at an offset of a text, for texts in lower case.
pub(super) fn regex(text: &str, offset: usize) -> Result<Regex, ParseConditionError> {
    let pattern = text[offset..].trim_end();
    compile(pattern).map_err(|error| {
        // The error has no place: it is behind the longest beginning that is an expression.
        let ends = pattern.char_indices().map(|(end, _)| end).rev();
        let valid = ends.map(|end| &pattern[..end]).find(|beginning| compile(beginning).is_ok());
        let at = offset + valid.map_or(0, str::len);
        ParseConditionError::at(text, at, format!("a regular expression ({error})"))
    })
}

fn compile(pattern: &str) -> Result<Regex, regex_lite::Error> {
    // The expressions know the case of ASCII only, and the values are in lower case.
    let lower = |c: char| -> String {
        if c.is_ascii() { c.to_string() } else { c.to_lowercase().collect() }
    };
    let pattern: String = pattern.chars().map(lower).collect();
    RegexBuilder::new(&pattern).case_insensitive(true).build()
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
            ("X ~ ^A.*D$", "abcd", true),
            ("X ~ ^b", "abcd", false),
            ("X ~ (ab|xy)c", "ABCD", true),
            ("X ~ ÉT\\S", "été", true),
            ("X ~ é[^\\W]", "été", true),
            ("X ~", "", true),
            ("X ~ .", "", false),
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
    fn computed_values_are_compared() {
        let mut tags = GameTags::default();
        for (name, value) in
            [("WhiteElo", "2500.8"), ("BlackElo", "2430?"), ("TimeControl", "600+5")]
        {
            tags.set(name, value);
        }
        for (condition, expected) in [
            ("Speed = rapid", true),
            ("Speed=RAPID", true),
            ("Speed != rapid", false),
            ("Speed >= blitz", true),
            ("Speed < rapid", false),
            ("Speed < classical", true),
            ("Speed ~ ^rap", true),
            ("Speed =", false),
            ("EloDiff = 70", true),
            ("EloDiff >= -70", true),
            ("EloDiff < 9", false),
            ("WhiteElo = 2500", true),
            ("WhiteElo > 2500", false),
            ("BlackElo <= 2430", true),
            ("BlackElo ~ ^2430$", true),
            ("BlackElo < 2430", false),
        ] {
            assert_eq!(condition.parse::<TagCondition>().unwrap().accept(&tags), expected);
        }
        let none = GameTags::default();
        for (condition, expected) in [
            ("Speed = rapid", false),
            ("Speed != rapid", true),
            ("Speed >= ultraBullet", false),
            ("Speed =", true),
            ("EloDiff < 100", false),
            ("EloDiff =", true),
        ] {
            let found = condition.parse::<TagCondition>().unwrap().accept(&none);
            assert_eq!(found, expected, "{condition}");
        }
    }

    #[test]
    fn what_is_no_rating_has_no_order() {
        for rating in ["+2400", "-2400", "99999", "0", "2.4e3", "2400 est.", "1500P", "?", ""] {
            let mut tags = GameTags::default();
            tags.set("WhiteElo", rating);
            assert_eq!(tags.elo(ferz::Color::White), None);
            for (condition, expected) in [
                ("WhiteElo > 0", false),
                ("WhiteElo < 3000", false),
                ("WhiteElo <= 99999", false),
                ("WhiteElo != 2400", true),
                (&format!("WhiteElo = {rating}")[..], true),
            ] {
                let found = condition.parse::<TagCondition>().unwrap().accept(&tags);
                assert_eq!(found, expected, "{condition} {rating}");
            }
        }
    }

    #[test]
    fn faults_have_a_place() {
        for (text, message) in [
            ("", "column 1: found the end, expected the name of a tag"),
            ("White", "column 6: found the end, expected an operator"),
            ("= a", "column 1: found `=`, expected the name"),
            ("White Elo > 3", "column 7: found `E`, expected an operator"),
            ("X == a", "column 4: found `=`, expected a value"),
            ("X => a", "column 4: found `>`, expected a value"),
            ("X >", "column 4: found the end, expected a value"),
            ("Date > May", "column 8: found `M`, expected a date"),
            ("Speed = fast", "column 9: found `f`, expected a speed: ultraBullet"),
            ("é = a", "column 1: found `é`"),
            ("X ~ a(b", "column 6: found `(`, expected a regular expression"),
            ("X ~ é)", "column 6: found `)`, expected a regular expression"),
            ("X ~ *", "column 5: found `*`, expected a regular expression"),
            ("X ~ [a", "column 5: found `[`, expected a regular expression"),
            ("X ~ ab\\", "column 7: found `\\\\`, expected a regular expression"),
            ("X ~ (a{1000}){1000}", "column"),
        ] {
            let error = text.parse::<TagCondition>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
            assert!(!error.contains('\n'));
        }
    }
}

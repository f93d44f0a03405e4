//! Time controls and the clocks of a game.

use ferz::Color;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// A period of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Period {
    /// The number of moves in the period; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// The time added at the start of the period.
    pub time: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// A time control: periods one after the other, the last of which repeats if it has a number of
/// moves.
///
/// Parsed and printed as in the tag `TimeControl` of PGN: `300+5`, `40/7200:3600`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    periods: Arc<[Period]>,
}

/// Errors of the parser of [`TimeControl`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseTimeControlError {
    /// A period is malformed.
    #[error("expected periods like 40/7200, 300+5 or 600, separated by colons")]
    Malformed,
    /// A period without a number of moves is followed by another one.
    #[error("only the last period can be for the rest of the game")]
    EndlessPeriod,
}

impl TimeControl {
    /// Creates a time control of one period for the whole game.
    pub fn sudden_death(time: Duration, increment: Duration) -> Self {
        Self { periods: [Period { moves: None, time, increment }].into() }
    }

    /// Returns the periods, at least one.
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        let period = |text| parse_period(text).ok_or(ParseTimeControlError::Malformed);
        let periods: Vec<_> = text.split(':').map(period).collect::<Result<_, _>>()?;
        let earlier = &periods[..periods.len() - 1];
        if earlier.iter().any(|period| period.moves.is_none()) {
            return Err(ParseTimeControlError::EndlessPeriod);
        }
        Ok(Self { periods: periods.into() })
    }
}

fn parse_period(text: &str) -> Option<Period> {
    let (moves, text) = match text.split_once('/') {
        None => (None, text),
        Some((moves, text)) => (Some(moves.parse().ok().filter(|&moves: &u32| moves > 0)?), text),
    };
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    Some(Period { moves, time: seconds(time)?, increment: seconds(increment)? })
}

/// Returns the duration of a number of seconds with up to three decimals.
fn seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) || fraction.len() > 3 {
        return None;
    }
    let millis = format!("{fraction:0<3}").parse().ok()?;
    // The sum of all periods and increments of a game stays far below the limit of the type.
    let whole: u32 = whole.parse().ok()?;
    Some(Duration::from_secs(whole.into()) + Duration::from_millis(millis))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, period) in self.periods.iter().enumerate() {
            f.write_str(if nth > 0 { ":" } else { "" })?;
            if let Some(moves) = period.moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}", period.time.as_secs_f64())?;
            if !period.increment.is_zero() {
                write!(f, "+{}", period.increment.as_secs_f64())?;
            }
        }
        Ok(())
    }
}

/// The clock of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PlayerClock {
    remaining: Duration,
    /// The index of the period.
    period: usize,
    /// The moves made in the period.
    moves: u32,
}

/// The clocks of both players.
///
/// ```
/// use ferz::Color;
/// use ferz_game::game::Clock;
/// use std::time::Duration;
/// let mut clock = Clock::new("60+2".parse()?);
/// assert!(clock.spend(Color::White, Duration::from_secs(10)));
/// clock.press(Color::White);
/// assert_eq!(clock.remaining(Color::White), Duration::from_secs(52));
/// assert!(!clock.spend(Color::Black, Duration::from_secs(60)));
/// # Ok::<(), ferz_game::game::ParseTimeControlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    players: [PlayerClock; Color::COUNT],
}

impl Clock {
    /// Creates the clocks at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        let remaining = control.periods[0].time;
        Self { players: [PlayerClock { remaining, period: 0, moves: 0 }; Color::COUNT], control }
    }

    /// Returns the time control.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Returns the time that a player has left.
    pub fn remaining(&self, color: Color) -> Duration {
        self.players[color].remaining
    }

    /// Sets the time that a player has left, as an arbiter corrects it.
    ///
    /// ```
    /// use ferz::Color;
    /// use ferz_game::game::Clock;
    /// use std::time::Duration;
    ///
    /// let mut clock = Clock::new("60+2".parse()?);
    /// // Two minutes more after an illegal move of Black (FIDE 7.5.5).
    /// let more = clock.remaining(Color::White) + Duration::from_secs(120);
    /// clock.set_remaining(Color::White, more);
    /// assert_eq!(clock.remaining(Color::White), Duration::from_secs(180));
    /// # Ok::<(), ferz_game::game::ParseTimeControlError>(())
    /// ```
    pub fn set_remaining(&mut self, color: Color, remaining: Duration) {
        self.players[color].remaining = remaining;
    }

    /// Subtracts time of a player. Returns false, with no time left, if the clock runs out.
    pub fn spend(&mut self, color: Color, time: Duration) -> bool {
        let player = &mut self.players[color];
        player.remaining = player.remaining.saturating_sub(time);
        !player.remaining.is_zero()
    }

    /// Adds the increment after a move of a player, and the time of the next period if the move
    /// ends a period.
    pub fn press(&mut self, color: Color) {
        let player = &mut self.players[color];
        let periods = &self.control.periods;
        let period = &periods[player.period];
        player.remaining = player.remaining.saturating_add(period.increment);
        player.moves += 1;
        if Some(player.moves) == period.moves {
            player.moves = 0;
            player.period = (player.period + 1).min(periods.len() - 1);
            player.remaining = player.remaining.saturating_add(periods[player.period].time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_round_trip() {
        for text in ["300", "300+5", "40/7200:3600", "40/5400+30:20/1800+30:900+30", "0.5+0.01"] {
            assert_eq!(
                text.parse::<TimeControl>().map(|control| control.to_string()),
                Ok(text.into())
            );
        }
        for bad in ["", "?", "-", "*60", "40/", "0/60", "60+", "1:", "x/60", "-1", "1e3", "1.0005"]
        {
            let error = Err(ParseTimeControlError::Malformed);
            assert_eq!(bad.parse::<TimeControl>(), error, "{bad}");
        }
        let endless = Err(ParseTimeControlError::EndlessPeriod);
        assert_eq!("60:60".parse::<TimeControl>(), endless);
    }

    #[test]
    fn periods_follow_each_other_and_the_last_repeats() {
        let mut clock = Clock::new("2/60+1:3/30".parse().unwrap());
        let seconds = |clock: &Clock| clock.remaining(Color::Black).as_secs();
        let mut after = Vec::new();
        for _ in 0..8 {
            assert!(clock.spend(Color::Black, Duration::from_secs(10)));
            clock.press(Color::Black);
            after.push(seconds(&clock));
        }
        // 60 - 10 + 1, then 51 - 10 + 1 + 30, and 30 more after each three moves.
        assert_eq!(after, [51, 72, 62, 52, 72, 62, 52, 72]);
        assert_eq!(clock.remaining(Color::White).as_secs(), 60);
    }
}

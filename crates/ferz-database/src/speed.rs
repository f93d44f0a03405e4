//! The speed of a game by its time control.

use std::fmt;
use std::str::FromStr;

/// The speed of a game as Lichess computes it: by the time of a player for 40 moves: that at
/// the start and 40 increments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speed {
    /// Less than 30 seconds.
    UltraBullet,
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Less than 6 hours.
    Classical,
    /// 6 hours or more, or no clock.
    Correspondence,
}

/// The moves for which a time control is counted.
const MOVES: f64 = 40.0;

/// The error for text that is no speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a speed: ultraBullet, bullet, blitz, rapid, classical or correspondence")]
pub struct ParseSpeedError;

impl Speed {
    /// The speeds from the fastest to the slowest.
    pub const ALL: [Self; 6] = [
        Self::UltraBullet,
        Self::Bullet,
        Self::Blitz,
        Self::Rapid,
        Self::Classical,
        Self::Correspondence,
    ];

    /// Returns the speed of a tag `TimeControl`, such as `180+2`, `40/7200:3600` or `1/86400`. The first of
    /// several periods decides, as if it had 40 moves. `None` if the tag has no time.
    ///
    /// ```
    /// use ferz_database::Speed;
    /// assert_eq!(Speed::of_time_control("180+2"), Some(Speed::Blitz));
    /// assert_eq!(Speed::of_time_control("?"), None);
    /// ```
    pub fn of_time_control(value: &str) -> Option<Self> {
        let period = value.split(':').next().unwrap_or_default().trim();
        if period == "-" {
            return Some(Self::Correspondence);
        }
        let (moves, time) = match period.split_once('/') {
            Some((moves, time)) => (moves.parse::<f64>().ok().filter(|moves| *moves >= 1.0)?, time),
            None => (MOVES, period.trim_start_matches('*')),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let number = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            is_number.then(|| text.parse::<f64>().ok()).flatten()
        };
        let (base, increment) = (number(base)?, number(increment)?);
        let seconds = base * MOVES / moves + MOVES * increment;
        Some(match seconds {
            ..30.0 => Self::UltraBullet,
            ..180.0 => Self::Bullet,
            ..480.0 => Self::Blitz,
            ..1_500.0 => Self::Rapid,
            ..21_600.0 => Self::Classical,
            _ => Self::Correspondence,
        })
    }

    /// Returns the name, such as `ultraBullet`.
    pub fn name(self) -> &'static str {
        match self {
            Self::UltraBullet => "ultraBullet",
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }
}

/// Parses a [name](Speed::name) in any case.
impl FromStr for Speed {
    type Err = ParseSpeedError;

    fn from_str(text: &str) -> Result<Self, ParseSpeedError> {
        let is_name = |speed: &Self| speed.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(is_name).ok_or(ParseSpeedError)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_those_of_lichess() {
        use Speed::{Blitz, Bullet, Classical, Correspondence, Rapid, UltraBullet};
        for (text, expected) in [
            ("15+0", Some(UltraBullet)),
            ("29", Some(UltraBullet)),
            ("30+0", Some(Bullet)),
            ("0+1", Some(Bullet)),
            ("60+2", Some(Bullet)),
            ("179+0", Some(Bullet)),
            ("180+0", Some(Blitz)),
            ("300+4", Some(Blitz)),
            ("300+5", Some(Rapid)),
            ("480+0", Some(Rapid)),
            ("1499+0", Some(Rapid)),
            ("900+15", Some(Classical)),
            ("1800+20", Some(Classical)),
            ("21599", Some(Classical)),
            ("21600", Some(Correspondence)),
            ("-", Some(Correspondence)),
            ("4294967295+4294967295", Some(Correspondence)),
            ("40/7200", Some(Classical)),
            ("40/7200:3600", Some(Classical)),
            ("1/86400", Some(Correspondence)),
            ("*180", Some(Blitz)),
            ("0.5+0.01", Some(UltraBullet)),
            ("x+1", None),
            ("0/100", None),
            ("-5+1", None),
            ("inf", None),
            ("1e3", None),
            ("?", None),
            ("", None),
            ("+5", None),
            ("5+", None),
        ] {
            assert_eq!(Speed::of_time_control(text), expected, "{text}");
        }
        for speed in Speed::ALL {
            assert_eq!(speed.to_string().to_uppercase().parse(), Ok(speed));
        }
        assert!("fast".parse::<Speed>().is_err());
    }
}

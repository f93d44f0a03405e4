//! The speed of a game by its time control.

use std::fmt;
use std::str::FromStr;

/// The speed of a game as Lichess computes it: by the time of a player for 40 moves.
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

    /// The moves for which the increments count.
    const MOVES: u64 = 40;

    /// Returns the speed by a value of the tag `TimeControl`: seconds with an increment or without one,
    /// such as `180+2`, or `-` for no clock. `None` for other time controls.
    ///
    /// ```
    /// use ferz_database::selection::Speed;
    /// assert_eq!(Speed::of_time_control("180+2"), Some(Speed::Blitz));
    /// assert_eq!(Speed::of_time_control("40/7200"), None);
    /// ```
    pub fn of_time_control(text: &str) -> Option<Self> {
        let text = text.trim();
        if text == "-" {
            return Some(Self::Correspondence);
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse::<u32>().ok()).flatten().map(u64::from)
        };
        Some(match seconds(base)? + Self::MOVES * seconds(increment)? {
            0..30 => Self::UltraBullet,
            30..180 => Self::Bullet,
            180..480 => Self::Blitz,
            480..1500 => Self::Rapid,
            1500..21_600 => Self::Classical,
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
            ("4294967296", None),
            ("40/7200", None),
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

//! Clocks of a game with an increment per move.

use ferz::Color;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// A time control: time for the game, and an increment per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockSetting {
    pub(super) time: Duration,
    pub(super) increment: Duration,
}

/// The error of a text that is no time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected minutes and seconds up to 1000, like 5+3 or 0.5+0")]
pub(crate) struct ClockSettingError;

/// Parses `5+3` or `5`: minutes, and seconds per move.
impl FromStr for ClockSetting {
    type Err = ClockSettingError;

    fn from_str(text: &str) -> Result<Self, ClockSettingError> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| {
            let number: f64 = text.parse().map_err(|_| ClockSettingError)?;
            if (0.0..=1000.0).contains(&number) { Ok(number) } else { Err(ClockSettingError) }
        };
        let (time, increment) = (number(minutes)? * 60.0, number(seconds)?);
        if time + increment == 0.0 {
            return Err(ClockSettingError);
        }
        let [time, increment] = [time, increment].map(Duration::from_secs_f64);
        Ok(Self { time: time.max(increment), increment })
    }
}

/// Writes seconds, as the PGN tag `TimeControl` does: `300+3`.
impl fmt::Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The clocks of both sides. One of them runs from [`start`](Self::start) to [`stop`](Self::stop).
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    setting: ClockSetting,
    left: [Duration; 2],
    started: Option<(Color, Instant)>,
}

impl Clocks {
    /// Creates clocks with the full time.
    pub(super) fn new(setting: ClockSetting) -> Self {
        Self { setting, left: [setting.time; 2], started: None }
    }

    /// Returns the increment per move.
    pub(super) fn increment(&self) -> Duration {
        self.setting.increment
    }

    /// Starts the clock of a side, if it does not run.
    pub(super) fn start(&mut self, side: Color) {
        if self.started.is_none_or(|(running, _)| running != side) {
            self.started = Some((side, Instant::now()));
        }
    }

    /// Returns the time left of a side.
    pub(super) fn left(&self, side: Color) -> Duration {
        let elapsed = match self.started {
            Some((running, at)) if running == side => at.elapsed(),
            _ => Duration::ZERO,
        };
        self.left[side].saturating_sub(elapsed)
    }

    /// Stops the clock of the side that has moved and adds the increment. Returns false if its time
    /// is over.
    pub(super) fn stop(&mut self) -> bool {
        let Some((side, _)) = self.started else { return true };
        let left = self.left(side);
        self.started = None;
        self.left[side] = if left.is_zero() { left } else { left + self.setting.increment };
        !left.is_zero()
    }
}

/// Returns a time left as minutes and seconds: `4:59`.
pub(super) fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs_f64().ceil() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_minutes_and_seconds() {
        let setting: ClockSetting = "5+3".parse().unwrap();
        assert_eq!(setting.time, Duration::from_secs(300));
        assert_eq!(setting.increment, Duration::from_secs(3));
        assert_eq!(setting.to_string(), "300+3");
        assert_eq!("0.5".parse::<ClockSetting>().unwrap().to_string(), "30+0");
        for text in ["", "+", "5+", "x+1", "-1+1", "0+0", "nan", "inf", "1e9+0"] {
            assert_eq!(text.parse::<ClockSetting>(), Err(ClockSettingError), "{text}");
        }
    }

    #[test]
    fn only_the_running_clock_loses_time() {
        let mut clocks = Clocks::new("0.001+1".parse().unwrap());
        clocks.start(Color::White);
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(clocks.left(Color::Black), Duration::from_secs(1));
        assert!(clocks.left(Color::White) < Duration::from_secs(1));
        assert!(clocks.stop());
        let left = clocks.left(Color::White);
        assert!(left > Duration::from_secs(1) && left < Duration::from_secs(2));
        clocks.left[Color::Black] = Duration::from_millis(1);
        clocks.start(Color::Black);
        std::thread::sleep(Duration::from_millis(2));
        assert!(!clocks.stop(), "the time is over");
    }

    #[test]
    fn times_are_rounded_up_to_seconds() {
        assert_eq!(clock_text(Duration::ZERO), "0:00");
        assert_eq!(clock_text(Duration::from_millis(59_001)), "1:00");
        assert_eq!(clock_text(Duration::from_secs(300)), "5:00");
    }
}

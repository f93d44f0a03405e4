//! Self-play games.
//!
//! A [`SelfplayPlayer`] plays one game at a time: from a random [opening](OpeningSource), with a limited number of
//! nodes per move, until the rules or the [`Adjudicator`] end it. A [`Runner`] runs several players
//! on the same openings.
//!
//! The game with a given number depends on the [`SelfplaySettings`], the network and the file of
//! openings alone: each game starts with cleared tables and a random number generator of its own.
//! One thread with one seed therefore always writes the same file; several threads write the same
//! games in another order.

mod openings;
mod player;
mod settings;

pub use openings::{OpeningSource, RandomOpening, opening_key};
pub use player::{Adjudicator, Rejections, Runner, RunnerError, SelfplayError, SelfplayPlayer};
pub use settings::SelfplaySettings;

//! Conditions on games.

mod filter_values;
mod main_line;
mod material;
mod tag_condition;

pub use filter_values::{Date, EcoRange};
pub use main_line::{EndingKind, GameTags, MainLine, ParseEndingKindError};
pub use material::MaterialPattern;
pub use tag_condition::TagCondition;

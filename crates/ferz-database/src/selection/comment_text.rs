//! Texts of comments.

use super::ParseConditionError;
use super::tag_condition::regex;
use regex_lite::Regex;
use std::str::FromStr;

/// A text that a comment has: a regular expression, of which case does not count.
#[derive(Clone, Debug)]
pub struct CommentText(Regex);

impl CommentText {
    /// Returns true if a comment has the text. The commands of comments such as `[%clk 0:10:00]` are a part of them.
    pub fn is_in(&self, comment: &str) -> bool {
        self.0.is_match(&comment.to_lowercase())
    }
}

impl FromStr for CommentText {
    type Err = ParseConditionError;

    fn from_str(text: &str) -> Result<Self, ParseConditionError> {
        regex(text, 0).map(Self)
    }
}

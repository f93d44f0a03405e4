//! `pgn sort`: sorts games by a tag.

use crate::common::collector::collect_texts;
use crate::common::prelude::*;
use clap::builder::NonEmptyStringValueParser;
use ferz_database::collector::TagChoice;
use std::cmp::Ordering;

#[derive(Args, Debug)]
pub(crate) struct SortArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) out: GameOutputArgs,

    /// Name of the tag
    #[arg(long, value_name = "NAME", default_value = "Date",
        value_parser = NonEmptyStringValueParser::new())]
    pub(super) tag: String,

    /// Sort in descending order
    #[arg(long)]
    pub(super) reverse: bool,
}

/// Writes the sorted games. Games with equal values keep their order.
///
/// # Errors
/// If a file cannot be read or written or there is no game, and [`Error::Interrupted`] after Ctrl-C,
/// without output.
pub(super) fn run(args: &SortArgs) -> Result<(), Error> {
    let sources = args.source.sources().with_texts();
    let mut out = GameOutput::new(args.out.path(), &args.source.files)?;
    let mut games: Vec<(String, Box<[u8]>)> = Vec::new();
    let names = [args.tag.as_str()];
    collect_texts(&sources, TagChoice::Named(&names), &mut |tags, text| {
        games.push((tags.get(&args.tag).to_owned(), Box::from(text)));
        Ok(())
    })?;
    games.sort_by(|(first, _), (second, _)| compare(first, second, args.reverse));
    let written = games.iter().try_for_each(|(_, text)| out.write(text));
    out.finish_copy(written, &args.source.files)
}

/// Compares two values of a tag: numbers by size and before other text, which is compared by its
/// characters. An unknown value is the last in both orders.
fn compare(first: &str, second: &str, reverse: bool) -> Ordering {
    let is_unknown = |value: &str| matches!(value.trim(), "" | "?" | "-" | "????.??.??");
    let rank = |value: &str| {
        let number = value.trim().parse::<u64>().ok();
        (number.is_none(), number)
    };
    is_unknown(first).cmp(&is_unknown(second)).then_with(|| {
        let order = rank(first).cmp(&rank(second)).then_with(|| first.cmp(second));
        if reverse { order.reverse() } else { order }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_first_and_unknown_values_last() {
        let mut values = ["?", "b", "10", "2024.??.??", "9", "", "a", "2024.01.05", "????.??.??"];
        values.sort_by(|first, second| compare(first, second, false));
        let mut expected = ["9", "10", "2024.01.05", "2024.??.??", "a", "b", "", "?", "????.??.??"];
        assert_eq!(values, expected);
        values.sort_by(|first, second| compare(first, second, true));
        expected[..6].reverse();
        expected[6..].reverse();
        assert_eq!(values, expected);
    }
}

//! `pgn filter`: copies the games that meet conditions.

use crate::common::collector::collect_games;
use crate::common::prelude::*;
use ferz_database::collector::{GameParts, MoveChoice};
use ferz_database::selection::{NumberRanges, Reservoir};

#[derive(Args, Debug)]
pub(crate) struct PgnFilterArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    #[command(flatten)]
    pub(super) out: SummaryArgs,

    #[command(flatten)]
    pub(super) conditions: ConditionArgs,

    /// Copy the games that do not meet all conditions
    #[arg(long, help_heading = GAMES)]
    pub(super) invert: bool,

    /// Numbers of games, like 100-200, 7 or 1-9,50,900-; numbers go on in the next file
    #[arg(long, help_heading = GAMES, value_name = "RANGES", allow_hyphen_values = true)]
    pub(super) games: Option<NumberRanges>,

    /// Copy the first of the selected games, and then each N-th one
    #[arg(long, help_heading = GAMES, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) every: Option<u64>,

    /// Copy this number of the selected games, chosen at random, in their order. Keeps them in memory
    #[arg(long, help_heading = GAMES, value_name = "N", conflicts_with_all = ["limit", "rest", "every"])]
    pub(super) sample: Option<usize>,

    /// Number that determines the sample; equal games and seeds give equal samples
    #[arg(long, help_heading = GAMES, value_name = "S", default_value_t = 0, requires = "sample")]
    pub(super) seed: u64,

    /// File for the games that are not copied, those with errors included
    #[arg(long, help_heading = GAMES, value_name = "FILE", conflicts_with_all = ["invert", "limit"])]
    pub(super) rest: Option<PathBuf>,

    /// Stop after this number of copied games
    #[arg(long, help_heading = GAMES, value_name = "N")]
    pub(super) limit: Option<u64>,
}

/// The heading of the options on the games that are copied.
const GAMES: &str = "Games";

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz pgn filter";

#[derive(Default, Serialize)]
struct FilterReport {
    games: u64,
    selected: u64,
    errors: u64,
}

/// The games that are copied of those that meet the conditions.
struct GamePicker<'a> {
    args: &'a PgnFilterArgs,
    /// The number of games that meet the conditions.
    met: u64,
    sample: Option<Reservoir<Box<[u8]>>>,
}

impl GamePicker<'_> {
    /// Returns true if the game with this number, from 1, is within the range of games.
    fn is_within(&self, number: u64) -> bool {
        self.args.games.as_ref().is_none_or(|ranges| ranges.contains(number))
    }

    /// Returns true if all games after this number of games are outside the range and not needed.
    fn is_past(&self, number: u64) -> bool {
        let last = self.args.games.as_ref().map_or(u64::MAX, NumberRanges::last);
        number >= last && self.args.rest.is_none()
    }

    /// Returns true if the next game that meets the conditions is copied now. A sample is copied later.
    fn pick(&mut self, text: &[u8]) -> bool {
        self.met += 1;
        match &mut self.sample {
            Some(sample) => {
                sample.offer(|| text.into());
                false
            }
            None => self.args.every.is_none_or(|every| (self.met - 1).is_multiple_of(every)),
        }
    }
}

/// Copies the games.
///
/// # Errors
/// If a file cannot be read or written, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &PgnFilterArgs) -> Result<(), Error> {
    let selection = args.conditions.selection(args.moves, COMMAND)?;
    args.out.check(COMMAND)?;
    let (sources, output) = (args.source.sources().with_texts(), args.out.path());
    let mut out = GameOutput::new(output, &args.source.files)?;
    let mut rest = GameOutput::second("--rest", args.rest.as_deref(), output, &args.source.files)?;
    let mut totals = FilterReport::default();
    let mut names = NameReport::new(&selection);
    let sample = args.sample.map(|size| Reservoir::new(size, args.seed));
    let mut picker = GamePicker { args, met: 0, sample };
    let limit = args.limit.unwrap_or(u64::MAX);
    let tests = selection.tests();
    let parts =
        GameParts { moves: MoveChoice::Unread, tests: Some(&tests), ..GameParts::default() };
    let mut read = collect_games(&sources, args.moves, parts, &mut |_, chunk| {
        for (game, text) in chunk.games.into_iter().zip(chunk.texts.iter()) {
            if totals.selected >= limit || picker.is_past(totals.games) {
                return Ok(ControlFlow::Break(()));
            }
            totals.games += 1;
            names.add(game.known);
            if game.is_match && game.error.is_none() {
                names.add_players(&game.tags, game.result());
            }
            let is_within = picker.is_within(totals.games);
            let is_copied = match game.error {
                None => is_within && game.is_match != args.invert && picker.pick(text),
                Some(error) if is_within => {
                    totals.errors += 1;
                    sources.report_all([*error], chunk.games_before);
                    false
                }
                Some(_) => false,
            };
            if is_copied {
                totals.selected += 1;
                out.write(text)?;
            } else if let Some(rest) = &mut rest {
                rest.write(text)?;
            }
        }
        let is_complete = totals.selected >= limit || picker.is_past(totals.games);
        Ok(if is_complete { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    if let (Ok(()), Some(sample)) = (&read, picker.sample) {
        let sample = sample.into_items();
        totals.selected = sample.len() as u64;
        read = sample.iter().try_for_each(|text| out.write(text));
    }
    out.finish_with(rest, read)?;
    if limit > 0 {
        names.print(args.invert, picker.met);
    }
    let selected = grouped(totals.selected);
    let all = counts([(totals.games, "game"), (totals.errors, "error")]);
    args.out.print(&totals, format_args!("{selected} of {all}"))
}

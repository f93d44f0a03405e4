//! `repertoire stats`: the numbers of cards that are due, learned, forgotten and new.

use super::RepertoireArgs;
use super::progress::{ProgressArgs, load};
use crate::common::prelude::*;
use ferz_database::date_text;
use ferz_database::repertoire::{Deck, DeckCounts};

#[derive(Args, Debug)]
pub(crate) struct RepertoireStatsArgs {
    #[command(flatten)]
    repertoire: RepertoireArgs,

    #[command(flatten)]
    progress: ProgressArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// JSON object of the numbers.
#[derive(Serialize)]
struct DeckReport {
    positions: usize,
    new: usize,
    learned: usize,
    forgotten: usize,
    due: usize,
    /// The mean probability that an answer is remembered today, from 0 to 1.
    recall: f64,
    /// The numbers of positions that become due in the next days, from tomorrow.
    next_days: Vec<DueDay>,
}

#[derive(Serialize)]
struct DueDay {
    day: String,
    due: usize,
}

/// The number of days whose positions are counted.
const NEXT_DAYS: i32 = 7;

/// Prints the numbers.
///
/// # Errors
/// If a file cannot be read or is no progress.
pub(super) fn run(args: &RepertoireStatsArgs) -> Result<(), Error> {
    let (repertoire, _) = args.repertoire.read()?;
    let mut deck = Deck::new(&repertoire, args.repertoire.color);
    load(&args.progress.path(&args.repertoire, "ferz repertoire stats")?, &mut deck)?;
    let today = args.progress.today();
    let counts = deck.counts(today);
    let due_on = |day| {
        let states = deck.cards().iter().filter_map(|card| deck.state(card));
        DueDay { day: date_text(day), due: states.filter(|state| state.due == day).count() }
    };
    let next_days: Vec<_> = (today + 1..=today + NEXT_DAYS).map(due_on).collect();
    if args.json {
        let DeckCounts { cards: positions, new, learned, forgotten, due, recall, .. } = counts;
        let recall = (recall * 1e4).round() / 1e4;
        return print_json(&DeckReport {
            positions,
            new,
            learned,
            forgotten,
            due,
            recall,
            next_days,
        });
    }
    let mut out = stdout().lock();
    writeln!(out, "{}", fitting(&counts_text(&counts)))?;
    if counts.new < counts.cards {
        writeln!(out, "{:.1} % of the answers are remembered today", 100.0 * counts.recall)?;
        for DueDay { day, due } in next_days.iter().filter(|day| day.due > 0) {
            writeln!(out, "{day}: {} due", grouped(*due as u128))?;
        }
    }
    Ok(())
}

/// Returns the numbers of cards as text.
pub(super) fn counts_text(counts: &DeckCounts) -> String {
    let [due, learned, forgotten, new] =
        [counts.due, counts.learned, counts.forgotten, counts.new].map(|it| grouped(it as u128));
    let positions = counted(counts.cards, "position");
    format!("{positions}: {due} due, {learned} learned, {forgotten} forgotten, {new} new")
}

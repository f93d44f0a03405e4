//! `explore compact`, `explore check` and `explore recover`: commands on a whole index.

use crate::common::prelude::*;
use ferz_database::index::{
    Index, IndexWriter, RecoverReport, WriterOptions, recover as recover_index,
};

#[derive(Args, Debug)]
pub(crate) struct UpkeepArgs {
    /// Folder of the index
    #[arg(value_name = "INDEX")]
    index: PathBuf,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CompactArgs {
    #[command(flatten)]
    upkeep: UpkeepArgs,

    /// Leave out positions of fewer games, for an index that is much smaller. The games stay, the positions
    /// cannot be had back
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
}

/// JSON object of an index.
#[derive(Serialize)]
pub(super) struct IndexReport {
    games: u64,
    /// A position of several segments counts in each.
    positions: u64,
    segments: usize,
    plies: u16,
    /// The least number of games of a position when positions were left out, or 1.
    min_games: u32,
    index_bytes: u64,
    text_bytes: u64,
}

impl IndexReport {
    pub(super) fn new(index: &Index) -> Self {
        let [index_bytes, text_bytes] = index.sizes();
        Self {
            games: index.games(),
            positions: index.positions(),
            segments: index.segments(),
            plies: index.plies(),
            min_games: index.min_games(),
            index_bytes,
            text_bytes,
        }
    }
}

/// Returns the numbers of an index for a person.
pub(super) fn described(index: &Index) -> String {
    let [index_bytes, text_bytes] = index.sizes();
    let games = counted(index.games(), "game");
    let positions = counted(index.positions(), "position");
    let segments = counted(index.segments(), "segment");
    let size = |bytes: u64| match bytes {
        ..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    };
    let texts = match text_bytes {
        0 => "no texts".to_owned(),
        bytes => format!("{} of texts", size(bytes)),
    };
    let left_out = match index.min_games() {
        ..=1 => String::new(),
        min_games => format!(", positions of fewer than {min_games} games left out"),
    };
    format!("{games}, {positions} in {segments}, {} and {texts}{left_out}", size(index_bytes))
}

/// Merges the segments of an index.
///
/// # Errors
/// If a file cannot be read or written. The index then stays as it was.
pub(super) fn compact(args: &CompactArgs) -> Result<(), Error> {
    interrupt::install_exit();
    let folder = &args.upkeep.index;
    Index::open(folder)?;
    IndexWriter::open(folder, WriterOptions::default())?.prune(args.min_games)?;
    let index = Index::open(folder)?;
    let text = format!("{}: {}", folder.display(), described(&index));
    print_summary(args.upkeep.json, &IndexReport::new(&index), text)
}

/// JSON object of a check.
#[derive(Serialize)]
struct IndexCheckReport {
    #[serde(flatten)]
    index: IndexReport,
    /// The first fault of each damaged segment.
    faults: Vec<String>,
}

/// Verifies an index.
///
/// # Errors
/// If it is damaged or cannot be opened.
pub(super) fn check(args: &UpkeepArgs) -> Result<(), Error> {
    let index = Index::open(&args.index)?;
    let faults: Vec<String> = index.check().iter().map(ToString::to_string).collect();
    let is_sound = faults.is_empty();
    if args.json {
        print_json(&IndexCheckReport { index: IndexReport::new(&index), faults })?;
    } else if is_sound {
        writeln!(stdout(), "{}: {}: no fault", args.index.display(), described(&index))?;
    } else {
        faults.iter().for_each(|fault| print_message(format_args!("ferz: {fault}")));
    }
    if is_sound { Ok(()) } else { Err(Error::CheckFailed) }
}

#[derive(Args, Debug)]
pub(crate) struct RecoverArgs {
    #[command(flatten)]
    upkeep: UpkeepArgs,

    /// Leave out the games of lost or damaged segments: the others become one segment and have new numbers
    #[arg(long)]
    partial: bool,
}

/// JSON object of a recovered index.
#[derive(Serialize)]
struct RecoveredReport {
    #[serde(flatten)]
    index: IndexReport,
    /// False if nothing had to be done.
    changed: bool,
    /// The faults of segments whose games were left out.
    left_out: Vec<String>,
    /// The numbers of segments whose files are not used.
    unused: Vec<u64>,
}

/// Makes the manifest of an index anew.
///
/// # Errors
/// If games are lost and are not to be left out, or a file cannot be read or written. The index then stays as it was.
pub(super) fn recover(args: &RecoverArgs) -> Result<(), Error> {
    interrupt::install_exit();
    let folder = &args.upkeep.index;
    let found = recover_index(folder, args.partial)?;
    let RecoverReport { is_changed, left_out, unused, .. } = found;
    let index = Index::open(folder)?;
    if args.upkeep.json {
        let index = IndexReport::new(&index);
        return print_json(&RecoveredReport { index, changed: is_changed, left_out, unused });
    }
    left_out.iter().for_each(|fault| print_message(format_args!("ferz: left out: {fault}")));
    for number in unused {
        print_message(format_args!(
            "ferz: the files of segment {number} are not used and can be removed"
        ));
    }
    let done = if is_changed { "recovered" } else { "nothing to recover" };
    Ok(writeln!(stdout(), "{}: {done}: {}", folder.display(), described(&index))?)
}

//! `explore add`: adds the games of PGN files.

use super::upkeep::{IndexReport, described};
use crate::common::files;
use crate::common::prelude::*;
use ferz_database::index::{GameIndexer, Index, IndexWriter, WriterOptions};

#[derive(Args, Debug)]
pub(crate) struct AddArgs {
    /// Folder of the index
    #[arg(value_name = "INDEX")]
    index: PathBuf,

    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    moves: MoveArgs,

    /// Number of plies of each game that are stored [default: that of the index, 50 in a new one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    plies: Option<u16>,

    /// Memory for games in MiB; more of them are sorted on the disk
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = mebibytes)]
    memory: NonZeroUsize,

    /// Leave the texts of the games out: `games` cannot copy them
    #[arg(long)]
    no_text: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// JSON object of the games that were added.
#[derive(Serialize)]
struct AddedReport {
    added: u64,
    duplicates: u64,
    errors: u64,
    #[serde(flatten)]
    index: IndexReport,
}

/// Adds games to an index.
///
/// # Errors
/// If a file cannot be read or written, and [`Error::Interrupted`] after Ctrl-C. The index then stays as it
/// was.
pub(super) fn run(args: &AddArgs) -> Result<(), Error> {
    // Before the folder is created.
    files::check(None, FileKind::Games, &args.source.files)?;
    let sources = args.source.sources().with_texts();
    let options = WriterOptions {
        plies: args.plies,
        memory: args.memory.get().saturating_mul(1 << 20),
        texts: !args.no_text,
    };
    let mut writer = IndexWriter::open(&args.index, options)?;
    let (plies, mut errors) = (writer.plies(), 0);
    sources.read(
        || args.moves.player(GameIndexer::new(plies)),
        |path, chunk| {
            sources.report_long_games(path, &chunk.texts, chunk.games_before);
            let games = chunk.visitor.into_visitor().into_games();
            for (mut game, text) in games.into_iter().zip(chunk.texts.iter()) {
                match game.error.take() {
                    Some(error) => {
                        errors += 1;
                        sources.report_all([*error], chunk.games_before);
                    }
                    None => {
                        writer.add(&game, text)?;
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    interrupt::check()?;
    let report = writer.commit()?;
    let index = Index::open(&args.index)?;
    let (added, duplicates) = (report.added, report.duplicates);
    let reasons = with_reasons([(duplicates, "known already"), (errors, "with errors left out")]);
    let (folder, now) = (args.index.display(), described(&index));
    let text = format!("{} added{reasons}\n{folder}: {now}", counted(added, "game"));
    let report = AddedReport { added, duplicates, errors, index: IndexReport::new(&index) };
    print_summary(args.json, &report, text)
}

//! `pgn clean`: writes the games in the export format of PGN.

use crate::common::prelude::*;
use ferz_game::pgn::{
    Chunk, CleanedGame, CleanedText, Cleaning, FaultyGames, TagOrder, TagSelection, WriteOptions,
    decode,
};

#[derive(Args, Debug)]
pub(crate) struct CleanArgs {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    move_forms: MoveArgs,

    #[command(flatten)]
    out: SummaryArgs,

    /// Leave out games with an error
    #[arg(long)]
    drop_faulty: bool,

    #[command(flatten)]
    moves: CleanMovesArgs,

    #[command(flatten)]
    tags: CleanTagsArgs,
}

/// The parts of the movetext.
#[derive(Args, Debug)]
#[command(next_help_heading = "Moves")]
struct CleanMovesArgs {
    /// Drop the texts of comments; times and evaluations in them stay
    #[arg(long)]
    no_comments: bool,

    /// Drop the times of moves: [%clk], [%emt]
    #[arg(long)]
    no_clocks: bool,

    /// Drop the evaluations: [%eval]
    #[arg(long)]
    no_evals: bool,

    /// Drop the NAGs, written as numbers: $1 to $6 are `!`, `?`, `!!`, `??`, `!?` and `?!`; $10 is `=`;
    /// $14, $16 and $18 are a slight, a clear and a decisive advantage of White (`+=`, `+/-`, `+-`), $15,
    /// $17 and $19 of Black
    #[arg(long)]
    no_nags: bool,

    /// Drop the variations
    #[arg(long)]
    no_variations: bool,

    /// Drop all of these
    #[arg(long)]
    moves_only: bool,

    /// Drop the moves after this number of plies, in variations too; the result stays
    #[arg(long, value_name = "N")]
    plies: Option<usize>,

    /// Maximum length of a line of moves; 0 writes all moves of a game on one line
    #[arg(long, value_name = "N", default_value_t = WriteOptions::default().line_width)]
    width: usize,
}

/// The tags.
#[derive(Args, Debug)]
#[command(next_help_heading = "Tags")]
struct CleanTagsArgs {
    /// Keep only the seven tags Event, Site, Date, Round, White, Black and Result (`roster`), or these
    /// and the tags of a list: `--tags WhiteElo,BlackElo`
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = tag_name,
        conflicts_with = "no_tags")]
    tags: Vec<String>,

    /// Drop the tags of a list: `--no-tags Annotator,Source`
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = tag_name)]
    no_tags: Vec<String>,

    /// Order of the tags after the first seven
    #[arg(long, value_name = "ORDER", default_value = "as-given", value_parser = named(&ORDERS))]
    tag_order: TagOrder,

    /// Set tags by the moves, in place of those of the file: a list of ECO, Opening and PlyCount
    #[arg(
        long,
        value_enum,
        value_name = "NAMES",
        value_delimiter = ',',
        ignore_case = true,
        hide_possible_values = true
    )]
    add: Vec<AddedTag>,
}

/// The orders of tags.
const ORDERS: [(&str, &str, TagOrder); 2] =
    [("as-given", "", TagOrder::AsGiven), ("alphabetical", "", TagOrder::Alphabetical)];

/// The tags that follow from the moves.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum AddedTag {
    #[value(name = "ECO")]
    Eco,
    #[value(name = "Opening")]
    Opening,
    #[value(name = "PlyCount")]
    PlyCount,
}

/// Parses the name of a tag.
fn tag_name(text: &str) -> Result<String, &'static str> {
    let is_valid = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match text.trim() {
        "" => Err("expected the name of a tag"),
        name if name.chars().all(is_valid) => Ok(name.to_owned()),
        _ => Err("expected the name of a tag, of letters, digits and underscores"),
    }
}

impl CleanArgs {
    /// Returns the rules.
    fn cleaning(&self) -> Cleaning {
        let CleanMovesArgs { no_comments, no_clocks, no_evals, no_nags, no_variations, .. } =
            self.moves;
        let all = !self.moves.moves_only;
        let write = WriteOptions {
            line_width: self.moves.width,
            comments: all && !no_comments,
            clocks: all && !no_clocks,
            evaluations: all && !no_evals,
            nags: all && !no_nags,
            variations: all && !no_variations,
            tag_order: self.tags.tag_order,
            ..WriteOptions::default()
        };
        let adds = |tag| self.tags.add.contains(&tag);
        let tags = if self.tags.tags.is_empty() {
            TagSelection::Without(self.tags.no_tags.clone())
        } else {
            let listed = self.tags.tags.iter().filter(|name| *name != "roster");
            TagSelection::Only(listed.cloned().collect())
        };
        Cleaning {
            tags,
            max_plies: self.moves.plies,
            eco: adds(AddedTag::Eco),
            opening: adds(AddedTag::Opening),
            ply_count: adds(AddedTag::PlyCount),
            write,
        }
    }
}

/// JSON object of the numbers of games.
#[derive(Default, Serialize)]
struct CleanReport {
    games: u64,
    written: u64,
    corrected_results: u64,
    warnings: u64,
    errors: u64,
}

/// Writes the games.
///
/// # Errors
/// If a file cannot be read or written or there is no game to write, and [`Error::Interrupted`] after
/// Ctrl-C; [`Error::CheckFailed`] after the writing if a game has an error.
pub(super) fn run(args: &CleanArgs) -> Result<(), Error> {
    args.out.check("ferz pgn clean")?;
    let cleaning = args.cleaning();
    let sources = args.source.sources().with_texts();
    let mut out = GameOutput::new(args.out.path(), &args.source.files)?;
    let (mut totals, mut cut_off, mut unchanged) = (CleanReport::default(), 0, 0);
    let mut has_game = false;
    let faulty = match (args.drop_faulty, args.source.strict) {
        (true, _) => FaultyGames::Dropped,
        (false, true) => FaultyGames::Unchanged,
        (false, false) => FaultyGames::CutOff,
    };
    let mut write = |chunk: Chunk<Vec<CleanedGame>>| {
        totals.warnings += chunk.warnings;
        for (game, text) in chunk.visitor.into_iter().zip(chunk.texts.iter()) {
            totals.games += 1;
            totals.corrected_results += u64::from(game.has_new_result);
            has_game |= game.is_game;
            let is_faulty = game.error.is_some();
            totals.errors += u64::from(is_faulty);
            sources.report_all(game.error, chunk.games_before);
            match game.output {
                CleanedText::Dropped => continue,
                CleanedText::Written(text) => {
                    out.write(text.as_bytes())?;
                    cut_off += usize::from(is_faulty);
                }
                CleanedText::Unchanged => {
                    out.write(decode(text).as_bytes())?;
                    unchanged += 1;
                }
            }
            totals.written += 1;
        }
        Ok(ControlFlow::Continue(()))
    };
    let letters = args.move_forms.letters();
    let read = sources.read_files(&mut |_, reader, step| {
        cleaning.read(reader, letters, faulty, &mut |chunk| {
            step(chunk.games, chunk.warnings, Box::new(|| write(chunk)))
        })
    });
    if read.is_ok() && (!has_game || totals.written == 0) {
        let reason = out.no_game(&args.source.files);
        let is_damaged = totals.errors > 0;
        return Err(if is_damaged { Error::failed_check(reason) } else { Error::new(reason) });
    }
    out.finish(read)?;
    report_faulty(cut_off, unchanged);
    let numbers = counts([
        (totals.written, "game"),
        (totals.corrected_results, "corrected result"),
        (totals.warnings, "warning"),
        (totals.errors, "error"),
    ]);
    args.out.print(&totals, numbers)?;
    if totals.errors > 0 { Err(Error::CheckFailed) } else { Ok(()) }
}

/// Prints on standard error how the games with errors were written.
fn report_faulty(cut_off: usize, unchanged: usize) {
    for (count, written) in [
        (cut_off, "up to the error; --drop-faulty leaves such games out"),
        (unchanged, "unchanged; `ferz pgn check` prints the errors"),
    ] {
        if count > 0 {
            let (games, are) = (counted(count, "game"), if count == 1 { "is" } else { "are" });
            print_message(format_args!("ferz: {games} with an error {are} written {written}"));
        }
    }
}

//! `ferz completions` and `ferz man`: the files beside the binary of an installation.

use crate::common::output::print_and_flush;
use crate::common::prelude::*;
use clap::Command;
use clap_mangen::Man;
use std::io;

#[derive(Args, Debug)]
pub(crate) struct CompletionArgs {
    /// Shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Folder to write to; existing manual pages are replaced [default: the page `ferz` on standard output]
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

/// Prints the completions of a shell for the command line of the program.
///
/// # Errors
/// If standard output cannot be written to.
pub(crate) fn completions(args: &CompletionArgs, mut program: Command) -> Result<(), Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "ferz", &mut script);
    Ok(print_and_flush(String::from_utf8_lossy(&script))?)
}

/// Prints the manual page of the program, or writes those of the program and of all its commands to
/// a folder.
///
/// # Errors
/// If standard output or a file cannot be written to, or a file is no manual page.
pub(crate) fn man(args: &ManArgs, mut program: Command) -> Result<(), Error> {
    program.build();
    let Some(folder) = &args.folder else {
        return Ok(print_and_flush(String::from_utf8_lossy(&page(program)?))?);
    };
    std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    let (mut commands, mut pages) = (vec![program], Vec::new());
    while let Some(command) = commands.pop() {
        let subcommands = command.get_subcommands().filter(|command| command.get_name() != "help");
        commands.extend(subcommands.cloned());
        // `ferz-pgn-check` for `ferz pgn check`.
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        let path = folder.join(format!("{name}.1"));
        FileKind::ManualPage.check_replaced(&path)?;
        pages.push((path, page(command)?));
    }
    Ok(pages.iter().try_for_each(|(path, page)| ferz_output::replace(path, page))?)
}

/// Returns the manual page of a command.
fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.disable_help_subcommand(true)).render(&mut page)?;
    Ok(page)
}

//! A UCI engine of one's own: the search of Ferz with the conversions of this crate, without its
//! options and its session. `cargo run --release -p ferz-session --example engine`

use ferz::Position;
use ferz::notation::CastlingMode;
use ferz_engine::{Control, SearchSettings, Searcher, SearcherOptions};
use ferz_session::convert::{limits, position, reply};
use ferz_uci::{Command, Reply};
use std::error::Error;
use std::io::stdin;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::scope;

fn main() -> Result<(), Box<dyn Error>> {
    let searcher = &Mutex::new(Searcher::new(SearcherOptions::default())?);
    let searcher = || searcher.lock().unwrap_or_else(PoisonError::into_inner);
    let mut root = Position::startpos();
    let mut control = Arc::new(Control::default());
    scope(|scope| {
        for line in stdin().lines().map_while(Result::ok) {
            match line.parse() {
                Ok(Command::Uci) => {
                    println!("{}\n{}", Reply::IdName("Mine".to_owned()), Reply::UciOk);
                }
                Ok(Command::IsReady) => println!("{}", Reply::ReadyOk),
                Ok(Command::UciNewGame) => searcher().clear(),
                Ok(Command::Position(command)) => {
                    match position(&command, CastlingMode::Standard) {
                        Ok(accepted) => root = accepted.position,
                        Err(error) => println!("info string {error}"),
                    }
                }
                Ok(Command::Go(go)) => {
                    let (root, (limits, _)) = (root.clone(), limits(&go, &root));
                    control = Arc::new(Control::new(go.ponder));
                    let control = Arc::clone(&control);
                    let search = move || {
                        let settings = SearchSettings::default();
                        let mut print = |report| println!("{}", reply(&root, false, &report));
                        searcher().search(&root, &limits, &settings, &control, Some(&mut print))
                    };
                    scope.spawn(search);
                }
                Ok(Command::Stop) => control.stop(),
                Ok(Command::PonderHit) => control.ponder_hit(),
                Ok(Command::Quit) => break,
                Ok(_) => {}
                Err(error) => println!("info string {error}"),
            }
        }
        control.stop();
        Ok(())
    })
}

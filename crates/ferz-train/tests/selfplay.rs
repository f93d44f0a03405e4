//! Games that the engine plays against itself.

use ferz_engine::Control;
use ferz_train::format::{Game, GameReader, GameWriter};
use ferz_train::selfplay::{Crew, CrewError, NoGame, Openings, Player, Settings, opening_key};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Few nodes, so that games are soon over.
fn settings(seed: u64) -> Settings {
    Settings { nodes: 100, seed, hash_mib: 1, chess960: 0.3, ..Settings::default() }
}

fn openings(settings: &Settings) -> Openings {
    Openings::new(Vec::new(), settings.chess960, settings.random_plies)
}

/// So many games of a crew that knows some openings.
fn games(settings: &Settings, known: HashSet<u64>, count: usize) -> Vec<Game> {
    let (openings, control) = (openings(settings), Control::default());
    let mut games = Vec::new();
    let crew = Crew::new(settings, &openings, &control, known);
    let played = crew.play(|game| {
        games.push(game);
        if games.len() == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    played.unwrap();
    assert_eq!(games.len(), count);
    games
}

#[test]
fn games_keep_the_rules_and_fit_in_four_bytes_a_ply() {
    let settings = settings(1);
    let games = games(&settings, HashSet::new(), 40);
    let mut writer = GameWriter::new(Vec::new(), &settings.to_json()).unwrap();
    let (mut plies, mut keys) = (0, HashSet::new());
    for game in &games {
        game.verify().unwrap();
        assert!((8..=9).contains(&game.opening()));
        assert!(keys.insert(opening_key(game).unwrap()), "an opening came twice");
        plies += game.moves.len();
        writer.write(game).unwrap();
    }
    assert!(games.iter().any(|game| game.start.setup().chess960_number() == Some(518)));
    assert!(games.iter().any(|game| game.start.is_chess960()));
    let bytes = writer.into_inner();
    let per_ply = bytes.len() as f64 / plies as f64;
    assert!(per_ply <= 4.0, "{per_ply} bytes a ply");
    let reader = GameReader::new(bytes.as_slice()).unwrap();
    let written: Settings = serde_json::from_str(reader.settings()).unwrap();
    assert_eq!(written, settings);
    assert_eq!(reader.map(Result::unwrap).collect::<Vec<_>>(), games);
}

#[test]
fn the_seed_decides_the_games() {
    let first = games(&settings(1), HashSet::new(), 5);
    assert_eq!(games(&settings(1), HashSet::new(), 5), first);
    assert_ne!(games(&settings(2), HashSet::new(), 5), first);
    // A file that has games already gets others.
    let later = Settings { first_game: 5, ..settings(1) };
    let later = games(&later, HashSet::new(), 5);
    assert!(first.iter().all(|game| !later.contains(game)));
}

#[test]
fn a_game_follows_from_its_number_whoever_plays_it() {
    let settings = settings(3);
    let (openings, control) = (openings(&settings), Control::default());
    let player = || Player::new(&settings, &openings, &control).unwrap();
    let mut old = player();
    let in_turn: Vec<_> = (0..6).map(|number| old.play(number, |_| true)).collect();
    for number in (0..6).rev() {
        assert_eq!(player().play(number, |_| true), in_turn[number as usize], "{number}");
    }
    assert!(in_turn.iter().filter(|game| game.is_ok()).count() > 2);
}

#[test]
fn known_openings_are_not_played() {
    let first = games(&settings(1), HashSet::new(), 5);
    let known = first.iter().map(|game| opening_key(game).unwrap()).collect();
    let others = games(&settings(1), known, 5);
    assert!(first.iter().all(|game| !others.contains(game)));
}

#[test]
fn players_share_the_openings() {
    let settings = Settings { threads: 3, ..settings(4) };
    let games = games(&settings, HashSet::new(), 20);
    let keys: HashSet<_> = games.iter().map(|game| opening_key(game).unwrap()).collect();
    assert_eq!(keys.len(), 20);
    games.iter().for_each(|game| game.verify().unwrap());
}

#[test]
fn a_stopped_crew_hands_in_no_game() {
    let settings = settings(1);
    let (openings, control) = (openings(&settings), Control::default());
    control.stop();
    let crew = Crew::new(&settings, &openings, &control, HashSet::new());
    let played = crew.play(|_| panic!("a game came in"));
    assert!(played.is_ok());
    let mut player = Player::new(&settings, &openings, &control).unwrap();
    assert_eq!(player.play(0, |_| true).err(), Some(NoGame::Stopped));
}

#[test]
fn openings_that_run_out_end_the_play() {
    let settings = Settings { random_plies: 0, chess960: 0.0, ..settings(1) };
    let (openings, control) = (openings(&settings), Control::default());
    let mut games = 0;
    let crew = Crew::new(&settings, &openings, &control, HashSet::new());
    let played = crew.play(|_| {
        games += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((played.err(), games), (Some(CrewError::Exhausted), 1));
}

#[test]
fn lopsided_openings_are_not_played() {
    let settings = Settings { random_plies: 0, ..settings(1) };
    let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let start = ferz::Position::from_fen(queen_up).unwrap();
    let (openings, control) = (Openings::new(vec![start], 0.0, 0), Control::default());
    let mut player = Player::new(&settings, &openings, &control).unwrap();
    assert_eq!(player.play(0, |_| true).err(), Some(NoGame::Lopsided));
    assert_eq!(player.play(0, |_| false).err(), Some(NoGame::Known));
}

//! Self-play games.

use ferz_engine::Control;
use ferz_engine::eval::default_network;
use ferz_train::format::{GameReader, GameWriter, RANDOM_MOVE, TrainingGame};
use ferz_train::selfplay::{
    OpeningSource, Runner, RunnerError, SelfplayError, SelfplayPlayer, SelfplaySettings,
    opening_key,
};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Returns settings with few nodes per move, for short games.
fn settings(seed: u64) -> SelfplaySettings {
    SelfplaySettings { nodes: 100, seed, hash_mib: 1, chess960: 0.3, ..SelfplaySettings::default() }
}

fn openings(settings: &SelfplaySettings) -> OpeningSource {
    OpeningSource {
        chess960: settings.chess960,
        random_plies: settings.random_plies,
        ..OpeningSource::default()
    }
}

/// Plays `count` games with a runner that rejects the openings in `played`.
fn games(settings: &SelfplaySettings, played: HashSet<u64>, count: usize) -> Vec<TrainingGame> {
    let (openings, control) = (openings(settings), Control::default());
    let mut games = Vec::new();
    let runner = Runner::new(settings, &openings, &control, default_network(), played);
    let result = runner.run(|game| {
        games.push(game);
        if games.len() == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    result.unwrap();
    assert_eq!(games.len(), count);
    games
}

#[test]
fn games_are_legal_and_take_at_most_four_bytes_per_ply() {
    let settings = settings(1);
    let games = games(&settings, HashSet::new(), 40);
    let mut writer = GameWriter::new(Vec::new(), &settings.to_json()).unwrap();
    let (mut plies, mut keys) = (0, HashSet::new());
    for game in &games {
        game.verify().unwrap();
        assert!((8..=9).contains(&game.opening_plies()));
        assert!(keys.insert(opening_key(game).unwrap()), "an opening was played twice");
        plies += game.moves.len();
        writer.write(game).unwrap();
    }
    let numbers = games.iter().filter_map(|game| game.start.setup().double_chess960_numbers());
    let [standard, other]: [Vec<_>; 2] = numbers.partition(|&numbers| numbers == (518, 518)).into();
    assert!(!standard.is_empty() && other.iter().any(|(white, black)| white != black));
    let bytes = writer.into_inner();
    let per_ply = bytes.len() as f64 / plies as f64;
    assert!(per_ply <= 4.0, "{per_ply} bytes per ply");
    let reader = GameReader::new(bytes.as_slice()).unwrap();
    let written: SelfplaySettings = serde_json::from_str(reader.settings()).unwrap();
    assert_eq!(written, settings);
    assert_eq!(reader.map(Result::unwrap).collect::<Vec<_>>(), games);
}

#[test]
fn games_depend_on_the_seed() {
    let first = games(&settings(1), HashSet::new(), 5);
    assert_eq!(games(&settings(1), HashSet::new(), 5), first);
    assert_ne!(games(&settings(2), HashSet::new(), 5), first);
    // Appending to a file plays other games.
    let later = SelfplaySettings { first_game: 5, ..settings(1) };
    let later = games(&later, HashSet::new(), 5);
    assert!(first.iter().all(|game| !later.contains(game)));
}

#[test]
fn game_depends_on_its_number_and_not_on_the_player() {
    let settings = settings(3);
    let (openings, control) = (openings(&settings), Control::default());
    let player = || SelfplayPlayer::new(&settings, &openings, &control, default_network()).unwrap();
    let mut reused = player();
    let games: Vec<_> = (0..6).map(|number| reused.play(number, |_| true)).collect();
    for number in (0..6).rev() {
        assert_eq!(player().play(number, |_| true), games[number as usize], "{number}");
    }
    assert!(games.iter().filter(|game| game.is_ok()).count() > 2);
}

#[test]
fn openings_played_before_are_rejected() {
    let first = games(&settings(1), HashSet::new(), 5);
    let played = first.iter().map(|game| opening_key(game).unwrap()).collect();
    let others = games(&settings(1), played, 5);
    assert!(first.iter().all(|game| !others.contains(game)));
}

#[test]
fn parallel_players_never_repeat_an_opening() {
    let settings = SelfplaySettings { threads: 3, ..settings(4) };
    let games = games(&settings, HashSet::new(), 20);
    let keys: HashSet<_> = games.iter().map(|game| opening_key(game).unwrap()).collect();
    assert_eq!(keys.len(), 20);
    games.iter().for_each(|game| game.verify().unwrap());
}

#[test]
fn stopped_runner_returns_no_game() {
    let settings = settings(1);
    let (openings, control) = (openings(&settings), Control::default());
    control.stop();
    let runner = Runner::new(&settings, &openings, &control, default_network(), HashSet::new());
    let result = runner.run(|_| panic!("a game was played"));
    assert!(result.is_ok());
    let mut player =
        SelfplayPlayer::new(&settings, &openings, &control, default_network()).unwrap();
    assert_eq!(player.play(0, |_| true).err(), Some(SelfplayError::Stopped));
}

#[test]
fn random_moves_have_no_score_and_end_with_ply_30() {
    let settings = SelfplaySettings { random_moves: 0.2, ..settings(6) };
    let mut plies = Vec::new();
    for game in games(&settings, HashSet::new(), 10) {
        game.verify().unwrap();
        let entries = (game.opening_plies()..).zip(&game.scores);
        plies.extend(entries.filter(|&(_, &entry)| entry == RANDOM_MOVE).map(|(ply, _)| ply));
        let mut replay = game.replay();
        while let Some(ply) = replay.next_ply().unwrap() {
            let entry = ply.ply.checked_sub(game.opening_plies()).map(|index| game.scores[index]);
            assert_eq!(ply.score, entry.filter(|&entry| entry != RANDOM_MOVE));
        }
    }
    assert!((20..80).contains(&plies.len()) && plies.iter().all(|&ply| ply < 30), "{plies:?}");
}

#[test]
fn exhausted_openings_end_selfplay() {
    let settings = SelfplaySettings { random_plies: 0, chess960: 0.0, ..settings(1) };
    let (openings, control) = (openings(&settings), Control::default());
    let mut games = 0;
    let runner = Runner::new(&settings, &openings, &control, default_network(), HashSet::new());
    let result = runner.run(|_| {
        games += 1;
        ControlFlow::Continue(())
    });
    let Err(RunnerError::Exhausted { rejections }) = result else { panic!("{result:?}") };
    assert_eq!((games, rejections.lopsided), (1, 0));
    assert!(rejections.unusable >= 10_000);
}

#[test]
fn lopsided_openings_are_rejected() {
    let settings = SelfplaySettings { random_plies: 0, ..settings(1) };
    let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let start = ferz::Position::from_fen(queen_up).unwrap();
    let (openings, control) =
        (OpeningSource { book: vec![start], ..OpeningSource::default() }, Control::default());
    let mut player =
        SelfplayPlayer::new(&settings, &openings, &control, default_network()).unwrap();
    assert_eq!(player.play(0, |_| true).err(), Some(SelfplayError::LopsidedOpening));
    assert_eq!(player.play(0, |_| false).err(), Some(SelfplayError::UnusableOpening));
}

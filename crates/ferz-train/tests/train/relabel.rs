//! Relabelling: the scores are those of searches in game order, on any number of threads.

use ferz::Position;
use ferz_engine::eval::default_network;
use ferz_engine::{Control, Limits, SearchSettings, Searcher, SearcherOptions};
use ferz_nnue::Network;
use ferz_train::format::{
    EndingCode, PositionFilter, RANDOM_MOVE, ResultCode, TrainingGame, UNSEARCHED,
};
use ferz_train::relabel::{RelabelFilesError, RelabelSettings, Relabeler, relabel_files};
use ferz_train::selfplay::{OpeningSource, SelfplayPlayer, SelfplaySettings};
use ferz_train::{FileGame, GamesError};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

const NODES: u64 = 60;

fn settings(network: &Network) -> RelabelSettings {
    RelabelSettings::new(network, NODES, 1)
}

/// Returns games of random moves, with scores from the fifth ply on.
fn games(count: u64) -> Vec<TrainingGame> {
    let game = |seed| {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        for _ in 0..rng.usize(10..40) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            moves.push(legal[rng.usize(..legal.len())]);
            position.do_move(moves[moves.len() - 1]);
        }
        let scores = vec![12_345; moves.len().saturating_sub(4)];
        let (result, ending) = (ResultCode::BlackWins, EndingCode::AdjudicatedWin);
        TrainingGame { start: Position::startpos(), moves, scores, result, ending }
    };
    (0..count).map(game).collect()
}

#[test]
fn scores_are_those_of_searches_in_game_order() {
    let (network, control) = (default_network(), Control::default());
    let mut relabeler =
        Relabeler::new(&settings(&network), Arc::clone(&network), &control).unwrap();
    for game in games(3) {
        let found = relabeler.relabel(&game).unwrap().unwrap();
        assert_eq!(TrainingGame { scores: game.scores.clone(), ..found.clone() }, game);
        let mut searcher = Searcher::new(SearcherOptions {
            hash_mib: 1,
            move_pruning: false,
            ..SearcherOptions::default()
        })
        .unwrap();
        let mut replay = game.replay();
        let mut expected = Vec::new();
        while let Some(ply) = replay.next_ply().unwrap() {
            if ply.ply < 4 {
                continue;
            }
            if expected.is_empty() {
                let limits = Limits::nodes(10 * NODES);
                searcher
                    .search(ply.position, &limits, &SearchSettings::default(), &control, None)
                    .unwrap();
            }
            let limits = Limits::soft_nodes(NODES, 8 * NODES);
            let result = searcher
                .search(ply.position, &limits, &SearchSettings::default(), &control, None)
                .unwrap();
            let white = ply.position.side_to_move() == ferz::Color::White;
            expected.push(if white { result.value } else { -result.value } as i16);
        }
        assert_eq!(found.scores, expected);
    }
}

#[test]
fn scores_with_the_settings_of_self_play_are_those_of_the_games() {
    let limits = SelfplaySettings { nodes: NODES, hash_mib: 1, ..Default::default() };
    let selfplay = SelfplaySettings { seed: 4, random_moves: 0.2, ..limits };
    let (network, control) = (default_network(), Control::default());
    let openings = OpeningSource { chess960: 0.5, random_plies: 6, ..OpeningSource::default() };
    let mut player =
        SelfplayPlayer::new(&selfplay, &openings, &control, default_network()).unwrap();
    let games = (0..).filter_map(|number| player.play(number, |_| true).ok());
    let mut relabeler =
        Relabeler::new(&settings(&network), Arc::clone(&network), &control).unwrap();
    for game in games.take(5) {
        assert_eq!(relabeler.relabel(&game).unwrap().unwrap(), game);
    }
}

#[test]
fn one_quiet_position_in_three_is_searched() {
    let (network, control) = (default_network(), Control::default());
    let settings = RelabelSettings { every: 3, quiet: true, ..settings(&network) };
    let mut relabeler = Relabeler::new(&settings, Arc::clone(&network), &control).unwrap();
    let mut offsets = [0; 3];
    for mut game in games(20) {
        game.scores.fill(50);
        if let Some(entry) = game.scores.get_mut(20) {
            *entry = RANDOM_MOVE;
        }
        let found = relabeler.relabel(&game).unwrap().unwrap();
        let mut quiet = Vec::new();
        game.visit(&PositionFilter::quiet(), |ply| quiet.push(ply.ply - 4)).unwrap();
        let searched: Vec<usize> = (0..found.scores.len())
            .filter(|&i| ![RANDOM_MOVE, UNSEARCHED].contains(&found.scores[i]))
            .collect();
        let offset =
            (0..3).find(|&offset| searched.iter().eq(quiet.iter().skip(offset).step_by(3)));
        if quiet.len() >= 3 {
            offsets[offset.unwrap()] += 1;
        }
        assert_eq!(
            found.scores.get(20).filter(|&&entry| entry == RANDOM_MOVE),
            game.scores.get(20)
        );
    }
    assert!(offsets.iter().all(|&count| count > 0), "{offsets:?}");
}

/// Returns games as if they were read from a file.
fn of_file(games: &[TrainingGame]) -> impl Iterator<Item = Result<FileGame, GamesError>> + Send {
    let file_game = |(index, game): (usize, &TrainingGame)| FileGame {
        game: game.clone(),
        path: Path::new("games.ferz").into(),
        number: index + 1,
        settings: "{}".into(),
        bytes_read: 0,
    };
    games.iter().enumerate().map(file_game).map(Ok).collect::<Vec<_>>().into_iter()
}

/// Returns relabelers for a number of threads.
fn relabelers(threads: usize, control: &Control) -> Vec<Relabeler<'_>> {
    let network = default_network();
    let relabeler = || Relabeler::new(&settings(&network), Arc::clone(&network), control);
    (0..threads).map(|_| relabeler().unwrap()).collect()
}

/// Relabels games with a number of threads. Returns those before the first error.
fn relabelled(
    threads: usize,
    games: &[TrainingGame],
) -> (Vec<TrainingGame>, Result<(), RelabelFilesError>) {
    let control = Control::default();
    let mut found = Vec::new();
    let result = relabel_files(relabelers(threads, &control), &control, of_file(games), |game| {
        found.push(game.game);
        ControlFlow::Continue(())
    });
    (found, result)
}

#[test]
fn scores_do_not_depend_on_threads_and_order() {
    let games = games(30);
    let (one, result) = relabelled(1, &games);
    assert!(result.is_ok());
    assert!(one.iter().zip(&games).all(|(found, game)| found.moves == game.moves));
    assert_eq!(relabelled(3, &games).0, one);
    let reversed: Vec<TrainingGame> = games.into_iter().rev().collect();
    let mut reversed = relabelled(2, &reversed).0;
    reversed.reverse();
    assert_eq!(reversed, one);
}

#[test]
fn scores_are_those_of_the_network() {
    let control = Control::default();
    let network = default_network();
    let doubled = Arc::new(Network::clone(&network).with_scale(2 * network.scale()));
    let game = &games(1)[0];
    let scores = |network: &Arc<Network>| {
        let settings = settings(network);
        let mut relabeler = Relabeler::new(&settings, Arc::clone(network), &control).unwrap();
        (settings.network, relabeler.relabel(game).unwrap().unwrap().scores)
    };
    let (first, second) = (scores(&network), scores(&doubled));
    assert!(first.0 != second.0 && first.1 != second.1);
}

#[test]
fn illegal_games_are_reported_after_the_games_before() {
    let mut games = games(20);
    games[11].moves[7] = games[11].moves[6];
    let (expected, _) = relabelled(1, &games[..11]);
    let (found, result) = relabelled(3, &games);
    assert_eq!(found, expected);
    let Err(RelabelFilesError::Games(GamesError::Illegal { number, error, .. })) = result else {
        panic!("{result:?}");
    };
    assert_eq!((number, error.ply, error.illegal.0), (12, 7, games[11].moves[7]));
}

#[test]
fn breaks_and_stops_end_relabelling() {
    let control = Control::default();
    let mut received = 0;
    let result = relabel_files(relabelers(2, &control), &control, of_file(&games(20)), |_| {
        received += 1;
        if received == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(result.is_ok() && received == 3 && control.is_stopped());
    let result = relabel_files(relabelers(2, &control), &control, of_file(&games(1)), |_| {
        panic!("a game was searched")
    });
    assert!(matches!(result, Err(RelabelFilesError::Stopped)));
    let mut single = relabelers(1, &control).remove(0);
    assert_eq!(single.relabel(&games(1)[0]), Ok(None));
}

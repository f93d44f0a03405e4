//! Relabelling: the scores are those of searches in game order, on any number of threads.

use ferz::Position;
use ferz_engine::eval::default_network;
use ferz_engine::{Control, Limits, Searcher};
use ferz_nnue::Network;
use ferz_train::format::{Ending, Game, GameResult};
use ferz_train::relabel::{LabelSettings, ParallelRelabeler, RelabelError, Relabeler};
use std::sync::Arc;

const NODES: u64 = 60;

fn settings(network: &Network) -> LabelSettings {
    LabelSettings::new(network, NODES, 1)
}

/// Returns games of random moves, with scores from the fifth ply on.
fn games(count: u64) -> Vec<Game> {
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
        let (result, ending) = (GameResult::BlackWins, Ending::AdjudicatedWin);
        Game { start: Position::startpos(), moves, scores, result, ending }
    };
    (0..count).map(game).collect()
}

#[test]
fn scores_are_those_of_searches_in_game_order() {
    let (network, control) = (default_network(), Control::default());
    let mut relabeler =
        Relabeler::new(&settings(&network), Arc::clone(&network), &control).unwrap();
    for game in games(3) {
        let found = relabeler.relabel(&game).unwrap();
        assert_eq!(Game { scores: game.scores.clone(), ..found.clone() }, game);
        let mut searcher = Searcher::new(1, 1).unwrap();
        let mut replay = game.replay();
        let mut expected = Vec::new();
        while let Some(ply) = replay.next_ply().unwrap() {
            if ply.ply < 4 {
                continue;
            }
            let limits = Limits::soft_nodes(NODES, 8 * NODES);
            let result = searcher.search_silent(ply.position, &limits, &control).unwrap();
            let white = ply.position.side_to_move() == ferz::Color::White;
            expected.push(if white { result.value } else { -result.value } as i16);
        }
        assert_eq!(found.scores, expected);
    }
}

#[test]
fn scores_do_not_depend_on_threads_and_order() {
    let (network, control) = (default_network(), Control::default());
    let games = games(30);
    let references: Vec<&Game> = games.iter().collect();
    let parallel =
        |threads| ParallelRelabeler::new(threads, &settings(&network), &network, &control).unwrap();
    let one = parallel(1).relabel(&references);
    assert!(one.iter().all(Result::is_ok));
    assert_eq!(parallel(3).relabel(&references), one);
    let reversed: Vec<&Game> = games.iter().rev().collect();
    let mut reversed = parallel(2).relabel(&reversed);
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
        (settings.network, relabeler.relabel(game).unwrap().scores)
    };
    let (first, second) = (scores(&network), scores(&doubled));
    assert!(first.0 != second.0 && first.1 != second.1);
}

#[test]
fn illegal_games_and_stops_are_reported_for_their_game() {
    let (network, control) = (default_network(), Control::default());
    let mut games = games(3);
    games[1].moves[7] = games[1].moves[6];
    let references: Vec<&Game> = games.iter().collect();
    let relabeler = ParallelRelabeler::new(2, &settings(&network), &network, &control).unwrap();
    let found = relabeler.relabel(&references);
    assert!(found[0].is_ok() && found[2].is_ok());
    let Err(RelabelError::Illegal(error)) = &found[1] else { panic!("{:?}", found[1]) };
    assert_eq!((error.ply, error.illegal.0), (7, games[1].moves[7]));
    control.stop();
    assert_eq!(relabeler.relabel(&references[..1]), [Err(RelabelError::Stopped)]);
}

//! Statistics of games with known counts.

use ferz::Position;
use ferz_train::format::{EndingCode, ResultCode, TrainingGame};
use ferz_train::statistics::{Duplicates, GameStatistics};

/// Returns a game of moves in UCI notation, of which the last ones have these scores.
fn game(moves: &str, scores: &[i16], result: ResultCode) -> TrainingGame {
    let start = Position::startpos();
    let mut position = start.clone();
    let mut play = |text: &str| {
        let mv = position.parse_uci(text).unwrap();
        position.do_move(mv);
        mv
    };
    let moves = moves.split(' ').map(&mut play).collect();
    TrainingGame { start, moves, scores: scores.to_vec(), result, ending: EndingCode::TooLong }
}

fn games() -> Vec<TrainingGame> {
    vec![
        // Positions after e4 (by any order of d4 and e4), after the knights and back again.
        game("e2e4 g8f6 g1f3 f6g8", &[10, 30, 60], ResultCode::WhiteWins),
        game("e2e4 g8f6 g1f3 f6g8", &[10, 30, 60], ResultCode::WhiteWins),
        game("e2e4 g8f6 g1f3 f6g8 f3g1 e7e5", &[-500, 0, 10, 30, 60], ResultCode::Draw),
        game("d2d4 d7d5", &[-31_990], ResultCode::BlackWins),
    ]
}

#[test]
fn known_games_are_counted() {
    let mut statistics = GameStatistics::default();
    let games = games();
    statistics.add(&games[..1]).unwrap();
    statistics.add(&games[1..]).unwrap();
    let found = statistics.summary();
    assert_eq!((found.games, found.plies, found.positions, found.longest), (4, 16, 12, 6));
    let results = ["1-0", "1/2-1/2", "0-1"].map(|result| found.results[result]);
    assert_eq!(results, [2, 1, 1]);
    assert_eq!((found.endings["length limit"], found.endings["checkmate"]), (4, 0));

    // Scored positions: after e4, after Nf6, after Nf3, each in three games; after Ng8 and after Ng1
    // in the third game, where the latter repeats the position after e4; after d4.
    let positions = Duplicates { sampled_one_in: 1, counted: 12, distinct: 5, repeated: 10 };
    assert_eq!(found.duplicate_positions, positions);
    // The first three games have the same position after the opening, e4.
    let openings = Duplicates { sampled_one_in: 1, counted: 4, distinct: 2, repeated: 3 };
    assert_eq!(found.duplicate_openings, openings);
    let same = Duplicates { sampled_one_in: 1, counted: 4, distinct: 3, repeated: 2 };
    assert_eq!(found.duplicate_games, same);

    let bins: Vec<_> =
        found.scores.iter().map(|bin| (bin.up_to, bin.positions, bin.mean_result)).collect();
    let expected = [
        (Some(5), 1, Some(0.5)),
        (Some(25), 3, Some(2.5 / 3.0)),
        (Some(50), 3, Some(2.5 / 3.0)),
        (Some(100), 3, Some(2.5 / 3.0)),
        (Some(200), 0, None),
        (Some(400), 0, None),
        (Some(1000), 1, Some(0.5)),
        (Some(3000), 0, None),
        (None, 1, Some(1.0)),
    ];
    assert_eq!(bins, expected);
}

#[test]
fn games_with_an_illegal_one_are_not_counted() {
    let mut games = games();
    games[2].moves[1] = games[2].moves[0];
    let mut statistics = GameStatistics::default();
    let error = statistics.add(&games).unwrap_err();
    assert_eq!((error.index, error.error.ply), (2, 1));
    assert_eq!(statistics.summary().games, 0);
}

#[test]
fn no_games_have_no_scale() {
    let found = GameStatistics::default().summary();
    assert_eq!((found.games, found.logistic_scale), (0, None));
    assert_eq!(found.duplicate_positions.share(), 0.0);
}

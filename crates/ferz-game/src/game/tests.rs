use super::*;
use ferz::Color;

fn game(fen: &str) -> Game {
    Game::from_position(&Position::from_fen(fen).unwrap())
}

fn play(game: &mut Game, line: &str) {
    for san in line.split(' ') {
        game.play_san(san).unwrap();
    }
}

fn reason(game: &Game) -> Option<EndReason> {
    game.ending().map(Ending::reason)
}

#[test]
fn games_end_by_themselves() {
    let rows = [
        ("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", "Qg7#", EndReason::Checkmate, GameResult::WhiteWins),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "Qg6", EndReason::Stalemate, GameResult::Draw),
        ("7k/8/5K2/6q1/8/8/8/8 w - - 0 1", "Kxg5", EndReason::DeadPosition, GameResult::Draw),
        ("7k/8/8/8/8/8/R7/K7 w - - 149 100", "Rb2", EndReason::SeventyFiveMoves, GameResult::Draw),
        // Checkmate precedes the counter of moves.
        ("7k/8/6K1/8/8/8/R7/8 w - - 149 100", "Ra8#", EndReason::Checkmate, GameResult::WhiteWins),
        // The only legal move of White captures the last piece that could checkmate.
        ("8/8/8/4q3/8/5k2/8/7K b - - 0 1", "Qh2+", EndReason::DeadPosition, GameResult::Draw),
    ];
    for (fen, san, expected, result) in rows {
        let mut game = game(fen);
        assert_eq!(reason(&game), None, "{fen}");
        let ending = game.play_san(san).unwrap().unwrap();
        assert_eq!((ending.reason(), ending.result()), (expected, result), "{fen}");
        assert!(matches!(game.play_san("Ka1"), Err(PlayError::GameOver(_))));
        assert!(game.undo().is_some() && !game.is_over());
    }
}

#[test]
fn fifth_occurrence_ends_the_game_and_the_third_can_be_claimed() {
    let mut game = Game::new();
    let mut claims = Vec::new();
    for _ in 0..4 {
        play(&mut game, "Nf3 Nf6 Ng1");
        let back = game.position().parse_san("Ng8").unwrap();
        claims.push((game.claimable_draw_with(back), game.position().repetition_count()));
        game.play(back).unwrap();
        claims.push((game.claimable_draw(), game.position().repetition_count()));
    }
    let threefold = Some(DrawClaim::ThreefoldRepetition);
    let expected = [
        (None, 1),
        (None, 2),
        (threefold, 2),
        (threefold, 3),
        (threefold, 3),
        (threefold, 4),
        (threefold, 4),
        (None, 5),
    ];
    assert_eq!(claims, expected);
    assert_eq!(reason(&game), Some(EndReason::FivefoldRepetition));
    game.undo();
    let ending = game.claim_draw(None).unwrap();
    assert_eq!(ending.to_string(), "1/2-1/2 (threefold repetition)");
    assert_eq!(game.claim_draw(None), Err(ClaimError::GameOver(ending)));
}

#[test]
fn en_passant_counts_for_repetition_only_if_it_is_legal() {
    // After d2-d4 the capture on d3 would open the fourth rank between the king and the rook, so
    // the position after the move equals the later ones.
    let mut pinned = game("8/8/8/8/R3p2k/8/3P4/4K3 w - - 0 1");
    play(&mut pinned, "d4 Kg5 Ra3 Kh4 Ra4");
    assert_eq!(pinned.position().repetition_count(), 2);
    let mut free = game("8/8/8/8/4p2k/R7/3P4/4K3 w - - 0 1");
    play(&mut free, "d4 Kg5 Ra4 Kh4 Ra3");
    assert_eq!(free.position().repetition_count(), 1);
}

#[test]
fn fifty_moves_are_claimed_also_with_the_next_move() {
    let mut game = game("7k/8/8/8/8/8/R7/K7 w - - 98 80");
    let next = game.position().parse_san("Rb2").unwrap();
    assert_eq!((game.claimable_draw(), game.claimable_draw_with(next)), (None, None));
    assert_eq!(game.claim_draw(Some(next)), Err(ClaimError::NotJustified));
    game.play(next).unwrap();
    let next = game.position().parse_san("Kg7").unwrap();
    assert_eq!(game.claimable_draw(), None);
    assert_eq!(game.claimable_draw_with(next), Some(DrawClaim::FiftyMoves));
    let mut claimed = game.clone();
    assert_eq!(claimed.claim_draw(Some(next)).unwrap().reason(), EndReason::FiftyMoves);
    game.play(next).unwrap();
    assert_eq!(game.claimable_draw(), Some(DrawClaim::FiftyMoves));
    let illegal = game.moves()[0];
    assert!(matches!(game.claim_draw(Some(illegal)), Err(ClaimError::Illegal(_))));
}

#[test]
fn losses_are_draws_if_the_opponent_cannot_checkmate() {
    let rows = [
        ("8/8/8/8/8/5k2/7q/K7 w - - 0 1", Color::White, GameResult::BlackWins),
        ("8/8/8/8/8/5k2/7q/K7 w - - 0 1", Color::Black, GameResult::Draw),
        // A knight wins against a pawn only with the help of that pawn.
        ("8/8/8/4n3/8/5k2/P7/K7 w - - 0 1", Color::White, GameResult::BlackWins),
        ("8/8/8/4n3/8/5k2/Q7/K7 w - - 0 1", Color::White, GameResult::Draw),
        // Black wins by capturing the knight with a pawn, which opens the wall.
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/6N1/4K3 w - - 0 1", Color::White, GameResult::BlackWins),
    ];
    for (fen, loser, result) in rows {
        for end in [Game::resign, Game::flag_fall, Game::illegal_move] {
            let mut game = game(fen);
            assert_eq!(end(&mut game, loser).unwrap().result(), result, "{fen}");
            assert!(matches!(game.agree_draw(), Err(EndError::GameOver(_))));
        }
        for end in [Game::forfeit, Game::absence] {
            let ending = end(&mut game(fen), loser).unwrap();
            assert_eq!(ending.winner(), Some(!loser));
        }
    }
}

#[test]
fn draws_are_agreed_after_a_move_of_each_player() {
    let mut game = Game::new();
    play(&mut game, "e4");
    assert_eq!(game.agree_draw(), Err(EndError::TooEarly));
    play(&mut game, "e5");
    assert_eq!(game.agree_draw().unwrap().to_string(), "1/2-1/2 (agreement)");
    assert_eq!(game.result(), GameResult::Draw);
}

#[test]
fn clocks_run_and_are_restored_by_undo() {
    let mut game = Game::new();
    game.set_time_control(&"10+1".parse().unwrap());
    let second = Duration::from_secs(1);
    let e4 = game.position().parse_san("e4").unwrap();
    game.play_timed(e4, 3 * second).unwrap();
    assert_eq!(game.clock().map(|clock| clock.remaining(Color::White)), Some(8 * second));
    let e5 = game.position().parse_san("e5").unwrap();
    game.play(e5).unwrap();
    assert_eq!(game.clock().map(|clock| clock.remaining(Color::Black)), Some(10 * second));
    game.undo();
    let ending = game.play_timed(e5, 10 * second).unwrap().unwrap();
    assert_eq!((ending.reason(), ending.winner()), (EndReason::TimeForfeit, Some(Color::White)));
    assert_eq!(game.moves(), [e4]);
    assert_eq!(game.undo(), Some(e4));
    assert_eq!(game.clock(), Some(&Clock::new("10+1".parse().unwrap())));
}

#[test]
fn replays_visit_the_positions_of_the_game() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut game = Game::new();
    let mut fens = vec![game.position().fen()];
    while game.moves().len() < 80 && !game.is_over() {
        let mv = random.choice(game.position().legal_moves().iter().copied()).unwrap();
        game.play(mv).unwrap();
        fens.push(game.position().fen());
    }
    let mut replay = game.replay();
    for _ in 0..200 {
        let ply = random.usize(..fens.len());
        assert!(replay.seek(ply));
        assert_eq!((replay.ply(), &replay.position().fen()), (ply, &fens[ply]));
    }
    assert!(!replay.seek(fens.len()));
}

//! The engine plays, with `ferz` as the referee.

use ferz::Position;
use ferz_learn::engine::uci::run;
use ferz_learn::random::Random;

/// Returns the move that the engine plays after these moves.
fn answer(moves: &[String]) -> String {
    let commands = format!("position startpos moves {}\ngo depth 2\n", moves.join(" "));
    let mut output = Vec::new();
    run(commands.replace(" moves \n", "\n").as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    let (_, mv) = text.trim_end().rsplit_once("bestmove ").unwrap();
    mv.to_owned()
}

#[test]
fn the_engine_mates_an_opponent_who_plays_at_random() {
    let mut random = Random(1);
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    while !position.legal_moves().is_empty() && moves.len() < 200 {
        let text = if moves.len() % 2 == 0 {
            answer(&moves)
        } else {
            let legal = position.legal_moves();
            let mv = legal[random.next() as usize % legal.len()];
            position.uci(mv).to_string()
        };
        let mv = position.parse_uci(&text).expect("the engine plays legal moves");
        position.do_move(mv);
        moves.push(text);
    }
    assert!(position.is_checkmate() && moves.len() % 2 == 1, "{moves:?}");
}

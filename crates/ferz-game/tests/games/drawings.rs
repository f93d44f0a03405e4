//! Drawings are those of the files beside this one.

use ferz::{Position, Square};
use ferz_game::analysis::{EvaluatedPosition, Evaluation, EvaluationChart, GameAnalysis};
use ferz_game::pgn::Games;
use ferz_game::svg::BoardSvg;
use ferz_game::{Arrow, MarkColor, SquareMark};

#[test]
fn boards_equal_the_file() {
    let mut position = Position::from_fen("1n2kb1r/P5p1/8/8/8/8/8/R2QK3 w Q - 0 1").unwrap();
    position.do_move(position.parse_san("axb8=Q+").unwrap());
    let arrow = |from, to, color| Arrow { from, to, color };
    let mark = |square, color| SquareMark { square, color };
    let board = BoardSvg {
        arrows: vec![
            arrow(Square::E8, Square::F7, MarkColor::Blue),
            arrow(Square::G1, Square::A3, MarkColor::Green),
            arrow(Square::D4, Square::D4, MarkColor::Orange),
        ],
        squares: vec![mark(Square::H8, MarkColor::Red), mark(Square::C2, MarkColor::Cyan)],
        ..BoardSvg::of_position(&position)
    };
    assert_eq!(board.to_string(), include_str!("board.svg"));
}

#[test]
fn charts_equal_the_file() {
    let pgn = "[White \"A & <B>\u{FFFE}\"]\n[Black \"\\\"C\"]\n[FEN \"4k3/3p4/8/8/8/8/3P4/4K3 b - - 0 7\"]\n\n\
        7... d6 8. d4 d5 9. Kd2 -- 10. Ke3 Ke7 11. Kd3 Kd7 1-0";
    let game = Games::new(pgn.as_bytes()).next().unwrap().unwrap().0;
    let scores = [0, 90, 90, 400, -40, -40, -900, 0, 20, 150];
    let positions = scores.map(|cp| EvaluatedPosition::new(Evaluation::Centipawns(cp)));
    let analysis = GameAnalysis::new(&game.tree, positions.into(), &Default::default()).unwrap();
    let chart = EvaluationChart::new(&game, &analysis);
    assert_eq!(chart.to_string(), include_str!("chart.svg"));
}

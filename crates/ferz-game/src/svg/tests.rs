use super::*;
use ferz::PieceType;

/// Returns the upper left corners of the pieces of a drawing.
fn piece_corners(svg: &str) -> Vec<String> {
    let starts = svg.split("translate(").skip(1);
    starts.map(|rest| rest.split(')').next().unwrap().to_owned()).collect()
}

#[test]
fn pieces_stand_on_their_squares_in_both_orientations() {
    let mut setup = Setup::empty();
    setup.pieces[Square::A1] = Some(ferz::Piece::new(Color::White, PieceType::King));
    setup.pieces[Square::B8] = Some(ferz::Piece::new(Color::Black, PieceType::King));
    let board = BoardSvg::new(&setup).coordinates(false);
    assert_eq!(piece_corners(&board.to_string()), ["0 700", "100 0"]);
    let turned = board.orientation(Color::Black);
    assert_eq!(piece_corners(&turned.to_string()), ["700 0", "600 700"]);
    let bordered = turned.coordinates(true);
    assert_eq!(piece_corners(&bordered.to_string()), ["750 50", "650 750"]);
}

#[test]
fn drawings_are_well_formed() {
    let mut position = Position::startpos();
    for san in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "O-O", "d6", "Bxf7+"] {
        let mv = position.parse_san(san).unwrap();
        position.do_move(mv);
    }
    let arrow = |from, to| Arrow { from, to, color: MarkColor::Blue };
    let svg = BoardSvg::of_position(&position)
        .arrow(arrow(Square::E8, Square::F7))
        .arrow(arrow(Square::D4, Square::D4))
        .square(SquareMark { square: Square::H8, color: MarkColor::Red })
        .to_string();
    assert_eq!(svg.matches('<').count(), svg.matches('>').count());
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    assert_eq!(svg.matches("translate(").count(), position.occupied().len());
    assert_eq!(svg.matches("<text").count(), 32);
    assert_eq!(svg.matches("#e01010").count(), 4);
    assert_eq!(svg.matches("#cdd26a").count(), 2);
    assert_eq!(svg.matches(rgb(MarkColor::Blue)).count(), 2);
    assert!(!svg.contains("NaN") && !svg.contains("id="));
}

#[test]
fn castling_highlights_the_squares_of_the_king() {
    let mut position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").unwrap();
    for (san, target) in [("O-O-O", Square::C8), ("O-O", Square::G1)] {
        let mv = position.parse_san(san).unwrap();
        position.do_move(mv);
        let board = BoardSvg::of_position(&position);
        assert_eq!(board.highlights, [mv.from(), target]);
    }
}

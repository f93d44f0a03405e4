use super::*;
use ferz::{Position, Square};
use proptest::prelude::*;

fn pattern(text: &str) -> PositionPattern {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

const FEN: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";

#[test]
fn conditions_are_those_of_the_text() {
    let position = Position::from_fen(FEN).unwrap();
    for (text, expected) in [
        ("Nf3", true),
        ("nf3", false),
        ("Nf3,Pe4,pe5,_e3", true),
        ("  Nf3 Pe4,, pe5 ,", true),
        ("Nf3,Pe5", false),
        ("_e4", false),
        ("Ae4,ae5", true),
        ("Ae5", false),
        ("ae4", false),
        ("[NB]c4,[NB]c3", true),
        ("[Nn_]d4", true),
        ("[NBRQK]e4", false),
        ("Ra-h1", true),
        ("Ra-h2", false),
        ("Pe3-5", true),
        ("Pe5-8", false),
        ("Ka-c1-2", false),
        ("Kc-g1-2", true),
        ("K[g1,e1]", true),
        ("k[g8,h8,a-c7-8]", false),
        ("q", true),
        ("!q", false),
        ("!pa-h6", true),
        ("!pa-h7", false),
        ("!_", false),
        ("b,a,A,_", true),
        (FEN.split(' ').next().unwrap(), true),
        ("*/*/*/*/*/*/*/*", true),
        ("????????/*/*/2b1p3/2B1P3/??N??N??/*/*", true),
        ("*/*/*/2b1p3/2B5/*/*/*", false),
        ("*/*/*/??[bn]*/??A?P*/*/*/R?????1R", true),
        ("*/*/*/????a3/*/*/*/*", true),
        ("8/8/8/8/8/8/8/8", false),
    ] {
        assert_eq!(pattern(text).matches(&position), expected, "{text}");
    }
}

#[test]
fn errors_have_a_column() {
    for (text, error) in [
        ("", "column 1: found the end, expected a piece like N"),
        (" ,", "column 3: found the end, expected a piece"),
        ("e4", "column 1: found `e`, expected a piece"),
        ("Nf", "column 3: found the end, expected a rank from 1 to 8"),
        ("Nf9", "column 3: found `9`, expected a rank"),
        ("NF5", "column 2: found `F`, expected a square, or a comma"),
        ("Nf5Pe4", "column 4: found `P`, expected a comma before"),
        ("Nf5, Xe4", "column 6: found `X`"),
        ("Nf5-", "column 5: found the end, expected a rank that is not before"),
        ("Nh-a1", "column 4: found `a`, expected a file that is not before the first"),
        ("N[f5", "column 5: found the end, expected a comma or a closing"),
        ("N[]", "column 3: found `]`, expected a file"),
        ("[]f5", "column 2: found `]`, expected a piece within"),
        ("[N", "column 3: found the end, expected a piece within"),
        ("!!N", "column 2: found `!`"),
        ("N\u{1b}", "column 2: found `\\u{1b}`"),
        ("éf5", "column 1: found `é`"),
        ("/", "column 1: found `/`, expected a piece, a number of empty"),
        ("8/8", "column 4: found the end, expected `/` and another rank"),
        ("8/8/8/8/8/8/8/8 w", "column 16: found ` `, expected the end after eight"),
        ("8/8/8/8/8/8/8/8/8", "column 16: found `/`, expected the end after eight"),
        ("7P1/8/8/8/8/8/8/8", "column 3: found `1`, expected `/`"),
        ("7P/44/5P4/8/8/8/8/8", "column 9: found `4`, expected at most eight"),
        ("7/8/8/8/8/8/8/8", "column 2: found `/`, expected a piece, a number"),
        ("0/8/8/8/8/8/8/8", "column 1: found `0`"),
    ] {
        let found = text.parse::<PositionPattern>().unwrap_err().to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
    let long = "Nf5,".repeat(300);
    assert_eq!(long.parse::<PositionPattern>(), Err(ParsePatternError::TooLong { length: 1200 }));
}

#[test]
fn each_square_and_piece_is_found() {
    let position = Position::from_fen(FEN).unwrap();
    for square in Square::ALL {
        for letter in "PNBRQKpnbrqk".chars() {
            let is_there = position.piece_on(square).map(|piece| piece.letter()) == Some(letter);
            assert_eq!(pattern(&format!("{letter}{square}")).matches(&position), is_there);
            assert_eq!(pattern(&format!("!{letter}{square}")).matches(&position), !is_there);
        }
        let is_empty = position.piece_on(square).is_none();
        assert_eq!(pattern(&format!("_{square}")).matches(&position), is_empty);
        assert_eq!(pattern(&format!("[Aa]{square}")).matches(&position), !is_empty);
    }
}

proptest! {
    /// A pattern matches a position if the flipped pattern matches the flipped position.
    #[test]
    fn flipped_patterns_match_flipped_positions(text in "(!?[NBRQKPnbrqkpAa_][a-h][1-8],){1,3}") {
        let position = Position::from_fen(FEN).unwrap();
        let other = position.flip_colors();
        let pattern = pattern(&text);
        prop_assert_eq!(pattern.matches(&position), pattern.flip_colors().matches(&other));
        prop_assert_eq!(pattern.flip_colors().flip_colors(), pattern);
    }

    /// No text causes a panic, and the column of an error is in the text or at its end.
    #[test]
    fn any_text_is_a_pattern_or_an_error(text in r"([NBRQKPAa_\[\]!,/?*é0-9a-h -]|\PC){0,40}") {
        match text.parse::<PositionPattern>() {
            Ok(pattern) => { pattern.matches(&Position::startpos()); }
            Err(ParsePatternError::Unexpected { column, found, .. }) => {
                prop_assert_eq!(text.chars().nth(column - 1), found);
            }
            Err(error) => prop_assert!(text.len() > PositionPattern::MAX_LENGTH, "{}", error),
        }
    }
}

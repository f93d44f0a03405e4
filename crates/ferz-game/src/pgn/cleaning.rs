//! Cleaning of games: what a game keeps, what is corrected and what is added before it is written.

use super::{GamePosition, PgnGame, SEVEN_TAG_ROSTER, WriteOptions};
use crate::openings::OpeningClassifier;

/// Rules by which a game is cleaned. The default corrects the result and writes everything with
/// [`WriteOptions::default`].
///
/// ```
/// use ferz_game::pgn::{Cleaning, Games, TagSelection, WriteOptions};
/// let pgn = "[Event \"Club\"]\n[Annotator \"x\"]\n\n1.f3 e5 2.g2-g4 {oh [%clk 0:01:00]} Qh4+ *";
/// let (mut game, _) = Games::new(pgn.as_bytes()).next().transpose()?.unwrap();
/// let write = WriteOptions { comments: false, ..WriteOptions::default() };
/// let cleaning = Cleaning {
///     tags: TagSelection::Only(vec!["ECO".into()]),
///     eco: true,
///     write,
///     ..Cleaning::default()
/// };
/// cleaning.clean(&mut game);
/// let text = cleaning.write.to_string(&game);
/// assert!(text.contains("[Event \"Club\"]\n") && !text.contains("Annotator"));
/// assert!(text.contains("[Result \"0-1\"]\n[ECO \"A00\"]\n"));
/// assert!(text.ends_with("\n\n1. f3 e5 2. g4 {[%clk 0:01:00]} 2... Qh4# 0-1\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cleaning {
    /// The tags that are kept.
    pub tags: TagSelection,
    /// The number of plies after which the moves of every line are deleted. A cut game keeps its result,
    /// and a tag `PlyCount` is corrected.
    pub max_plies: Option<usize>,
    /// Sets the tag `ECO` to the code of the opening, found by the positions. A game without a named
    /// position keeps its tag, and so does one of a variant.
    pub eco: bool,
    /// Sets the tag `Opening` to the name of the opening, like [`eco`](Self::eco).
    pub opening: bool,
    /// Sets the tag `PlyCount` to the number of plies of the main line.
    pub ply_count: bool,
    /// The options of the writer.
    pub write: WriteOptions,
}

/// The tags that a game keeps. Those of the roster, `SetUp` and `FEN` are always written; see
/// [`Tags`](super::Tags).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TagSelection {
    /// All tags but these. A tag of the roster gets its default value.
    Without(Vec<String>),
    /// These tags and the roster.
    Only(Vec<String>),
}

impl Default for TagSelection {
    /// Keeps all tags.
    fn default() -> Self {
        Self::Without(Vec::new())
    }
}

impl TagSelection {
    /// Returns true if a tag is kept.
    pub fn contains(&self, name: &str) -> bool {
        let is_listed = |names: &[String]| names.iter().any(|listed| listed == name);
        match self {
            Self::Without(names) => !is_listed(names),
            Self::Only(names) => SEVEN_TAG_ROSTER.contains(&name) || is_listed(names),
        }
    }
}

impl Cleaning {
    /// Cleans a game: corrects the result if the main line ends with checkmate, stalemate or the end of a
    /// variant, selects and adds tags, and cuts the moves. What the writer leaves out stays in the game.
    pub fn clean<P: GamePosition>(&self, game: &mut PgnGame<P>) {
        game.tags.retain(|name| self.tags.contains(name));
        let mut cursor = game.tree.cursor();
        let mut classifier = OpeningClassifier::new();
        let needs_opening = self.eco || self.opening;
        let mut plies = 0;
        loop {
            if let Some(position) = cursor.position().chess().filter(|_| needs_opening) {
                classifier.add(position);
            }
            if !cursor.forward() {
                break;
            }
            plies += 1;
        }
        if let Some((result, _)) = cursor.position().end() {
            game.result = result;
        }
        // The names are valid.
        let mut set = |name: &str, value: &str| drop(game.tags.set(name, value));
        if let Some(opening) = classifier.opening() {
            if self.eco {
                set("ECO", &opening.eco.to_string());
            }
            if self.opening {
                set("Opening", opening.name);
            }
        }
        let limit = self.max_plies.unwrap_or(usize::MAX);
        let is_cut = limit < plies;
        if self.max_plies.is_some() {
            game.tree.truncate(limit);
        }
        if self.ply_count || is_cut && game.tags.get("PlyCount").is_some() {
            let plies = plies.min(limit).to_string();
            // The name is valid.
            let _ = game.tags.set("PlyCount", &plies);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;
    use crate::pgn::Games;

    fn game(pgn: &str) -> PgnGame {
        Games::new(pgn.as_bytes()).next().unwrap().unwrap().0
    }

    fn cleaned(cleaning: &Cleaning, pgn: &str) -> PgnGame {
        let mut game = game(pgn);
        cleaning.clean(&mut game);
        game
    }

    #[test]
    fn results_are_those_of_the_board() {
        let stalemate = "[FEN \"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\"]\n\n1. Qg6 1-0";
        for (pgn, result) in [
            ("1. f3 e5 2. g4 Qh4 1-0", GameResult::BlackWins),
            ("1. f3 e5 2. g4 Qh4 *", GameResult::BlackWins),
            (stalemate, GameResult::Draw),
            ("1. f3 e5 1-0", GameResult::WhiteWins),
            ("[Result \"1-0\"]\n\n1. f3 e5 *", GameResult::WhiteWins),
        ] {
            assert_eq!(cleaned(&Cleaning::default(), pgn).result, result, "{pgn}");
        }
    }

    #[test]
    fn the_default_keeps_everything() {
        let pgn = "[White \"a\"]\n[X \"y\"]\n[PlyCount \"9\"]\n\n1. e4 $1 {[%clk 0:01:00] b} (1. d4 d5 (1... Nf6)) 1... e5 1-0";
        assert_eq!(cleaned(&Cleaning::default(), pgn), game(pgn));
    }

    #[test]
    fn cut_games_have_their_tags_and_result() {
        let pgn = "[PlyCount \"4\"]\n\n1. f3 e5 (1... d5 2. e4) 2. g4 (2. e4 d6) 2... Qh4# *";
        let cleaning =
            Cleaning { max_plies: Some(2), eco: true, opening: true, ..Cleaning::default() };
        let game = cleaned(&cleaning, pgn);
        assert_eq!(format!("{:?}", game.tree), "Tree(1. f3 e5 (1... d5))");
        let tag = |name: &str| game.tags.get(name).unwrap_or_default();
        assert_eq!([tag("PlyCount"), tag("ECO")], ["2", "A00"]);
        assert!(tag("Opening").starts_with("Barnes Opening: Fool's Mate"), "{}", tag("Opening"));
        assert_eq!(game.result, GameResult::BlackWins);
        let whole = Cleaning { max_plies: Some(4), ..Cleaning::default() };
        assert_eq!(cleaned(&whole, "[PlyCount \"9\"]\n\n1. f3 e5").tags.get("PlyCount"), Some("9"));
        let none = Cleaning { max_plies: Some(0), ply_count: true, ..Cleaning::default() };
        assert_eq!(cleaned(&none, "1. f3 (1. e4) e5").tags.get("PlyCount"), Some("0"));
    }

    #[test]
    fn selected_tags_are_kept_beside_the_roster() {
        let names = |tags: TagSelection| {
            let pgn = "[White \"a\"]\n[ECO \"A00\"]\n[Source \"b\"]\n\n*";
            let game = cleaned(&Cleaning { tags, ..Cleaning::default() }, pgn);
            game.tags.iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(TagSelection::default()), "White ECO Source");
        assert_eq!(names(TagSelection::Only(Vec::new())), "White");
        assert_eq!(names(TagSelection::Only(vec!["Source".into()])), "White Source");
        assert_eq!(names(TagSelection::Without(vec!["Source".into(), "White".into()])), "ECO");
    }

    #[test]
    fn parts_of_comments_are_written_by_choice() {
        let pgn = "1. e4 {a [%clk 0:01:00] b [%eval 0.3,2] [%csl Gd4]} {[%eval 1]} (1. d4 {c}) e5 {[%emt 0:00:01]} *";
        let text = |comments, clocks, evaluations| {
            let options = WriteOptions {
                line_width: 0,
                tags: false,
                comments,
                clocks,
                evaluations,
                ..WriteOptions::default()
            };
            options.to_string(&game(pgn)).trim().to_owned()
        };
        assert_eq!(text(true, true, true), pgn.replace(") e5", ") 1... e5"));
        assert_eq!(text(true, false, false), "1. e4 {a b [%csl Gd4]} (1. d4 {c}) 1... e5 *");
        assert_eq!(
            text(false, true, false),
            "1. e4 {[%clk 0:01:00]} (1. d4) 1... e5 {[%emt 0:00:01]} *"
        );
        assert_eq!(text(false, false, true), "1. e4 {[%eval 0.3,2]} {[%eval 1]} (1. d4) 1... e5 *");
        assert_eq!(text(false, false, false), "1. e4 (1. d4) 1... e5 *");
    }
}

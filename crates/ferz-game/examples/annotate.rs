//! Plays a game with its result, adds a variation and annotations, and prints it as PGN.

use ferz::Score;
use ferz_game::game::Game;
use ferz_game::pgn::annotation::{Annotation, EvalAnnotation};
use ferz_game::pgn::{CommentPlace, Nag, NodeId, PgnGame};
use ferz_game::{Arrow, MarkColor};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new();
    for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
        game.play_san(san)?;
    }
    let mut pgn = PgnGame::new();
    pgn.result = game.result();
    pgn.tags.set("Event", "Example")?;
    let tree = &mut pgn.tree;
    let last = tree.add_line(NodeId::ROOT, game.moves())?;
    let path = tree.path(last);

    let blunder = path[5];
    tree.add_nag(blunder, Nag::BLUNDER);
    let eval = EvalAnnotation { score: Score::Mate(1), depth: Some(12) };
    let threat = Arrow { from: "h5".parse()?, to: "f7".parse()?, color: MarkColor::Red };
    let notes = [Annotation::Eval(eval), Annotation::Arrows(vec![threat])];
    for note in notes {
        tree.add_comment(blunder, CommentPlace::After, &note.to_string());
    }
    let better = tree.add_san(path[4], "g6")?;
    tree.add_comment(better, CommentPlace::Before, "Necessary was");
    tree.add_nag(better, Nag::GOOD);
    tree.add_san(better, "Qf3")?;

    let ending = game.ending().map_or("unfinished".into(), |ending| ending.to_string());
    tree.add_comment(last, CommentPlace::After, &ending);
    print!("{pgn}");
    Ok(())
}

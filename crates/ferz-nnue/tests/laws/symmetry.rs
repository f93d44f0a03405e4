//! Both colours and both halves of the board are evaluated alike.

use crate::positions;
use ferz::{Position, Square};
use ferz_nnue::{Network, Shape};

/// A network of a large scale, so that few values are equal by rounding.
fn network() -> Network {
    Network::random(23, Shape::new(96, 8).expect("an accepted shape")).with_scale(4000)
}

/// Calls `check` for all positions and for those after each of their moves.
fn for_each_position(mut check: impl FnMut(&Position)) {
    for mut position in positions::all() {
        check(&position);
        for &mv in position.legal_moves().iter() {
            position.do_move(mv);
            check(&position);
            position.undo_move();
        }
    }
}

#[test]
fn value_is_that_of_the_colour_flipped_position() {
    let network = network();
    for_each_position(|position| {
        let flipped = position.flip_colors();
        assert_eq!(network.evaluate(position), network.evaluate(&flipped), "{}", position.fen());
        let contributions = network.contributions(position);
        let other = network.contributions(&flipped);
        assert!(Square::ALL.iter().all(|&s| contributions[s] == other[s.flip_rank()]));
    });
}

#[test]
fn value_is_that_of_the_mirrored_position() {
    let network = network();
    for_each_position(|position| {
        let mirrored = position.mirror_files();
        assert_eq!(network.evaluate(position), network.evaluate(&mirrored), "{}", position.fen());
    });
}

/// The two properties above hold for a network that ignores its input; this one does not.
#[test]
fn values_differ_between_positions() {
    let network = network();
    let mut values = std::collections::HashSet::new();
    let mut count = 0;
    for_each_position(|position| {
        count += 1;
        values.insert(network.evaluate(position));
    });
    assert!(values.len() > 1000 && count > values.len(), "{} values of {count}", values.len());
}

use super::*;
use crate::pgn::writer::movetext_line;

/// Adds a line in SAN behind a node and returns the last node.
fn add(tree: &mut Tree, from: NodeId, line: &str) -> NodeId {
    line.split(' ').fold(from, |node, san| tree.add_san(node, san).unwrap())
}

/// Returns a tree with nested variations at several moves.
fn sample() -> (Tree, NodeId, NodeId, NodeId) {
    let mut tree = Tree::new();
    let e4 = add(&mut tree, NodeId::ROOT, "e4");
    add(&mut tree, e4, "e5 Nf3 Nc6");
    let d4 = add(&mut tree, NodeId::ROOT, "d4");
    add(&mut tree, d4, "d5 c4");
    let c5 = add(&mut tree, e4, "c5");
    let nf3 = add(&mut tree, c5, "Nf3");
    add(&mut tree, c5, "c3 d5");
    add(&mut tree, nf3, "d6");
    (tree, e4, d4, c5)
}

#[test]
fn walks_follow_the_order_of_pgn() {
    let (tree, ..) = sample();
    let text = "1. e4 (1. d4 d5 2. c4) 1... e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6";
    assert_eq!(movetext_line(&tree), text);
    assert_eq!(tree.len(), 12);
}

#[test]
fn variations_move_up_and_down() {
    let (mut tree, _, d4, c5) = sample();
    tree.add_comment(d4, CommentPlace::Before, "also");
    assert!(tree.promote(d4) && !tree.promote(d4));
    let text = "1. d4 {also} 1... d5 (1. e4 e5) 2. c4";
    tree.delete(c5).unwrap();
    assert!(
        movetext_line(&tree).starts_with("1. d4 {also} (1. e4 e5 2. Nf3 Nc6) 1... d5 2. c4"),
        "{text}"
    );
    assert!(tree.demote(d4) && !tree.demote(d4));
    assert_eq!(movetext_line(&tree), "1. e4 (1. d4 {also} 1... d5 2. c4) 1... e5 2. Nf3 Nc6");
}

#[test]
fn promotion_to_the_main_line_reorders_all_ancestors() {
    let (mut tree, e4, d4, c5) = sample();
    tree.promote_to_main_line(d4);
    let deep = tree.children(c5).nth(1).unwrap();
    assert!(!tree.is_main_line(deep));
    tree.promote_to_main_line(deep);
    assert!(tree.is_main_line(deep));
    assert_eq!(tree.main_line().take(3).collect::<Vec<_>>(), [e4, c5, deep]);
    assert_eq!(tree.depth(deep), 3);
    assert_eq!(tree.position(deep).san_line(&[]).as_deref(), Ok(""));
    assert_eq!(
        tree.position(deep).fen(),
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/2P5/PP1P1PPP/RNBQKBNR b KQkq - 0 2"
    );
}

#[test]
fn deleted_nodes_are_gone_and_compaction_keeps_the_game() {
    let (mut tree, e4, d4, c5) = sample();
    tree.add_nag(c5, 1);
    tree.add_nag(c5, 14);
    tree.add_comment(c5, CommentPlace::After, "Sicilian");
    tree.add_comment(e4, CommentPlace::After, " best  by\ttest ");
    tree.delete(d4).unwrap();
    assert!(!tree.contains(d4) && tree.contains(c5));
    assert_eq!(tree.len(), 9);
    let before = tree.clone();
    let memory = tree.memory();
    tree.compact();
    assert_eq!(tree, before);
    assert!(tree.memory() < memory);
    assert_eq!(movetext_line(&tree), movetext_line(&before));
    assert!(
        movetext_line(&tree)
            .starts_with("1. e4 {best by test} 1... e5 (1... c5 $1 $14 {Sicilian} 2. Nf3")
    );
    tree.delete_variations();
    assert_eq!(movetext_line(&tree), "1. e4 {best by test} 1... e5 2. Nf3 Nc6");
    tree.delete(NodeId::ROOT).unwrap();
    assert!(tree.is_empty());
    assert_eq!(tree, Tree::new());
}

#[test]
#[should_panic = "not part of the tree"]
fn deleted_nodes_cannot_be_used() {
    let (mut tree, _, d4, _) = sample();
    tree.delete(d4).unwrap();
    tree.mv(d4);
}

#[test]
fn nodes_of_other_trees_are_refused() {
    let (mut tree, e4, d4, _) = sample();
    let mut other = Tree::new();
    let (mv, last) = (tree.mv(e4).unwrap(), add(&mut tree, e4, "e5"));
    let foreign = last.max(d4);
    assert!(!other.contains(foreign));
    assert_eq!(other.add(foreign, mv), Err(TreeError::NoSuchNode));
    assert_eq!(other.add_san(foreign, "e5"), Err(TreeError::NoSuchNode));
    assert_eq!(other.add_line(foreign, &[mv]), Err(TreeError::NoSuchNode));
    assert_eq!(other.add_null_move(foreign), Err(TreeError::NoSuchNode));
    assert_eq!(other.delete(foreign), Err(TreeError::NoSuchNode));
    assert_eq!(other, Tree::new());
    tree.delete(d4).unwrap();
    assert_eq!(tree.delete(d4), Err(TreeError::NoSuchNode));
    assert_eq!(tree.add_san(d4, "d5"), Err(TreeError::NoSuchNode));
}

#[test]
#[should_panic = "not part of the tree"]
fn a_cursor_cannot_go_to_a_deleted_node() {
    let (mut tree, _, d4, _) = sample();
    tree.delete(d4).unwrap();
    tree.cursor().go_to(d4);
}

#[test]
fn merging_adds_what_is_missing_once() {
    let (mut tree, e4, ..) = sample();
    let mut other = Tree::new();
    let last = add(&mut other, NodeId::ROOT, "e4 c5 Nf3 Nc6");
    other.add_nag(last, 5);
    other.add_comment(NodeId::ROOT, CommentPlace::After, "Start");
    other.add_comment(last, CommentPlace::After, "open");
    tree.merge(&other).unwrap();
    assert_eq!(tree.len(), 13);
    let text = movetext_line(&tree);
    assert!(text.starts_with("{Start} 1. e4 (1. d4 d5 2. c4)"), "{text}");
    assert!(text.contains("2. Nf3 (2. c3 d5) 2... d6 (2... Nc6 $5 {open})"), "{text}");
    let merged = tree.clone();
    tree.merge(&other).unwrap();
    tree.merge(&merged).unwrap();
    assert_eq!(tree, merged);
    let position = tree.position(e4);
    assert_eq!(tree.merge(&Tree::from_position(&position)), Err(TreeError::DifferentStart));
}

#[test]
fn illegal_moves_are_refused() {
    let (mut tree, e4, ..) = sample();
    let illegal = tree.mv(e4).unwrap();
    assert_eq!(tree.add(e4, illegal), Err(ferz::IllegalMove(illegal).into()));
    assert!(matches!(tree.add_san(e4, "Ke7"), Err(TreeError::San(_))));
    let before = tree.clone();
    assert!(tree.add_line(NodeId::ROOT, &[illegal, illegal]).is_err());
    assert_eq!(tree, before);
    let check = add(&mut tree, NodeId::ROOT, "e4 f5 Qh5+");
    assert_eq!(tree.add_null_move(check), Err(TreeError::NullMoveInCheck));
}

#[test]
fn null_moves_are_kept_in_variations() {
    let (mut tree, e4, ..) = sample();
    let null = tree.add_null_move(e4).unwrap();
    assert_eq!(tree.add_null_move(e4), Ok(null));
    assert!(tree.is_null_move(null) && !tree.is_null_move(NodeId::ROOT));
    add(&mut tree, null, "d4");
    assert!(movetext_line(&tree).contains("(1... -- 2. d4)"));
}

#[test]
fn cursors_agree_with_positions_of_nodes() {
    let (tree, ..) = sample();
    let nodes: Vec<_> = tree
        .walk()
        .filter_map(|event| if let TreeEvent::Move(node) = event { Some(node) } else { None })
        .collect();
    let mut cursor = tree.cursor();
    for &a in &nodes {
        for &b in &nodes {
            cursor.go_to(a);
            cursor.go_to(b);
            assert_eq!((cursor.node(), cursor.position()), (b, &tree.position(b)));
        }
    }
    cursor.go_to(NodeId::ROOT);
    assert!(!cursor.back() && !cursor.next_variation() && cursor.forward_to(1));
    assert!(!cursor.forward_to(1) && cursor.back() && cursor.forward() && cursor.next_variation());
}

#[test]
fn depth_of_variations_is_not_limited_by_the_stack() {
    let mut tree = Tree::new();
    let mut node = NodeId::ROOT;
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8"].map(|san| san.to_owned());
    let mut position = tree.start();
    for ply in 0..20_000 {
        let mv = position.parse_san(&knights[ply % 4]).unwrap();
        let other = position.legal_moves().iter().copied().find(|&other| other != mv).unwrap();
        tree.push_child(node, Some(other));
        node = tree.push_child(node, Some(mv));
        position.do_move(mv);
    }
    let text = movetext_line(&tree);
    assert_eq!(text.matches(')').count(), 20_000);
    // Equality, compaction and drop are also free of recursion.
    let mut copy = tree.clone();
    copy.compact();
    assert!(copy == tree);
}

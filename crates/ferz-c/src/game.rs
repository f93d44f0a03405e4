//! Games as trees of moves.

use crate::handles::{Exclusive, Kind, create, get, get_mut};
use crate::position::{FerzPosition, store_position, unknown};
use crate::status::{
    FERZ_ERROR_ARGUMENT, FERZ_ERROR_ILLEGAL, FERZ_ERROR_IO, FERZ_ERROR_NOT_FOUND, Fault, guard,
};
use crate::values::{
    move_of, null_result, store, store_optional, text, values, write_struct, write_text,
    write_values,
};
use ferz::Position;
use ferz_game::GameResult;
use ferz_game::game::Ending;
use ferz_game::pgn::{CommentPlace, GameBuilder, Nag, NodeId, PgnGame, Player, Reader, Tree};
use std::ffi::c_char;

/// A game with its tags and its tree of moves. Created by `ferz_game_new` and `ferz_game_parse`, freed by `ferz_free`.
/// One thread at a time may use it.
pub struct FerzGame(());

impl Exclusive for PgnGame {
    type Handle = FerzGame;
    const KIND: Kind = Kind::Game;
}

/// The root of the tree: the start position.
pub const FERZ_NODE_ROOT: u32 = 0;
/// No node.
pub const FERZ_NODE_NONE: u32 = u32::MAX;

/// Comments before the first move of a variation.
pub const FERZ_COMMENT_BEFORE: i32 = 0;
/// Comments after a move; for the root, those at the start of the game.
pub const FERZ_COMMENT_AFTER: i32 = 1;
/// Comments behind the variation that a move begins.
pub const FERZ_COMMENT_AFTER_VARIATION: i32 = 2;

/// A node of the tree. The root has no move.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FerzNode {
    /// `sizeof(FerzNode)`, set by the caller.
    pub struct_size: u32,
    /// The node before the move, or `FERZ_NODE_NONE`.
    pub parent: u32,
    /// The next move of the line, or `FERZ_NODE_NONE`.
    pub first_child: u32,
    /// The next alternative to the move, or `FERZ_NODE_NONE`.
    pub next_sibling: u32,
    /// The moves from the root to the node.
    pub depth: u32,
    /// The move; 0 for the root and for a null move.
    pub mv: u16,
    /// The number of numeric annotation glyphs.
    pub nag_count: u16,
}

/// Creates a game without moves. `start` may be null for the start of standard chess; the history of a position is
/// left out.
///
/// # Safety
/// `game` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_new(
    start: *const FerzPosition,
    game: *mut *mut FerzGame,
) -> i32 {
    guard(|| {
        let mut created = PgnGame::new();
        if !start.is_null() {
            // SAFETY: the caller's.
            created.tree = Tree::from_position(unsafe { get::<Position>(start) }?);
        }
        // SAFETY: the caller's.
        unsafe { store_game(created, game) }
    })
}

/// # Safety
/// `to` is null or valid for writes.
unsafe fn store_game(game: PgnGame, to: *mut *mut FerzGame) -> Result<(), Fault> {
    if to.is_null() {
        return Err(null_result());
    }
    // SAFETY: not null; the caller's.
    unsafe { store(to, create(game)?) }
}

/// Creates the first game of a text in PGN, and stores the number of bytes that it has taken: the next game begins there.
/// Fails with `FERZ_ERROR_NOT_FOUND` if there is no further game. A game with an error has the moves before it;
/// `ferz_last_error` then has the message and `is_complete` is 0. `consumed` and `is_complete` may be null.
///
/// # Safety
/// `data` has `length` bytes, which need no zero byte at their end; the other pointers are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_parse(
    data: *const c_char,
    length: usize,
    game: *mut *mut FerzGame,
    consumed: *mut usize,
    is_complete: *mut i32,
) -> i32 {
    let mut first_error = None;
    let code = guard(|| {
        // SAFETY: the caller's.
        let mut reader = Reader::new(unsafe { values::<u8>(data.cast(), length) }?);
        let mut player = Player::new(GameBuilder::new());
        let is_read = reader.read_game(&mut player);
        if !is_read.map_err(|error| Fault::of(FERZ_ERROR_IO, error))? {
            return Err(Fault::new(FERZ_ERROR_NOT_FOUND, "there is no game in the text"));
        }
        let (read, error) = player.visitor_mut().take();
        // SAFETY: the caller's.
        unsafe {
            store_game(read, game)?;
            store_optional(consumed, reader.position() as usize);
            store_optional(is_complete, error.is_none().into());
        }
        first_error = error;
        Ok(())
    });
    if let Some(error) = first_error {
        Fault::of(FERZ_ERROR_IO, error).remember();
    }
    code
}

/// Writes a game in PGN.
///
/// # Safety
/// `buffer` has room for `capacity` bytes, or is null with a capacity of 0; `length` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_write(
    game: *const FerzGame,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> i32 {
    // SAFETY: the caller's.
    guard(|| unsafe { write_text(&get::<PgnGame>(game)?.to_string(), buffer, capacity, length) })
}

/// Writes the value of a tag, `Result` too. Fails with `FERZ_ERROR_NOT_FOUND` if the game does not have it.
///
/// # Safety
/// `name` is null or a text with a zero byte at its end; `buffer` has room for `capacity` bytes, or is null with a capacity
/// of 0; `length` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_tag(
    game: *const FerzGame,
    name: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let (game, name) = unsafe { (get::<PgnGame>(game)?, text(name)?) };
        let value = match name {
            "Result" => Some(game.result.as_str()),
            name => game.tags.get(name),
        };
        let value =
            value.ok_or_else(|| Fault::new(FERZ_ERROR_NOT_FOUND, format!("no tag {name}")))?;
        // SAFETY: the caller's.
        unsafe { write_text(value, buffer, capacity, length) }
    })
}

/// Sets a tag; a null value removes it. The value of `Result` is `1-0`, `0-1`, `1/2-1/2` or `*`. `FEN` and `SetUp` are
/// those of the start position and cannot be set.
///
/// # Safety
/// `name` and `value` are null or texts with a zero byte at their end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_set_tag(
    game: *mut FerzGame,
    name: *const c_char,
    value: *const c_char,
) -> i32 {
    guard(|| {
        // SAFETY: one thread at a time uses a game; the texts are the caller's.
        let (game, name) = unsafe { (get_mut::<PgnGame>(game)?, text(name)?) };
        // SAFETY: the caller's.
        let value = unsafe { crate::values::optional_text(value) }?;
        match (name, value) {
            ("Result", value) => {
                let result = value.unwrap_or("*").parse::<GameResult>();
                game.result = result.map_err(|error| Fault::of(FERZ_ERROR_ARGUMENT, error))?;
            }
            (name, Some(value)) => {
                let set = game.tags.set(name, value);
                set.map_err(|error| Fault::of(FERZ_ERROR_ARGUMENT, error))?;
            }
            (name, None) => drop(game.tags.remove(name)),
        }
        Ok(())
    })
}

/// Returns a node, if the tree has it.
fn node(game: &PgnGame, number: u32) -> Result<NodeId, Fault> {
    let id = NodeId::from_number(number);
    match game.tree.contains(id) {
        true => Ok(id),
        false => Err(Fault::new(FERZ_ERROR_NOT_FOUND, format!("the game has no node {number}"))),
    }
}

/// Stores a node of the tree, from `FERZ_NODE_ROOT` on, in a structure whose `struct_size` is set.
///
/// # Safety
/// `found` is null or points to `found->struct_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_node(
    game: *const FerzGame,
    number: u32,
    found: *mut FerzNode,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let game = unsafe { get::<PgnGame>(game) }?;
        let (id, tree) = (node(game, number)?, &game.tree);
        let number = |id: Option<NodeId>| id.map_or(FERZ_NODE_NONE, NodeId::number);
        let value = FerzNode {
            struct_size: 0,
            parent: number(tree.parent(id)),
            first_child: number(tree.first_child(id)),
            next_sibling: number(tree.next_sibling(id)),
            depth: tree.depth(id) as u32,
            mv: tree.mv(id).map_or(0, |mv| mv.bits()),
            nag_count: tree.nags(id).count() as u16,
        };
        // SAFETY: the caller's.
        unsafe { write_struct(found, value) }
    })
}

/// Creates the position after the move of a node, with the history of its line.
///
/// # Safety
/// `position` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_position(
    game: *const FerzGame,
    number: u32,
    position: *mut *mut FerzPosition,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let game = unsafe { get::<PgnGame>(game) }?;
        let found = game.tree.position(node(game, number)?);
        // SAFETY: the caller's.
        unsafe { store_position(found, position) }
    })
}

/// Adds a legal move after a node and stores its node; `added` may be null. A move that the node has already is not
/// added again; a second move of a node begins a variation. If the move ends the main line by an outcome of the rules
/// (`ferz_position_outcome`) and the game has the result `*`, it gets that of the outcome.
///
/// # Safety
/// `added` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_add_move(
    game: *mut FerzGame,
    parent: u32,
    mv: u16,
    added: *mut u32,
) -> i32 {
    guard(|| {
        // SAFETY: one thread at a time uses a game.
        let game = unsafe { get_mut::<PgnGame>(game) }?;
        let parent = node(game, parent)?;
        let new = game.tree.add(parent, move_of(mv)?);
        let new = new.map_err(|error| Fault::of(FERZ_ERROR_ILLEGAL, error))?;
        if game.result == GameResult::Unknown && game.tree.is_main_line(new) {
            let outcome = game.tree.position(new).outcome();
            game.result = outcome.map_or(GameResult::Unknown, |end| Ending::from(end).result());
        }
        // SAFETY: the caller's.
        unsafe { store_optional(added, new.number()) };
        Ok(())
    })
}

fn comment_place(place: i32) -> Result<CommentPlace, Fault> {
    match place {
        FERZ_COMMENT_BEFORE => Ok(CommentPlace::Before),
        FERZ_COMMENT_AFTER => Ok(CommentPlace::After),
        FERZ_COMMENT_AFTER_VARIATION => Ok(CommentPlace::AfterVariation),
        other => Err(unknown("place of comments", other)),
    }
}

/// Writes the comments of a node at one place (`FERZ_COMMENT_...`), joined by spaces; an empty text without any.
///
/// # Safety
/// `buffer` has room for `capacity` bytes, or is null with a capacity of 0; `length` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_comment(
    game: *const FerzGame,
    number: u32,
    place: i32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let game = unsafe { get::<PgnGame>(game) }?;
        let comments = game.tree.comments(node(game, number)?, comment_place(place)?);
        let text = comments.collect::<Vec<_>>().join(" ");
        // SAFETY: the caller's.
        unsafe { write_text(&text, buffer, capacity, length) }
    })
}

/// Replaces the comments of a node at one place (`FERZ_COMMENT_...`). An empty text removes them. A place that the node
/// does not have becomes `FERZ_COMMENT_AFTER`, as PGN has it.
///
/// # Safety
/// `comment` is null or a text with a zero byte at its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_set_comment(
    game: *mut FerzGame,
    number: u32,
    place: i32,
    comment: *const c_char,
) -> i32 {
    guard(|| {
        // SAFETY: one thread at a time uses a game; the text is the caller's.
        let (game, comment) = unsafe { (get_mut::<PgnGame>(game)?, text(comment)?) };
        let (id, place) = (node(game, number)?, comment_place(place)?);
        game.tree.clear_comments(id, place);
        game.tree.add_comment(id, place, comment);
        Ok(())
    })
}

/// Writes the numeric annotation glyphs of a node and stores their number.
///
/// # Safety
/// `nags` has room for `capacity` bytes, or is null with a capacity of 0; `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_nags(
    game: *const FerzGame,
    number: u32,
    nags: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let game = unsafe { get::<PgnGame>(game) }?;
        let found: Vec<u8> = game.tree.nags(node(game, number)?).map(|nag| nag.0).collect();
        // SAFETY: the caller's.
        unsafe { write_values(&found, nags, capacity, count) }
    })
}

/// Adds a numeric annotation glyph to a move; 0 removes all.
///
/// # Safety
/// No other thread uses the game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_game_add_nag(game: *mut FerzGame, number: u32, nag: u8) -> i32 {
    guard(|| {
        // SAFETY: one thread at a time uses a game.
        let game = unsafe { get_mut::<PgnGame>(game) }?;
        let id = node(game, number)?;
        match nag {
            0 => game.tree.clear_nags(id),
            nag => game.tree.add_nag(id, Nag(nag)),
        }
        Ok(())
    })
}

//! An answer for each exercise.

// [start:chapter_1]
use crate::types::*;

/// Returns the moves that a king needs on an empty board.
pub fn king_distance(a: Square, b: Square) -> u8 {
    // The longer of the two distances: a king goes along both at once.
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

/// Returns the first field of a FEN.
pub fn placement(pieces: &[Option<Piece>; 64]) -> String {
    // Counts empty squares until a piece or the end of the rank.
    let rank_text = |rank: u8| {
        let mut text = String::new();
        for file in 0..8 {
            match (pieces[Square::new(file, rank).index()], text.pop()) {
                (Some(piece), last) => {
                    let letter = piece.kind.letter();
                    let white = piece.color == Color::White;
                    text.extend(last);
                    text.push(if white { letter.to_ascii_uppercase() } else { letter });
                }
                (None, Some(digit @ '1'..='7')) => text.push((digit as u8 + 1) as char),
                (None, last) => text.extend(last.into_iter().chain(['1'])),
            }
        }
        text
    };
    (0..8).rev().map(rank_text).collect::<Vec<_>>().join("/")
}
// [end:chapter_1]

// [start:chapter_2]
use crate::board::Board;
use crate::fen::Setup;
use crate::mailbox::Mailbox;

/// Returns true if the side to move is checkmated.
pub fn is_mate(board: &mut Mailbox) -> bool {
    // Without a check it would be stalemate.
    board.in_check(board.side_to_move()) && board.legal_moves().is_empty()
}

/// Returns the position upside down, with the colours swapped.
pub fn mirror(setup: &Setup) -> Setup {
    // Flips squares and colours of pieces, rights and state.
    let flip = |square: Square| Square::new(square.file(), 7 - square.rank());
    let mut mirrored = setup.clone();
    for square in Square::all() {
        let piece = setup.pieces[flip(square).index()];
        mirrored.pieces[square.index()] = piece.map(|piece| Piece { color: !piece.color, ..piece });
    }
    let [white, black] = setup.state.castling.map(|rights| rights.map(|rook| rook.map(flip)));
    mirrored.state.castling = [black, white];
    mirrored.state.side_to_move = !setup.state.side_to_move;
    mirrored.state.en_passant = setup.state.en_passant.map(flip);
    mirrored
}
// [end:chapter_2]

// [start:chapter_3]
/// Returns the cells of a 10x12 board that are off the board, in order.
pub fn frame_cells() -> Vec<usize> {
    // 56 cells: 120 without 64.
    let on_board = |cell: &usize| (2..10).contains(&(cell / 10)) && (1..9).contains(&(cell % 10));
    (0..120).filter(|cell| !on_board(cell)).collect()
}

/// Returns true if two cells of a 0x88 board lie on a common diagonal.
pub fn on_one_diagonal(a: usize, b: usize) -> bool {
    // The difference is a multiple of one diagonal step, 0x11 or 0x0F.
    let difference = a.abs_diff(b);
    difference.is_multiple_of(0x11) || difference.is_multiple_of(0x0F)
}
// [end:chapter_3]

// [start:chapter_4]
use crate::bitboard::Bitboard;

/// Returns the set upside down.
pub fn flip_ranks(set: Bitboard) -> Bitboard {
    // A rank is a byte.
    Bitboard(set.0.swap_bytes())
}

/// Returns the set with all squares above its squares.
pub fn fill_north(set: Bitboard) -> Bitboard {
    // After three shifts each square has reached the seven above it.
    let mut bits = set.0;
    for ranks in [1, 2, 4] {
        bits |= bits << (8 * ranks);
    }
    Bitboard(bits)
}

/// Returns the dark squares. a1 is one of them.
pub fn dark_squares() -> Bitboard {
    // The pattern repeats every two ranks.
    Bitboard(0xAA55_AA55_AA55_AA55)
}
// [end:chapter_4]

// [start:chapter_5]
/// Returns all squares that a set of knights attacks.
pub fn attacks_of_knights(knights: Bitboard) -> Bitboard {
    // Two files or one to each side, then one rank or two up and down.
    let mut attacks = Bitboard::EMPTY;
    for files in [-1, 1] {
        let one = knights.shift((files, 0));
        let two = one.shift((files, 0));
        attacks |= one.shift((0, 2)) | one.shift((0, -2)) | two.shift((0, 1)) | two.shift((0, -1));
    }
    attacks
}

/// Returns the moves that a knight needs on an empty board.
pub fn knight_moves(from: Square, to: Square) -> u32 {
    // All squares that are reached after so many moves.
    let mut reached = Bitboard::of(from);
    let mut moves = 0;
    while !reached.contains(to) {
        reached |= attacks_of_knights(reached);
        moves += 1;
    }
    moves
}
// [end:chapter_5]

// [start:chapter_6]
use crate::sliders::Sliders;
use crate::sliders::magic::Magic;

/// Returns the squares that a rook attacks only if the first piece of each direction is gone.
pub fn xray_rook(from: Square, occupied: Bitboard) -> Bitboard {
    // The attacks without the pieces that are attacked, less those with them.
    let attacks = Magic::rook_attacks(from, occupied);
    Magic::rook_attacks(from, occupied & !attacks) & !attacks
}

/// Returns the squares that a rook attacks upwards, by a subtraction.
pub fn north_by_subtraction(from: Square, occupied: Bitboard) -> Bitboard {
    // The subtraction borrows from the first blocker above the rook: it changes all bits from the
    // one after the rook's up to that blocker, and none above. Of these, the file keeps the
    // attacks. A borrow only goes from lower to higher bits, so the other four directions, which
    // lead to lower numbers, need the bits reversed first.
    let file = Bitboard::FILE_A.0 << from.file();
    let above = file & !(u64::MAX >> (63 - from.index()));
    let blockers = occupied.0 & above;
    let rook = 1u64 << from.index();
    Bitboard((blockers ^ blockers.wrapping_sub(rook << 1)) & above)
}
// [end:chapter_6]

// [start:chapter_7]
/// Returns a score and the 16 bits of a move, in order of the scores.
pub fn scored(score: i16, bits: u16) -> u32 {
    // Adding 2^15 makes the lowest score 0.
    let score = (i32::from(score) + 0x8000) as u32;
    score << 16 | u32::from(bits)
}

/// Returns true if the 16 bits of a move are a capture.
pub fn captures_by_bits(bits: u16) -> bool {
    // The highest bit.
    bits >> 15 == 1
}
// [end:chapter_7]

// [start:chapter_8]
use crate::bitboards::Bitboards;
use crate::zobrist::piece_key;

/// Counts how often the last position of a game has occurred, by the keys of the game.
pub fn occurrences(keys: &[u64]) -> usize {
    // Once is itself.
    keys.iter().filter(|key| Some(*key) == keys.last()).count()
}

/// Returns a key of the pawns alone.
pub fn pawn_key(board: &Bitboards) -> u64 {
    // The numbers of the pawns.
    let mut key = 0;
    for color in [Color::White, Color::Black] {
        let pawn = Piece { color, kind: PieceType::Pawn };
        for square in board.pieces(color, PieceType::Pawn) {
            key ^= piece_key(pawn, square);
        }
    }
    key
}
// [end:chapter_8]

// [start:chapter_9]
/// Returns the number of pseudo-legal moves of each type, without castling and en passant.
pub fn moves_by_type(board: &Bitboards) -> [usize; 6] {
    // A list for each type.
    let everywhere = !Bitboard::EMPTY;
    PieceType::ALL.map(|kind| {
        let mut moves = Vec::new();
        match kind {
            PieceType::Pawn => board.pawn_moves(everywhere, everywhere, &mut moves),
            _ => board.piece_moves(kind, everywhere, &mut moves),
        }
        moves.len()
    })
}

/// Returns all squares that pawns of a colour attack.
pub fn pawn_attack_set(color: Color, pawns: Bitboard) -> Bitboard {
    // Both diagonals.
    pawns.shift((-1, color.forward())) | pawns.shift((1, color.forward()))
}
// [end:chapter_9]

// [start:chapter_10]
use crate::leapers::king_attacks;

/// Returns all squares that a side attacks.
pub fn attacked_squares(board: &Bitboards, by: Color) -> Bitboard {
    // The union over all pieces.
    let occupied = board.occupied();
    let attacks = board.of_color(by).map(|from| {
        let piece = board.piece_on(from).expect("an occupied square has a piece");
        board.attacks(piece, from, occupied)
    });
    attacks.fold(Bitboard::EMPTY, |all, set| all | set)
}

/// Returns the squares to which the king of the side to move can go, without castling.
pub fn flight_squares(board: &Bitboards) -> Bitboard {
    // The board is looked at without the king.
    let us = board.state().side_to_move;
    let king = board.king(us);
    let occupied = board.occupied().without(king);
    king_attacks(king)
        .filter(|&to| !board.of_color(us).contains(to))
        .filter(|&to| (board.attackers_to(to, occupied) & board.of_color(!us)).is_empty())
        .fold(Bitboard::EMPTY, Bitboard::with)
}
// [end:chapter_10]

// [start:chapter_11]
/// Returns White's first rank in the start position of this number, from 0 to 959. The number
/// divided by 4 leaves the place of one bishop among the files b, d, f and h; the result divided by
/// 4 that of the other among a, c, e and g; that divided by 6 the place of the queen among the
/// files left; and what remains, from 0 to 9, the pair of places of the knights among the five
/// files left: 0 and 1, 0 and 2, 0 and 3, 0 and 4, 1 and 2, and so on.
pub fn chess960_start(number: usize) -> [PieceType; 8] {
    // The numbering by Reinhard Scharnagl.
    let mut rank = [None; 8];
    rank[2 * (number % 4) + 1] = Some(PieceType::Bishop);
    rank[2 * (number / 4 % 4)] = Some(PieceType::Bishop);
    let place = |rank: &mut [Option<PieceType>; 8], empty: usize, piece| {
        let mut free = rank.iter_mut().filter(|place| place.is_none());
        *free.nth(empty).expect("so many places are free") = Some(piece);
    };
    place(&mut rank, number / 16 % 6, PieceType::Queen);
    let pairs = (0..5).flat_map(|first| (first + 1..5).map(move |second| (first, second)));
    let (first, second) = pairs.into_iter().nth(number / 96).expect("ten pairs");
    // The second first: the first place does not move by it.
    place(&mut rank, second, PieceType::Knight);
    place(&mut rank, first, PieceType::Knight);
    for piece in [PieceType::Rook, PieceType::King, PieceType::Rook] {
        place(&mut rank, 0, piece);
    }
    rank.map(|piece| piece.expect("eight pieces are placed"))
}

/// Returns the number of legal captures en passant.
pub fn en_passant_captures(board: &Bitboards) -> usize {
    // The kind of each legal move.
    let moves = board.clone().legal_moves();
    moves.iter().filter(|mv| mv.kind == MoveKind::EnPassant).count()
}
// [end:chapter_11]

// [start:chapter_12]
pub use crate::exercises::Kinds;

/// Counts the kinds of moves in the last ply of perft.
pub fn perft_by_kind<B: Board>(board: &mut B, depth: u32) -> Kinds {
    // Counts where one ply is left.
    let mut kinds = Kinds::default();
    for mv in board.legal_moves() {
        let undo = board.do_move(mv);
        if depth > 1 {
            let below = perft_by_kind(board, depth - 1);
            kinds.captures += below.captures;
            kinds.en_passant += below.en_passant;
            kinds.castles += below.castles;
            kinds.promotions += below.promotions;
            kinds.checks += below.checks;
        } else {
            kinds.captures += u64::from(mv.captures_on().is_some());
            kinds.en_passant += u64::from(mv.kind == MoveKind::EnPassant);
            kinds.castles += u64::from(mv.kind == MoveKind::Castle);
            kinds.promotions += u64::from(mv.promotion().is_some());
            kinds.checks += u64::from(board.in_check(board.side_to_move()));
        }
        board.undo_move(mv, undo);
    }
    kinds
}

/// Returns what only the first and what only the second of two lists has, both sorted.
pub fn differences(a: &[String], b: &[String]) -> [Vec<String>; 2] {
    // Each list without the other.
    [(a, b), (b, a)].map(|(these, those)| {
        let mut only: Vec<_> = these.iter().filter(|mv| !those.contains(mv)).cloned().collect();
        only.sort();
        only
    })
}
// [end:chapter_12]

// [start:chapter_13]
use crate::bitboards::sums::Sums;

/// Returns the material as books write it, White first, such as `KRPvKR`.
pub fn material_name(sums: &Sums) -> String {
    // From the king down to the pawn: the order of the types backwards.
    let side = |color| -> String {
        let letters = PieceType::ALL.iter().rev().map(|&kind| {
            let letter = kind.letter().to_ascii_uppercase().to_string();
            letter.repeat(usize::from(sums.count(color, kind)))
        });
        letters.collect()
    };
    format!("{}v{}", side(Color::White), side(Color::Black))
}

/// Returns true if each side has one bishop, on squares of different colours, and no other piece
/// but pawns.
pub fn is_opposite_bishops(board: &Bitboards, sums: &Sums) -> bool {
    // A single bishop for each side, and no material beyond it.
    let only_bishop = |color| {
        let others = [PieceType::Knight, PieceType::Rook, PieceType::Queen];
        sums.count(color, PieceType::Bishop) == 1
            && others.iter().all(|&kind| sums.count(color, kind) == 0)
    };
    let bishops = board.pieces(Color::White, PieceType::Bishop)
        | board.pieces(Color::Black, PieceType::Bishop);
    only_bishop(Color::White) && only_bishop(Color::Black) && (bishops & dark_squares()).len() == 1
}
// [end:chapter_13]

// [start:chapter_14]
/// Returns the legal moves that give check with two pieces at once.
pub fn double_checks(board: &mut Bitboards) -> Vec<Move> {
    // The board after the move knows its checkers.
    let mut moves = board.legal_moves();
    moves.retain(|&mv| {
        let mut after = board.clone();
        after.make(mv);
        after.checkers(after.side_to_move()).more_than_one()
    });
    moves
}

/// Returns a legal move that checkmates.
pub fn mate_in_one(board: &mut Bitboards) -> Option<Move> {
    // No check is no mate.
    let info = board.check_info();
    board.legal_moves().into_iter().find(|&mv| {
        info.gives_check(board, mv) && {
            let mut after = board.clone();
            after.make(mv);
            after.legal_moves().is_empty()
        }
    })
}
// [end:chapter_14]

// [start:chapter_15]
/// Returns how many legal moves are captures or promotions, how many are others, and how many of the
/// others give check.
pub fn stage_sizes(board: &Bitboards) -> [usize; 3] {
    // The stages are pseudo-legal.
    use crate::bitboards::stages::Stage;
    let safety = board.safety();
    [Stage::Captures, Stage::Quiets, Stage::QuietChecks].map(|stage| {
        let mut moves = Vec::new();
        board.stage_moves(stage, &safety, &mut moves);
        moves.into_iter().filter(|&mv| board.is_legal(mv, &safety)).count()
    })
}

/// Returns true if a legal quiet move stalemates the other side.
pub fn can_stalemate(board: &Bitboards) -> bool {
    // No move, and no check.
    let is_quiet = |mv: &Move| mv.captures_on().is_none() && mv.promotion().is_none();
    board.legal_by_stages().into_iter().filter(is_quiet).any(|mv| {
        let mut after = board.clone();
        after.make(mv);
        after.checkers(after.side_to_move()).is_empty() && after.legal_by_stages().is_empty()
    })
}
// [end:chapter_15]

// [start:chapter_16]
/// Returns the squares of the enemy's pieces that the side to move wins by an exchange.
pub fn hanging(board: &mut Bitboards) -> Bitboard {
    // The captured piece may stand beside the target: en passant.
    let moves = board.legal_moves();
    let winning = moves.into_iter().filter(|&mv| board.see_at_least(mv, 1));
    winning.filter_map(Move::captures_on).fold(Bitboard::EMPTY, Bitboard::with)
}

/// Sorts captures by what they win, the best first.
pub fn by_exchange(board: &Bitboards, captures: &mut [Move]) {
    // Each exchange is evaluated once.
    captures.sort_by_cached_key(|&mv| -board.see(mv));
}
// [end:chapter_16]

// [start:chapter_17]
use crate::position::Position;

/// Returns the moves that have led to a position, the first one first.
pub fn line(mut position: Position) -> Vec<Move> {
    // A null move has none.
    let mut moves = Vec::new();
    while position.plies() > 0 {
        moves.extend(position.last_move().map(|(mv, _)| mv));
        position.undo();
    }
    moves.reverse();
    moves
}

/// Returns the capture that would win most by an exchange if the enemy were to move; none if no
/// capture wins anything, or in check. The position is the same afterwards.
pub fn threat(position: &mut Position) -> Option<Move> {
    // In check a side can't pass.
    if !position.checks().checkers.is_empty() {
        return None;
    }
    position.do_null_move();
    let board = position.board();
    let captures = board.legal_by_stages().into_iter().filter(|mv| mv.captures_on().is_some());
    let best = captures.max_by_key(|&mv| board.see(mv)).filter(|&mv| board.see(mv) > 0);
    position.undo();
    best
}
// [end:chapter_17]

// [start:chapter_18]
/// Returns if the player to move could claim a draw, by the fifty-move rule and by repetition.
pub fn claims(position: &Position) -> [bool; 2] {
    // A game that is over by mate or stalemate allows no claim.
    let has_moves = !position.board().legal_by_stages().is_empty();
    let fifty = position.board().state().halfmove_clock >= 100;
    [has_moves && fifty, has_moves && position.occurrences().count() >= 2]
}

/// Returns the plies that may still be played before the 75-move rule ends the game, if no pawn moves
/// and nothing is captured.
pub fn plies_left(position: &Position) -> u16 {
    // 75 moves of each side.
    150u16.saturating_sub(position.board().state().halfmove_clock)
}
// [end:chapter_18]

// [start:chapter_19]
use crate::sliders::fill::fill;

/// Returns the squares that a set of rooks attacks.
pub fn all_rook_attacks(rooks: Bitboard, occupied: Bitboard) -> Bitboard {
    // Up, down, right without file a, left without file h.
    let (not_a, not_h) = (!Bitboard::FILE_A.0, !(Bitboard::FILE_A.0 << 7));
    let directions = [(8, !0), (-8, !0), (1, not_a), (-1, not_h)];
    let attacks = directions.map(|(by, inside)| fill(rooks.0, !occupied.0, by, inside));
    Bitboard(attacks.into_iter().fold(0, |all, set| all | set))
}

/// Returns the number of squares that a move fills or empties.
pub fn toggles(mv: Move) -> u32 {
    match mv.kind {
        // The target is occupied before and after.
        MoveKind::Capture | MoveKind::CapturePromotion(_) => 1,
        MoveKind::EnPassant => 3,
        // In Chess960 king and rook may enter squares that one of them leaves.
        MoveKind::Castle => {
            let (king_to, rook_to) = mv.castling_targets();
            let left = Bitboard::of(mv.from).with(mv.to);
            let entered = Bitboard::of(king_to).with(rook_to);
            (left ^ entered).len()
        }
        _ => 2,
    }
}
// [end:chapter_19]

// [start:chapter_20]
use crate::bitboards::see::VALUES;

/// Returns the material of a side in hundredths of a pawn, without the king.
pub fn material(board: &Bitboards, color: Color) -> i32 {
    // The sizes of five sets.
    let types = PieceType::ALL[..5].iter();
    types.map(|&kind| board.pieces(color, kind).len() as i32 * VALUES[kind as usize]).sum()
}

/// Sorts captures: the most valuable victim first, among equal ones the least valuable attacker.
pub fn mvv_lva(board: &Bitboards, captures: &mut [Move]) {
    // Two keys, of which the first counts more.
    let kind = |square: Square| board.piece_on(square).map(|piece| piece.kind);
    captures.sort_by_key(|mv| {
        let victim = mv.captures_on().and_then(kind);
        (std::cmp::Reverse(victim), kind(mv.from))
    });
}
// [end:chapter_20]

// [start:chapter_21]
use crate::engine::sprt::{Pairs, elo_of_score};

/// Returns the number of games after which the error of a match between equal engines, which draw half
/// of their games, is as small as this number of Elo points.
pub fn games_needed(error: f64) -> u32 {
    // Near an even score Elo points are proportional to the score.
    let points_per_score = (elo_of_score(0.501) - elo_of_score(0.499)) / 0.002;
    // A win or a loss is half a point from the mean, and occurs in half of the games.
    let deviation = 0.125f64.sqrt();
    (1.96 * deviation * points_per_score / error).powi(2).ceil() as u32
}

/// Returns the result of two matches as one.
pub fn merged(a: Pairs, b: Pairs) -> Pairs {
    Pairs(std::array::from_fn(|points| a.0[points] + b.0[points]))
}
// [end:chapter_21]

// [start:chapter_22]
use crate::engine::evaluate::evaluate;
use crate::engine::node::{INFINITY, MATE};

/// Returns the value of a position for the side to move, without alpha, beta and quiescence.
pub fn minimax(board: &mut Bitboards, depth: i32) -> i32 {
    if depth == 0 {
        return evaluate(board);
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.in_check(board.side_to_move()) { -MATE } else { 0 };
    }
    let mut best = -INFINITY;
    for mv in moves {
        let undo = board.do_move(mv);
        best = best.max(-minimax(board, depth - 1));
        board.undo_move(mv, undo);
    }
    best
}
// [end:chapter_22]

// [start:chapter_23]
use crate::engine::table::Table;
use crate::packed::PackedMove;

/// Returns the moves that the table has as the best from a position on, at most `plies`.
pub fn best_line(table: &Table, board: &Bitboards, plies: usize) -> Vec<Move> {
    let (mut board, mut line) = (board.clone(), Vec::new());
    // The number of plies ends a line that comes back to a position.
    while line.len() < plies
        && let Some(entry) = table.probe(board.key())
        && let Some(mv) =
            board.legal_moves().into_iter().find(|&mv| PackedMove::from(mv) == entry.mv)
    {
        board.do_move(mv);
        line.push(mv);
    }
    line
}
// [end:chapter_23]

// [start:chapter_24]
/// Returns the legal captures that lose material by the exchange.
pub fn losing_captures(board: &mut Bitboards) -> Vec<Move> {
    let mut moves = board.legal_moves();
    moves.retain(|&mv| mv.captures_on().is_some() && board.see(mv) < 0);
    moves
}

/// Returns by what factor the nodes grow with each depth, from the nodes of depth 1, 2 and so on: the
/// geometric mean.
pub fn branching_factor(nodes: &[u64]) -> f64 {
    let [first, .., last] = nodes else { return 1.0 };
    // The factors between multiply to this.
    (*last as f64 / *first as f64).powf(1.0 / (nodes.len() - 1) as f64)
}
// [end:chapter_24]

// [start:chapter_25]
use crate::engine::Features;
use crate::engine::limits::Limits;
use crate::engine::search::Search;

/// Returns the reductions by depth and number of the move, 0 where one of them is 0.
pub fn reductions() -> [[i32; 64]; 64] {
    let reduction = |depth: usize, number: usize| match depth.min(number) {
        0 => 0,
        _ => (0.5 + (depth as f64).ln() * (number as f64).ln() / 2.2) as i32,
    };
    std::array::from_fn(|depth| std::array::from_fn(|number| reduction(depth, number)))
}

/// Returns true if the side to move would be better off if it could pass, by searches to a depth.
pub fn is_zugzwang(board: &Bitboards, depth: i32) -> bool {
    if board.in_check(board.side_to_move()) {
        return false;
    }
    // Rung 1 has no null move, which would take passing for harmless.
    let value = |board: &Bitboards, depth| {
        Search::new(Features::rung(1)).think(board, &[], Limits::of_depth(depth), |_| {})
    };
    let mut passed = board.clone();
    passed.pass();
    match (value(board, depth), value(&passed, depth)) {
        (Some((_, moving)), Some((_, passing))) => -passing > moving,
        _ => false,
    }
}
// [end:chapter_25]

// [start:chapter_26]
/// Returns the pawns of a side that no pawn of the other side can stop or capture on their way.
pub fn passed_pawns(board: &Bitboards, color: Color) -> Bitboard {
    // The squares that an enemy pawn can reach or attack on its way, on three files.
    let enemies = board.pieces(!color, PieceType::Pawn);
    let mut guarded = enemies | enemies.shift((1, 0)) | enemies.shift((-1, 0));
    let ahead = (0, (!color).forward());
    for _ in 0..7 {
        guarded = guarded | guarded.shift(ahead);
    }
    // A pawn beside an enemy pawn is past it already.
    board.pieces(color, PieceType::Pawn) & !guarded.shift(ahead)
}
// [end:chapter_26]

// [start:chapter_27]
use crate::engine::network::input;

/// Returns the input of a piece, seen from a side whose king stands on the files e to h: if it does
/// not, the board is mirrored.
pub fn mirrored_input(view: Color, king: Square, piece: Piece, square: Square) -> usize {
    let file = if king.file() < 4 { 7 - square.file() } else { square.file() };
    input(view, piece, Square::new(file, square.rank()))
}
// [end:chapter_27]

// [start:chapter_28]
use crate::engine::node::Report;

/// Returns the move of the deepest of the threads' last reports, and among equally deep ones that of
/// the greatest value.
pub fn elected(reports: &[Report]) -> Option<Move> {
    let best = reports.iter().max_by_key(|report| (report.depth, report.value));
    best.map(|report| report.mv)
}
// [end:chapter_28]

//! The four boards beside `ferz` in random games: moves, keys, stages and checks.

use crate::perft_rows::{CHESS960, CLASSIC, TRAPS, UNPUBLISHED};
use ferz::Position;
use ferz_learn::bitboards::Bitboards;
use ferz_learn::bitboards::stages::Stage;
use ferz_learn::board::Board;
use ferz_learn::board_0x88::Board0x88;
use ferz_learn::mailbox::Mailbox;
use ferz_learn::mailbox_10x12::Mailbox10x12;
use ferz_learn::packed::PackedMove;
use ferz_learn::random::Random;
use ferz_learn::types::Move;

const POSITIONS: usize = 100_000;
const LONGEST_GAME: usize = 120;

/// Returns the moves in 16 bits, which mean the same in `ferz`, in order.
fn bits(moves: &[Move]) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.iter().map(|&mv| PackedMove::from(mv).bits()).collect();
    bits.sort_unstable();
    bits
}

fn expected(position: &Position) -> Vec<u16> {
    let mut bits: Vec<u16> = position.legal_moves().iter().map(|mv| mv.bits()).collect();
    bits.sort_unstable();
    bits
}

/// Plays games and calls a check at every position. All moves are taken back at the end of a game.
fn play<B: Board + Clone>(check: impl Fn(&mut B, &Position), is_same: impl Fn(&B, &B) -> bool) {
    let mut random = Random(7);
    let rows = CLASSIC.iter().chain(TRAPS).chain(CHESS960);
    let fens: Vec<&str> = rows.map(|row| row.fen).chain(UNPUBLISHED.iter().copied()).collect();
    let mut positions = 0;
    for fen in fens.iter().cycle() {
        let mut board = B::from_fen(fen).unwrap();
        let start = board.clone();
        let mut position = Position::from_fen(fen).unwrap();
        let mut line = Vec::new();
        for _ in 0..LONGEST_GAME {
            let moves = board.legal_moves();
            assert_eq!(bits(&moves), expected(&position), "{}", position.fen());
            check(&mut board, &position);
            positions += 1;
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.next() as usize % moves.len()];
            line.push((mv, board.do_move(mv)));
            let same = ferz::Move::from_bits(PackedMove::from(mv).bits()).unwrap();
            position.do_move(same);
        }
        for (mv, undo) in line.into_iter().rev() {
            board.undo_move(mv, undo);
        }
        assert!(is_same(&board, &start), "{fen}");
        if positions >= POSITIONS {
            break;
        }
    }
}

/// Returns true if two boards have the same moves, to one ply more.
fn same_moves<B: Board + Clone>(a: &B, b: &B) -> bool {
    bits(&a.clone().legal_moves()) == bits(&b.clone().legal_moves())
        && a.clone().perft(2) == b.clone().perft(2)
}

#[test]
fn mailbox() {
    play::<Mailbox>(|_, _| {}, same_moves);
}

#[test]
fn mailbox_10x12() {
    play::<Mailbox10x12>(|_, _| {}, same_moves);
}

#[test]
fn board_0x88() {
    play::<Board0x88>(|_, _| {}, same_moves);
}

#[test]
fn bitboards() {
    let check = |board: &mut Bitboards, position: &Position| {
        assert!(board.is_consistent(), "{}", position.fen());
        checks_stages(board, position);
    };
    play::<Bitboards>(check, |a, b| a.key() == b.key() && same_moves(a, b));
}

/// Compares the stages with the legal moves, and checks with those of `ferz`.
fn checks_stages(board: &mut Bitboards, position: &Position) {
    let safety = board.safety();
    let stage = |stage| {
        let mut moves = Vec::new();
        board.stage_moves(stage, &safety, &mut moves);
        moves.retain(|&mv| board.is_legal(mv, &safety));
        moves
    };
    let [captures, quiets] = [Stage::Captures, Stage::Quiets].map(stage);
    assert_eq!(bits(&[captures, quiets.clone()].concat()), expected(position));
    if position.in_check() {
        assert_eq!(bits(&stage(Stage::Evasions)), expected(position), "{}", position.fen());
    }
    let gives_check = |mv: ferz::Move| position.gives_check(mv);
    let mut legal = position.legal_moves();
    legal.retain(|mv| {
        let is_quiet = !mv.is_promotion() && !mv.is_capture();
        is_quiet && gives_check(*mv)
    });
    let mut wanted: Vec<u16> = legal.iter().map(|mv| mv.bits()).collect();
    wanted.sort_unstable();
    assert_eq!(bits(&stage(Stage::QuietChecks)), wanted, "{}", position.fen());
    for mv in board.legal_moves() {
        let same = ferz::Move::from_bits(PackedMove::from(mv).bits()).unwrap();
        assert_eq!(board.gives_check(mv), gives_check(same), "{mv} in {}", position.fen());
    }
}

/// A FEN with some letters changed is refused by all boards, or is a position on which they agree.
#[test]
fn changed_fens_cause_no_panic() {
    const LETTERS: &[u8] = b"pnbrqkPNBRQK12345678/ -wabcdefgh";
    let mut random = Random(3);
    let mut below = |limit: usize| random.next() as usize % limit;
    let rows = CLASSIC.iter().chain(TRAPS).chain(CHESS960);
    let fens: Vec<&str> = rows.map(|row| row.fen).chain(UNPUBLISHED.iter().copied()).collect();
    let mut accepted = 0;
    for _ in 0..60_000 {
        let mut fen = fens[below(fens.len())].as_bytes().to_vec();
        for _ in 0..1 + below(3) {
            let place = below(fen.len());
            fen[place] = LETTERS[below(LETTERS.len())];
        }
        let fen = String::from_utf8(fen).unwrap();
        let count = Mailbox::from_fen(&fen).map(|mut board| board.perft(2));
        assert_eq!(Mailbox10x12::from_fen(&fen).map(|mut board| board.perft(2)), count, "{fen}");
        assert_eq!(Board0x88::from_fen(&fen).map(|mut board| board.perft(2)), count, "{fen}");
        assert_eq!(<Bitboards>::from_fen(&fen).map(|mut board| board.perft(2)), count, "{fen}");
        accepted += usize::from(count.is_ok());
    }
    assert!(accepted > 1_000, "{accepted}");
}

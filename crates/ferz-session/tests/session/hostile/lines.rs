//! A generator of broken lines: commands, options and FENs, valid ones with random damage.

use fastrand::Rng;
use ferz_engine::bench::POSITIONS;
use ferz_session::options::OPTIONS;

/// Valid lines, whose tokens are also the vocabulary of the damage.
const LINES: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "flip",
    "help",
    "debug on",
    "debug off",
    "register later",
    "register name Anna code 4359874",
    "bench 1",
    "perft 2",
    "go perft 1",
    "go depth 3",
    "go nodes 100",
    "go movetime 1",
    "go mate 1 nodes 50",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go wtime 60000 btime 60000 winc 1000 binc 1000 movestogo 40",
    "go depth 2 searchmoves e2e4 d2d4 g1f3",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "startpos moves d2d4",
    "position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1 moves a7a8q e8d7",
    "setoption name Clear Hash",
];

/// Tokens of the damage besides those of the valid lines.
const TOKENS: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "99",
    "65536",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999999999",
    "1.5",
    "1e9",
    "0x10",
    "+3",
    "NaN",
    "٣",
    "e2e9",
    "0000",
    "e7e8k",
    "a1a1",
    "O-O",
    "é",
    "♔",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "\u{1b}[2J",
    "<empty>",
    "(none)",
    "name",
    "value",
    "moves",
    "fen",
    "w",
    "b",
    "-",
    "KQkq",
    "e3",
    "e6",
    "8/8/8/8/8/8/8/8",
];

/// The characters of FENs and of their damage.
const FEN_CHARACTERS: &[char] = &[
    'K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p', '1', '2', '3', '4', '5', '6', '7',
    '8', '/', ' ', '-', 'w', 'a', 'h', 'H', 'e', '0', '9', 'x', 'é', '\u{0}',
];

/// A stream of lines that depends on its seed only.
pub(crate) struct Lines {
    rng: Rng,
}

impl Lines {
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: Rng::with_seed(seed) }
    }

    fn choose<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.rng.usize(..all.len())]
    }

    /// Returns the next line.
    pub(crate) fn next(&mut self) -> String {
        let line = match self.rng.u8(..10) {
            0..4 => self.choose(LINES).to_owned(),
            4..7 => self.set_option(),
            _ => self.position(),
        };
        match self.rng.u8(..8) {
            0..3 => line,
            3 => self.with_damaged_characters(line),
            4 if self.rng.u8(..32) == 0 => line.repeat(self.rng.usize(..500)),
            _ => self.with_damaged_tokens(&line),
        }
    }

    fn set_option(&mut self) -> String {
        let name = OPTIONS[self.rng.usize(..OPTIONS.len())].name;
        let value = match self.rng.u8(..4) {
            0 => self.rng.i64(-5..30).to_string(),
            1 => self.choose(&["true", "false", "TRUE", "yes", ""]).to_owned(),
            2 => self.choose(TOKENS).to_owned(),
            _ => self.rng.i64(..).to_string(),
        };
        match self.rng.u8(..16) {
            0 => format!("setoption {name} {value}"),
            1 => format!("setoption name {name} {value}"),
            2 => format!("setoption value {value} name {name}"),
            3 => format!("setoption name {}", name.to_ascii_lowercase()),
            _ => format!("setoption name {name} value {value}"),
        }
    }

    fn position(&mut self) -> String {
        let mut fen = match self.rng.u8(..3) {
            0 => self.random_placement(),
            _ => self.choose(POSITIONS).to_owned(),
        };
        for _ in 0..self.rng.usize(..3) {
            fen = self.with_damaged_characters(fen);
        }
        if self.rng.u8(..4) == 0 {
            let fields = self.rng.usize(..7);
            fen = fen.split(' ').take(fields).collect::<Vec<_>>().join(" ");
        }
        let moves = match self.rng.u8(..4) {
            0 => " moves e2e4 e7e5",
            1 => " moves e1g1",
            _ => "",
        };
        format!("position fen {fen}{moves}")
    }

    /// Returns a FEN of random men, mostly with two kings.
    fn random_placement(&mut self) -> String {
        const MEN: &[char] = &['Q', 'R', 'B', 'N', 'P', 'q', 'r', 'b', 'n', 'p'];
        let mut board = [None; 64];
        for _ in 0..self.rng.usize(..30) {
            board[self.rng.usize(8..56)] = Some(self.choose(MEN));
        }
        for king in ['K', 'k'] {
            board[self.rng.usize(..64)] = Some(king).filter(|_| self.rng.u8(..20) > 0);
        }
        let rank = |squares: &[Option<char>]| -> String {
            squares.iter().map(|man| man.unwrap_or('1')).collect()
        };
        let placement = board.chunks(8).map(rank).collect::<Vec<_>>().join("/");
        let side = self.choose(&["w", "b", "w", "b", "x"]);
        let castling = self.choose(&["-", "-", "KQkq", "K", "q", "HAha", "KK", "Gg"]);
        let en_passant = self.choose(&["-", "-", "-", "e3", "e6", "a3", "h6", "e4", "i9"]);
        let clock = self.choose(&["0", "0", "99", "100", "65535", "65536", "-1", "x"]);
        let number = self.choose(&["1", "1", "0", "65535", "70000", ""]);
        format!("{placement} {side} {castling} {en_passant} {clock} {number}")
    }

    fn with_damaged_characters(&mut self, line: String) -> String {
        let mut characters: Vec<char> = line.chars().collect();
        for _ in 0..=self.rng.usize(..3) {
            let place = self.rng.usize(..=characters.len());
            let character = self.choose(FEN_CHARACTERS);
            match self.rng.u8(..3) {
                0 => characters.insert(place, character),
                1 if place < characters.len() => characters[place] = character,
                _ if place < characters.len() => drop(characters.remove(place)),
                _ => {}
            }
        }
        characters.into_iter().collect()
    }

    fn with_damaged_tokens(&mut self, line: &str) -> String {
        let mut tokens: Vec<String> = line.split(' ').map(str::to_owned).collect();
        for _ in 0..=self.rng.usize(..3) {
            let place = self.rng.usize(..tokens.len());
            match self.rng.u8(..6) {
                0 => drop(tokens.remove(place)),
                1 => tokens.push(tokens[place].clone()),
                2 => tokens.truncate(place),
                3 => {
                    let other = self.choose(LINES).split(' ').next_back().unwrap_or_default();
                    tokens.insert(place, other.to_owned());
                }
                4 => tokens[place] = self.choose(TOKENS).to_owned(),
                _ => tokens.insert(place, self.choose(TOKENS).to_owned()),
            }
            if tokens.is_empty() {
                tokens.push(String::new());
            }
        }
        tokens.join(self.choose(&[" ", " ", " ", "\t", "  ", " \u{b}"]))
    }
}

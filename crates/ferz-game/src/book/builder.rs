use super::entry::scaled;
use super::{BookEntry, BookMove, Learned, sort_entries};
use crate::pgn::{GameVisitor, PgnError, Tag, Tree, TreeEvent, Visit};
use crate::{GameResult, KeyMap};
use ferz::{Color, Move, Position};

/// Options of a [`BookBuilder`]. The default is that of `polyglot make-book`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BuildOptions {
    /// The minimum number of games with a move.
    pub min_games: u32,
    /// The number of plies of each game that are used.
    pub max_plies: u32,
    /// The minimum score of a move in percent, 0 to 100: 100 if its side won all games with it, 50
    /// if all were drawn. Moves of score 0 are always left out.
    pub min_score: f64,
    /// The side whose moves are kept; none for both sides.
    pub color: Option<Color>,
    /// Set if all weights are 1.
    pub uniform: bool,
    /// Set if the field `learn` of the entries has the games and points of the moves, see [`Learned`].
    pub learn: bool,
    /// The counting of moves in a large number of games.
    pub counting: Counting,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            min_games: 3,
            max_plies: 1024,
            min_score: 0.0,
            color: None,
            uniform: false,
            learn: false,
            counting: Counting::default(),
        }
    }
}

/// The counting of moves in a large number of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// Halves the counts of all moves of a position, rounded up, each time that a move has 16,384
    /// games, as `polyglot make-book` does. Weights fit 16 bits and favour the last games.
    #[default]
    Halving,
    /// Counts all games, and scales the weights of a position if one does not fit 16 bits.
    Exact,
}

/// The number of games of one move at which [`Counting::Halving`] halves.
const HALVING_GAMES: u32 = 16_384;

/// The end of the list of a position's moves.
const NO_ENTRY: u32 = u32::MAX;

/// Collects the moves of games for a Polyglot book.
///
/// A win counts 2 points for the moves of the winner and a draw, or a game without a known result, 1
/// for both sides. The weight of a move is the sum of its points.
#[derive(Clone, Debug)]
pub struct BookBuilder {
    options: BuildOptions,
    /// In the order of their first occurrence.
    entries: Vec<MoveStats>,
    /// The index of the first entry of each position.
    positions: KeyMap<u32>,
    games: u64,
}

/// The statistics of a move.
#[derive(Clone, Debug)]
struct MoveStats {
    key: u64,
    games: u32,
    points: u32,
    /// The index of the next move of the same position.
    next: u32,
    mv: BookMove,
    color: Color,
}

impl BookBuilder {
    /// Creates a builder without games.
    pub fn new(options: BuildOptions) -> Self {
        Self { options, entries: Vec::new(), positions: KeyMap::default(), games: 0 }
    }

    /// Returns the options.
    pub fn options(&self) -> &BuildOptions {
        &self.options
    }

    /// Returns the number of games added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of different moves so far, before any is left out.
    pub fn moves(&self) -> usize {
        self.entries.len()
    }

    /// Adds the moves of a game. The moves from the first illegal one on are ignored. Returns the
    /// number of moves added.
    pub fn add_game(&mut self, start: &Position, moves: &[Move], result: GameResult) -> usize {
        let mut position = start.clone();
        let mut added = 0;
        for &mv in moves.iter().take(self.options.max_plies as usize) {
            if !position.is_legal(mv) {
                break;
            }
            self.add_move(&position, mv, result);
            position.do_move(mv);
            added += 1;
        }
        self.games += 1;
        added
    }

    /// Adds the moves of a game with its variations. The moves of variations were not played: they count
    /// as those of a game without a known result. The limit of plies applies to all lines.
    ///
    /// ```
    /// use ferz_game::book::{BookBuilder, BuildOptions};
    /// use ferz_game::pgn::Games;
    /// let pgn = "1. e4 (1. d4 d5) 1... e5 1-0";
    /// let (game, _) = Games::new(pgn.as_bytes()).next().transpose()?.unwrap();
    /// let mut builder = BookBuilder::new(BuildOptions { min_games: 1, ..BuildOptions::default() });
    /// builder.add_tree(&game.tree, game.result);
    /// let weights: Vec<_> = builder.finish().iter().map(|entry| entry.weight).collect();
    /// // 1... e5 has no points.
    /// assert_eq!((builder.moves(), weights), (4, vec![2, 1, 1]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn add_tree(&mut self, tree: &Tree, result: GameResult) {
        let mut walk = tree.walk();
        let mut variations = 0;
        while let Some(event) = walk.next() {
            let node = match event {
                TreeEvent::Move(node) => node,
                TreeEvent::BeginVariation => {
                    variations += 1;
                    continue;
                }
                TreeEvent::EndVariation(_) => {
                    variations -= 1;
                    continue;
                }
            };
            let is_used = tree.depth(node) <= self.options.max_plies as usize;
            if let Some(mv) = tree.mv(node).filter(|_| is_used) {
                let result = if variations == 0 { result } else { GameResult::Unknown };
                self.add_move(walk.position_before(), mv, result);
            }
        }
        self.games += 1;
    }

    /// Adds one legal move of a game, for callers that make the moves of a game themselves. The
    /// limit of plies does not apply.
    pub fn add_move(&mut self, position: &Position, mv: Move, result: GameResult) {
        let (key, color) = (position.polyglot_key(), position.side_to_move());
        self.add(key, BookMove::new(mv), color, result);
    }

    /// Adds a move of `color` in the position with this key.
    pub(super) fn add(&mut self, key: u64, mv: BookMove, color: Color, result: GameResult) {
        let points = match result.winner() {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        };
        let index = self.index_of(key, mv, color);
        let stats = &mut self.entries[index as usize];
        stats.games = stats.games.saturating_add(1);
        stats.points = stats.points.saturating_add(points);
        if self.options.counting == Counting::Halving && stats.games >= HALVING_GAMES {
            self.halve(key);
        }
    }

    /// Adds a legal move with results that are counted already: `games` games with `points` points of the side
    /// that moves, 2 for each win and 1 for each draw or unknown result. The counts are not halved, and the
    /// limit of plies does not apply.
    ///
    /// ```
    /// use ferz::Position;
    /// use ferz_game::book::{BookBuilder, BuildOptions};
    /// let start = Position::startpos();
    /// let mut builder = BookBuilder::new(BuildOptions::default());
    /// builder.add_counts(&start, start.parse_san("e4")?, 3, 4);
    /// builder.add_counts(&start, start.parse_san("d4")?, 2, 4);
    /// let weights: Vec<_> = builder.finish().iter().map(|entry| entry.weight).collect();
    /// assert_eq!(weights, [4], "d4 has fewer than three games");
    /// # Ok::<(), ferz::notation::ParseSanError>(())
    /// ```
    pub fn add_counts(&mut self, position: &Position, mv: Move, games: u32, points: u32) {
        let (key, color) = (position.polyglot_key(), position.side_to_move());
        let index = self.index_of(key, BookMove::new(mv), color);
        let stats = &mut self.entries[index as usize];
        stats.games = stats.games.saturating_add(games);
        stats.points = stats.points.saturating_add(points);
    }

    /// Counts a game whose moves were added one by one.
    pub fn end_game(&mut self) {
        self.games += 1;
    }

    /// Returns the index of a move, which is added if it is new.
    fn index_of(&mut self, key: u64, mv: BookMove, color: Color) -> u32 {
        let new = u32::try_from(self.entries.len())
            .ok()
            .filter(|&index| index != NO_ENTRY)
            .expect("a book has fewer than 2^32 - 1 moves");
        let mut index = *self.positions.entry(key).or_insert(new);
        while index != new {
            let stats = &mut self.entries[index as usize];
            if stats.mv == mv {
                return index;
            }
            if stats.next == NO_ENTRY {
                stats.next = new;
            }
            index = stats.next;
        }
        self.entries.push(MoveStats { key, games: 0, points: 0, next: NO_ENTRY, mv, color });
        new
    }

    /// Halves the statistics of a position.
    fn halve(&mut self, key: u64) {
        let mut index = self.positions.get(&key).copied().unwrap_or(NO_ENTRY);
        while let Some(stats) = self.entries.get_mut(index as usize) {
            stats.games = stats.games.div_ceil(2);
            stats.points = stats.points.div_ceil(2);
            index = stats.next;
        }
    }

    /// Returns the entries of the book in the order of a file: by key, then the greatest weight
    /// first, then the order of the first occurrence.
    pub fn finish(&self) -> Vec<BookEntry> {
        let mut entries = Vec::new();
        let mut kept: Vec<&MoveStats> = self.entries.iter().filter(|s| self.keeps(s)).collect();
        kept.sort_by_key(|stats| stats.key);
        for position in kept.chunk_by(|a, b| a.key == b.key) {
            let points: Vec<u64> = position.iter().map(|stats| stats.points.into()).collect();
            let weights =
                scaled(&points).map(|weight| if self.options.uniform { 1 } else { weight });
            entries.extend(position.iter().zip(weights).map(|(stats, weight)| BookEntry {
                key: stats.key,
                mv: stats.mv,
                weight,
                learn: if self.options.learn { stats.learned().to_field() } else { 0 },
            }));
        }
        sort_entries(&mut entries);
        entries
    }

    /// Returns the number of moves that [`finish`](Self::finish) leaves out by their reason.
    pub fn left_out(&self) -> LeftOut {
        let mut left_out = LeftOut::default();
        for reason in self.entries.iter().filter_map(|stats| self.exclusion(stats)) {
            *match reason {
                Exclusion::FewGames => &mut left_out.few_games,
                Exclusion::NoPoints => &mut left_out.no_points,
                Exclusion::LowScore => &mut left_out.low_score,
                Exclusion::OtherSide => &mut left_out.other_side,
            } += 1;
        }
        left_out
    }

    fn keeps(&self, stats: &MoveStats) -> bool {
        self.exclusion(stats).is_none()
    }

    /// Returns the first reason that keeps a move out of the book.
    fn exclusion(&self, stats: &MoveStats) -> Option<Exclusion> {
        let score = 50.0 * f64::from(stats.points) / f64::from(stats.games);
        if self.options.color.is_some_and(|color| color != stats.color) {
            Some(Exclusion::OtherSide)
        } else if stats.games < self.options.min_games {
            Some(Exclusion::FewGames)
        } else if stats.points == 0 {
            Some(Exclusion::NoPoints)
        } else if score < self.options.min_score {
            Some(Exclusion::LowScore)
        } else {
            None
        }
    }
}

impl MoveStats {
    fn learned(&self) -> Learned {
        Learned { games: self.games, points: self.points }
    }
}

/// The reasons that keep a move out of a book, in the order of their tests.
#[derive(Clone, Copy)]
enum Exclusion {
    OtherSide,
    FewGames,
    NoPoints,
    LowScore,
}

/// The numbers of moves that are left out of a book. Each move has one reason, the first in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// Moves of the side other than [`BuildOptions::color`].
    pub other_side: usize,
    /// Moves with fewer games than [`BuildOptions::min_games`].
    pub few_games: usize,
    /// Moves without points: their side lost all games.
    pub no_points: usize,
    /// Moves with a score below [`BuildOptions::min_score`].
    pub low_score: usize,
}

/// Adds the main lines of PGN games to a [`BookBuilder`], for a [`Player`](crate::pgn::Player).
///
/// The result of a game is [`GameResult::of_game`]. A game with an error is used up to the error.
///
/// ```
/// use ferz_game::book::{BookBuilder, BuildOptions, PgnGames};
/// use ferz_game::pgn::{Player, Reader};
///
/// let pgn = "1. e4 e5 1-0\n\n1. e4 e5 2. Ke3 1-0";
/// let mut errors = 0;
/// let builder = BookBuilder::new(BuildOptions { min_games: 2, ..BuildOptions::default() });
/// let mut player = Player::new(PgnGames::new(builder, |_| errors += 1));
/// Reader::new(pgn.as_bytes()).read_all(&mut player)?;
/// let entries = player.into_visitor().into_builder().finish();
/// // The result of the second game is unknown, so 1... e5 has one point.
/// assert_eq!(entries.iter().map(|entry| entry.weight).collect::<Vec<_>>(), [3, 1]);
/// assert_eq!(errors, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PgnGames<E> {
    builder: BookBuilder,
    report: E,
}

/// The tag `Result` of a game, and its moves with the keys of the positions before them.
#[derive(Debug, Default)]
pub struct BookGame {
    tag_result: String,
    moves: Vec<(u64, BookMove, Color)>,
}

impl<E: FnMut(PgnError)> PgnGames<E> {
    /// Creates a visitor that adds games to `builder` and passes errors to `report`.
    pub fn new(builder: BookBuilder, report: E) -> Self {
        Self { builder, report }
    }

    /// Returns the builder so far.
    pub fn builder(&self) -> &BookBuilder {
        &self.builder
    }

    /// Returns the builder and drops the visitor.
    pub fn into_builder(self) -> BookBuilder {
        self.builder
    }
}

impl<E: FnMut(PgnError)> GameVisitor for PgnGames<E> {
    type Game = BookGame;

    fn begin_game(&mut self, _number: u64) -> BookGame {
        BookGame::default()
    }

    fn tag(&mut self, game: &mut BookGame, tag: Tag<'_>) {
        if tag.name() == b"Result" {
            game.tag_result = tag.value().into_owned();
        }
    }

    fn played(&mut self, game: &mut BookGame, before: &Position, mv: Move) -> Visit {
        if game.moves.len() >= self.builder.options().max_plies as usize {
            return Visit::SkipGame;
        }
        game.moves.push((before.polyglot_key(), BookMove::new(mv), before.side_to_move()));
        Visit::Continue
    }

    fn null_move(&mut self, _game: &mut BookGame, _before: &Position) -> Visit {
        Visit::SkipGame
    }

    fn end_game(&mut self, game: BookGame, _last: &Position, result: Option<GameResult>) {
        let result = GameResult::of_game(result, &game.tag_result);
        for (key, mv, color) in game.moves {
            self.builder.add(key, mv, color, result);
        }
        self.builder.end_game();
    }

    fn error(&mut self, _game: &mut BookGame, error: PgnError) {
        (self.report)(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Book, BuildOptions};
    use crate::pgn::{Player, Reader};

    const ALL_MOVES: BuildOptions = BuildOptions {
        min_games: 1,
        max_plies: 1024,
        min_score: 0.0,
        color: None,
        uniform: false,
        learn: false,
        counting: Counting::Halving,
    };

    /// The games of the book in `BYTES`.
    const GAMES: [(&str, GameResult); 8] = [
        ("e4 e5 Nf3 Nc6", GameResult::WhiteWins),
        ("e4 e5 Nf3 Nc6", GameResult::Unknown),
        ("e4 e5 Nf3 Nf6", GameResult::Draw),
        ("e4 e5 Nf3 d6", GameResult::Unknown),
        ("e4 e5 Nf3 d5", GameResult::BlackWins),
        ("h3", GameResult::WhiteWins),
        ("a3", GameResult::WhiteWins),
        ("g3", GameResult::BlackWins),
    ];

    /// Key, move and weight of the entries that `polyglot make-book -min-game 1` of Debian
    /// (version 2.0.4) writes for [`GAMES`].
    const BOOK: [(u64, &str, u16); 8] = [
        (0x0844_931a_6ef4_b9a0, "g1f3", 5),
        (0x463b_9618_1691_fc9c, "e2e4", 5),
        (0x463b_9618_1691_fc9c, "h2h3", 2),
        (0x463b_9618_1691_fc9c, "a2a3", 2),
        (0x823c_9b50_fd11_4196, "e7e5", 5),
        (0xd320_7fec_0612_d89d, "d7d5", 2),
        (0xd320_7fec_0612_d89d, "b8c6", 1),
        (0xd320_7fec_0612_d89d, "g8f6", 1),
    ];

    fn build(options: BuildOptions, games: &[(&str, GameResult)]) -> Vec<BookEntry> {
        let mut builder = BookBuilder::new(options);
        let start = Position::startpos();
        for &(text, result) in games {
            let mut position = start.clone();
            let moves: Vec<Move> = text
                .split(' ')
                .map(|san| {
                    let mv = position.parse_san(san).unwrap();
                    position.do_move(mv);
                    mv
                })
                .collect();
            assert_eq!(
                builder.add_game(&start, &moves, result),
                moves.len().min(options.max_plies as usize)
            );
        }
        assert_eq!(builder.games(), games.len() as u64);
        builder.finish()
    }

    fn listed(entries: &[BookEntry]) -> Vec<(u64, String, u16)> {
        entries.iter().map(|entry| (entry.key, entry.mv.to_string(), entry.weight)).collect()
    }

    #[test]
    fn book_equals_that_of_polyglot() {
        let mut expected: Vec<_> =
            BOOK.iter().map(|&(key, mv, weight)| (key, mv.to_owned(), weight)).collect();
        expected.push((0xd320_7fec_0612_d89d, "d7d6".to_owned(), 1));
        assert_eq!(listed(&build(ALL_MOVES, &GAMES)), expected);
    }

    #[test]
    fn options_leave_out_moves() {
        let moves = |options| -> Vec<String> {
            build(options, &GAMES).iter().map(|entry| entry.mv.to_string()).collect()
        };
        assert_eq!(moves(BuildOptions::default()), ["g1f3", "e2e4", "e7e5"]);
        assert_eq!(moves(BuildOptions { max_plies: 1, ..ALL_MOVES }), ["e2e4", "h2h3", "a2a3"]);
        // 1... Nc6 scored 25 percent.
        let scored = moves(BuildOptions { min_score: 50.0, ..ALL_MOVES });
        assert_eq!(scored, ["g1f3", "e2e4", "h2h3", "a2a3", "e7e5", "d7d5", "g8f6", "d7d6"]);
        let black = moves(BuildOptions { color: Some(Color::Black), ..ALL_MOVES });
        assert_eq!(black, ["e7e5", "d7d5", "b8c6", "g8f6", "d7d6"]);
        let uniform = build(BuildOptions { uniform: true, ..ALL_MOVES }, &GAMES);
        assert!(uniform.iter().all(|entry| entry.weight == 1));
    }

    #[test]
    fn moves_left_out_are_counted_by_their_reason() {
        let left_out = |options: BuildOptions| {
            let mut builder = BookBuilder::new(options);
            let pgn = "1. e4 e5 2. Nf3 Nc6 0-1\n\n1. e4 c5 0-1\n\n1. d4 d5 1/2-1/2\n";
            let mut player = Player::new(PgnGames::new(builder.clone(), |_| {}));
            Reader::new(pgn.as_bytes()).read_all(&mut player).unwrap();
            builder = player.into_visitor().into_builder();
            let left_out = builder.left_out();
            let LeftOut { other_side, few_games, no_points, low_score } = left_out;
            let all = other_side + few_games + no_points + low_score;
            assert_eq!(builder.finish().len() + all, builder.moves());
            [other_side, few_games, no_points, low_score]
        };
        assert_eq!(left_out(ALL_MOVES), [0, 0, 2, 0]);
        assert_eq!(left_out(BuildOptions { min_games: 2, ..ALL_MOVES }), [0, 6, 1, 0]);
        assert_eq!(left_out(BuildOptions { min_score: 60.0, ..ALL_MOVES }), [0, 0, 2, 2]);
        let black = BuildOptions { color: Some(Color::Black), ..ALL_MOVES };
        assert_eq!(left_out(black), [3, 0, 0, 0]);
    }

    #[test]
    fn games_and_points_are_stored_on_request() {
        let entries = build(BuildOptions { learn: true, ..ALL_MOVES }, &GAMES);
        let learned = entries.iter().map(|entry| Learned::from_field(entry.learn).unwrap());
        let found: Vec<_> = learned.map(|learned| (learned.games, learned.points)).collect();
        assert_eq!(found[..4], [(5, 5), (5, 5), (1, 2), (1, 2)]);
        assert_eq!(found.len(), entries.len());
    }

    #[test]
    fn large_counts_are_halved_or_scaled() {
        let mut games = vec![("e4", GameResult::WhiteWins); 40_000];
        games.extend([("d4", GameResult::WhiteWins); 1000]);
        games.extend([("c4", GameResult::WhiteWins); 3]);
        let weights = |options| -> Vec<u16> {
            build(options, &games).iter().map(|entry| entry.weight).collect()
        };
        // The weights of `polyglot make-book` for the same games.
        assert_eq!(weights(ALL_MOVES), [0x7880, 0x07D0, 6]);
        let exact = BuildOptions { counting: Counting::Exact, ..ALL_MOVES };
        assert_eq!(weights(exact), [65_535, 1638, 4]);
    }

    #[test]
    fn illegal_moves_end_a_game() {
        let start = Position::startpos();
        let e4 = start.parse_san("e4").unwrap();
        let mut builder = BookBuilder::new(ALL_MOVES);
        assert_eq!(builder.add_game(&start, &[e4, e4, e4], GameResult::Draw), 1);
        assert_eq!(Book::from_entries(&builder.finish()).len(), 1);
    }

    /// Returns the weight of 1. e4 in a book of one game.
    fn weight(pgn: &str) -> Option<u16> {
        let builder = BookBuilder::new(BuildOptions { min_games: 1, ..BuildOptions::default() });
        let mut player = Player::new(PgnGames::new(builder, |_| {}));
        Reader::new(pgn.as_bytes()).read_all(&mut player).unwrap();
        let entries = player.into_visitor().into_builder().finish();
        entries.first().map(|entry| entry.weight)
    }

    #[test]
    fn marker_of_a_game_comes_before_its_tag() {
        let draw = weight("1. e4 1/2-1/2");
        assert_eq!(weight("[Result \"1-0\"]\n\n1. e4 1/2-1/2"), draw);
        assert_eq!(weight("[Result \"1/2-1/2\"]\n\n1. e4"), draw);
        assert_ne!(weight("[Result \"1/2-1/2\"]\n\n1. e4 1-0"), draw);
    }

    #[test]
    fn every_game_is_counted_once() {
        let mut player = Player::new(PgnGames::new(BookBuilder::new(ALL_MOVES), |_| {}));
        Reader::new(&b"1. e4 e5 *\n\n1. d4 1-0\n"[..]).read_all(&mut player).unwrap();
        assert_eq!(player.into_visitor().into_builder().games(), 2);
    }
}

use super::game_position::GamePosition;
use super::nag::Nag;
use super::piece_letters::{PieceLetters, without_figurines};
use super::visitor::{Comment, MoveToken, Tag, decode};
use super::visitor::{PgnError, PgnErrorKind, Visit, Visitor};
use crate::GameResult;
use ferz::notation::ParseSanProblem;
use ferz::{Move, Position};

/// Receives the games of a PGN text with their moves made on a position: see [`Player`].
///
/// The order of the calls is that of [`Visitor`], and so is the value of each game. Every function but
/// [`begin_game`](Self::begin_game) and [`error`](Self::error) does nothing by default and continues,
/// except that variations are skipped.
///
/// `P` is the position on which the moves are made: games of variants are refused by default.
pub trait GameVisitor<P: GamePosition = Position> {
    /// The state of one game: `()` for a visitor that needs none.
    type Game;

    /// Begins a game. Games are numbered from 1.
    fn begin_game(&mut self, number: u64) -> Self::Game;

    /// Receives a tag pair.
    #[inline]
    fn tag(&mut self, _game: &mut Self::Game, _tag: Tag<'_>) {}

    /// Begins the moves from a position.
    #[inline]
    fn begin_moves(&mut self, _game: &mut Self::Game, _start: &P) -> Visit {
        Visit::Continue
    }

    /// Receives the text of the next move, with its check mark, before it is found in the position.
    #[inline]
    fn move_text(&mut self, _game: &mut Self::Game, _text: MoveToken<'_>) {}

    /// Receives a legal move and the position before it, also within the variations that
    /// [`begin_variation`](Self::begin_variation) does not skip.
    #[inline]
    fn played(&mut self, _game: &mut Self::Game, _before: &P, _mv: P::Move) -> Visit {
        Visit::Continue
    }

    /// Receives a null move, which analyses use for a threat, and the position before it, which is not one
    /// of check.
    fn null_move(&mut self, _game: &mut Self::Game, _before: &P) -> Visit {
        Visit::Continue
    }

    /// Receives a numeric annotation glyph.
    #[inline]
    fn nag(&mut self, _game: &mut Self::Game, _nag: Nag) {}

    /// Receives a comment.
    #[inline]
    fn comment(&mut self, _game: &mut Self::Game, _comment: Comment<'_>) {}

    /// Begins a variation. The moves of a skipped variation are not verified.
    #[inline]
    fn begin_variation(&mut self, _game: &mut Self::Game) -> Visit {
        Visit::SkipVariation
    }

    /// Ends a variation.
    #[inline]
    fn end_variation(&mut self, _game: &mut Self::Game) {}

    /// Ends a game, with the last position of its main line that was reached: the initial position
    /// of standard chess if the start of the game cannot be read. See [`Visitor::end_game`] for the
    /// result.
    #[inline]
    fn end_game(&mut self, _game: Self::Game, _last: &P, _result: Option<GameResult>) {}

    /// Receives an error in the text or a rejection by the visitor itself. Later
    /// [`end_game`](Self::end_game) is called as for games without errors.
    fn error(&mut self, game: &mut Self::Game, error: PgnError);

    /// Receives a fault that does not hide the moves of the main line.
    #[inline]
    fn warning(&mut self, _game: &mut Self::Game, _warning: PgnError) {}
}

/// A [`Visitor`] that makes the moves on a position and so verifies them.
///
/// Moves are in SAN. A move in UCI notation, such as `g1f3`, is read if it is no move in SAN, with a
/// warning; so is a null move (`--`, `Z0`) in the main line. Figurines are read as letters, the letters
/// of other languages with [`set_piece_letters`](Self::set_piece_letters).
///
/// Games start from their `FEN` tag, also without `SetUp`, in standard FEN, X-FEN or Shredder-FEN, as their
/// tag `Variant` says. Positions with [ignorable](ferz::SetupFaults::IGNORABLE) faults are accepted with a
/// warning, and so are FENs that end after the side to move. A tag `Variant` that names a game
/// with other rules than those of standard chess or Chess960 is an error, unless the visitor takes
/// [`AnyPosition`](super::AnyPosition).
///
/// ```
/// use ferz::{Move, Position};
/// use ferz_game::GameResult;
/// use ferz_game::pgn::{GameVisitor, PgnError, Player, Reader};
///
/// /// Collects final positions and errors.
/// #[derive(Default)]
/// struct Finals(Vec<String>, Vec<String>);
///
/// impl GameVisitor for Finals {
///     type Game = ();
///     fn begin_game(&mut self, _: u64) {}
///     fn end_game(&mut self, _: (), last: &Position, _: Option<GameResult>) {
///         self.0.push(last.fen());
///     }
///     fn error(&mut self, _: &mut (), error: PgnError) {
///         self.1.push(error.to_string());
///     }
/// }
///
/// let pgn = "1. e4 e5 2. Nf3 *\n1. e4 e5 2. Nd3 *";
/// let mut player = Player::new(Finals::default());
/// Reader::new(pgn.as_bytes()).read_all(&mut player)?;
/// let Finals(fens, errors) = player.into_visitor();
/// assert_eq!(fens[0], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
/// assert!(errors[0].starts_with("line 2, column 13: game 2: found the move `Nd3`"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// [`GameVisitor::played`] receives each move with the position before it, and the state of the game:
///
/// ```
/// use ferz::{Move, Position};
/// use ferz_game::pgn::{GameVisitor, PgnError, Player, Reader, Visit};
///
/// /// Finds the most captures of a main line, where a game ends with a promotion.
/// #[derive(Default)]
/// struct MostCaptures(usize);
///
/// impl GameVisitor for MostCaptures {
///     /// The captures of the game so far.
///     type Game = usize;
///
///     fn begin_game(&mut self, _: u64) -> usize {
///         0
///     }
///     fn played(&mut self, captures: &mut usize, before: &Position, mv: Move) -> Visit {
///         *captures += usize::from(mv.is_capture());
///         assert!(before.is_legal(mv), "only legal moves arrive here");
///         if mv.promotion().is_some() { Visit::SkipGame } else { Visit::Continue }
///     }
///     fn end_game(&mut self, captures: usize, _: &Position, _: Option<ferz_game::GameResult>) {
///         self.0 = self.0.max(captures);
///     }
///     fn error(&mut self, _: &mut usize, error: PgnError) {
///         eprintln!("{error}");
///     }
/// }
///
/// let pgn = "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nbd7 5. bxa8=Q Nb6 6. Qxa7 *";
/// let mut player = Player::new(MostCaptures::default());
/// Reader::new(pgn.as_bytes()).read_all(&mut player)?;
/// assert_eq!(player.visitor().0, 4, "the capture on a7 follows the promotion");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Player<V, P = Position> {
    visitor: V,
    letters: Option<PieceLetters>,
    position: P,
    /// The initial position of standard chess.
    standard: P,
}

/// The state of one game: see [`Player`].
pub struct PlayerGame<G, M = Move> {
    /// That of the visitor.
    game: G,
    /// The tags `FEN` and `Variant`.
    fen: Option<String>,
    variant: Option<String>,
    /// The moves that the open variations replace, with the plies before them.
    replaced: Vec<(Option<M>, usize)>,
    /// The plies of the current line.
    plies: usize,
    /// Set after a move in UCI notation.
    has_uci_move: bool,
}

impl<P: GamePosition, V: GameVisitor<P>> Player<V, P> {
    /// Creates a player for a visitor.
    pub fn new(visitor: V) -> Self {
        let standard = P::standard();
        Self { visitor, letters: None, position: standard.clone(), standard }
    }

    /// Reads the piece letters of a language. A letter that both have is that of the language.
    pub fn set_piece_letters(&mut self, letters: PieceLetters) {
        self.letters = Some(letters);
    }

    /// Returns the visitor.
    pub fn visitor(&self) -> &V {
        &self.visitor
    }

    /// Returns the visitor for changes.
    pub fn visitor_mut(&mut self) -> &mut V {
        &mut self.visitor
    }

    /// Returns the visitor and drops the player.
    pub fn into_visitor(self) -> V {
        self.visitor
    }

    /// Sets the start position by the tags. Returns a warning if the FEN was corrected.
    #[cold]
    fn set_start(
        &mut self,
        game: &mut PlayerGame<V::Game, P::Move>,
    ) -> Result<Option<PgnErrorKind>, PgnErrorKind> {
        let (position, warning) = P::start(game.fen.take(), game.variant.take())?;
        if let Some(position) = position {
            self.position = position;
        }
        Ok(warning)
    }

    /// Undoes moves of the current line until it has `plies`. A variation is left by undoing: a copy of the position for each that
    /// begins would cost more than its moves, most of which are few.
    fn undo_to(&mut self, game: &mut PlayerGame<V::Game, P::Move>, plies: usize) {
        while game.plies > plies {
            self.position.undo();
            game.plies -= 1;
        }
    }

    /// Returns to the line that contains the current variation.
    fn leave_variation(&mut self, game: &mut PlayerGame<V::Game, P::Move>) {
        let Some((replaced, plies)) = game.replaced.pop() else { return };
        self.undo_to(game, plies);
        self.position.make(replaced);
        game.plies += 1;
    }
}

/// A move of a game, read by [`find_move`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadMove<M = Move> {
    /// The move, `None` for a null move.
    pub mv: Option<M>,
    /// The fault of its text, for a warning.
    pub warning: Option<PgnErrorKind>,
}

/// Finds the move of a text in a position as [`Player`] does: in SAN, with figurines, with the mark of a
/// capture that is none, in UCI notation, or the null move out of check.
///
/// ```
/// use ferz::Position;
/// use ferz_game::pgn::find_move;
/// let start = Position::startpos();
/// let knight = find_move(&start, b"Nf3")?;
/// assert_eq!((knight.mv, knight.warning), (Some(start.parse_san("Nf3")?), None));
/// assert!(find_move(&start, b"g1f3")?.warning.is_some());
/// assert!(find_move(&start, b"Nf4").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PgnErrorKind::Move`], or [`PgnErrorKind::PieceLetters`] if the move is legal with the letters of
/// another language.
pub fn find_move<P: GamePosition>(
    position: &P,
    text: &[u8],
) -> Result<ReadMove<P::Move>, PgnErrorKind> {
    match position.san_move(text) {
        Ok(mv) => Ok(ReadMove { mv: Some(mv), warning: None }),
        Err(reason) => find_other(position, text, reason),
    }
}

/// Finds a move with the letters of a language, or without them.
#[cold]
fn find_translated<P: GamePosition>(
    position: &P,
    token: MoveToken<'_>,
    letters: PieceLetters,
) -> Result<ReadMove<P::Move>, PgnErrorKind> {
    let Some(english) = letters.to_english(&decode(token.text())) else {
        return find_move(position, token.text());
    };
    find_move(position, english.as_bytes()).or_else(|kind| {
        let PgnErrorKind::Move { reason, .. } = kind else {
            return find_other(position, token.text(), ParseSanProblem::Malformed);
        };
        find_other(position, token.text(), reason)
    })
}

/// Finds a move that is not in SAN.
#[cold]
fn find_other<P: GamePosition>(
    position: &P,
    text: &[u8],
    reason: ParseSanProblem,
) -> Result<ReadMove<P::Move>, PgnErrorKind> {
    let found = decode(text).into_owned();
    if reason == ParseSanProblem::NullMove {
        return match position.in_check() {
            true => Err(PgnErrorKind::Move { found, reason }),
            false => Ok(ReadMove { mv: None, warning: None }),
        };
    }
    // From what cannot be misread to what could be: each reading is tried only after those that are nearer to the standard have
    // found no legal move, so that none takes a text away from them.
    let san = |text: &str| position.san_move(text.as_bytes()).ok();
    if let Some(mv) = without_figurines(&found).and_then(|english| san(&english)) {
        return Ok(ReadMove { mv: Some(mv), warning: None });
    }
    let is_no_capture = |&mv: &P::Move| !Into::<ferz_variants::Move>::into(mv).is_capture();
    if reason == ParseSanProblem::NoSuchMove
        && let Some(mv) = san(&found.replace(['x', ':'], "")).filter(is_no_capture)
    {
        let expected = "a move without the mark of a capture";
        let warning = Some(PgnErrorKind::Unexpected { found, expected });
        return Ok(ReadMove { mv: Some(mv), warning });
    }
    if let Some(mv) = plain_castling(&found).and_then(|castling| san(&castling)) {
        let warning = Some(PgnErrorKind::Unexpected { found, expected: "castling like O-O" });
        return Ok(ReadMove { mv: Some(mv), warning });
    }
    let hyphens = found.replace(is_dash, "-");
    if hyphens != found
        && let Some(mv) = san(&hyphens)
    {
        let expected = "a hyphen between the squares";
        let warning = Some(PgnErrorKind::Unexpected { found, expected });
        return Ok(ReadMove { mv: Some(mv), warning });
    }
    let uci = hyphens.trim_end_matches(['+', '#']).replacen(['-', 'x', ':'], "", 1);
    if let Some(mv) = position.uci_move(&uci) {
        return Ok(ReadMove { mv: Some(mv), warning: Some(PgnErrorKind::UciMove { found }) });
    }
    let is_move = |letters: PieceLetters| {
        letters.to_english(&found).is_some_and(|english| san(&english).is_some())
    };
    let is_malformed = reason == ParseSanProblem::Malformed;
    match PieceLetters::languages().find(|&(.., letters)| is_malformed && is_move(letters)) {
        Some((code, language, _)) => Err(PgnErrorKind::PieceLetters { found, language, code }),
        None => Err(PgnErrorKind::Move { found, reason }),
    }
}

/// Returns true for the dashes that stand for hyphens.
fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2014}' | '\u{2212}')
}

/// Returns castling in its standard spelling, if a text is castling without hyphens, with dashes, or with
/// letters that look like `O`.
fn plain_castling(text: &str) -> Option<String> {
    let plain = |c| match c {
        // The last are Cyrillic and Greek.
        '0' | 'O' | 'o' | '\u{41E}' | '\u{43E}' | '\u{39F}' | '\u{3BF}' => Some('O'),
        '-' => Some('-'),
        c if is_dash(c) => Some('-'),
        '+' | '#' => Some(c),
        _ => None,
    };
    let plain: String = text.chars().map(plain).collect::<Option<_>>()?;
    match plain.as_str() {
        "OO" => Some("O-O".into()),
        "OOO" => Some("O-O-O".into()),
        _ => Some(plain),
    }
}

impl<P: GamePosition, V: GameVisitor<P>> Visitor for Player<V, P> {
    type Game = PlayerGame<V::Game, P::Move>;

    fn begin_game(&mut self, number: u64) -> Self::Game {
        // Copied into memory that is there already, history included: a game allocates nothing for its position.
        self.position.clone_from(&self.standard);
        PlayerGame {
            game: self.visitor.begin_game(number),
            fen: None,
            variant: None,
            replaced: Vec::new(),
            plies: 0,
            has_uci_move: false,
        }
    }

    #[inline]
    fn tag(&mut self, game: &mut Self::Game, tag: Tag<'_>) {
        match tag.name() {
            b"FEN" => game.fen = Some(tag.value().into_owned()),
            b"Variant" => game.variant = Some(tag.value().into_owned()),
            _ => {}
        }
        self.visitor.tag(&mut game.game, tag);
    }

    fn begin_movetext(&mut self, game: &mut Self::Game) -> Visit {
        let mut warning = None;
        if game.fen.is_some() || game.variant.is_some() {
            warning = match self.set_start(game) {
                Ok(warning) => warning,
                Err(kind) => return Visit::Reject(Box::new(kind)),
            };
        }
        let visit = self.visitor.begin_moves(&mut game.game, &self.position);
        match warning {
            Some(kind) if visit == Visit::Continue => Visit::Warn(Box::new(kind)),
            _ => visit,
        }
    }

    #[inline(always)]
    fn san(&mut self, game: &mut Self::Game, token: MoveToken<'_>) -> Visit {
        self.visitor.move_text(&mut game.game, token);
        let found = match self.letters {
            None => match self.position.token_move(token) {
                Ok(mv) => return self.play(game, mv),
                Err(reason) => find_other(&self.position, token.text(), reason),
            },
            Some(letters) => find_translated(&self.position, token, letters),
        };
        self.play_found(game, token, found)
    }

    #[inline]
    fn nag(&mut self, game: &mut Self::Game, nag: Nag) {
        self.visitor.nag(&mut game.game, nag);
    }

    #[inline]
    fn comment(&mut self, game: &mut Self::Game, comment: Comment<'_>) {
        self.visitor.comment(&mut game.game, comment);
    }

    fn begin_variation(&mut self, game: &mut Self::Game) -> Visit {
        let line_start = game.replaced.last().map_or(0, |&(_, plies)| plies);
        if game.plies == line_start {
            return Visit::Reject(Box::new(PgnErrorKind::Unexpected {
                found: "(".into(),
                expected: "a move before the first variation",
            }));
        }
        match self.visitor.begin_variation(&mut game.game) {
            Visit::Continue => {}
            visit => return visit,
        }
        game.replaced.push((self.position.last_move(), game.plies - 1));
        self.undo_to(game, game.plies - 1);
        Visit::Continue
    }

    fn end_variation(&mut self, game: &mut Self::Game) {
        self.leave_variation(game);
        self.visitor.end_variation(&mut game.game);
    }

    fn end_game(&mut self, mut game: Self::Game, result: Option<GameResult>) {
        while !game.replaced.is_empty() {
            self.leave_variation(&mut game);
        }
        self.visitor.end_game(game.game, &self.position, result);
    }

    #[cold]
    fn error(&mut self, game: &mut Self::Game, error: PgnError) {
        self.visitor.error(&mut game.game, error);
    }

    #[cold]
    fn warning(&mut self, game: &mut Self::Game, warning: PgnError) {
        self.visitor.warning(&mut game.game, warning);
    }
}

impl<P: GamePosition, V: GameVisitor<P>> Player<V, P> {
    /// Passes a legal move to the visitor and makes it.
    #[inline(always)]
    fn play(&mut self, game: &mut PlayerGame<V::Game, P::Move>, mv: P::Move) -> Visit {
        match self.visitor.played(&mut game.game, &self.position, mv) {
            Visit::Continue => {
                self.position.make(Some(mv));
                game.plies += 1;
                Visit::Continue
            }
            visit => visit,
        }
    }

    /// Makes a move that is not in SAN or in the letters of the set language, with its warning, and rejects
    /// one that was not found.
    #[cold]
    fn play_found(
        &mut self,
        game: &mut PlayerGame<V::Game, P::Move>,
        token: MoveToken<'_>,
        found: Result<ReadMove<P::Move>, PgnErrorKind>,
    ) -> Visit {
        let ReadMove { mv, warning } = match found {
            Ok(found) => found,
            Err(kind) => return Visit::Reject(Box::new(kind)),
        };
        let Some(mv) = mv else { return self.null_move(game, token) };
        let visit = self.play(game, mv);
        // A game in UCI notation has one warning.
        let is_uci = matches!(warning, Some(PgnErrorKind::UciMove { .. }));
        let is_known = is_uci && std::mem::replace(&mut game.has_uci_move, true);
        match warning {
            Some(kind) if visit == Visit::Continue && !is_known => Visit::Warn(Box::new(kind)),
            _ => visit,
        }
    }

    /// Makes a null move.
    fn null_move(
        &mut self,
        game: &mut PlayerGame<V::Game, P::Move>,
        token: MoveToken<'_>,
    ) -> Visit {
        let visit = self.visitor.null_move(&mut game.game, &self.position);
        if visit != Visit::Continue {
            return visit;
        }
        self.position.make(None);
        game.plies += 1;
        if !game.replaced.is_empty() {
            return visit;
        }
        let found = decode(token.text()).into_owned();
        Visit::Warn(Box::new(PgnErrorKind::NullMove { found }))
    }
}

use super::tree::make;
use super::visitor::{Comment, MoveToken, Nag, Tag, decode};
use super::visitor::{PgnError, PgnErrorKind, Visit, Visitor};
use crate::GameResult;
use ferz::notation::{FenError, ParseSanProblem};
use ferz::{Move, Position, Setup, SetupFaults};

/// Receives the games of a PGN text with their moves made on a position: see [`Player`].
///
/// The order of the calls is that of [`Visitor`]. Every function but [`error`](Self::error) does
/// nothing by default and continues, except that variations are skipped.
pub trait GameVisitor {
    /// Begins a game. Games are numbered from 1.
    #[inline]
    fn begin_game(&mut self, _number: u64) {}

    /// Receives a tag pair.
    #[inline]
    fn tag(&mut self, _tag: Tag<'_>) {}

    /// Begins the moves from a position.
    #[inline]
    fn begin_moves(&mut self, _start: &Position) -> Visit {
        Visit::Continue
    }

    /// Receives the text of the next move, with its check mark, before it is found in the position.
    #[inline]
    fn move_text(&mut self, _text: MoveToken<'_>) {}

    /// Receives a legal move and the position before it, also within the variations that
    /// [`begin_variation`](Self::begin_variation) does not skip.
    #[inline]
    fn played(&mut self, _before: &Position, _mv: Move) -> Visit {
        Visit::Continue
    }

    /// Receives a null move, which analyses use for a threat, and the position before it. Returns
    /// true to accept it: by default only within variations. With [`Player::set_null_moves`] it is
    /// accepted whatever the answer.
    fn null_move(&mut self, _before: &Position, is_variation: bool) -> bool {
        is_variation
    }

    /// Receives a numeric annotation glyph.
    #[inline]
    fn nag(&mut self, _nag: Nag) {}

    /// Receives a comment.
    #[inline]
    fn comment(&mut self, _comment: Comment<'_>) {}

    /// Begins a variation. The moves of a skipped variation are not verified.
    #[inline]
    fn begin_variation(&mut self) -> Visit {
        Visit::SkipVariation
    }

    /// Ends a variation.
    #[inline]
    fn end_variation(&mut self) {}

    /// Ends a game, with the last position of its main line that was reached: the initial position
    /// of standard chess if the start of the game cannot be read. See [`Visitor::end_game`] for the
    /// result.
    #[inline]
    fn end_game(&mut self, _last: &Position, _result: Option<GameResult>) {}

    /// Receives an error in the text or a rejection by the visitor itself. Later
    /// [`end_game`](Self::end_game) is called as for games without errors.
    fn error(&mut self, error: PgnError);
}

/// A [`Visitor`] that makes the moves on a position and so verifies them.
///
/// Moves are in SAN. Options add pieces' moves in UCI notation, such as `g1f3`, and null moves in the
/// main line: [`set_uci_moves`](Self::set_uci_moves), [`set_null_moves`](Self::set_null_moves).
///
/// Games start from their `FEN` tag, also without `SetUp`, in standard FEN, X-FEN or Shredder-FEN.
/// Positions with [ignorable](SetupFaults::IGNORABLE) faults are accepted.
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
///     fn end_game(&mut self, last: &Position, _: Option<GameResult>) {
///         self.0.push(last.fen());
///     }
///     fn error(&mut self, error: PgnError) {
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
/// [`GameVisitor::played`] receives each move with the position before it:
///
/// ```
/// use ferz::{Move, Position};
/// use ferz_game::pgn::{GameVisitor, PgnError, Player, Reader, Visit};
///
/// /// Counts the captures of the main lines, and stops a game after a promotion.
/// #[derive(Default)]
/// struct Captures(usize);
///
/// impl GameVisitor for Captures {
///     fn played(&mut self, before: &Position, mv: Move) -> Visit {
///         self.0 += usize::from(mv.is_capture());
///         assert!(before.is_legal(mv), "only legal moves arrive here");
///         if mv.promotion().is_some() { Visit::SkipGame } else { Visit::Continue }
///     }
///     fn error(&mut self, error: PgnError) {
///         eprintln!("{error}");
///     }
/// }
///
/// let pgn = "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nbd7 5. bxa8=Q Nb6 6. Qxa7 *";
/// let mut player = Player::new(Captures::default());
/// Reader::new(pgn.as_bytes()).read_all(&mut player)?;
/// assert_eq!(player.visitor().0, 4, "the capture on a7 follows the promotion");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Player<V> {
    visitor: V,
    reads_uci_moves: bool,
    reads_null_moves: bool,
    position: Position,
    /// The initial position of standard chess.
    standard: Position,
    start: Start,
    /// The moves that the open variations replace, with the plies before them.
    replaced: Vec<(Option<Move>, usize)>,
    /// The plies of the current line.
    plies: usize,
}

/// The start position of a game by its tags.
enum Start {
    Standard,
    Fen { text: String, position: Result<Box<Position>, FenError> },
}

impl<V: GameVisitor> Player<V> {
    /// Creates a player for a visitor.
    pub fn new(visitor: V) -> Self {
        let standard = Position::startpos();
        Self {
            visitor,
            reads_uci_moves: false,
            reads_null_moves: false,
            position: standard.clone(),
            standard,
            start: Start::Standard,
            replaced: Vec::new(),
            plies: 0,
        }
    }

    /// Reads moves in UCI notation too, such as `g1f3`, `e1g1` and `e7e8q`, which are no SAN if a
    /// piece moves. Some programs write them. By default they are errors.
    pub fn set_uci_moves(&mut self, reads: bool) {
        self.reads_uci_moves = reads;
    }

    /// Reads null moves (`--`, `Z0`) in the main line too. By default they are errors there, unless
    /// [`GameVisitor::null_move`] accepts them. One in check is always an error.
    pub fn set_null_moves(&mut self, reads: bool) {
        self.reads_null_moves = reads;
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

    #[cold]
    fn set_fen(&mut self, text: String) {
        let position = text.trim().parse::<Setup>().map_err(FenError::from).and_then(|setup| {
            Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)
                .map(Box::new)
                .map_err(FenError::from)
        });
        self.start = Start::Fen { text, position };
    }

    /// Undoes moves of the current line until it has `plies`.
    fn undo_to(&mut self, plies: usize) {
        while self.plies > plies {
            if self.position.undo_move().is_none() {
                self.position.undo_null_move();
            }
            self.plies -= 1;
        }
    }

    /// Returns to the line that contains the current variation.
    fn leave_variation(&mut self) {
        let Some((replaced, plies)) = self.replaced.pop() else { return };
        self.undo_to(plies);
        make(&mut self.position, replaced);
        self.plies += 1;
    }
}

/// Finds the legal move of a token. Compiled once, not for each visitor.
#[inline(never)]
fn find_move(position: &Position, token: MoveToken<'_>) -> Result<Move, ParseSanProblem> {
    token.parse().and_then(|pattern| position.find_san(&pattern))
}

#[cold]
fn rejected(found: &[u8], reason: ParseSanProblem) -> Visit {
    Visit::Reject(Box::new(PgnErrorKind::Move { found: decode(found).into_owned(), reason }))
}

impl<V: GameVisitor> Visitor for Player<V> {
    fn begin_game(&mut self, number: u64) {
        self.start = Start::Standard;
        self.replaced.clear();
        self.plies = 0;
        self.position.clone_from(&self.standard);
        self.visitor.begin_game(number);
    }

    #[inline]
    fn tag(&mut self, tag: Tag<'_>) {
        if tag.name() == b"FEN" {
            self.set_fen(tag.value().into_owned());
        }
        self.visitor.tag(tag);
    }

    fn begin_movetext(&mut self) -> Visit {
        if let Start::Fen { text, position } = &self.start {
            match position {
                Ok(start) => self.position.clone_from(start),
                Err(reason) => {
                    let (found, reason) = (text.clone(), reason.clone());
                    return Visit::Reject(Box::new(PgnErrorKind::Fen { found, reason }));
                }
            }
        }
        self.visitor.begin_moves(&self.position)
    }

    #[inline]
    fn san(&mut self, token: MoveToken<'_>) -> Visit {
        self.visitor.move_text(token);
        match find_move(&self.position, token) {
            Ok(mv) => self.play(mv),
            Err(reason) => self.other_move(token, reason),
        }
    }

    #[inline]
    fn nag(&mut self, nag: Nag) {
        self.visitor.nag(nag);
    }

    #[inline]
    fn comment(&mut self, comment: Comment<'_>) {
        self.visitor.comment(comment);
    }

    fn begin_variation(&mut self) -> Visit {
        match self.visitor.begin_variation() {
            Visit::Continue => {}
            visit => return visit,
        }
        let line_start = self.replaced.last().map_or(0, |&(_, plies)| plies);
        if self.plies == line_start {
            return Visit::Reject(Box::new(PgnErrorKind::Unexpected {
                found: "(".into(),
                expected: "a move before the first variation",
            }));
        }
        self.replaced.push((self.position.last_move(), self.plies - 1));
        self.undo_to(self.plies - 1);
        Visit::Continue
    }

    fn end_variation(&mut self) {
        self.leave_variation();
        self.visitor.end_variation();
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        while !self.replaced.is_empty() {
            self.leave_variation();
        }
        self.visitor.end_game(&self.position, result);
    }

    #[cold]
    fn error(&mut self, error: PgnError) {
        self.visitor.error(error);
    }
}

impl<V: GameVisitor> Player<V> {
    /// Passes a legal move to the visitor and makes it.
    #[inline(always)]
    fn play(&mut self, mv: Move) -> Visit {
        match self.visitor.played(&self.position, mv) {
            Visit::Continue => {
                self.position.do_move(mv);
                self.plies += 1;
                Visit::Continue
            }
            visit => visit,
        }
    }

    /// Makes a move in UCI notation or a null move if the options or the visitor accept it. Rejects
    /// other moves that cannot be found.
    #[cold]
    fn other_move(&mut self, token: MoveToken<'_>, reason: ParseSanProblem) -> Visit {
        if reason == ParseSanProblem::NullMove {
            let is_variation = !self.replaced.is_empty();
            if self.position.in_check()
                || !self.visitor.null_move(&self.position, is_variation) && !self.reads_null_moves
            {
                return rejected(token.text(), reason);
            }
            self.position.do_null_move();
            self.plies += 1;
            return Visit::Continue;
        }
        let uci = if self.reads_uci_moves { self.find_uci(token.text()) } else { None };
        match uci {
            Some(mv) => self.play(mv),
            None => rejected(token.text(), reason),
        }
    }

    /// Returns the legal move of a text in UCI notation with an optional check mark.
    fn find_uci(&self, text: &[u8]) -> Option<Move> {
        let text = text.strip_suffix(b"+").or_else(|| text.strip_suffix(b"#")).unwrap_or(text);
        self.position.parse_uci(str::from_utf8(text).ok()?).ok()
    }
}

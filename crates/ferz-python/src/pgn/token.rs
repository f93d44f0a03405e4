//! The tokens of the movetext, read leniently.

use ferz::notation::san::NULL_MOVES;
use memchr::memchr;

/// A token of the movetext.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A move: SAN, coordinates, or one of the spellings of the null move.
    San(&'a [u8]),
    /// The text between braces, without one space at each end.
    Comment(&'a [u8]),
    /// The digits after `$`.
    Nag(&'a [u8]),
    /// The number of `!`, `?`, `!!`, `??`, `!?` or `?!`.
    Suffix(u8),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A game termination marker.
    Result(&'a [u8]),
}

/// An iterator over the tokens of a movetext.
///
/// Text that is no token is skipped, as are comments from `;` to the end of the line. A comment
/// without `}` extends to the end.
pub(super) struct MovetextTokens<'a> {
    text: &'a [u8],
    at: usize,
}

const RESULTS: [&[u8]; 4] = [b"1/2-1/2", b"1-0", b"0-1", b"*"];
/// The spellings of castling, the longer before their prefixes.
const CASTLINGS: [&str; 4] = ["O-O-O", "O-O", "0-0-0", "0-0"];

impl<'a> MovetextTokens<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the text from the current index on.
    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Returns the next bytes and moves behind them.
    fn take(&mut self, length: usize) -> &'a [u8] {
        let taken = &self.rest()[..length];
        self.at += length;
        taken
    }

    fn comment(&mut self) -> Token<'a> {
        let text = &self.take(1 + until(&self.rest()[1..], b'}'))[1..];
        self.at = self.text.len().min(self.at + 1);
        let text = text.strip_prefix(b" ").unwrap_or(text);
        Token::Comment(text.strip_suffix(b" ").unwrap_or(text))
    }

    fn suffix(&mut self) -> Token<'a> {
        let number = match self.rest() {
            [b'!', b'!', ..] => 3,
            [b'?', b'?', ..] => 4,
            [b'!', b'?', ..] => 5,
            [b'?', b'!', ..] => 6,
            [b'!', ..] => 1,
            _ => 2,
        };
        self.at += if number > 2 { 2 } else { 1 };
        Token::Suffix(number)
    }

    /// Returns a token that starts with its own text, or a move.
    fn word_or_move(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let length = match rest[0] {
            b'N' | b'B' | b'K' | b'R' | b'Q' | b'P' | b'@' | b'a'..=b'h' => move_length(rest),
            _ => 0,
        };
        if length > 0 {
            return Some(Token::San(self.take(length)));
        }
        if let Some(result) = RESULTS.iter().find(|result| rest.starts_with(result)) {
            return Some(Token::Result(self.take(result.len())));
        }
        let mut words = CASTLINGS.iter().chain(&NULL_MOVES[..4]);
        let word = words.find(|word| rest.starts_with(word.as_bytes()))?;
        Some(Token::San(self.take(word.len())))
    }
}

impl<'a> Iterator for MovetextTokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'{' => return Some(self.comment()),
                b';' => self.at += until(self.rest(), b'\n'),
                b'(' | b')' => {
                    self.at += 1;
                    return Some(if byte == b'(' { Token::Open } else { Token::Close });
                }
                b'!' | b'?' => return Some(self.suffix()),
                b'$' => {
                    self.at += 1;
                    let digits =
                        self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
                    if digits > 0 {
                        return Some(Token::Nag(self.take(digits)));
                    }
                }
                b' ' | b'\n' | b'.' | b'2'..=b'9' => self.at += 1,
                _ => match self.word_or_move() {
                    Some(token) => return Some(token),
                    None => self.at += 1,
                },
            }
        }
        None
    }
}

/// Returns the number of bytes before the next `byte`, or of all if there is none.
fn until(text: &[u8], byte: u8) -> usize {
    memchr(byte, text).unwrap_or(text.len())
}

/// Returns the length of the move in SAN or coordinates at the start of a text, 0 if there is none.
fn move_length(text: &[u8]) -> usize {
    let is_file = |index: usize| matches!(text.get(index), Some(b'a'..=b'h'));
    let is_rank = |index: usize| matches!(text.get(index), Some(b'1'..=b'8'));
    let is_square = |index| is_file(index) && is_rank(index + 1);
    let has_piece = !is_file(0);
    let piece = usize::from(has_piece && text[0] != b'@');
    if text.get(piece) == Some(&b'@') {
        return if is_square(piece + 1) { piece + 3 } else { 0 };
    }
    // The longest form first: origin file, origin rank and a mark are each optional.
    let origins = [(true, true), (true, false), (false, true), (false, false)];
    let target = origins.into_iter().find_map(|(file, rank)| {
        if file && !is_file(piece) || rank && !is_rank(piece + usize::from(file)) {
            return None;
        }
        let start = piece + usize::from(file) + usize::from(rank);
        let marked = matches!(text.get(start), Some(b'x' | b'-' | b':'));
        let target = start + usize::from(marked);
        is_square(target).then_some(target)
    });
    match target {
        // `P` is no piece letter of SAN: the move after it is read without it.
        Some(_) if text[0] == b'P' => 0,
        Some(target) => target + 2 + promotion_length(text, target, has_piece),
        None => 0,
    }
}

/// Returns the length of the promotion behind a target square: `=Q`, or `Q` for a pawn.
fn promotion_length(text: &[u8], target: usize, has_piece: bool) -> usize {
    let is_piece = |index: usize| text.get(index).is_some_and(|byte| b"nbrqkNBRQK".contains(byte));
    let on_last_rank = matches!(text[target + 1], b'1' | b'8');
    if text.get(target + 2) == Some(&b'=') && is_piece(target + 3) {
        2
    } else {
        usize::from(!has_piece && on_last_rank && is_piece(target + 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens as text with a space after each.
    fn tokens(text: &str) -> String {
        let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut shown = String::new();
        for token in MovetextTokens::new(text.as_bytes()) {
            shown += &match token {
                Token::San(san) => show(san),
                Token::Comment(text) => format!("{{{}}}", show(text)),
                Token::Nag(digits) => format!("${}", show(digits)),
                Token::Suffix(number) => format!("${number}"),
                Token::Open => "(".to_owned(),
                Token::Close => ")".to_owned(),
                Token::Result(result) => format!("={}", show(result)),
            };
            shown.push(' ');
        }
        shown.trim_end().to_owned()
    }

    #[test]
    fn moves_have_many_forms() {
        for same in [
            "e4 exd5 Nf3 Nbd7 N1c3 Qd1xd8 Ng1-f3 e2-e4 e2e4 Rxa1 b8=Q e8Q a1xb1=n e7e8q O-O O-O-O 0-0",
            "0-0-0 -- Z0 0000 @@@@ N@f3 P@e4 @a1 b8=K",
        ] {
            assert_eq!(tokens(same), same);
        }
        assert_eq!(tokens("1.e4e5 12.Nf3Nf6+ 3...Qxf7# Pe4"), "e4e5 Nf3 Nf6 Qxf7 e4");
    }

    #[test]
    fn annotations_are_read() {
        assert_eq!(
            tokens("e4!?!?? $12$3 $ {x}{ y }{  z  }{"),
            "e4 $5 $5 $2 $12 $3 {x} {y} { z } {}"
        );
        assert_eq!(tokens("e4 ; e5 {\ne6 (d4) ; )"), "e4 e6 ( d4 )");
        assert_eq!(tokens("1-0 0-1 1/2-1/2 * 1/2 11-0"), "=1-0 =0-1 =1/2-1/2 =* =1-0");
    }

    #[test]
    fn other_text_is_skipped() {
        assert_eq!(tokens("12. <x> é ½ +- e.p. dis. ch N N9 a9 i4 O- P - \u{0} }"), "");
        assert_eq!(tokens("{never ends"), "{never ends}");
    }
}

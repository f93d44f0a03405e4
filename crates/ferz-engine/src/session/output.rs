//! What a session says.

use crate::bench::BenchResult;
use crate::eval::wdl::centipawns;
use crate::eval::{EvalBreakdown, PHASE_MAX, Term};
use ferz::{Position, Score};
use ferz_uci::{PerftLine, Reply};
use std::fmt;

/// Something for the front end to print: one or more whole lines, without the last line's end.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "they are made and printed one at a time")]
pub enum Output {
    /// A reply of the protocol.
    Reply(Reply),
    /// The board, asked for by `d`.
    Board(Box<Board>),
    /// The evaluation's terms, asked for by `eval`.
    Evaluation(Box<EvalBreakdown>),
    /// How `bench` goes.
    Bench(BenchEvent),
    /// The commands, asked for by `help`.
    Help,
}

/// The board as `d` shows it.
#[derive(Clone)]
pub struct Board {
    /// The position.
    pub position: Position,
    /// What tablebases say of it, if they know it.
    pub tablebases: Option<String>,
}

/// How `bench` goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchEvent {
    /// A position has been searched.
    Position {
        /// The position.
        fen: String,
        /// Its nodes.
        nodes: u64,
    },
    /// All have been searched.
    Total(BenchResult),
}

const HELP: &str = "\
uci                     the engine's name and options
setoption name N value V
position startpos|fen FEN [moves M ...]
go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder] [searchmoves M ...]
   [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
go perft N              count the leaves N plies deep
stop, ponderhit, isready, ucinewgame, quit
debug on|off            tell what was passed over
d                       show the board
eval                    show the evaluation, term by term
flip                    turn the board and swap the colours
bench [DEPTH]           search a fixed workload; the node count is the engine's signature";

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // By custom an empty line stands before the sum.
            Self::Reply(reply @ Reply::Perft(PerftLine::Total { .. })) => write!(f, "\n{reply}"),
            Self::Reply(reply) => reply.fmt(f),
            Self::Board(board) => write_board(f, board),
            Self::Evaluation(explanation) => write_explanation(f, explanation),
            Self::Bench(BenchEvent::Position { fen, nodes }) => write!(f, "{nodes:>10}  {fen}"),
            Self::Bench(BenchEvent::Total(result)) => {
                write!(f, "{} nodes {} nps", result.nodes, result.speed())
            }
            Self::Help => f.write_str(HELP),
        }
    }
}

fn write_board(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    let position = &board.position;
    writeln!(f, "{}\n", position.diagram())?;
    writeln!(f, "Fen: {}", position.fen())?;
    writeln!(f, "Key: {:016x}", position.key())?;
    write!(f, "Checkers:")?;
    position.checkers().squares().try_for_each(|square| write!(f, " {square}"))?;
    match &board.tablebases {
        Some(text) => write!(f, "\nTablebases: {text}"),
        None => Ok(()),
    }
}

fn write_explanation(f: &mut fmt::Formatter<'_>, explanation: &EvalBreakdown) -> fmt::Result {
    let both = |score: Score| format!("{:>6} {:>6}", score.middlegame(), score.endgame());
    writeln!(f, "{:<22}|     White     |     Black     |     Total", "Term (mg, eg)")?;
    writeln!(f, "{:-<22}+---------------+---------------+---------------", "")?;
    let mut total = Score::ZERO;
    for (term, [white, black]) in Term::ALL.into_iter().zip(explanation.terms) {
        let sum = white - black;
        total += sum;
        let name = term.name();
        writeln!(f, "{name:<22}| {} | {} | {}", both(white), both(black), both(sum))?;
    }
    writeln!(f, "{:-<22}+---------------+---------------+---------------", "")?;
    writeln!(f, "{:<22}|               |               | {}", "Total", both(total))?;
    let EvalBreakdown { phase, scale, white, .. } = *explanation;
    match explanation.endgame {
        Some(endgame) => {
            writeln!(
                f,
                "Judged by the rules of its endgame, not by the table: {}",
                endgame.name()
            )?;
        }
        None => writeln!(f, "Middlegame: {phase} of {PHASE_MAX}; endgame scaled to {scale} of 64")?,
    }
    writeln!(f, "Evaluation for White: {white} in the unit of the table")?;
    write!(
        f,
        "                    = {} cp, of which 100 are an even chance to win",
        centipawns(white)
    )
}

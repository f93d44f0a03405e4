//! The output of a session, formatted for printing.

use ferz::{Color, File, PhaseScore, Piece, Position, Rank, Square};
use ferz_engine::bench::BenchResult;
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::eval::{ClassicalEvaluator, Endgame, EvalBreakdown, Evaluator, PHASE_MAX, Term};
use ferz_engine::tablebase::{ProbeError, TableKind, Tablebases};
use ferz_engine::value::Value;
use ferz_nnue::Network;
use ferz_uci::{PerftLine, Reply};
use std::fmt::{self, Write};
use std::sync::Arc;

/// An output of a session: one or more whole lines, without the last line end.
#[derive(Clone)]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "outputs are made and printed one at a time")]
pub enum Output {
    /// A reply of the protocol.
    Reply(Reply),
    /// The reply to `d`.
    Position(Box<PositionInfo>),
    /// The reply to `eval` with the classical evaluation.
    Evaluation(Box<EvalBreakdown>),
    /// The reply to `eval` with a network.
    NetworkEvaluation(Box<NetworkEvaluation>),
    /// The progress and the result of `bench`.
    Bench(BenchEvent),
    /// The reply to `help`.
    Help,
    /// The last output after a panic of the thread of jobs: its message. The jobs that were queued have no reply, and
    /// the next command ends the session.
    Failure(String),
}

/// The position as shown by `d`.
#[derive(Clone)]
pub struct PositionInfo {
    /// The position.
    pub position: Position,
    /// The result of a tablebase probe, if it succeeded.
    pub tablebases: Option<String>,
}

/// The evaluation of a position by a network.
#[derive(Clone)]
pub struct NetworkEvaluation {
    /// The position.
    pub position: Position,
    /// The contribution of each piece but the kings, in internal units for the side to move: the
    /// value less the value without the piece.
    pub contributions: [Option<i32>; Square::COUNT],
    /// The evaluation for the side to move, in internal units: that of the recognised endgame,
    /// otherwise the network's, scaled if the endgame is drawish.
    pub value: Value,
    /// The value of the network alone for the side to move, in internal units.
    pub network_value: Value,
    /// The recognised endgame, whose own evaluation replaces the network's.
    pub recognized: Option<Endgame>,
}

impl NetworkEvaluation {
    /// Evaluates a position by a network.
    pub fn new(network: &Arc<Network>, position: &Position) -> Self {
        let mut evaluator = Evaluator::new(Some(Arc::clone(network)));
        evaluator.reset(position);
        Self {
            position: position.clone(),
            contributions: network.contributions(position),
            value: evaluator.evaluate_raw(position),
            network_value: network.evaluate(position),
            recognized: ClassicalEvaluator::new().breakdown(position).endgame,
        }
    }

    /// Returns the contributions of the pieces in pawns for White, by square.
    pub fn pawns(&self) -> impl Iterator<Item = (Square, f64)> {
        let pawns = |square: Square| {
            let value = self.contributions[square]?;
            Some((square, f64::from(self.white_centipawns(value)) / 100.0))
        };
        Square::ALL.into_iter().filter_map(pawns)
    }

    /// Returns the evaluation in centipawns for White.
    pub fn centipawns(&self) -> i32 {
        self.white_centipawns(self.value)
    }

    fn white_centipawns(&self, value: Value) -> i32 {
        let is_white = self.position.side_to_move() == Color::White;
        centipawns(if is_white { value } else { -value })
    }
}

/// An event of `bench`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchEvent {
    /// A position has been searched.
    Position {
        /// The position.
        fen: String,
        /// The number of nodes.
        nodes: u64,
    },
    /// All positions have been searched.
    Total(BenchResult),
}

const HELP: &str = "\
uci                     the engine's name and options
setoption name N value V
position startpos|fen FEN [moves M ...]
go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder] [searchmoves M ...]
   [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
go perft N              count the leaf nodes at depth N
stop, ponderhit, isready, ucinewgame, quit
debug on|off            report ignored words
d                       show the position
eval                    show the evaluation, by pieces (network) or terms (classical)
export_net FILE         write the network in use to a file
flip                    flip the board and swap the colours
compiler                name the compiler, target and instruction set
bench [DEPTH]           search a fixed workload with default options; the node count is the
                        engine's signature";

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // By convention an empty line precedes the total.
            Self::Reply(reply @ Reply::Perft(PerftLine::Total { .. })) => write!(f, "\n{reply}"),
            Self::Reply(reply) => reply.fmt(f),
            Self::Position(info) => write_position(f, info),
            Self::Evaluation(breakdown) => write_breakdown(f, breakdown),
            Self::NetworkEvaluation(evaluation) => write_network_evaluation(f, evaluation),
            Self::Bench(BenchEvent::Position { fen, nodes }) => write!(f, "{nodes:>10}  {fen}"),
            Self::Bench(BenchEvent::Total(result)) => {
                write!(f, "{} nodes {} nps", result.nodes, result.nps())
            }
            Self::Help => f.write_str(HELP),
            Self::Failure(message) => write!(f, "info string the session has failed: {message}"),
        }
    }
}

fn write_position(f: &mut fmt::Formatter<'_>, info: &PositionInfo) -> fmt::Result {
    let position = &info.position;
    writeln!(f, "{}\n", position.diagram())?;
    writeln!(f, "Fen: {}", position.fen())?;
    writeln!(f, "Key: {:016x}", position.key())?;
    write!(f, "Checkers:")?;
    position.checkers().squares().try_for_each(|square| write!(f, " {square}"))?;
    match &info.tablebases {
        Some(text) => write!(f, "\nTablebases: {text}"),
        None => Ok(()),
    }
}

/// Writes the board with the contribution of each piece in pawns below it, for White, and the value.
fn write_network_evaluation(
    f: &mut fmt::Formatter<'_>,
    evaluation: &NetworkEvaluation,
) -> fmt::Result {
    const LINE: &str = "+-------+-------+-------+-------+-------+-------+-------+-------+";
    let position = &evaluation.position;
    let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
    writeln!(f, "Contribution of each piece in pawns, for White\n\n{LINE}")?;
    for rank in Rank::ALL.into_iter().rev() {
        let squares = File::ALL.map(|file| Square::new(file, rank));
        for square in squares {
            let letter = position.piece_on(square).map_or(' ', Piece::letter);
            write!(f, "|   {letter}   ")?;
        }
        writeln!(f, "|")?;
        for square in squares {
            match evaluation.contributions[square] {
                Some(value) => {
                    write!(f, "|{:>+6.2} ", f64::from(centipawns(sign * value)) / 100.0)?;
                }
                None => write!(f, "|       ")?,
            }
        }
        writeln!(f, "|\n{LINE}")?;
    }
    let white = sign * evaluation.value;
    if let Some(endgame) = evaluation.recognized {
        let name = endgame.name();
        writeln!(f, "Endgame: {name}, whose evaluation replaces the network's")?;
    } else if evaluation.value != evaluation.network_value {
        let network = centipawns(sign * evaluation.network_value);
        writeln!(f, "Drawish endgame: scaled from the network's {network} cp")?;
    }
    write!(f, "Evaluation for White: {} cp ({white} internal)", centipawns(white))
}

fn write_breakdown(f: &mut fmt::Formatter<'_>, breakdown: &EvalBreakdown) -> fmt::Result {
    let both = |score: PhaseScore| format!("{:>6} {:>6}", score.middlegame(), score.endgame());
    writeln!(f, "{:<22}|     White     |     Black     |     Total", "Term (mg, eg)")?;
    writeln!(f, "{:-<22}+---------------+---------------+---------------", "")?;
    let mut total = PhaseScore::ZERO;
    for (term, [white, black]) in Term::ALL.into_iter().zip(breakdown.terms) {
        let difference = white - black;
        total += difference;
        let name = term.name();
        writeln!(f, "{name:<22}| {} | {} | {}", both(white), both(black), both(difference))?;
    }
    writeln!(f, "{:-<22}+---------------+---------------+---------------", "")?;
    writeln!(f, "{:<22}|               |               | {}", "Total", both(total))?;
    let EvalBreakdown { phase, scale, white, .. } = *breakdown;
    match breakdown.endgame {
        Some(endgame) => {
            writeln!(f, "Endgame: {}, whose evaluation replaces the terms", endgame.name())?;
        }
        None => writeln!(f, "Phase: {phase} of {PHASE_MAX}; endgame scale: {scale} of 64")?,
    }
    write!(f, "Evaluation for White: {} cp ({white} internal)", centipawns(white))
}

/// Describes the tables found, in one line.
pub(super) fn describe_tables(tables: &Tablebases) -> String {
    let (wdl, dtz) = (tables.count(TableKind::Wdl), tables.count(TableKind::Dtz));
    let mut text = format!("{wdl} WDL and {dtz} DTZ tablebases, up to {} men", tables.max_men());
    if let [first, others @ ..] = tables.skipped() {
        // Writing to a string does not fail.
        let _ = write!(text, "; skipped: {first}");
        if !others.is_empty() {
            let _ = write!(text, " (and {} more)", others.len());
        }
    }
    text
}

/// Describes the probe result of a position, in one line.
pub(super) fn describe_position(tables: &Tablebases, pos: &Position) -> Result<String, ProbeError> {
    let wdl = tables.wdl(pos)?;
    Ok(match tables.dtz(pos) {
        Ok(dtz) => format!("{wdl}, {} plies to zeroing", dtz.abs()),
        Err(_) => wdl.to_string(),
    })
}

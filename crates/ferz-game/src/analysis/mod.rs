//! Analysed games: evaluations of positions, losses of moves, accuracy, annotations and charts.
//!
//! The evaluations come from the searches of a [`GameReview`], one for each position of the main line, or from
//! comments ([`recorded_positions`]). [`GameAnalysis`]
//! computes from them the loss of each move and the accuracy of both sides, [`AnnotationOptions`]
//! writes the result into a game, and [`EvaluationChart`] draws it.
//!
//! ```
//! use ferz::Color;
//! use ferz_game::analysis::{AnalysisOptions, AnnotationOptions, Evaluation, GameAnalysis};
//! use ferz_game::analysis::{EvaluatedPosition, MoveAssessment};
//! use ferz_game::pgn::{Games, NodeId};
//!
//! let text = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
//! let (mut game, _) = Games::new(text.as_bytes()).next().transpose()?.unwrap();
//! let mut positions: Vec<_> = [30, 30, 20, -20, -10, 0]
//!     .map(|cp| EvaluatedPosition::new(Evaluation::Centipawns(cp)))
//!     .into();
//! let after_bc4 = game.tree.main_line().nth(4).map(|node| game.tree.position(node)).unwrap();
//! positions[5].line = vec![after_bc4.parse_san("g6")?];
//! positions.push(EvaluatedPosition::new(Evaluation::Mate { winner: Color::White, moves: 1 }));
//! positions.push(EvaluatedPosition::new(Evaluation::Mate { winner: Color::White, moves: 0 }));
//!
//! let analysis = GameAnalysis::new(&game.tree, positions, &AnalysisOptions::default())?;
//! assert_eq!(analysis.moves()[5].assessment, Some(MoveAssessment::Blunder));
//! assert_eq!(analysis.summary(Color::White).accuracy.map(f64::round), Some(94.0));
//! AnnotationOptions::default().annotate(&mut game, &analysis);
//! let text = game.to_string().replace('\n', " ");
//! assert!(text.contains("3... Nf6 $4 {[%eval #1]} (3... g6 {[%eval 0.00]}) 4. Qxf7# 1-0"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod chart;
mod evaluation;
mod game_analysis;
mod phase;
mod player_totals;
pub mod reasons;
mod recorded;
mod review;

pub use annotate::{AnnotationOptions, remove_annotations};
pub use chart::EvaluationChart;
pub use evaluation::{Evaluation, ScoreCurve};
pub use game_analysis::{
    AnalysedMove, AnalysisError, AnalysisOptions, EvaluatedPosition, GameAnalysis, MoveAssessment,
    SideSummary, Thresholds, move_accuracy,
};
pub use phase::GamePhase;
pub use player_totals::{PhaseTotals, PlayerTotals};
pub use recorded::recorded_positions;
pub use review::{GameReview, ReviewEffort, ReviewSearch};

//! What the tests of the search share.

use ferz::Position;
use ferz_engine::{Control, Limits, Line, Report, SearchResult, SearchSettings, Searcher};

/// Searches and gives the outcome and all lines told, each of which must be legal to its end.
pub(crate) fn search(
    searcher: &mut Searcher,
    pos: &Position,
    limits: &Limits,
    settings: &SearchSettings,
) -> (SearchResult, Vec<Line>) {
    let mut lines = Vec::new();
    let outcome = searcher.search(pos, limits, settings, &Control::default(), &mut |report| {
        if let Report::Line(line) = report {
            lines.push(line);
        }
    });
    for line in &lines {
        let mut after = pos.clone();
        for &m in &line.pv {
            assert!(after.is_legal(m), "{} {m} of {:?}", pos.fen(), line.pv);
            after.do_move(m);
        }
    }
    assert!(!lines.is_empty());
    (outcome, lines)
}

//! Helpers of the search tests.

use ferz::Position;
use ferz_engine::{Control, Limits, PvLine, Report, SearchResult, SearchSettings, Searcher};

/// Searches a position and returns the result and all reported lines, each of which must be legal. The
/// lines of the result are the last reported ones.
pub(crate) fn search(
    searcher: &mut Searcher,
    pos: &Position,
    limits: &Limits,
    settings: &SearchSettings,
) -> (SearchResult, Vec<PvLine>) {
    let mut lines = Vec::new();
    let result = searcher.search(
        pos,
        limits,
        settings,
        &Control::default(),
        Some(&mut |report| {
            if let Report::Line(line) = report {
                lines.push(line);
            }
        }),
    );
    let result = result.unwrap();
    for line in &lines {
        let mut after = pos.clone();
        for &mv in &line.pv {
            assert!(after.is_legal(mv), "{} {mv:?} of {:?}", pos.fen(), line.pv);
            after.do_move(mv);
        }
    }
    assert!(!lines.is_empty() && !result.lines.is_empty());
    for (i, line) in result.lines.iter().enumerate() {
        let last = lines.iter().rfind(|reported| reported.multipv == i + 1).unwrap();
        assert_eq!((line.depth, line.seldepth, &line.pv), (last.depth, last.seldepth, &last.pv));
        let value = (line.value, line.proven, line.bound);
        assert_eq!(value, (last.value, last.proven, last.bound), "{}", pos.fen());
        assert_eq!(line.score(), last.score());
    }
    (result, lines)
}

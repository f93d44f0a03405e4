// Counts in a thread of its own, move by move, so that the page goes on and knows how far it is.

self.addEventListener('message', async ({ data }) => {
    // Messages would be lost while the thread starts if it waited for the rules there.
    const { Position } = await import('../ferz/index.js');
    const { fen, chess960, depth } = data;
    const position = new Position(fen, { chess960 });
    const moves = position.moves();
    const counts = moves.map((move) => {
        const after = position.clone();
        after.play(move);
        const counted = { uci: move.uci, san: move.san, count: depth > 1 ? after.perft(depth - 1) : 1 };
        self.postMessage({ counted, of: moves.length });
        return counted;
    });
    self.postMessage({ counts });
});

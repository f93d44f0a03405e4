// Counts in a thread of its own, so that the page goes on.

self.addEventListener('message', async ({ data }) => {
    // Messages would be lost while the thread starts if it waited for the rules there.
    const { Position } = await import('../ferz/index.js');
    const { fen, chess960, depth } = data;
    const position = new Position(fen, { chess960 });
    self.postMessage(Array.from(position.divide(depth), ([uci, count]) => ({ uci, san: position.find(uci).san, count })));
});

// Random games whose moves depend on nothing but the rules, so that two programs can be compared by a digest.

export const GAMES = 6;
export const PLIES = 150;
export const STARTS = [
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
    'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
    '4k3/8/8/8/8/8/8/4K2R w K - 0 1',
];
/**
 * A generator of 32-bit numbers (mulberry32).
 * @param {number} seed
 */
export function numbers(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return (t ^ (t >>> 14)) >>> 0;
    };
}

/** FNV-1a of 32 bits, over UTF-16 units. */
export function fnv(hash, text) {
    for (let i = 0; i < text.length; i++) {
        hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    }
    return hash >>> 0;
}

/**
 * Plays a random game and returns the digest of all that a board says on its way.
 * @param {{ sans(): string[], fen(): string, state(): string, play(san: string): void }} board
 * @param {number} seed
 * @param {number} plies at most
 */
export function digestOfGame(board, seed, plies) {
    const next = numbers(seed);
    let hash = 0x811c9dc5;
    for (let ply = 0; ply < plies; ply++) {
        const sans = [...board.sans()].sort();
        hash = fnv(hash, `${board.fen()} ${board.state()} ${sans.join(' ')}\n`);
        if (sans.length === 0) {
            break;
        }
        board.play(sans[next() % sans.length]);
    }
    return hash;
}

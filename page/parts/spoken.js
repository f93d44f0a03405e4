// A position in words, for those who hear it: a board is read square by square, a position is known by its pieces.

/** @type {Record<string, string>} */
const ROLES = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

/**
 * Names the pieces of a position with their squares: "White: king e1, rooks a1 and h1. Black: king e8."
 * @param {string} fen its first field is enough
 */
export function positionInWords(fen) {
    /** The squares of each piece, by its letter. @type {Map<string, string[]>} */
    const squares = new Map();
    fen.split(' ')[0]
        .split('/')
        .forEach((row, index) => {
            let file = 0;
            for (const sign of row) {
                if (/\d/.test(sign)) {
                    file += Number(sign);
                    continue;
                }
                const square = `${'abcdefgh'[file]}${8 - index}`;
                squares.set(sign, [...(squares.get(sign) ?? []), square].sort());
                file += 1;
            }
        });
    const side = (/** @type {(letter: string) => string} */ of) =>
        Object.entries(ROLES)
            .flatMap(([letter, role]) => {
                const all = squares.get(of(letter)) ?? [];
                const [last, ...others] = [...all].reverse();
                return all.length < 2
                    ? all.map((square) => `${role} ${square}`)
                    : [`${role}s ${others.reverse().join(' ')} and ${last}`];
            })
            .join(', ') || 'no piece';
    return `White: ${side((letter) => letter.toUpperCase())}. Black: ${side((letter) => letter)}.`;
}

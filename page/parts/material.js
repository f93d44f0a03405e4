// What the sides of a game have taken, and who has more.

/** @import { Color, Position, Role } from '../ferz/index.js' */

/** The pieces that can be taken, in the order in which they are shown, with their drawing and their worth in pawns. */
const TAKEN = /** @type {const} */ ([
    ['queen', '♛', 9],
    ['rook', '♜', 5],
    ['bishop', '♝', 3],
    ['knight', '♞', 3],
    ['pawn', '♟', 1],
]);

/** @typedef {{ pieces: string, lead: number, words: string }} Material pieces as drawings; the lead in pawns, 0 for the side behind */

/**
 * Returns what each side has taken since the start of a game. A pawn that has become another piece is not taken.
 * @param {Position} start
 * @param {Position} position
 * @returns {Record<Color, Material>}
 */
export function materialOf(start, position) {
    const [before, now] = [countsOf(start), countsOf(position)];
    const worth = (/** @type {Color} */ color) =>
        TAKEN.reduce((sum, [role, , pawns]) => sum + now(color, role) * pawns, 0);
    const lead = worth('white') - worth('black');
    const of = (/** @type {Color} */ color) => {
        /** @type {Color} */
        const victim = color === 'white' ? 'black' : 'white';
        const gone = (/** @type {Role} */ role) => before(victim, role) - now(victim, role);
        const promoted = TAKEN.reduce((sum, [role]) => sum + Math.max(0, -gone(role)), 0);
        const taken = TAKEN.map(([role, drawing]) => ({
            role,
            drawing,
            count: Math.max(0, gone(role) - (role === 'pawn' ? promoted : 0)),
        })).filter(({ count }) => count > 0);
        const ahead = Math.max(0, color === 'white' ? lead : -lead);
        const named = taken.map(({ role, count }) => `${count} ${role}${count === 1 ? '' : 's'}`);
        return {
            pieces: taken.map(({ drawing, count }) => `${drawing}\uFE0E`.repeat(count)).join(''),
            lead: ahead,
            words: [
                named.length > 0 && `has taken ${named.join(', ')}`,
                ahead > 0 && `${ahead} ahead`,
            ]
                .filter(Boolean)
                .join('; '),
        };
    };
    return { white: of('white'), black: of('black') };
}

/** @param {Position} position */
function countsOf(position) {
    const pieces = [...position.pieces().values()];
    return (/** @type {Color} */ color, /** @type {Role} */ role) =>
        pieces.filter((piece) => piece.color === color && piece.role === role).length;
}

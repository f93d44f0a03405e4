// What the board shows: a position with the sides beside it, and what can be done.

/** @import { Color, Node, Position, Square } from './ferz/index.js' */
/** @import { Material } from './parts/material.js' */

/**
 * One side beside the board.
 * @typedef {object} Player
 * @property {string} [name]
 * @property {string} [note] such as a rating
 * @property {string} [clock] `5:00`
 * @property {boolean} [running] true if the clock runs
 * @property {Material} [material] what it has taken
 */

/**
 * What steps through a game.
 * @typedef {{ first: () => void, back: () => void, forward: () => void, last: () => void }} Stepper
 */

/**
 * What the board shows. What is left out has the board's default.
 * @typedef {object} BoardView
 * @property {string} fen
 * @property {Color} [turn]
 * @property {Color} [orientation] that of the store by default
 * @property {Map<Square, Square[]> | null} [dests]
 * @property {Color | 'both' | 'none'} [movable]
 * @property {[Square, Square] | null} [lastMove]
 * @property {Square | null} [check]
 * @property {readonly string[]} [marks] arrows and circles of the page: `Re2e4`, `Gd4`
 * @property {readonly string[]} [shapes] those of the user
 * @property {Map<Square, '??' | '?' | '?!' | '!?' | '!' | '!!'>} [badges]
 * @property {boolean} [premoves]
 * @property {boolean} [editable]
 * @property {false | Stepper} [steps] what the buttons and the keys step through: by default the game of the store; false hides
 *   the buttons and ends the keys
 * @property {Player} [white]
 * @property {Player} [black]
 */

/**
 * The bar beside the board.
 * @typedef {object} Evaluation
 * @property {string} text for White: `+0.3`, `#-2`
 * @property {number} share White's expected score, 0 to 1
 */

/**
 * Returns the view of a node: its position, the last move, a check, and all legal moves.
 * @param {Node} node
 * @returns {BoardView}
 */
export function viewOf(node) {
    const { position, move } = node;
    return {
        ...viewOfPosition(position),
        lastMove: move === null ? null : [move.from, move.to],
    };
}

/**
 * Returns the view of a position: a check, and all legal moves.
 * @param {Position} position
 * @returns {BoardView}
 */
export function viewOfPosition(position) {
    const last = position.lastMove;
    const king = position.inCheck
        ? [...position.pieces()].find(
              ([, { color, role }]) => role === 'king' && color === position.turn,
          )?.[0]
        : null;
    return {
        fen: position.fen,
        turn: position.turn,
        dests: position.dests(),
        movable: 'both',
        lastMove: last === null ? null : [last.from, last.to],
        check: king ?? null,
    };
}

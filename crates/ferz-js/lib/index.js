/**
 * Chess rules, games, openings and drawings. Ready after the import.
 * @module
 */

export { EngineError, EpdError, FenError, FerzError, MoveError, PgnError, TagError } from './errors.js';
export { COLORS, ROLES, SQUARES } from './squares.js';
export { Move } from './move.js';
export { attacks, faults, Position } from './position.js';
export { Game, Node } from './game.js';
export { Book } from './book.js';
export { openings } from './openings.js';
export { boardSvg, pieceSvg } from './draw.js';
export { readEpd } from './epd.js';
export { squaresOf } from './squares.js';

/** @typedef {import('./squares.js').Color} Color */
/** @typedef {import('./squares.js').Role} Role */
/** @typedef {import('./squares.js').Square} Square */
/** @typedef {import('./squares.js').Piece} Piece */
/** @typedef {import('./position.js').Outcome} Outcome */
/** @typedef {import('./position.js').MoveSquares} MoveSquares */
/** @typedef {import('./errors.js').Fault} Fault */
/** @typedef {import('./game-list.js').ListedGame} ListedGame */

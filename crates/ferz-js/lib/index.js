/**
 * Chess rules, games, openings and drawings. Ready after the import.
 * @module
 */

import './rules/in-place.js';

export { EngineError, EpdError, FenError, FerzError, MoveError, PgnError, TagError } from './base/errors.js';
export { COLORS, ROLES, SQUARES } from './base/squares.js';
export { Move } from './rules/move.js';
export { attacks, faults, Position } from './rules/position.js';
export { Game, Node } from './rules/game.js';
export { Book } from './rules/book.js';
export { openings } from './rules/openings.js';
export { boardSvg, pieceSvg } from './rules/draw.js';
export { readEpd } from './rules/epd.js';
export { load } from './rules/wasm.js';
export { squaresOf } from './base/squares.js';

/** @typedef {import('./base/squares.js').Color} Color */
/** @typedef {import('./base/squares.js').Role} Role */
/** @typedef {import('./base/squares.js').Square} Square */
/** @typedef {import('./base/squares.js').Piece} Piece */
/** @typedef {import('./rules/position.js').Outcome} Outcome */
/** @typedef {import('./rules/position.js').MoveSquares} MoveSquares */
/** @typedef {import('./base/errors.js').Fault} Fault */
/** @typedef {import('./rules/game-list.js').ListedGame} ListedGame */

/**
 * Chess rules, games, openings and drawings. Ready after the import.
 * @module
 */

import './rules/in-place.js';

export {
    EngineError,
    EpdError,
    FenError,
    FerzError,
    MoveError,
    PgnError,
    TagError,
} from './base/errors.js';
export { COLORS, ROLES, SQUARES } from './base/squares.js';
export { Move } from './rules/move.js';
export { attacks, faults, Position } from './rules/position.js';
export { Game } from './rules/game.js';
export { Node } from './rules/node.js';
export { Book } from './rules/book.js';
export { openings } from './rules/openings.js';
export { boardSvg, pieceSvg } from './rules/draw.js';
export { readEpd } from './rules/epd.js';
export { expectedScore } from './rules/review.js';
export { load } from './rules/wasm.js';
export { squaresOf } from './base/squares.js';

/** @typedef {import('./base/squares.js').Color} Color */
/** @typedef {import('./base/squares.js').Role} Role */
/** @typedef {import('./base/squares.js').Square} Square */
/** @typedef {import('./base/squares.js').Piece} Piece */
/** @typedef {import('./rules/position.js').Outcome} Outcome */
/** @typedef {import('./rules/position.js').MoveSquares} MoveSquares */
/** @typedef {import('./rules/position.js').PromotionLetter} PromotionLetter */
/** @typedef {import('./rules/position.js').FenOptions} FenOptions */
/** @typedef {import('./rules/move.js').MoveData} MoveData */
/** @typedef {import('./rules/game.js').PgnOptions} PgnOptions */
/** @typedef {import('./rules/game.js').WriteOptions} WriteOptions */
/** @typedef {import('./rules/node.js').CommentParts} CommentParts */
/** @typedef {import('./rules/game.js').Result} Result */
/** @typedef {import('./rules/game.js').GameData} GameData */
/** @typedef {import('./rules/node.js').NodeData} NodeData */
/** @typedef {import('./rules/node.js').MoveNodeData} MoveNodeData */
/** @typedef {import('./rules/book.js').BookMove} BookMove */
/** @typedef {import('./rules/draw.js').BoardOptions} BoardOptions */
/** @typedef {import('./base/squares.js').PromotionRole} PromotionRole */
/** @typedef {import('./base/sources.js').FileSource} FileSource */
/** @typedef {import('./base/sources.js').ModuleSource} ModuleSource */
/** @typedef {import('./base/errors.js').Fault} Fault */
/** @typedef {import('./rules/game-list.js').ListedGame} ListedGame */

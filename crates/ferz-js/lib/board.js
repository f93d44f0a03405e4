/**
 * The elements `<ferz-board>`, a board without rules, and `<ferz-game>`, a viewer of games. The board needs no
 * WebAssembly; the viewer loads the rules with its first game.
 * @module
 */

export { FerzBoard } from './board/element.js';
export { FerzGame } from './board/game.js';

/** @typedef {import('./board/state.js').BoardMove} BoardMove */
/** @typedef {import('./board/state.js').Movable} Movable */
/** @typedef {import('./board/shapes.js').Judgement} Judgement */

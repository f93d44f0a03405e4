// What the interface of chess.js uses of the other modules, which wait for WebAssembly.

export { advance, begin, Line, notation, slotOf, Start } from './line.js';
export { Position } from './position.js';
export { pass, text, wasm, words } from './wasm.js';

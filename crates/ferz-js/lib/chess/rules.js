// What the interface of chess.js uses of the other modules, which wait for WebAssembly.

import '../rules/in-place.js';
export { advance, begin, Line, notation, slotOf, Start } from '../rules/line.js';
export { Position } from '../rules/position.js';
export { load, pass, text, wasm, words } from '../rules/wasm.js';

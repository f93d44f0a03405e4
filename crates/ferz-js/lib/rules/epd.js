// Lines of EPD.

import { expectString } from '../base/errors.js';
import { lastError, pass, text, wasm } from './wasm.js';

/**
 * Reads a line of EPD: the position as a FEN, and its operations with their operands.
 *
 * ```js
 * readEpd('8/8/8/8/8/4k3/4p3/4K3 w - - bm Kd1; id "end";').operations.id;  // ['end']
 * ```
 *
 * @param {string} line
 * @returns {{ fen: string, operations: Record<string, string[]> }}
 * @throws {import('../base/errors.js').EpdError}
 */
export function readEpd(line) {
    expectString(line, 'line');
    pass(line);
    if (wasm.epd_read() !== 1) {
        throw lastError();
    }
    return JSON.parse(text());
}

// Names of openings.

import { slotOf } from './line.js';
import { Position } from './position.js';
import { text, wasm } from './wasm.js';

/** The names of about 3,700 openings by their positions, so that transpositions are found. */
export const openings = {
    /**
     * Returns the opening of exactly this position, or null. `Game.opening` is the last one of a game.
     *
     * ```js
     * const position = new Position();
     * ['e4', 'c5', 'Nf3'].forEach((move) => position.play(move));
     * openings.find(position);  // { eco: 'B27', name: 'Sicilian Defense' }
     * ```
     *
     * @param {Position} position
     * @returns {{ eco: string, name: string } | null}
     */
    find(position) {
        if (!(position instanceof Position)) {
            throw new TypeError('expected a Position');
        }
        const slot = slotOf(position.line);
        if (wasm.position_opening(slot) !== 1) {
            return null;
        }
        const [eco, name] = text().split('\t');
        return { eco, name };
    },
};

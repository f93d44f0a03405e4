// The best lines of a search, as they are shown: all of one depth.

/** @import { AnalysisLine } from '../ferz/engine.js' */

/**
 * The lines of one position. Engines report them one after the other, those of a new depth among those of the depth before,
 * and a score of another depth is no comparison: lines are shown when all of their depth are there.
 */
export class LineSet {
    /** The lines that are shown, the best first. @type {AnalysisLine[]} */ shown = [];
    /** Those of the depth that is being searched. @type {AnalysisLine[]} */ #coming = [];

    /**
     * Takes a line of the search. A search that begins anew shows nothing until it is as deep as the one before.
     * @param {AnalysisLine} line
     */
    take(line) {
        if (line.bound !== null) {
            return;
        }
        if (line.rank === 1) {
            this.#coming = [];
        }
        const [first] = this.#coming;
        if (line.rank !== this.#coming.length + 1 || (first && line.depth !== first.depth)) {
            return;
        }
        this.#coming = [...this.#coming, line];
        if (this.#coming.length >= this.shown.length && line.depth >= (this.shown[0]?.depth ?? 0)) {
            this.shown = this.#coming;
        }
    }
}

// A puzzle that is being solved: its attempt, and what was needed for it.

import { Attempt } from './puzzle.js';
import { viewOf } from '../view.js';

/** @import { Move, Node as GameNode } from '../ferz/index.js' */
/** @import { BoardView } from '../view.js' */
/** @import { Puzzle } from './puzzle.js' */

/**
 * What is under way: the solver's turn, moves that the page makes, a look of the engine, the end.
 * @typedef {'turn' | 'moving' | 'looking' | 'over'} Phase
 */

/** The hints for a move. */
export const HINTS = 3;

export class Trial {
    /** @type {Phase} */ phase = 'moving';
    /** True until a wrong move or help. */
    isClean = true;
    /** True if the moves of the solution were shown. */
    isShown = false;
    /** The hints for the next move: 1 names the motif and the piece, 2 its square, 3 the move. */
    hints = 0;
    /** A mate outside the solution, in more than one move, and the move of the solution. @type {{ moves: number, best: Move } | null} */ mate =
        null;
    /** A move that is on the board for a moment without being made. @type {BoardView | null} */ shown =
        null;
    /** A node of the finished puzzle that is looked at. @type {GameNode | null} */ seen = null;

    /** @param {Puzzle} puzzle */
    constructor(puzzle) {
        this.puzzle = puzzle;
        this.attempt = new Attempt(puzzle);
    }

    get isOver() {
        return this.phase === 'over';
    }

    /** The title and the text of the end. */
    get verdict() {
        const title = this.isShown ? 'The solution' : this.isClean ? 'Solved' : 'Found';
        const reason = this.isShown ? '' : this.#reason;
        return {
            title,
            reason: this.isClean
                ? reason
                : `${reason} It comes again among the failed ones.`.trim(),
        };
    }

    get #reason() {
        const {
            attempt: { node },
            mate,
            puzzle,
        } = this;
        if (mate !== null) {
            return `${node.san} mates in ${mate.moves}. The solution was ${mate.best.san}.`;
        }
        const isMate = node.position.outcome?.reason === 'checkmate';
        return isMate
            ? 'Checkmate.'
            : puzzle.mistake === null
              ? 'That was the whole solution.'
              : `${node.san} was better.`;
    }

    /**
     * What the board shows of it.
     * @returns {BoardView}
     */
    get view() {
        const { attempt, puzzle } = this;
        const view = this.shown ?? viewOf(this.seen ?? attempt.node);
        const isTurn = this.phase === 'turn' && this.shown === null;
        const { tags } = puzzle.mistake?.game ?? {
            tags: /** @type {Record<string, string>} */ ({}),
        };
        return {
            ...view,
            dests: isTurn ? view.dests : null,
            movable: isTurn ? puzzle.solver : 'none',
            marks: isTurn ? this.#marks() : (view.marks ?? []),
            badges: view.badges ?? this.#badges(),
            steps: false,
            white: { name: tags.White },
            black: { name: tags.Black },
        };
    }

    #marks() {
        const {
            attempt: { expected },
            hints,
        } = this;
        return expected === null || hints < 2
            ? []
            : hints === 2
              ? [`B${expected.from}`]
              : [`B${expected.from}${expected.to}`];
    }

    /**
     * A mark on the last move of a puzzle that was solved.
     * @returns {Map<import('../ferz/index.js').Square, '!'>}
     */
    #badges() {
        const { move } = this.attempt.node;
        return new Map(
            this.isOver && this.seen === null && !this.isShown && move !== null
                ? [[move.to, '!']]
                : [],
        );
    }
}

// Why a wrong move of a puzzle fails: the review of a game of that one move, with the reasons that the card of a mistake has.

import { Game } from '../ferz/index.js';

/** @import { MoveSquares, Position } from '../ferz/index.js' */
/** @import { AnalysisLine } from '../ferz/engine.js' */
/** @import { Desk } from '../desk.js' */

/** The nodes of a search: few, since the answer is wanted at once. Most proofs need less. */
const NODES = 10_000;
/** The moves of an answer that is not proven. */
const SHOWN = 3;

/**
 * Why a move fails.
 * @typedef {object} Refutation
 * @property {string} text
 * @property {string[]} line the moves after it that show so
 * @property {readonly string[]} squares those that it is about
 */

/**
 * Returns why a wrong move fails: a reason that is proven, else the best answer and what it costs. Reasons of the better move
 * are left out, as they would give it away.
 * @param {Desk} desk
 * @param {Position} position
 * @param {MoveSquares | string} move
 * @param {AbortSignal} signal
 * @returns {Promise<Refutation>}
 * @throws an `AbortError` if it is no longer wanted, or an error without an engine
 */
export async function refutationOf(desk, position, move, signal) {
    const game = new Game(position);
    const { position: after } = game.root.add(move);
    if (after.outcome !== null) {
        return { text: `It is a draw: ${after.outcome.reason}.`, line: [], squares: [] };
    }
    /** The best lines before and after the move. @type {AnalysisLine[]} */
    const lines = [];
    const {
        moves: [{ assessment, reasons }],
    } = await desk.review(game, {
        nodes: NODES,
        signal,
        onProgress: (_, line, index) => void (lines[index] = line),
    });
    const proven = reasons.find(({ concern }) => concern === 'played');
    if (proven !== undefined) {
        return proven;
    }
    const [before, answer] = lines;
    const chances = (/** @type {AnalysisLine} */ { whiteExpected }) =>
        `${Math.round(position.turn === 'white' ? whiteExpected : 100 - whiteExpected)} %`;
    const line = answer.moves.slice(0, SHOWN).map(({ san }) => san);
    const first = after.sanLine(line.slice(0, 1));
    const text =
        assessment === undefined
            ? `After ${first} your chances are ${chances(answer)}, but one move is better.`
            : `The best answer is ${first}: your chances fall from ${chances(before)} to ${chances(answer)}.`;
    return { text, line, squares: [] };
}

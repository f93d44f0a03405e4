// Judgements, evaluations and drawings of nodes.

import { GLYPHS } from '../ferz/base/nags.js';
import { expectedScore } from '../ferz/index.js';

/** @import { Node, Square } from '../ferz/index.js' */

/** The NAGs that judge a move: a move has one of them. */
export const JUDGEMENTS = /** @type {const} */ ([
    [3, '!!', 'Brilliant move'],
    [1, '!', 'Good move'],
    [5, '!?', 'Interesting move'],
    [6, '?!', 'Inaccuracy'],
    [2, '?', 'Mistake'],
    [4, '??', 'Blunder'],
]);

const CLASSES = new Map([
    [4, 'blunder'],
    [2, 'mistake'],
    [6, 'dubious'],
    [1, 'good'],
    [3, 'good'],
    [5, 'good'],
]);

/**
 * Returns the class of a node's judgement, or nothing.
 * @param {Node} node
 */
export function classOf(node) {
    return node.nags.map((nag) => CLASSES.get(nag)).find(Boolean) ?? '';
}

/**
 * True for an inaccuracy, a mistake or a blunder.
 * @param {Node} node
 */
export function isBad(node) {
    return ['blunder', 'mistake', 'dubious'].includes(classOf(node));
}

/**
 * Returns the glyphs of a node.
 * @param {Node} node
 */
export function glyphsOf(node) {
    return node.nags.map((nag) => GLYPHS[nag] ?? '').join('');
}

/**
 * Returns the badge of the move to a node for the board.
 * @param {Node} node
 * @returns {Map<Square, any>}
 */
export function badgesOf(node) {
    const judgement = JUDGEMENTS.find(([nag]) => node.nags.includes(nag));
    const to = node.move?.to;
    return new Map(judgement && to ? [[to, judgement[1]]] : []);
}

/**
 * Returns White's expected score for an evaluation, 0 to 1: the one scale of the bar, the lines, the chart, the review and
 * what is said of chances. It is the curve by which moves are judged, fitted to games of people: the engine's own expectation
 * (`wdl`) is that of games in which nobody errs any more.
 * @param {number | null | undefined} centipawns
 * @param {number | null | undefined} mate moves to mate, negative if White is mated
 */
export function shareOf(centipawns, mate) {
    return expectedScore({ centipawns, mate }) / 100;
}

/**
 * Writes an evaluation in pawns with its sign, which what rounds to nothing has not: `+0.3`, `−1.2`, `0.0`.
 * @param {number} pawns
 * @param {number} digits
 */
export function pawnsText(pawns, digits) {
    const text = Math.abs(pawns).toFixed(digits);
    return Number(text) === 0 ? text : `${pawns > 0 ? '+' : '−'}${text}`;
}

/**
 * Returns what the comments of a node say of its evaluation, or null.
 * @param {Node} node
 * @returns {{ text: string, share: number, centipawns: number } | null} centipawns for White, infinite for a mate
 */
export function evaluationOf(node) {
    const { centipawns, mate } = node.comments.length > 0 ? node.annotations : {};
    if (mate !== undefined) {
        const moves = Number(mate.slice(1));
        return {
            text: mate,
            share: shareOf(null, moves),
            centipawns: moves > 0 ? Infinity : -Infinity,
        };
    }
    if (centipawns !== undefined) {
        return {
            text: pawnsText(centipawns / 100, 1),
            share: shareOf(centipawns, null),
            centipawns,
        };
    }
    const outcome = node.position.outcome;
    if (outcome !== null) {
        const share = outcome.winner === null ? 0.5 : outcome.winner === 'white' ? 1 : 0;
        return {
            text: outcome.winner === null ? '½' : '#',
            share,
            centipawns: share === 0.5 ? 0 : share === 1 ? Infinity : -Infinity,
        };
    }
    return null;
}

/**
 * Returns the arrows and circles in the comments of a node.
 * @param {Node} node
 * @returns {string[]}
 */
export function shapesOf(node) {
    const { squares = [], arrows = [] } = node.comments.length > 0 ? node.annotations : {};
    return [...squares, ...arrows];
}

const COMMANDS = /\s*\[%(?:csl|cal)[^\]]*\]/g;

/**
 * Writes arrows and circles into the comments of a node.
 * @param {Node} node
 * @param {readonly string[]} shapes
 */
export function setShapes(node, shapes) {
    const rest = node.comments
        .map((comment) => comment.replace(COMMANDS, '').trim())
        .filter(Boolean);
    const squares = shapes.filter((shape) => shape.length === 3);
    const arrows = shapes.filter((shape) => shape.length === 5);
    const commands = [
        squares.length > 0 && `[%csl ${squares.join(',')}]`,
        arrows.length > 0 && `[%cal ${arrows.join(',')}]`,
    ];
    const drawn = commands.filter(Boolean).join(' ');
    node.comments = drawn === '' ? rest : [...rest, drawn];
}

/**
 * Returns comments without their commands, of which only those after moves say something.
 * @param {readonly string[]} comments
 */
export function wordsOf(comments) {
    return comments
        .join(' ')
        .replace(/\[%[^\]]*\]/g, '')
        .trim();
}

/**
 * Returns the text of a node's comments without commands.
 * @param {Node} node
 */
export function textOf(node) {
    return node.comments.length > 0 ? node.annotations.text : '';
}

/**
 * Replaces the text of a node's comments; the commands stay.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
    const commands = node.comment.match(/\[%[^\]]*\]/g) ?? [];
    node.comment = [...commands, text.trim()].filter(Boolean).join(' ');
}

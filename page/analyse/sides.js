// The numbers of both sides in a reviewed game. They are read from the game, so that a reviewed file has them too.

import { h } from '../dom.js';
import { classOf, evaluationOf } from '../parts/marks.js';
import { numberOf } from '../parts/tree.js';

/** @import { Game, Node as GameNode } from '../ferz/index.js' */

/** The greatest evaluation that counts for a loss, in centipawns: beyond it a game is won. */
const MOST = 1000;
/** The kinds of mistakes by their class. @type {readonly [string, string, string][]} */
const KINDS = [['dubious', 'Inaccuracies', '?!'], ['mistake', 'Mistakes', '?'], ['blunder', 'Blunders', '??']];

/**
 * The accuracies of both sides, or null if the game has none.
 * @param {Game} game
 */
export function accuracies(game) {
    const [white, black] = [accuracyOf(game, true), accuracyOf(game, false)];
    const side = (/** @type {'white' | 'black'} */ color, /** @type {string} */ text) => [h(`span.dot.${color}`, { role: 'img', 'aria-label': color === 'white' ? 'White' : 'Black' }), h('b', {}, text)];
    return white === '' && black === '' ? null : h('p.accuracies', {}, h('span.quiet', {}, 'Accuracy'), ...side('white', white || '–'), ...side('black', black || '–'));
}

/**
 * The table of both sides.
 * @param {Game} game
 * @param {(isWhite: boolean, kind: string) => void} next called to show the next mistake of a side and a kind
 */
export function sidesTable(game, next) {
    const row = (/** @type {any} */ label, /** @type {any} */ white, /** @type {any} */ black, kind = '') => {
        return h(`tr${kind && `.${kind}`}`, {}, h('td', {}, white), h('th', { scope: 'row' }, ...[label].flat()), h('td', {}, black));
    };
    const counted = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {boolean} */ isWhite) => {
        const count = [...game.mainline()].filter((node) => numberOf(node).isWhite === isWhite && classOf(node) === kind).length;
        const name = `${label} of ${isWhite ? 'White' : 'Black'}: ${count}. Show the next one`;
        return count === 0 ? '0' : h('button.count', { type: 'button', 'aria-label': name, title: 'Show the next one', onclick: () => next(isWhite, kind) }, count);
    };
    const [white, black] = [accuracyOf(game, true), accuracyOf(game, false)];
    const losses = [averageLoss(game, true), averageLoss(game, false)];
    return h(
        'div.sides-part', {},
        h(
            'table.sides', {}, h('caption.vh', {}, 'Both sides'),
            h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, nameOf(game.tags.White, 'White')), h('td'), h('th', { scope: 'col' }, nameOf(game.tags.Black, 'Black')))),
            h(
                'tbody', {},
                (white || black) && row('Accuracy', white || '–', black || '–', 'accuracy'),
                ...KINDS.map(([kind, label, glyph]) => row([`${label} `, h(`span.glyph.${kind}`, { 'aria-hidden': 'true' }, glyph)], counted(kind, label, true), counted(kind, label, false), kind)),
                row('Pawns lost a move', losses[0], losses[1]),
            ),
        ),
        h('p.quiet.small', {}, 'Accuracy is 100 % if each move is as good as the engine’s. A move that costs 5 % of the chances is an inaccuracy (?!), '
            + '10 % a mistake (?), 15 % a blunder (??).'),
    );
}

/**
 * @param {string | undefined} name
 * @param {string} color
 */
function nameOf(name, color) {
    return name === undefined || name === '?' ? color : name;
}

/**
 * The accuracy that a review has written into the tags of the game, in percent.
 * @param {Game} game
 * @param {boolean} isWhite
 */
function accuracyOf(game, isWhite) {
    const value = Number.parseFloat(game.tags[isWhite ? 'WhiteAccuracy' : 'BlackAccuracy'] ?? '');
    return Number.isFinite(value) ? `${value.toFixed(0)} %` : '';
}

/**
 * What a side lost with each move of the main line on average, in pawns.
 * @param {Game} game
 * @param {boolean} isWhite
 */
function averageLoss(game, isWhite) {
    const value = (/** @type {GameNode | null} */ node) => {
        const centipawns = (node && evaluationOf(node)?.centipawns) ?? null;
        return centipawns === null ? null : Math.min(Math.max(centipawns, -MOST), MOST) * (isWhite ? 1 : -1);
    };
    const losses = [...game.mainline()].filter((node) => numberOf(node).isWhite === isWhite).flatMap((node) => {
        const [before, after] = [value(node.parent), value(node)];
        return before === null || after === null ? [] : [Math.max(0, before - after)];
    });
    return losses.length === 0 ? '–' : (losses.reduce((sum, loss) => sum + loss, 0) / losses.length / 100).toFixed(2);
}

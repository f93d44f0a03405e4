// The numbers of both sides in a reviewed game.

import { h } from '../dom.js';
import { classOf } from '../parts/marks.js';
import { numberOf } from '../parts/tree.js';

/** @import { Game } from '../ferz/index.js' */

/** The numbers of a review. @typedef {NonNullable<ReturnType<Game['recordedReview']>>} ReviewNumbers */

/** The kinds of mistakes by their class. @type {readonly [string, string, string][]} */
const KINDS = [
    ['dubious', 'Inaccuracies', '?!'],
    ['mistake', 'Mistakes', '?'],
    ['blunder', 'Blunders', '??'],
];

/**
 * The accuracies of both sides.
 * @param {ReviewNumbers} review
 */
export function accuracies({ white, black }) {
    const side = (/** @type {'white' | 'black'} */ color, /** @type {string} */ text) => [
        h(`span.dot.${color}`, {
            role: 'img',
            'aria-label': color === 'white' ? 'White' : 'Black',
        }),
        h('b', {}, text),
    ];
    return h(
        'p.accuracies',
        {},
        h('span.quiet', {}, 'Accuracy'),
        ...side('white', percent(white.accuracy)),
        ...side('black', percent(black.accuracy)),
    );
}

/**
 * The table of both sides.
 * @param {Game} game
 * @param {ReviewNumbers | null} review
 * @param {(isWhite: boolean, kind: string) => void} next called to show the next mistake of a side and a kind
 */
export function sidesTable(game, review, next) {
    const row = (
        /** @type {any} */ label,
        /** @type {any} */ white,
        /** @type {any} */ black,
        kind = '',
    ) => {
        return h(
            `tr${kind && `.${kind}`}`,
            {},
            h('td', {}, white),
            h('th', { scope: 'row' }, ...[label].flat()),
            h('td', {}, black),
        );
    };
    const counted = (
        /** @type {string} */ kind,
        /** @type {string} */ label,
        /** @type {boolean} */ isWhite,
    ) => {
        const count = [...game.mainline()].filter(
            (node) => numberOf(node).isWhite === isWhite && classOf(node) === kind,
        ).length;
        const name = `${label} of ${isWhite ? 'White' : 'Black'}: ${count}. Show the next one`;
        return count === 0
            ? '0'
            : h(
                  'button.count',
                  {
                      type: 'button',
                      'aria-label': name,
                      title: 'Show the next one',
                      onclick: () => next(isWhite, kind),
                  },
                  count,
              );
    };
    return h(
        'div.sides-part',
        {},
        h(
            'table.sides',
            {},
            h('caption.vh', {}, 'Both sides'),
            h(
                'thead',
                {},
                h(
                    'tr',
                    {},
                    h('th', { scope: 'col' }, nameOf(game.tags.White, 'White')),
                    h('td'),
                    h('th', { scope: 'col' }, nameOf(game.tags.Black, 'Black')),
                ),
            ),
            h(
                'tbody',
                {},
                review &&
                    row(
                        'Accuracy',
                        percent(review.white.accuracy),
                        percent(review.black.accuracy),
                        'accuracy',
                    ),
                ...KINDS.map(([kind, label, glyph]) =>
                    row(
                        [`${label} `, h(`span.glyph.${kind}`, { 'aria-hidden': 'true' }, glyph)],
                        counted(kind, label, true),
                        counted(kind, label, false),
                        kind,
                    ),
                ),
                review &&
                    row(
                        'Pawns lost a move',
                        pawns(review.white.averageCentipawnLoss),
                        pawns(review.black.averageCentipawnLoss),
                    ),
            ),
        ),
        h(
            'p.quiet.small',
            {},
            'Accuracy is 100 % if each move is as good as the engine’s. A move that costs 5 % of the chances is an inaccuracy (?!), ' +
                '10 % a mistake (?), 15 % a blunder (??).',
        ),
    );
}

/**
 * @param {string | undefined} name
 * @param {string} color
 */
function nameOf(name, color) {
    return name === undefined || name === '?' ? color : name;
}

/** @param {number | null} value */
function percent(value) {
    return value === null ? '–' : `${value.toFixed(0)} %`;
}

/** @param {number | null} centipawns */
function pawns(centipawns) {
    return centipawns === null ? '–' : (centipawns / 100).toFixed(2);
}

// The faults of a repertoire in words.

import { h } from '../dom.js';

/** @import { Faults, Place, Repertoire } from '../ferz/rules/repertoire.js' */

/** The number of places that a list shows. */
const MOST = 30;

const number = (/** @type {number} */ count) => count.toLocaleString('en');

/** A chance as the number of games of which one gets there. @param {number} chance */
function oneIn(chance) {
    const games = Math.round(1 / chance);
    return games <= 1
        ? 'in every game'
        : Number.isFinite(games)
          ? `one game of ${number(games)}`
          : '';
}

/**
 * A list of places, each of which is shown on the board when it is chosen.
 * @template {Place} P
 * @param {string} title
 * @param {P[]} places
 * @param {(place: P) => string} about
 * @param {(place: Place) => void} show
 */
function listOf(title, places, about, show) {
    const rows = places
        .slice(0, MOST)
        .map((place) =>
            h(
                'li',
                {},
                h(
                    'button.openings-place',
                    { type: 'button', onclick: () => show(place) },
                    h('b', {}, place.line || 'The start'),
                    ' ',
                    h('span.quiet', {}, about(place)),
                ),
            ),
        );
    const more = places.length - rows.length;
    return (
        places.length > 0 &&
        h(
            'section',
            {},
            h('h3', {}, `${title} (${number(places.length)})`),
            h('ul', {}, ...rows),
            more > 0 && h('p.quiet.small', {}, `and ${number(more)} more`),
        )
    );
}

/**
 * The faults of a repertoire, and those that games show.
 * @param {Repertoire} repertoire
 * @param {Faults} faults
 * @param {{ games?: number, left?: (Place & { games: number })[] } | undefined} compared
 * @param {(place: Place) => void} show shows a place on the board
 */
export function faultSections({ errors, warnings }, faults, compared, show) {
    const texts = [...errors, ...warnings].map(({ file, line, message }) =>
        h('li', {}, `${file}, line ${line}: ${message}`),
    );
    const sections = [
        texts.length > 0 &&
            h('section', {}, h('h3', {}, 'Left out'), h('ul', {}, ...texts.slice(0, MOST))),
        listOf(
            'Several answers to one position',
            faults.conflicts,
            ({ answers }) => answers.join(', '),
            show,
        ),
        listOf(
            'No answer to a move of the repertoire',
            faults.unanswered,
            ({ games, chance }) =>
                games > 0 ? `${number(games)} games went on, ${oneIn(chance)}` : '',
            show,
        ),
        listOf(
            'No answer to a move of the games',
            faults.gaps,
            ({ games, ofGames, chance }) =>
                `in ${Math.round((100 * games) / ofGames)} % of ${number(ofGames)} games, ${oneIn(chance)}`,
            show,
        ),
        listOf(
            'Lines that end early',
            faults.ends,
            ({ games, chance }) => `${number(games)} games went on, ${oneIn(chance)}`,
            show,
        ),
        compared?.left &&
            listOf(
                'Where your side left it',
                compared.left,
                ({ games }) => (games === 1 ? '1 game' : `${number(games)} games`),
                show,
            ),
    ];
    const has = sections.some(Boolean);
    const [count, crossings] = [number(faults.answered), number(faults.transpositions)];
    const about = h(
        'p.quiet',
        {},
        compared?.games === undefined
            ? `${count} positions have an answer, ${crossings} are reached by several moves.`
            : `Compared with ${number(compared.games)} games.`,
        has ? '' : ' Nothing is missing.',
    );
    return [h('section', {}, h('h2', {}, 'Check'), about), ...sections];
}

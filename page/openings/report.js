// The faults of a repertoire in words.

import { h } from '../dom.js';

/** @import { Color, Game } from '../ferz/index.js' */
/** @import { Departure, Faults, Place, Repertoire } from '../ferz/rules/repertoire.js' */

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
 * What a comparison with games has shown.
 * @typedef {object} Compared
 * @property {Faults} faults
 * @property {number} games those that were compared
 * @property {Departure[]} left where they left the repertoire
 * @property {boolean} isMine true if they are the user's
 * @property {Game[]} all those from which they were chosen
 * @property {string[]} players the most frequent ones
 */

/** The games of a place and their score. @param {Departure} place */
function resultOf({ games, decided, points }) {
    const count = games === 1 ? '1 game' : `${number(games)} games`;
    return decided > 0 ? `${count}, ${Math.round((100 * points) / decided)} %` : count;
}

/**
 * The faults of a repertoire, and those that games show.
 * @param {Repertoire} repertoire
 * @param {Partial<Compared> & { faults: Faults, side: Color }} found
 * @param {{ compare: HTMLElement, show: (place: Place) => void }} parts the ways to compare; `show` shows a place on the board
 */
export function faultSections(
    { errors, warnings, cards },
    { faults, side, ...compared },
    { compare, show },
) {
    const texts = [...errors, ...warnings].map(({ file, line, message }) =>
        h('li', {}, `${file}, line ${line}: ${message}`),
    );
    const isMine = compared.isMine ?? false;
    const name = side === 'white' ? 'White' : 'Black';
    const left = (compared.left ?? []).filter(({ isEnd }) => !isEnd);
    const own = left.filter(({ card }) => card !== null);
    const withAnswers = (/** @type {Departure} */ place) => {
        const answers = cards[/** @type {number} */ (place.card)].answers.map(({ san }) => san);
        return `${resultOf(place)}; your answer: ${answers.join(' or ')}`;
    };
    const sections = [
        listOf(isMine ? 'Where you left it' : `Where ${name} left it`, own, withAnswers, show),
        isMine &&
            listOf(
                'Where your opponents left it',
                left.filter(({ card }) => card === null),
                resultOf,
                show,
            ),
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
            ({ games, ofGames, chance }) => {
                const share = games / ofGames;
                const part = `${Math.round(100 * share)} % of ${number(ofGames)} games`;
                // At the start of the repertoire both say the same.
                return Math.abs(share - chance) < 0.005 ? part : `${part}, ${oneIn(chance)}`;
            },
            show,
        ),
        listOf(
            'Lines that end early',
            faults.ends,
            ({ games, chance }) => `${number(games)} games went on, ${oneIn(chance)}`,
            show,
        ),
    ];
    const has = sections.some(Boolean);
    const [count, crossings] = [number(faults.answered), number(faults.transpositions)];
    const { games } = compared;
    const whose = isMine
        ? `your ${number(games ?? 0)} games with ${name}`
        : `${number(games ?? 0)} games`;
    const about = h(
        'p.quiet.openings-about',
        { role: 'status' },
        games === undefined
            ? `${count} positions have an answer, ${crossings} are reached by several moves.`
            : `Compared with ${whose}.`,
        has
            ? ''
            : games === undefined
              ? ' No line lacks an answer. Compare with games to see what opponents play.'
              : ' Nothing is missing.',
    );
    return [h('section', {}, h('h2', {}, 'Check'), about, compare), ...sections];
}

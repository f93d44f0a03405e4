// The faults of a repertoire in words.

import { button, h } from '../dom.js';

/** @import { Color, Game } from '../ferz/index.js' */
/** @import { Departure, Faults, Place, Repertoire } from '../ferz/rules/repertoire.js' */

/** The number of places that a list shows. */
const MOST = 30;

const number = (/** @type {number} */ count) => count.toLocaleString('en');

/** A chance as the number of games of which one gets to a place. @param {number} chance */
function oneIn(chance) {
    const games = Math.round(1 / chance);
    return games <= 1
        ? 'every game gets here'
        : Number.isFinite(games)
          ? `1 game of ${number(games)} gets here`
          : '';
}

/**
 * Counts the games that went on at a place, and the chance to get there.
 * @param {number} games
 * @param {number} chance
 */
function wentOn(games, chance) {
    const count = games === 1 ? '1 game goes' : `${number(games)} games go`;
    return `${count} on from here; ${oneIn(chance)}`;
}

/**
 * Shows a place on the board, opens it in Analyse, and asks for the answers that places lack, of which the first comes first.
 * @typedef {{ show: (place: Place) => void, analyse: (place: Place) => void, answer?: (places: Place[]) => void }} PlaceActs
 */

/**
 * A list of places, each of which is shown on the board when it is chosen.
 * @template {Place} P
 * @param {string} title
 * @param {P[]} places
 * @param {(place: P) => string} about
 * @param {PlaceActs} acts
 */
function listOf(title, places, about, { show, analyse, answer }) {
    const rows = places.slice(0, MOST).map((place, index) =>
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
            answer
                ? button(
                      'Answer',
                      () => answer([...places.slice(index), ...places.slice(0, index)]),
                      {
                          'aria-label': `Add my answer to ${place.line}`,
                      },
                  )
                : button('Analyse', () => analyse(place), {
                      'aria-label': `Analyse ${place.line}`,
                  }),
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
 * @param {{ compare: HTMLElement } & PlaceActs} parts the ways to compare, and what is done with a place
 */
export function faultSections(
    { errors, warnings, cards },
    { faults, side, ...compared },
    { compare, answer, ...acts },
) {
    const lacking = { ...acts, answer };
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
        listOf(isMine ? 'Where you left it' : `Where ${name} left it`, own, withAnswers, acts),
        isMine &&
            listOf(
                'Where your opponents left it',
                left.filter(({ card }) => card === null),
                resultOf,
                lacking,
            ),
        texts.length > 0 &&
            h('section', {}, h('h3', {}, 'Left out'), h('ul', {}, ...texts.slice(0, MOST))),
        listOf(
            'Several answers to one position',
            faults.conflicts,
            ({ answers }) => answers.join(', '),
            acts,
        ),
        listOf(
            'No answer to a move of the repertoire',
            faults.unanswered,
            ({ games, chance }) => (games > 0 ? wentOn(games, chance) : ''),
            lacking,
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
            lacking,
        ),
        listOf(
            'Lines that end early',
            faults.ends,
            ({ games, chance }) => wentOn(games, chance),
            acts,
        ),
    ];
    const has = sections.some(Boolean);
    const { answered, transpositions } = faults;
    const counts = `${number(answered)} ${answered === 1 ? 'position has' : 'positions have'} an answer, ${number(transpositions)} ${transpositions === 1 ? 'is' : 'are'} reached by several orders of moves.`;
    const { games } = compared;
    const whose = isMine
        ? `your ${number(games ?? 0)} games with ${name}`
        : `${number(games ?? 0)} games`;
    const about = h(
        'p.quiet.openings-about',
        { role: 'status' },
        games === undefined ? counts : `Compared with ${whose}.`,
        has
            ? ''
            : games === undefined
              ? ' No line lacks an answer. Compare with games to see what opponents play.'
              : ' Nothing is missing.',
    );
    return [h('section', {}, h('h2', {}, 'Check'), about, compare), ...sections];
}

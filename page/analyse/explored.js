// The table of the moves that games played in a position, and the list of such games.

import { h, loadStyle } from '../dom.js';
import { resultText } from '../parts/result.js';

/** @import { ExploredMove } from '../games/positions.js' */

await loadStyle(new URL('./explored.css', import.meta.url));

/** @typedef {{ white: string, black: string, whiteElo: string, blackElo: string, date: string, result: string }} ListedGame */

/**
 * Returns the table of moves, each with its games, their results and the score of the user, and their sum in the last row.
 * @param {(san: string) => void} play
 * @param {string} caption for screen readers
 * @param {ExploredMove[]} moves
 */
export function movesTable(play, caption, moves) {
    const total = moves.reduce(summed, NONE);
    const hasMine = (total.mine?.games ?? 0) > 0;
    const cells = (/** @type {ExploredMove} */ move) => [
        h('td.count', {}, move.games.toLocaleString('en')),
        h('td.count', {}, percent(move.games, total.games)),
        hasMine && h('td.count', {}, ...mineOf(move)),
        h('td', {}, resultsOf(move)),
    ];
    const step = (/** @type {string} */ san) =>
        h('button.explored', { type: 'button', onclick: () => play(san) }, san);
    return h(
        'table.moves',
        {},
        h('caption.vh', {}, caption),
        h(
            'thead',
            {},
            h(
                'tr',
                {},
                h('th', { scope: 'col' }, 'Move'),
                h('th.count', { scope: 'col' }, 'Games'),
                h('th.count', { scope: 'col' }, h('span.vh', {}, 'Share')),
                hasMine && h('th.count', { scope: 'col' }, 'You'),
                h('th.wide', { scope: 'col' }, 'White · draw · Black'),
            ),
        ),
        h(
            'tbody',
            {},
            ...moves.map((move) => h('tr', {}, h('td', {}, step(move.san)), ...cells(move))),
        ),
        moves.length > 1 &&
            h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, 'All'), ...cells(total))),
    );
}

/** @type {ExploredMove} */
const NONE = { san: '', games: 0, white: 0, draws: 0, black: 0, mine: { games: 0, points: 0 } };

/**
 * @param {ExploredMove} sum
 * @param {ExploredMove} move
 * @returns {ExploredMove}
 */
function summed(sum, { games, white, draws, black, mine }) {
    return {
        san: '',
        games: sum.games + games,
        white: sum.white + white,
        draws: sum.draws + draws,
        black: sum.black + black,
        mine: {
            games: (sum.mine?.games ?? 0) + (mine?.games ?? 0),
            points: (sum.mine?.points ?? 0) + (mine?.points ?? 0),
        },
    };
}

/**
 * @param {number} part
 * @param {number} all
 */
function percent(part, all) {
    return all === 0 ? '' : `${Math.round((part / all) * 100)} %`;
}

/**
 * The score of the user: of how many games, and in per cent.
 * @param {ExploredMove} move
 */
function mineOf({ mine = { games: 0, points: 0 } }) {
    return mine.games === 0
        ? ['–']
        : [
              h('b', {}, percent(mine.points, mine.games)),
              h('span.quiet.small', {}, ` of ${mine.games.toLocaleString('en')}`),
          ];
}

/**
 * The results of a move as a bar.
 * @param {ExploredMove} move
 */
function resultsOf({ white, draws, black }) {
    const part = (/** @type {string} */ kind, /** @type {number} */ count) => {
        const share = Math.round((count / Math.max(1, white + draws + black)) * 100);
        const bar = h(`span.part.${kind}`, {}, share >= 14 ? `${share} %` : '');
        bar.style.flexGrow = String(count);
        return count > 0 && bar;
    };
    const label = `White wins ${white}, draws ${draws}, Black wins ${black}`;
    return h(
        'div.results',
        { role: 'img', 'aria-label': label },
        part('white', white),
        part('drawn', draws),
        part('black', black),
    );
}

/**
 * Returns the list of games, of which each opens.
 * @template {ListedGame} G
 * @param {G[]} games
 * @param {(game: G) => void} open
 */
export function gameList(games, open) {
    const name = (
        /** @type {string} */ color,
        /** @type {string} */ player,
        /** @type {string} */ elo,
    ) =>
        h(
            'span.who',
            {},
            h(`span.dot.${color}`),
            player || '?',
            elo && h('span.quiet', {}, ` ${elo}`),
        );
    const button = (/** @type {G} */ game) =>
        h(
            'button.game',
            { type: 'button', onclick: () => open(game) },
            h(
                'span.pair',
                {},
                name('white', game.white, game.whiteElo),
                name('black', game.black, game.blackElo),
            ),
            h('span.result', {}, resultText(game.result)),
            h('span.year.quiet', {}, game.date.slice(0, 4)),
        );
    return h('ol.games', {}, ...games.map((game) => h('li', {}, button(game))));
}

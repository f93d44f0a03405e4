// The table of the moves that games played in a position, and the list of such games.

import { h } from '../dom.js';
import { resultText } from '../parts/result.js';

/** @import { ExploredMove } from '../games/positions.js' */
/** @import { Store } from '../store.js' */

/** @typedef {{ white: string, black: string, whiteElo: string, blackElo: string, date: string, result: string }} ListedGame */

/**
 * Returns the table of moves, each with the number of its games and their results.
 * @param {Store} store
 * @param {string} caption for screen readers
 * @param {ExploredMove[]} moves
 */
export function movesTable(store, caption, moves) {
    const head = h(
        'tr',
        {},
        h('th', { scope: 'col' }, 'Move'),
        h('th', { scope: 'col' }, 'Games'),
        h('th.wide', { scope: 'col' }, 'White · draw · Black'),
    );
    return h(
        'table.moves',
        {},
        h('caption.vh', {}, caption),
        h('thead', {}, head),
        h('tbody', {}, ...moves.map((move) => row(store, move))),
    );
}

/**
 * @param {Store} store
 * @param {ExploredMove} move
 */
function row(store, { san, games, white, draws, black }) {
    const part = (/** @type {string} */ kind, /** @type {number} */ count) => {
        const share = Math.round((count / Math.max(1, white + draws + black)) * 100);
        const bar = h(`span.part.${kind}`, {}, share >= 14 ? `${share} %` : '');
        bar.style.flexGrow = String(count);
        return count > 0 && bar;
    };
    const label = `White wins ${white}, draws ${draws}, Black wins ${black}`;
    return h(
        'tr',
        {},
        h('td', {}, h('button.explored', { type: 'button', onclick: () => store.play(san) }, san)),
        h('td.count', {}, games.toLocaleString('en')),
        h(
            'td',
            {},
            h(
                'div.results',
                { role: 'img', 'aria-label': label },
                part('white', white),
                part('drawn', draws),
                part('black', black),
            ),
        ),
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

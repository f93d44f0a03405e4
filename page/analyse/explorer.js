// The explorer: what the opened games played in the current position, and with what result.

import { fill, h } from '../dom.js';
import { libraryOf } from '../games/library.js';
import { fileButton } from '../open.js';
import { servedMoves } from './served.js';

/** @import { Library } from '../games/library.js' */
/** @import { ExploredMove } from '../games/positions.js' */
/** @import { Store } from '../store.js' */

export class Explorer {
    #store;
    #library;
    #isActive = false;
    /** The number of the last question: older answers do not count. */
    #asked = 0;
    element = h('div.explorer');

    /** @param {Store} store */
    constructor(store) {
        this.#store = store;
        this.#library = libraryOf(store);
        this.#library.addEventListener('change', () => this.update(this.#isActive));
        this.#library.addEventListener('indexed', () => this.update(this.#isActive));
    }

    /** @param {boolean} isActive */
    async update(isActive) {
        this.#isActive = isActive;
        if (!isActive) {
            return;
        }
        const asked = ++this.#asked;
        const { position } = this.#store;
        const served = servedMoves(this.#store, position);
        const found = this.#library.size > 0 ? await this.#library.explore(position) : null;
        const other = await served;
        if (asked !== this.#asked) {
            return;
        }
        fill(this.element, ...other, ...(found === null ? [this.#empty()] : this.#found(found)));
    }

    /** @param {Awaited<ReturnType<Library['explore']>>} found */
    #found({ moves, games, indexed, of }) {
        const { position } = this.#store;
        const legal = new Set(position.sans());
        const rows = moves.filter(({ san }) => legal.has(san)).map((move) => this.#row(move));
        const total = moves.reduce((sum, move) => sum + move.games, 0);
        const head = h('tr', {}, h('th', { scope: 'col' }, 'Move'), h('th', { scope: 'col' }, 'Games'), h('th.wide', { scope: 'col' }, 'White · draw · Black'));
        return [
            indexed < of && h('p.quiet.small', {}, `${indexed.toLocaleString('en')} of ${of.toLocaleString('en')} games are indexed…`),
            total === 0 && indexed === of && h('p.empty', {}, 'None of the opened games had this position.'),
            rows.length > 0 && h('table.moves', {}, h('caption.vh', {}, 'Moves of the opened games'), h('thead', {}, head), h('tbody', {}, ...rows)),
            games.length > 0 && h('h2', {}, total > games.length ? 'Games, the highest rated first' : 'Games'),
            games.length > 0 && h('ol.games', {}, ...games.map((game) => h('li', {}, this.#game(game)))),
        ];
    }

    #empty() {
        return h('div.empty', {}, h('p', {}, 'The explorer shows what your games played in a position. Open a file of games to begin.'),
            h('div.row', {}, fileButton(this.#store, 'Open a file…')));
    }

    /** @param {ExploredMove} move */
    #row({ san, games, white, draws, black }) {
        const part = (/** @type {string} */ kind, /** @type {number} */ count) => {
            const share = Math.round((count / Math.max(1, white + draws + black)) * 100);
            const bar = h(`span.part.${kind}`, {}, share >= 14 ? `${share} %` : '');
            bar.style.flexGrow = String(count);
            return count > 0 && bar;
        };
        const label = `White wins ${white}, draws ${draws}, Black wins ${black}`;
        return h(
            'tr', {},
            h('td', {}, h('button.explored', { type: 'button', onclick: () => this.#store.play(san) }, san)),
            h('td.count', {}, games.toLocaleString('en')),
            h('td', {}, h('div.results', { role: 'img', 'aria-label': label }, part('white', white), part('drawn', draws), part('black', black))),
        );
    }

    /** @param {import('../games/catalogue.js').Row} row */
    #game({ index, white, black, whiteElo, blackElo, date, result }) {
        const name = (/** @type {string} */ player, /** @type {string} */ elo) => h('span.who', {}, player || '?', elo && h('span.quiet', {}, ` ${elo}`));
        return h(
            'button.game', { type: 'button', onclick: () => void this.#library.open(index) },
            h('span.pair', {}, name(white, whiteElo), name(black, blackElo)),
            h('span.result', {}, resultOf(result)), h('span.year.quiet', {}, date.slice(0, 4)),
        );
    }
}

/** @param {string} result */
export function resultOf(result) {
    return result === '' || result === '*' ? '' : result.replaceAll('1/2', '½').replace('-', '–');
}

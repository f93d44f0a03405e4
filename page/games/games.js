// Games: files of games, searched and opened.

import { button, fill, h, iconButton } from '../dom.js';
import { ModeElement } from '../mode.js';
import { fileButton, openGame } from '../open.js';
import { recentList } from '../parts/recent-list.js';
import { resultText } from '../parts/result.js';
import { viewOf } from '../view.js';
import { libraryOf } from './library.js';

/** @import { Row } from './catalogue.js' */
/** @import { Library } from './library.js' */
/** @import { Change } from '../store.js' */

/** Rows that are asked for at once. */
const PAGE = 100;
/** Rows beyond the window that are drawn. */
const BEYOND = 8;
/** The milliseconds without a key after which the list is searched. */
const PAUSE = 120;
/** The greatest height that browsers scroll reliably. */
const HIGHEST = 10_000_000;

/** @type {readonly [string, string][]} */
const RESULTS = [
    ['', 'Any result'],
    ...['1-0', '0-1', '1/2-1/2'].map(
        (result) => /** @type {[string, string]} */ ([result, resultText(result)]),
    ),
];
/** @type {readonly [string, string][]} */
const ORDERS = [
    ['file', 'As in the file'],
    ['newest', 'Newest first'],
    ['rating', 'Highest rated'],
    ['white', 'By player'],
];

export class FerzGames extends ModeElement {
    /** @type {Library} */ #library = /** @type {any} */ (undefined);
    #count = 0;
    /** The rows that are known, by their place in the list. @type {Map<number, Row>} */ #rows =
        new Map();
    /** Grows with each search: rows of an older one do not count. */
    #search = 0;
    #selected = 0;
    /** The place of the last time has been taken over, or is another one by now. */
    #isPlaced = false;
    /** The row that was chosen the last time, until another one is. */
    #wanted = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

    #text = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'search',
            placeholder: 'Player, event, year, opening (C41)',
            'aria-label': 'Search the games',
            autocomplete: 'off',
        })
    );
    #result = /** @type {HTMLSelectElement} */ (
        h(
            'select',
            { 'aria-label': 'Result' },
            ...RESULTS.map(([value, label]) => h('option', { value }, label)),
        )
    );
    #order = /** @type {HTMLSelectElement} */ (
        h(
            'select',
            { 'aria-label': 'Order' },
            ...ORDERS.map(([value, label]) => h('option', { value }, label)),
        )
    );
    #from = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'text',
            inputmode: 'numeric',
            maxlength: 4,
            placeholder: 'From year',
            'aria-label': 'From the year',
        })
    );
    #to = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'text',
            inputmode: 'numeric',
            maxlength: 4,
            placeholder: 'To year',
            'aria-label': 'To the year',
        })
    );
    #title = h('p.title', { role: 'status' });
    #progress = /** @type {HTMLProgressElement} */ (
        h('progress', { max: 1, 'aria-label': 'Reading', hidden: true })
    );
    #fault = h('p.fault', { role: 'alert', hidden: true });
    #space = h('div.space');
    #list = h(
        'div.list',
        { role: 'listbox', tabindex: 0, 'aria-label': 'Games', 'data-keys': true },
        this.#space,
    );
    /** What stands in place of the list if no game fits. */
    #none = h(
        'div.empty.none',
        { hidden: true },
        h('p', {}, 'No game fits.'),
        h(
            'div.row',
            {},
            button('Show all games', () => this.#showAll()),
        ),
    );
    #filters = h(
        'div.filters',
        {},
        this.#text,
        h('div.row', {}, this.#result, h('div.years', {}, this.#from, this.#to), this.#order),
        h('a.small.to-openings', { href: '#openings' }, 'Compare these games with my openings'),
    );
    #clear = iconButton(
        'Close all files',
        'M6 6L18 18M18 6L6 18',
        () => void this.#library.clear(),
        { caption: 'Close' },
    );
    /** The button for further files. */
    #more = h('span');
    #empty = h('div.welcome');
    #served = h('div.served', { hidden: true });
    /** The files of the last time. */
    #before = h('div.before', { hidden: true });
    /** The games of this browser. @type {ReturnType<typeof recentList>} */ #recent =
        /** @type {any} */ (null);

    build() {
        this.#library = libraryOf(this.store);
        this.#recent = recentList(this.store);
        this.#library.addEventListener('change', () => this.#listed());
        const later = () => {
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => void this.#find(), PAUSE);
        };
        this.#filters.addEventListener('input', () => (later(), this.#keepPlace()));
        this.#list.addEventListener('scroll', () => this.#draw());
        this.#list.addEventListener('keydown', (event) => this.#key(event));
        this.#list.addEventListener('click', (event) => {
            const row = /** @type {HTMLElement | null} */ (
                /** @type {HTMLElement} */ (event.target).closest('.game-row')
            );
            if (row) {
                this.#select(Number(row.dataset.at));
                void this.#open();
            }
        });
        new ResizeObserver(() => this.#draw()).observe(this.#list);
        fill(
            this.#empty,
            h(
                'p',
                {},
                'Open files of games: PGN of any size, also packed as .gz. They are read on this device and go nowhere.',
            ),
            h(
                'div.row',
                {},
                fileButton(this.store, 'Open files…', { class: 'button main' }),
                button('Three classic games', () => void this.#classics()),
            ),
            h(
                'p.quiet.small',
                {},
                'Or drop them anywhere on this page. Files with the lines that you play belong to ',
                h('a', { href: '#openings' }, 'My openings'),
                '.',
            ),
            this.#before,
            this.#served,
            this.#recent.element,
        );
        fill(this.#more, fileButton(this.store, 'Open files…'));
        this.append(
            h(
                'header.games-head',
                {},
                h('h2', {}, 'Games'),
                this.#title,
                h('span.grow'),
                this.#more,
                this.#clear,
            ),
            this.#progress,
            this.#fault,
            this.#filters,
            this.#empty,
            this.#list,
            this.#none,
        );
        this.#listed();
    }

    enter() {
        this.#showBoard();
        this.#draw();
        void this.#recent.draw();
        void this.#offerBefore();
        this.#offerServed();
    }

    /** Opens the files of the last time, or offers it where the browser wants a press of a button first. */
    async #offerBefore() {
        const opened = await this.#library.before();
        const names = opened === null ? [] : opened.handles.map(({ name }) => name);
        // Those of a server come with it.
        this.#before.hidden = names.length === 0;
        if (opened === null || (await this.#library.reopen(opened, false))) {
            this.#before.hidden = true;
            return;
        }
        const again = async () => {
            const isOpen = await this.#library.reopen(opened, true);
            this.#before.hidden = isOpen;
            isOpen ||
                this.store.say('The browser does not open these files any more: open them anew');
        };
        fill(
            this.#before,
            h('h3', {}, 'Files of the last time'),
            h('p.quiet.small', {}, names.join(', ')),
            button('Open them again', () => void again()),
        );
    }

    /** Takes the place in the list over from the last time, once. */
    #restorePlace() {
        const { place } = this.#library;
        if (place === null || this.#isPlaced) {
            return;
        }
        this.#isPlaced = true;
        this.#text.value = place.text;
        this.#result.value = place.result;
        this.#from.value = place.from;
        this.#to.value = place.to;
        this.#order.value = place.order;
        this.#wanted = place.selected;
    }

    #keepPlace() {
        this.#isPlaced = true;
        this.#wanted = 0;
        this.#library.place = {
            text: this.#text.value,
            result: this.#result.value,
            from: this.#from.value,
            to: this.#to.value,
            order: this.#order.value,
            selected: this.#selected,
        };
        this.#library.keep();
    }

    /** @param {Set<Change>} changes */
    changed(changes) {
        if (changes.has('engine')) {
            this.#offerServed();
            void this.#offerBefore();
        }
        if (changes.has('node') || changes.has('game') || changes.has('mode')) {
            this.#showBoard();
        }
    }

    /** The board shows the game that is open. */
    #showBoard() {
        const { store } = this;
        const { White, Black, WhiteElo, BlackElo } = store.game.tags;
        store.evaluation = null;
        store.board = {
            ...viewOf(store.node),
            movable: 'none',
            white: { name: White, note: WhiteElo },
            black: { name: Black, note: BlackElo },
        };
    }

    /** The library has other games, or has read further. */
    #listed() {
        const { size, reading, fault, files } = this.#library;
        this.#progress.hidden = reading === null;
        if (reading && reading.of > 0) {
            this.#progress.value = reading.bytes / reading.of;
        } else {
            this.#progress.removeAttribute('value');
        }
        this.#fault.hidden = fault === '';
        this.#fault.textContent = fault;
        const isEmpty = size === 0 && reading === null;
        this.#empty.hidden = !isEmpty;
        this.#clear.hidden = isEmpty;
        this.#more.hidden = isEmpty;
        this.#filters.hidden = isEmpty;
        this.#list.hidden = isEmpty;
        if (reading) {
            this.#title.textContent = `Reading ${reading.name}: ${reading.games.toLocaleString('en')} games`;
        } else {
            this.#title.textContent = '';
            this.#list.title = files.map(({ name }) => name).join(', ');
            void this.#find();
        }
    }

    async #find() {
        const search = ++this.#search;
        this.#restorePlace();
        const { count, size } = await this.#library.find({
            text: this.#text.value,
            result: this.#result.value,
            from: Number(this.#from.value) || 0,
            to: Number(this.#to.value) || 9999,
            order: /** @type {any} */ (this.#order.value),
        });
        if (search !== this.#search || this.#library.reading !== null) {
            return;
        }
        this.#count = count;
        this.#rows.clear();
        this.#selected = 0;
        // The first game is where keys begin, but nobody has chosen it.
        delete this.#list.dataset.chosen;
        this.#list.scrollTop = 0;
        if (this.#wanted > 0 && this.#wanted < count) {
            this.#select(this.#wanted);
        }
        const all = `${size.toLocaleString('en')} ${size === 1 ? 'game' : 'games'}`;
        this.#title.textContent =
            size === 0 ? '' : count === size ? all : `${count.toLocaleString('en')} of ${all}`;
        this.#draw();
    }

    /** Takes the search and its filters back. */
    #showAll() {
        for (const field of [this.#text, this.#from, this.#to, this.#result]) {
            field.value = '';
        }
        void this.#find();
        this.#text.focus();
    }

    /** The height of a row in pixels. */
    get #height() {
        return Number.parseFloat(getComputedStyle(this.#list).getPropertyValue('--row')) || 56;
    }

    /** How many rows a pixel scrolls by: beyond the greatest height the list is scrolled in proportion. */
    get #rowsPerPixel() {
        const [height, seen] = [this.#height, this.#list.clientHeight];
        const total = this.#count * height;
        return total <= HIGHEST ? 1 / height : (this.#count - seen / height) / (HIGHEST - seen);
    }

    /** Draws the rows that are seen, and asks for those that are not known. */
    #draw() {
        const { size, reading } = this.#library;
        const isNone = this.#count === 0 && size > 0 && reading === null;
        this.#none.hidden = !isNone;
        this.#list.hidden = isNone || !this.#empty.hidden;
        const height = this.#height;
        const total = Math.min(this.#count * height, HIGHEST);
        this.#space.style.blockSize = `${total}px`;
        const seen = Math.ceil(this.#list.clientHeight / height);
        const top = this.#list.scrollTop * this.#rowsPerPixel;
        const from = Math.max(0, Math.floor(top) - BEYOND);
        const to = Math.min(this.#count, Math.ceil(top) + seen + BEYOND);
        const rows = [];
        for (let at = from; at < to; at++) {
            const row = this.#row(at);
            row.style.transform = `translateY(${this.#list.scrollTop + (at - top) * height}px)`;
            rows.push(row);
        }
        fill(this.#space, ...rows);
        this.#list.setAttribute(
            'aria-activedescendant',
            rows.length > 0 ? `game-${this.#selected}` : '',
        );
        void this.#ask(from, to);
    }

    /** @param {number} at */
    #row(at) {
        const known = this.#rows.get(at);
        const isSelected = at === this.#selected;
        const row = h('div.game-row', {
            role: 'option',
            id: `game-${at}`,
            'data-at': at,
            'aria-selected': String(isSelected),
            'aria-posinset': at + 1,
            'aria-setsize': this.#count,
        });
        if (known) {
            const side = (
                /** @type {string} */ name,
                /** @type {string} */ elo,
                /** @type {string} */ color,
            ) => {
                return h(
                    'span.side',
                    {},
                    h(`span.dot.${color}`),
                    h('span.name', {}, name || '?'),
                    elo && h('span.quiet', {}, elo),
                );
            };
            const about = [known.event, known.date.replaceAll('.??', ''), known.eco]
                .filter(Boolean)
                .join(' · ');
            fill(
                row,
                side(known.white, known.whiteElo, 'white'),
                side(known.black, known.blackElo, 'black'),
                h('span.result', {}, resultText(known.result)),
                h('span.about', {}, about),
            );
        }
        return row;
    }

    /**
     * @param {number} from
     * @param {number} to
     */
    async #ask(from, to) {
        const search = this.#search;
        for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) {
            const first = page * PAGE;
            if (this.#rows.has(first) || first >= this.#count) {
                continue;
            }
            const rows = await this.#library.rows(first, first + PAGE);
            if (search !== this.#search) {
                return;
            }
            rows.forEach((row, index) => this.#rows.set(first + index, row));
            this.#draw();
        }
    }

    /** @param {number} at */
    #select(at) {
        this.#selected = Math.min(Math.max(at, 0), this.#count - 1);
        this.#list.dataset.chosen = '';
        const height = this.#height;
        const seen = Math.max(1, Math.floor(this.#list.clientHeight / height));
        const top = this.#list.scrollTop * this.#rowsPerPixel;
        if (this.#selected < top) {
            this.#list.scrollTop = this.#selected / this.#rowsPerPixel;
        } else if (this.#selected + 1 > top + seen) {
            this.#list.scrollTop = Math.ceil(
                (this.#selected + 1 - this.#list.clientHeight / height) / this.#rowsPerPixel,
            );
        }
        this.#draw();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const page = Math.max(1, Math.floor(this.#list.clientHeight / this.#height) - 1);
        const step = {
            ArrowDown: 1,
            ArrowUp: -1,
            PageDown: page,
            PageUp: -page,
            Home: -Infinity,
            End: Infinity,
        }[event.key];
        if (step !== undefined) {
            this.#select(this.#selected + step);
        } else if (event.key === 'Enter') {
            void this.#open();
        } else {
            return;
        }
        event.preventDefault();
    }

    async #open() {
        const row = this.#rows.get(this.#selected);
        if (row) {
            this.#keepPlace();
            const { store } = this;
            const { opened, canUndo } = store;
            openGame(store, await this.#library.game(row.index));
            if (canUndo) {
                store.say('The game before had changes', {
                    label: 'Back to it',
                    act: () => store.setGame(opened.game, opened),
                });
            }
        }
    }

    /** Offers the files of `ferz serve`, once it is known which they are. */
    #offerServed() {
        if (this.#served.hidden) {
            void this.#showServed().catch(() => {});
        }
    }

    async #showServed() {
        const files = await this.#library.served();
        const pick = files.map((file) =>
            h(
                'li',
                {},
                button(file.name, () => void this.#addServed(file)),
            ),
        );
        fill(this.#served, h('h3', {}, 'Files of ferz serve'), h('ul', {}, ...pick));
        this.#served.hidden = files.length === 0;
    }

    /** @param {{ number: number, name: string }} file */
    async #addServed(file) {
        const only = await this.#library.addServed(file);
        only && openGame(this.store, only);
    }

    async #classics() {
        const response = await fetch(new URL('classics.txt', import.meta.url));
        await this.#library.add([new File([await response.blob()], 'Three classic games')]);
    }
}

customElements.define('ferz-games', FerzGames);

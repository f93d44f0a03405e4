// In and out: a game or a position as text, as a file, as a link.

import { button, h } from '../dom.js';
import { boardSvg, Game, Position } from '../ferz/index.js';
import { fileButton, openText } from '../open.js';
import { shapesOf } from '../parts/marks.js';
import { recentList } from '../parts/recent-list.js';
import { resultText } from '../parts/result.js';
import { save } from '../parts/save.js';
import { nodeAt, pathOf } from '../places.js';

/** @import { Store } from '../store.js' */

/** True if no other computer can open the address of this page. */
const IS_LOCAL =
    /^(localhost|127\.|\[::1\])|\.localhost$/.test(location.hostname) ||
    location.protocol === 'file:';
/** The colours of the squares in pictures, by the board. */
const COLOURS = {
    wood: [0xefe6d5, 0xa6876d],
    green: [0xedeeda, 0x7d9a66],
    slate: [0xe4e9ee, 0x8496a9],
};

export class Share {
    #store;
    #recent;
    #in = /** @type {HTMLTextAreaElement} */ (
        h('textarea', {
            rows: 4,
            spellcheck: 'false',
            placeholder: '1. e4 e5 2. Nf3 … or a position as text (FEN)',
            'aria-label': 'Game or position to open',
        })
    );
    #fen = /** @type {HTMLInputElement} */ (
        h('input', { type: 'text', readonly: true, 'aria-label': 'FEN of this position' })
    );
    #link = /** @type {HTMLInputElement} */ (
        h('input', { type: 'text', readonly: true, 'aria-label': 'Link to this game' })
    );
    /** @type {Map<string, HTMLInputElement>} */ #tags = new Map();
    #local;
    #result = /** @type {HTMLSelectElement} */ (
        h(
            'select',
            {},
            ...['*', '1-0', '0-1', '1/2-1/2'].map((result) =>
                h('option', { value: result }, resultText(result) || 'No result yet'),
            ),
        )
    );
    #pgn = /** @type {HTMLTextAreaElement} */ (
        h('textarea', { rows: 7, readonly: true, 'aria-label': 'PGN of this game' })
    );

    /** @param {Store} store */
    constructor(store) {
        this.#store = store;
        this.#recent = recentList(store);
        this.#local = this.#localPart();
        const out = (
            /** @type {HTMLInputElement | HTMLTextAreaElement} */ field,
            /** @type {string} */ label,
        ) => {
            return h(
                'div.out',
                {},
                field,
                button('Copy', () => void this.#copy(field.value, label), {
                    'aria-label': `Copy the ${label}`,
                }),
            );
        };
        this.element = h(
            'div.share',
            {},
            h('h2', {}, 'Open a game or a position'),
            this.#in,
            h(
                'div.row',
                {},
                button('Open the text', () => void this.#open(), { class: 'button main' }),
                fileButton(store, 'Open a file…'),
            ),
            h('h2', {}, 'Save and share'),
            h(
                'div.row',
                {},
                button('Save as a file', () => {
                    savePgn(store.game);
                    store.isChanged && store.saveChanges();
                }),
            ),
            h('h3', {}, 'This position as text (FEN)'),
            out(this.#fen, 'FEN'),
            h('h3', {}, 'Link to this game'),
            out(this.#link, 'link'),
            this.#local,
            h('h3', {}, 'Picture of this position'),
            h(
                'div.row',
                {},
                button('Save as PNG', () => void this.#savePng()),
                button('Save as SVG', () => save(this.#picture(), `${this.#name}.svg`)),
            ),
            h('h3', {}, 'This game as text (PGN)'),
            this.#tagFields(),
            this.#pgn,
            h(
                'div.row',
                {},
                button('Copy', () => void this.#copy(this.#pgn.value, 'game'), {
                    'aria-label': 'Copy the game',
                }),
            ),
            this.#recent.element,
        );
    }

    /** What a link of this computer is good for, and the address of a copy that others can open. */
    #localPart() {
        const store = this.#store;
        const address = /** @type {HTMLInputElement} */ (
            h('input', {
                type: 'url',
                placeholder: 'https://…',
                value: store.settings.publicPage,
                'aria-label': 'Address of a public copy of this page',
            })
        );
        address.addEventListener('change', () => {
            store.set('publicPage', address.checkValidity() ? address.value.trim() : '');
            void this.draw();
        });
        return h(
            'div.local-link',
            { hidden: !IS_LOCAL },
            h(
                'p.quiet.small',
                {},
                'This link opens on this computer only. For others, send the picture or the text below, or enter the address of a public copy of this page, and the link leads there.',
            ),
            h('label.field', {}, h('span', {}, 'Public copy of this page'), address),
        );
    }

    /** The position on the board as a picture in SVG, with the arrows and circles of the game. */
    #picture() {
        const { node, position, orientation, settings } = this.#store;
        const shapes = shapesOf(node);
        const [light, dark] = COLOURS[settings.board];
        return boardSvg(position, {
            orientation,
            size: 800,
            coordinates: settings.coordinates,
            squares: shapes.filter((shape) => shape.length === 3),
            arrows: shapes.filter((shape) => shape.length === 5),
            light,
            dark,
        });
    }

    /** The name of a file of the game. */
    get #name() {
        return fileName(this.#store.game);
    }

    async #savePng() {
        const picture = new Image();
        picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.#picture())}`;
        await picture.decode();
        const canvas = /** @type {HTMLCanvasElement} */ (
            h('canvas', { width: picture.naturalWidth, height: picture.naturalHeight })
        );
        canvas.getContext('2d')?.drawImage(picture, 0, 0);
        canvas.toBlob((blob) => blob && save(blob, `${this.#name}.png`));
    }

    /** The tags that people fill in, and the result. */
    #tagFields() {
        const field = (/** @type {string} */ name) => {
            const input = /** @type {HTMLInputElement} */ (
                h('input', {
                    type: 'text',
                    'data-tag': name,
                    autocomplete: 'off',
                    placeholder: name === 'Date' ? '2026.11.28' : null,
                })
            );
            input.addEventListener('change', () =>
                this.#store.edit(() => (this.#store.game.tags[name] = input.value.trim() || '?')),
            );
            this.#tags.set(name, input);
            return h('label.field', {}, h('span', {}, name), input);
        };
        this.#result.addEventListener('change', () =>
            this.#store.edit(
                () => (this.#store.game.result = /** @type {any} */ (this.#result.value)),
            ),
        );
        return h(
            'details',
            {},
            h('summary', {}, 'Players, event and result'),
            h(
                'div.tags',
                {},
                ...['White', 'Black', 'Event', 'Date'].map(field),
                h('label.field', {}, h('span', {}, 'Result'), this.#result),
            ),
        );
    }

    /** Shows the game that is open. */
    async draw() {
        const { game, node } = this.#store;
        this.#tags.forEach(
            (input, name) =>
                (input.value = /^[?.]*$/.test(game.tags[name] ?? '') ? '' : game.tags[name]),
        );
        this.#result.value = game.result;
        this.#fen.value = node.fen;
        this.#pgn.value = game.toPgn();
        void this.#recent.draw();
        this.#link.value = await linkOf(this.#store);
    }

    async #open() {
        if (await openText(this.#store, this.#in.value)) {
            this.#in.value = '';
            this.element.dispatchEvent(new Event('opened'));
        }
    }

    /**
     * @param {string} text
     * @param {string} label
     */
    async #copy(text, label) {
        try {
            await navigator.clipboard.writeText(text);
            this.#store.say(`The ${label} is copied`);
        } catch {
            this.#store.say(`The browser does not allow it: select the ${label} and copy it`);
        }
    }
}

/**
 * Saves a game as a file.
 * @param {Game} game
 */
export function savePgn(game) {
    save(game.toPgn(), `${fileName(game)}.pgn`);
}

/** The name of a file of a game, without its end. @param {Game} game */
function fileName(game) {
    const { White = 'game', Black = '' } = game.tags;
    const name = [White, Black]
        .filter(Boolean)
        .join('-')
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .slice(0, 60);
    return name || 'game';
}

/**
 * Returns the address of what is open: a position by its FEN, a game packed with the place of the current move.
 * @param {Store} store
 */
export async function linkOf({ game, node, orientation, settings }) {
    const base = (settings.publicPage || location.href).replace(/#.*$/s, '');
    const route = new URLSearchParams();
    if (orientation === 'black') {
        route.set('side', 'black');
    }
    if (game.root.next === null) {
        route.set('fen', node.fen);
        if (node.position.isChess960) {
            route.set('chess960', '1');
        }
    } else {
        route.set('game', await packed(game.toPgn({ lineWidth: 0 })));
        if (node.ply > 0) {
            route.set('at', pathOf(node).join('.'));
        }
    }
    return `${base}#analyse/${route}`;
}

/**
 * Opens what a route names: a game packed (`game`) or as text (`pgn`), with a place in it (`at`), or a position (`fen`). Returns false if it names nothing.
 * @param {Store} store
 * @param {string} route
 * @throws if what it names cannot be read
 */
export async function openRoute(store, route) {
    const read = new URLSearchParams(route);
    const [fen, pack, pgn] = [read.get('fen'), read.get('game'), read.get('pgn')];
    const orientation = read.get('side') === 'black' ? 'black' : 'white';
    if (pack !== null || pgn !== null) {
        const game = Game.from(pgn ?? (await unpacked(pack ?? '')));
        if (game === null) {
            throw new Error('the link has no game');
        }
        const path = (read.get('at') ?? '').split('.').filter(Boolean).map(Number);
        store.setGame(game, { node: nodeAt(game, path), orientation });
    } else if (fen !== null) {
        store.setGame(
            new Game(
                new Position(fen.replaceAll('_', ' '), {
                    lenient: true,
                    chess960: read.has('chess960') || undefined,
                }),
            ),
            { orientation },
        );
    } else {
        return false;
    }
    return true;
}

/** The largest game of a link, unpacked. */
const LARGEST = 2_000_000;

/** @param {string} text */
async function packed(text) {
    const bytes = await bytesThrough(
        new TextEncoder().encode(text),
        new CompressionStream('deflate-raw'),
    );
    let binary = '';
    for (const byte of bytes) {
        binary += String.fromCharCode(byte);
    }
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} pack */
async function unpacked(pack) {
    const binary = atob(pack.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(
        await bytesThrough(bytes, new DecompressionStream('deflate-raw')),
    );
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} transform
 * @throws if the result is larger than a link may have
 */
async function bytesThrough(bytes, transform) {
    const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const parts = [];
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) {
            return new Uint8Array(await new Blob(parts).arrayBuffer());
        }
        parts.push(value);
        length += value.length;
        if (length > LARGEST) {
            await reader.cancel();
            throw new Error(`its game has more than ${LARGEST.toLocaleString('en')} bytes`);
        }
    }
}

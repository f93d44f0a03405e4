// What the lessons share.

import { fill, h, svg } from '../dom.js';

/** @import { Square } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */
/** @import { Mark } from './overlay.js' */

/**
 * What a lesson gets from its host.
 * @typedef {object} Host
 * @property {Store} store
 * @property {(marks: ReadonlyMap<Square, Mark>) => void} mark draws over the board while the lesson is shown
 * @property {() => boolean} isShown
 */

/**
 * A lesson.
 * @typedef {object} Lesson
 * @property {HTMLElement} element
 * @property {() => void} draw draws the board and what depends on its position
 * @property {(value: string, read: URLSearchParams) => void} load opens what the address has behind the name of the lesson
 * @property {() => string} address what `load` reads
 * @property {(square: Square) => void} [press] a square of the board was pressed
 */

/** True on the documents' site, which has the page at `/board/` and the course at `/learn/`. */
const hasCourse = location.pathname.endsWith('/board/');

/**
 * The head of a lesson: what it shows, and the chapter of the course that explains it.
 * @param {string} text
 * @param {string} title of the chapter
 * @param {string} name of its file
 */
export function introduction(text, title, name) {
    const chapter = hasCourse
        ? h('a', { href: `../learn/${name}/`, target: '_blank', rel: 'noopener' }, title)
        : h('span', {}, title, ' ', h('code', {}, `docs/learn/${name}.md`));
    return h('p.lesson-head', {}, text, ' ', chapter);
}

/**
 * A small picture of a set.
 * @param {bigint} set
 * @param {string} kind a class of learn.css
 */
export function picture(set, kind) {
    const squares = [];
    for (let square = 0; square < 64; square++) {
        const [x, y] = [square % 8, 7 - Math.floor(square / 8)];
        const isOn = (set >> BigInt(square)) & 1n;
        squares.push(
            svg('rect', {
                x,
                y,
                width: 1,
                height: 1,
                class: isOn ? kind : (x + y) % 2 === 0 ? 'light' : 'dark',
            }),
        );
    }
    return svg(
        'svg',
        { class: 'set-picture', viewBox: '0 0 8 8', 'aria-hidden': 'true' },
        ...squares,
    );
}

/**
 * A select with its label.
 * @param {string} label
 * @param {readonly (readonly [string, string])[]} options
 * @param {string} value
 * @param {(value: string) => void} choose
 */
export function select(label, options, value, choose) {
    const element = /** @type {HTMLSelectElement} */ (
        h(
            'select',
            {},
            ...options.map(([key, text]) =>
                h('option', { value: key, selected: key === value }, text),
            ),
        )
    );
    element.addEventListener('change', () => choose(element.value));
    return { field: h('label.field', {}, h('span', {}, label), element), element };
}

/**
 * A legend of the colours on the board.
 * @param {HTMLElement} element
 * @param {readonly (readonly [string, string])[]} entries classes and words
 */
export function legend(element, entries) {
    fill(
        element,
        ...entries.map(([kind, text]) =>
            h('span.legend-entry', {}, h(`i.swatch.${kind}`, { 'aria-hidden': 'true' }), text),
        ),
    );
}

/** @param {number} number */
export const grouped = (number) => number.toLocaleString('en');

// Which puzzles are wanted: theme, new or failed ones, order, ratings.

import { fill, h } from '../dom.js';
import { keep, kept } from '../storage.js';

/** @import { Wanted } from './rows.js' */

const WHICH = /** @type {const} */ ([
    ['new', 'New ones'],
    ['failed', 'Failed ones'],
    ['all', 'All'],
]);
const ORDERS = /** @type {const} */ ([
    ['file', 'In order'],
    ['random', 'At random'],
]);
const HIGHEST = 9999;

export class Filter {
    #changed;
    /** @type {Omit<Wanted, 'after'>} */ #chosen = {
        theme: '',
        which: 'new',
        from: 0,
        to: HIGHEST,
        order: 'file',
        ...kept('solve.filter'),
    };
    #theme = /** @type {HTMLSelectElement} */ (h('select', { 'aria-label': 'Theme' }));
    #which = options('Which puzzles', WHICH, this.#chosen.which);
    #order = options('Order', ORDERS, this.#chosen.order);
    #from = rating(
        'Lowest rating',
        'Rating from',
        this.#chosen.from > 0 ? this.#chosen.from : null,
    );
    #to = rating('Highest rating', 'to', this.#chosen.to < HIGHEST ? this.#chosen.to : null);
    #ratings = h('div.ratings', { hidden: true }, this.#from, this.#to);
    element = h(
        'div.solve-filter',
        { role: 'group', 'aria-label': 'Filter' },
        this.#theme,
        this.#which,
        this.#order,
        this.#ratings,
    );

    /** @param {() => void} changed called when the user has chosen something */
    constructor(changed) {
        this.#changed = changed;
        this.element.addEventListener('change', () => this.#read());
    }

    /**
     * Offers the themes of a set, and what else it has.
     * @param {{ themes?: readonly [string, number][], hasRatings?: boolean, isList?: boolean }} set
     */
    offer({ themes = [], hasRatings = false, isList = false }) {
        const { theme } = this.#chosen;
        const all =
            themes.some(([name]) => name === theme) || theme === ''
                ? themes
                : [/** @type {[string, number]} */ ([theme, 0]), ...themes];
        fill(
            this.#theme,
            h('option', { value: '' }, 'All themes'),
            ...all.map(([name, count]) =>
                h(
                    'option',
                    { value: name, selected: name === theme },
                    `${themeName(name)} (${count.toLocaleString('en')})`,
                ),
            ),
        );
        this.#theme.hidden = themes.length === 0;
        this.#order.hidden = isList;
        this.#ratings.hidden = !hasRatings;
    }

    /**
     * The choice, for the puzzle behind another one.
     * @param {number} after
     * @returns {Wanted}
     */
    wanted(after) {
        return { ...this.#chosen, after };
    }

    /**
     * Chooses which puzzles are shown.
     * @param {Partial<Wanted>} change
     */
    choose(change) {
        Object.assign(this.#chosen, change);
        this.#which.value = this.#chosen.which;
        this.#theme.value = this.#chosen.theme;
        this.#from.value = this.#chosen.from > 0 ? String(this.#chosen.from) : '';
        this.#to.value = this.#chosen.to < HIGHEST ? String(this.#chosen.to) : '';
        this.#keep();
    }

    /** True if a theme or a rating leaves puzzles out. */
    get isNarrow() {
        return this.#chosen.theme !== '' || this.#chosen.from > 0 || this.#chosen.to < HIGHEST;
    }

    #read() {
        this.#chosen = {
            theme: this.#theme.value,
            which: /** @type {Wanted['which']} */ (this.#which.value),
            order: /** @type {Wanted['order']} */ (this.#order.value),
            from: Number(this.#from.value) || 0,
            to: Number(this.#to.value) || HIGHEST,
        };
        this.#keep();
    }

    #keep() {
        keep('solve.filter', this.#chosen);
        this.#changed();
    }
}

/**
 * @param {string} label
 * @param {readonly (readonly [string, string])[]} entries
 * @param {string} chosen
 */
function options(label, entries, chosen) {
    return /** @type {HTMLSelectElement} */ (
        h(
            'select',
            { 'aria-label': label },
            ...entries.map(([value, text]) =>
                h('option', { value, selected: value === chosen }, text),
            ),
        )
    );
}

/**
 * @param {string} label
 * @param {string} placeholder
 * @param {number | null} value
 */
function rating(label, placeholder, value) {
    return /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'text',
            inputmode: 'numeric',
            maxlength: 4,
            'aria-label': label,
            placeholder,
            value,
        })
    );
}

/** The themes whose names alone say little. @type {Record<string, string>} */
const NAMES = {
    oneMove: 'One move',
    short: 'Two moves',
    long: 'Three moves',
    veryLong: 'Four moves or more',
    equality: 'Saves the game',
    advantage: 'Wins an advantage',
    crushing: 'Decides the game',
    master: 'From a game of masters',
    masterVsMaster: 'From a game between masters',
    superGM: 'From a game of the best',
};

/**
 * The name of a theme in words: `mateIn2` is `Mate in 2`.
 * @param {string} theme
 */
export function themeName(theme) {
    if (Object.hasOwn(NAMES, theme)) {
        return NAMES[theme];
    }
    const words = theme.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();
    return words.charAt(0).toUpperCase() + words.slice(1);
}

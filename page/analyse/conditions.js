// The form of the conditions on the games of the server's indexes. The server lists them.

import { h } from '../dom.js';

/**
 * A condition that the server has: its name, and all possible values if they are few.
 * @typedef {{ name: string, valueName: string, help: string, values: string[], isRepeated: boolean }} ServedCondition
 */

/** The conditions that most people want; the others are a click away. */
const COMMON = [
    'player',
    'color',
    'opponent',
    'opponent-elo',
    'min-elo',
    'mean-elo',
    'speed',
    'mode',
    'result',
    'since',
    'until',
];

export class Conditions {
    /** The fields by the names of the conditions. @type {Map<ServedCondition, HTMLInputElement | HTMLSelectElement>} */
    #fields = new Map();
    element;

    /**
     * @param {ServedCondition[]} conditions
     * @param {() => void} changed
     */
    constructor(conditions, changed) {
        const title = h('summary', {}, 'Conditions');
        // Conditions that are on are seen while the form is closed.
        const altered = () => {
            const count = Object.keys(this.filter).length;
            title.textContent = count === 0 ? 'Conditions' : `Conditions: ${count} on`;
            changed();
        };
        const field = (/** @type {ServedCondition} */ condition) => {
            const { name, valueName, help, values, isRepeated } = condition;
            const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (
                values.length > 0
                    ? h(
                          'select',
                          { onchange: altered },
                          h('option', { value: '' }, 'any'),
                          ...values.map((value) => h('option', { value }, value)),
                      )
                    : h('input', {
                          type: 'text',
                          onchange: altered,
                          placeholder: isRepeated ? `${valueName}; ${valueName}` : valueName,
                      })
            );
            this.#fields.set(condition, input);
            return h('label.field', { title: help }, h('span', {}, labelOf(name)), input);
        };
        const isCommon = (/** @type {ServedCondition} */ { name }) => COMMON.includes(name);
        const others = conditions.filter((condition) => !isCommon(condition));
        this.element = h(
            'details',
            {},
            title,
            h('div.tags', {}, ...conditions.filter(isCommon).map(field)),
            others.length > 0 &&
                h(
                    'details',
                    {},
                    h('summary', {}, 'More conditions'),
                    h('div.tags', {}, ...others.map(field)),
                ),
        );
    }

    /** The conditions that are given, by their names. @returns {Record<string, string | string[]>} */
    get filter() {
        const given = [...this.#fields].map(([{ name, isRepeated }, { value }]) => {
            const texts = value
                .split(isRepeated ? ';' : /(?!)/)
                .map((text) => text.trim())
                .filter((text) => text !== '');
            return /** @type {[string, string | string[]]} */ ([
                name,
                isRepeated ? texts : (texts[0] ?? ''),
            ]);
        });
        return Object.fromEntries(given.filter(([, texts]) => texts.length > 0));
    }
}

/** @param {string} name */
function labelOf(name) {
    const words = name.replaceAll('-', ' ');
    return words[0].toUpperCase() + words.slice(1);
}

// The form of the conditions on the games of the server's indexes. The server lists them.

import { button, fill, h } from '../dom.js';

/**
 * A condition that the server has: its name, and all possible values if they are few.
 * @typedef {{ name: string, valueName: string, help: string, values: string[], isRepeated: boolean }} ServedCondition
 */

/** The ranges of ratings that are offered: a number or two with a dash between. @type {Choices} */
const RATINGS = [
    ['-1199', 'below 1200'],
    ['1200-1599', '1200 to 1599'],
    ['1600-1999', '1600 to 1999'],
    ['2000-2399', '2000 to 2399'],
    ['2400-', '2400 and above'],
];

/** Values with their names. @typedef {readonly (readonly [string, string])[]} Choices */

/**
 * The conditions that most people want, in plain words; the others are a click away, with the name and the help of the server.
 * @type {Record<string, { label: string, choices?: Choices, hint?: string }>}
 */
const COMMON = {
    player: { label: 'Games of', hint: 'a name' },
    color: {
        label: 'who had',
        choices: [
            ['white', 'White'],
            ['black', 'Black'],
        ],
    },
    opponent: { label: 'Against', hint: 'a name' },
    'opponent-elo': { label: 'Opponent’s rating', choices: RATINGS },
    'min-elo': {
        label: 'Both rated',
        choices: ['1200', '1600', '2000', '2200', '2400', '2600'].map((elo) => [
            elo,
            `${elo} or more`,
        ]),
    },
    'mean-elo': { label: 'Mean rating', choices: RATINGS },
    speed: { label: 'Speed' },
    mode: { label: 'Rated or casual' },
    result: {
        label: 'Result',
        choices: [
            ['1-0', 'White won'],
            ['1/2-1/2', 'Draw'],
            ['0-1', 'Black won'],
        ],
    },
    since: { label: 'From', hint: '2020 or 2020-05' },
    until: { label: 'To', hint: '2024 or 2024-12' },
};

export class Conditions {
    /** The fields by the names of the conditions. @type {Map<ServedCondition, HTMLInputElement | HTMLSelectElement>} */
    #fields = new Map();
    #given = h('div.row', { role: 'group', 'aria-label': 'Conditions that are on' });
    element;

    /**
     * @param {ServedCondition[]} conditions
     * @param {() => void} changed
     */
    constructor(conditions, changed) {
        const altered = () => {
            this.#showGiven(altered);
            changed();
        };
        const isCommon = (/** @type {ServedCondition} */ { name }) => name in COMMON;
        const field = (/** @type {ServedCondition} */ condition) => this.#field(condition, altered);
        const others = conditions.filter((condition) => !isCommon(condition));
        this.element = h(
            'div.conditions',
            {},
            this.#given,
            h(
                'details',
                {},
                h('summary', {}, 'Conditions'),
                h('div.tags', {}, ...conditions.filter(isCommon).map(field)),
                others.length > 0 &&
                    h(
                        'details',
                        {},
                        h('summary', {}, 'More conditions'),
                        h('div.tags', {}, ...others.map(field)),
                    ),
            ),
        );
    }

    /**
     * @param {ServedCondition} condition
     * @param {() => void} altered
     */
    #field(condition, altered) {
        const { name, valueName, help, values, isRepeated } = condition;
        const { choices, hint } = COMMON[name] ?? {};
        const offered = choices?.every(([value]) => values.length === 0 || values.includes(value))
            ? choices
            : values.map((value) => /** @type {const} */ ([value, value.replaceAll('-', ' ')]));
        const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (
            offered.length > 0
                ? h(
                      'select',
                      { onchange: altered },
                      h('option', { value: '' }, 'any'),
                      ...offered.map(([value, text]) => h('option', { value }, text)),
                  )
                : h('input', {
                      type: 'text',
                      onchange: altered,
                      placeholder: hint ?? (isRepeated ? `${valueName}; ${valueName}` : valueName),
                  })
        );
        this.#fields.set(condition, input);
        return h('label.field', { title: help }, h('span', {}, labelOf(name)), input);
    }

    /**
     * Shows the conditions that are on, each with a button that takes it off: they are seen while the form is closed.
     * @param {() => void} altered
     */
    #showGiven(altered) {
        const given = [...this.#fields].filter(([, { value }]) => value.trim() !== '');
        fill(
            this.#given,
            ...given.map(([{ name }, input]) => {
                const text =
                    input instanceof HTMLSelectElement
                        ? (input.selectedOptions[0]?.textContent ?? '')
                        : input.value.trim();
                return button(
                    `${labelOf(name)}: ${text} ✕`,
                    () => ((input.value = ''), altered()),
                    {
                        class: 'button chip',
                        'aria-label': `Take off the condition ${labelOf(name)}: ${text}`,
                    },
                );
            }),
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
    const { label } = COMMON[name] ?? {};
    if (label) {
        return label;
    }
    const words = name.replaceAll('-', ' ');
    return words[0].toUpperCase() + words.slice(1);
}

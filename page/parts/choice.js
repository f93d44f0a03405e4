// A row of choices of which one is made.

import { h } from '../dom.js';

let groups = 0;

/**
 * A row of choices of which one is made.
 * @param {string} label
 * @param {readonly (readonly [string, string])[]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choice(label, options, chosen, choose) {
    groups += 1;
    const name = `choice-${groups}`;
    return h(
        'fieldset.choice',
        {},
        h('legend', {}, label),
        h(
            'div.choices',
            {},
            ...options.map(([value, text]) =>
                h(
                    'label.option',
                    {},
                    h('input.vh', {
                        type: 'radio',
                        name,
                        value,
                        checked: value === chosen,
                        onchange: () => choose(value),
                    }),
                    h('span', {}, text),
                ),
            ),
        ),
    );
}

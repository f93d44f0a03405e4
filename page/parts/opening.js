// The name of an opening with its code.

import { h } from '../dom.js';

/**
 * Returns the parts of a line that names an opening: the name, and its code, which is explained.
 * @param {{ eco: string, name: string }} opening
 */
export function openingParts({ eco, name }) {
    return [
        h('span.opening-name', { title: name }, name),
        h(
            'abbr',
            { title: 'The code of the opening in the Encyclopaedia of Chess Openings (ECO)' },
            eco,
        ),
    ];
}

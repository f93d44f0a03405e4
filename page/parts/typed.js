// A field to type a move in.

import { h } from '../dom.js';
import { MoveError } from '../ferz/index.js';

/** @import { Store } from '../store.js' */

/**
 * Returns a form with a field for a move, which is empty again after it.
 * @param {Store} store
 * @param {(text: string) => void} play makes the move, or throws a `MoveError`, which is shown
 * @returns {HTMLFormElement}
 */
export function typedMove(store, play) {
    const field = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'text',
            placeholder: 'Type a move',
            'aria-label': 'Type a move, such as Nf3 or e2e4',
            autocomplete: 'off',
            spellcheck: 'false',
            autocapitalize: 'off',
        })
    );
    const submit = (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = field.value.trim();
        if (text === '') {
            return;
        }
        try {
            play(text);
            field.value = '';
            field.removeAttribute('aria-invalid');
        } catch (error) {
            if (!(error instanceof MoveError)) {
                throw error;
            }
            field.setAttribute('aria-invalid', 'true');
            store.say(`${text}: ${error.message}`);
        }
    };
    return /** @type {HTMLFormElement} */ (h('form.typed-move', { onsubmit: submit }, field));
}

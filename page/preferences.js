// The dialog of the settings for the whole page.

import { button, h } from './dom.js';
import { choice } from './parts/choice.js';
import { showDialog } from './parts/dialog.js';

/** @import { Store } from './store.js' */

const THEMES = /** @type {const} */ ([
    ['system', 'System'],
    ['light', 'Light'],
    ['dark', 'Dark'],
]);
const BOARDS = /** @type {const} */ ([
    ['wood', 'Wood'],
    ['green', 'Green'],
    ['slate', 'Slate'],
]);
const PIECES = /** @type {const} */ ([
    ['usual', 'Usual'],
    ['fine', 'Fine'],
    ['simple', 'Simple'],
]);

/**
 * Shows the dialog. Each change is seen at once.
 * @param {Store} store
 * @param {() => void} showHelp telephones have no other button for it
 */
export function showPreferences(store, showHelp) {
    const { settings } = store;
    const set = (/** @type {'theme' | 'board' | 'pieces'} */ name) => {
        return (/** @type {any} */ value) => store.set(name, value);
    };
    const check = (
        /** @type {'sound' | 'coordinates' | 'pace'} */ name,
        /** @type {string} */ label,
    ) => {
        const box = /** @type {HTMLInputElement} */ (
            h('input', { type: 'checkbox', checked: settings[name] })
        );
        box.addEventListener('change', () => store.set(name, box.checked));
        return h('label.check', {}, box, label);
    };
    const name = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'text',
            value: settings.me,
            placeholder: 'As in your games: Bergström, Anna',
            autocomplete: 'off',
        })
    );
    name.addEventListener('change', () => store.set('me', name.value.trim()));
    const help = () => {
        dialog.close();
        showHelp();
    };
    const dialog = showDialog(
        'preferences',
        'Settings',
        h('h2', { tabindex: -1, autofocus: true }, 'Settings'),
        choice('Colours', THEMES, settings.theme, set('theme')),
        choice('Board', BOARDS, settings.board, set('board')),
        choice('Pieces', PIECES, settings.pieces, set('pieces')),
        h(
            'div.checks',
            {},
            check('coordinates', 'Letters and digits on the board'),
            check('sound', 'Sounds of moves'),
            check('pace', 'Opponents below full strength take their time, as people do'),
        ),
        h(
            'label.field',
            {},
            h('span', {}, 'Your name in games, or several with semicolons'),
            name,
            h(
                'span',
                {},
                'Your games are seen from your side, with your mistakes first and your score in the explorer.',
            ),
        ),
        button('Help: words and keys', help),
    );
}

// A dialog with a button that closes it, which stays in sight while the rest is scrolled.

import { h } from '../dom.js';

/** @import { Child } from '../dom.js' */

/**
 * Shows a dialog until it is closed, and returns it.
 * @param {string} name that of its class
 * @param {string} label
 * @param {...Child} children
 */
export function showDialog(name, label, ...children) {
    const close = h(
        'button.button.main',
        { type: 'button', onclick: () => dialog.close() },
        'Close',
    );
    const dialog = /** @type {HTMLDialogElement} */ (
        h(
            `dialog.${name}`,
            { 'aria-label': label },
            h('div.dialog-body', {}, ...children),
            h('div.dialog-end', {}, close),
        )
    );
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

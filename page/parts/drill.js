// What a trainer has beside the board, for puzzles and for cards of openings: what is said, what can be done, and their keys.

import { button, fill, h, loadStyle } from '../dom.js';

/** @import { Child } from '../dom.js' */

// The policy of the page allows no style within a script, and a style that imports another one is loaded late.
await loadStyle(new URL('./drill.css', import.meta.url));

/** What is said of a task and of the answer to it. */
export class Verdict {
    element = h('div.drill-verdict', { role: 'status', tabindex: -1 });

    /**
     * @param {'' | 'good' | 'bad'} kind
     * @param {string} title
     * @param {readonly (string | Child[])[]} lines those that are empty are left out
     * @param {readonly (HTMLElement | false)[]} [buttons]
     */
    say(kind, title, lines, buttons = []) {
        this.element.className = `drill-verdict ${kind}`.trim();
        fill(
            this.element,
            h('b', {}, title),
            ...lines
                .filter((line) => line !== '')
                .map((line) => h('span.reason', {}, ...[line].flat())),
            buttons.length > 0 && h('div.row', {}, ...buttons),
        );
    }

    /** Takes the focus off a button that goes away, or becomes another one. */
    focus() {
        this.element.focus({ preventScroll: true });
    }
}

/**
 * Makes the button of a key, which presses it wherever the focus is but in a field.
 * @param {string} text
 * @param {string} key
 * @param {() => void} act
 * @param {Record<string, any>} [properties]
 */
export const keyButton = (text, key, act, properties) =>
    button(text, act, { title: `Key ${key}`, 'aria-keyshortcuts': key, ...properties });

/**
 * Presses the button of a key, if it is shown and enabled.
 * @param {HTMLElement} element the trainer
 * @param {string} key
 * @returns {boolean} true if there was one
 */
export function pressKey(element, key) {
    const pressed = [...element.querySelectorAll('button')].find(
        (it) =>
            it.getAttribute('aria-keyshortcuts') === key && !it.disabled && it.checkVisibility(),
    );
    pressed?.click();
    return pressed !== undefined;
}

/**
 * Gives a trainer the moves of the board and the keys of its buttons while it is shown.
 * @param {HTMLElement} element the trainer
 * @param {EventTarget} store
 * @param {() => boolean} isShown
 * @param {(move: string) => void} play
 */
export function listen(element, store, isShown, play) {
    store.addEventListener(
        'move',
        (event) => isShown() && play(/** @type {CustomEvent} */ (event).detail),
    );
    addEventListener(
        'keydown',
        (event) =>
            isShown() &&
            isForTrainer(event) &&
            pressKey(element, event.key) &&
            event.preventDefault(),
        true,
    );
}

/**
 * True if a key is for the trainer that is shown: not for a field, a dialog, or what has keys of its own.
 * @param {KeyboardEvent} event
 */
export function isForTrainer(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    return !hasModifier && !target.closest?.('input, textarea, select, dialog, [data-keys]');
}

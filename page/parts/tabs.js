// Tabs inside a mode.

import { fill, h } from '../dom.js';

/**
 * @typedef {object} Tab
 * @property {string} name
 * @property {string} label
 * @property {HTMLElement} panel
 */

let count = 0;

/** A row of tabs with their panels: arrow keys go from tab to tab. */
export class Tabs {
    /** @type {Map<string, { button: HTMLElement, panel: HTMLElement }>} */ #parts = new Map();
    #onshow;
    #name = '';

    /**
     * @param {string} label
     * @param {readonly Tab[]} tabs
     * @param {(name: string) => void} onshow called when the user or the mode shows another tab
     */
    constructor(label, tabs, onshow) {
        this.#onshow = onshow;
        this.list = h('div.tab-list', { role: 'tablist', 'aria-label': label, 'data-keys': 'row' });
        this.panels = h('div.tab-panels');
        for (const { name, label: text, panel } of tabs) {
            count += 1;
            const id = `tab-${count}`;
            const button = h(
                'button.sub-tab',
                {
                    type: 'button',
                    role: 'tab',
                    id,
                    'aria-controls': `${id}-panel`,
                    onclick: () => this.show(name),
                },
                text,
            );
            panel.id = `${id}-panel`;
            panel.setAttribute('role', 'tabpanel');
            panel.setAttribute('aria-labelledby', id);
            this.#parts.set(name, { button, panel });
        }
        const parts = [...this.#parts.values()];
        fill(this.list, ...parts.map(({ button }) => button));
        fill(this.panels, ...parts.map(({ panel }) => panel));
        this.list.addEventListener('keydown', (event) => this.#key(event));
        this.#select(tabs[0].name);
    }

    /** The tab that is shown. */
    get name() {
        return this.#name;
    }

    /** Moves the focus to the tab that is shown. */
    focus() {
        this.#parts.get(this.#name)?.button.focus();
    }

    /** @param {string} name */
    show(name) {
        if (name !== this.#name) {
            this.#select(name);
            this.#onshow(name);
        }
    }

    /** @param {string} name */
    #select(name) {
        this.#name = name;
        for (const [key, { button, panel }] of this.#parts) {
            const isShown = key === name;
            button.setAttribute('aria-selected', String(isShown));
            button.tabIndex = isShown ? 0 : -1;
            panel.hidden = !isShown;
        }
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const names = [...this.#parts.keys()];
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step !== undefined) {
            const name = names[(names.indexOf(this.#name) + step + names.length) % names.length];
            this.show(name);
            this.#parts.get(name)?.button.focus();
            event.preventDefault();
        }
    }
}

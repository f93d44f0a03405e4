// What the page keeps over a reload. Browsers may refuse storage; the page works without.

const PREFIX = 'ferz.';

/** Dispatches `refused` when the browser keeps something no more. */
export const storage = new EventTarget();

/**
 * Returns what was kept under a name, or undefined.
 * @param {string} name
 * @returns {any}
 */
export function kept(name) {
    try {
        const text = localStorage.getItem(PREFIX + name);
        return text === null ? undefined : JSON.parse(text);
    } catch {
        return undefined;
    }
}

/**
 * Keeps a value under a name; undefined forgets it.
 * @param {string} name
 * @param {any} value
 * @returns {boolean} false if the browser refuses it, as it does beyond about five megabytes
 */
export function keep(name, value) {
    try {
        if (value === undefined) {
            localStorage.removeItem(PREFIX + name);
        } else {
            localStorage.setItem(PREFIX + name, JSON.stringify(value));
        }
        return true;
    } catch {
        storage.dispatchEvent(new Event('refused'));
        return false;
    }
}

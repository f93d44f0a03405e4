// What the page keeps over a reload. Browsers may refuse storage; the page works without.

const PREFIX = 'ferz.';

/** Dispatches `refused` when the browser keeps something no more. */
export const storage = new EventTarget();

/**
 * Returns what was kept under a name, or undefined.
 * @param {string} name
 * @returns {any}
 */
export const kept = (name) => read(() => localStorage, name);

/**
 * Returns what this tab has kept under a name, or undefined.
 * @param {string} name
 * @returns {any}
 */
export const keptInTab = (name) => read(() => sessionStorage, name);

/**
 * Keeps a value under a name; undefined forgets it.
 * @param {string} name
 * @param {any} value
 * @returns {boolean} false if the browser refuses it, as it does beyond about five megabytes
 */
export const keep = (name, value) => write(() => localStorage, name, value);

/**
 * Keeps a value under a name for this tab alone, also over a reload.
 * @param {string} name
 * @param {any} value
 */
export const keepInTab = (name, value) => write(() => sessionStorage, name, value);

/**
 * @param {() => Storage} from the storage, which throws where it is refused
 * @param {string} name
 * @returns {any}
 */
function read(from, name) {
    try {
        const text = from().getItem(PREFIX + name);
        return text === null ? undefined : JSON.parse(text);
    } catch {
        return undefined;
    }
}

/**
 * @param {() => Storage} to
 * @param {string} name
 * @param {any} value
 */
function write(to, name, value) {
    try {
        if (value === undefined) {
            to().removeItem(PREFIX + name);
        } else {
            to().setItem(PREFIX + name, JSON.stringify(value));
        }
        return true;
    } catch {
        storage.dispatchEvent(new Event('refused'));
        return false;
    }
}

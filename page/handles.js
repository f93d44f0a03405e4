// The files that were open last: browsers that give handles of files let the page open them again, and keep the handles. Of the
// others the page keeps copies, if they are not large.

import { h } from './dom.js';

/** A handle that can ask for its permission, which the types of the language lack. @typedef {FileSystemFileHandle & { queryPermission?: (mode: object) => Promise<PermissionState>, requestPermission?: (mode: object) => Promise<PermissionState> }} Handle */

/** The place in the list of games. @typedef {{ text: string, result: string, from: string, to: string, order: string, selected: number }} Place */
/**
 * What was open last; `served` are the names of files of `ferz serve`, `copies` files without handles, which are kept apart.
 * @typedef {{ handles: Handle[], served?: string[], copies?: File[], place: Place | null }} Opened
 */

const READ = { mode: 'read' };
const WRITE = { mode: 'readwrite' };
/** The names of the entries: what was open, and the copies, which are large and change less often. */
const [KEY, COPIES] = ['games', 'copies'];
/** The most bytes of copies. */
const MOST = 32_000_000;

/** @returns {Promise<IDBDatabase>} */
function database() {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open('ferz-files', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('opened');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function transact(mode, act) {
    const base = await database();
    try {
        const request = act(base.transaction('opened', mode).objectStore('opened'));
        return await new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });
    } finally {
        base.close();
    }
}

/** Returns what was open last, or null. @returns {Promise<Opened | null>} */
export async function openedBefore() {
    try {
        const [opened, copies] = await Promise.all(
            [KEY, COPIES].map((key) => transact('readonly', (store) => store.get(key))),
        );
        return opened ? { ...opened, copies: copies ?? [] } : null;
    } catch {
        return null;
    }
}

/**
 * Keeps what is open; null forgets it. Where the browser refuses, the files have to be picked again.
 * @param {Opened | null} opened
 */
export async function keepOpened(opened) {
    try {
        await transact(
            'readwrite',
            (store) =>
                /** @type {IDBRequest<any>} */ (
                    opened === null ? store.delete(KEY) : store.put(opened, KEY)
                ),
        );
    } catch {}
}

/**
 * Keeps copies of files without handles, unless they are too large or the browser refuses; none forgets them.
 * @param {readonly File[]} files
 */
export async function keepCopies(files) {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    try {
        await transact(
            'readwrite',
            (store) =>
                /** @type {IDBRequest<any>} */ (
                    files.length === 0 || bytes > MOST
                        ? store.delete(COPIES)
                        : store.put(files, COPIES)
                ),
        );
    } catch {}
}

/**
 * Returns the files of handles, or null if one may not be read.
 * @param {readonly Handle[]} handles
 * @param {boolean} asks true after a press of a button: only then the browser asks the user
 * @returns {Promise<File[] | null>}
 */
export async function filesOf(handles, asks) {
    for (const handle of handles) {
        const state = (await handle.queryPermission?.(READ)) ?? 'granted';
        if (
            state !== 'granted' &&
            !(asks && (await handle.requestPermission?.(READ)) === 'granted')
        ) {
            return null;
        }
    }
    return Promise.all(handles.map((handle) => handle.getFile()));
}

/**
 * Returns the text of a file that is to be changed, once the user allows it.
 * @param {Handle} handle
 * @throws {Error} if that is refused, or the text is not UTF-8
 */
export async function textToChange(handle) {
    if (((await handle.requestPermission?.(WRITE)) ?? 'granted') !== 'granted') {
        throw new Error(`the browser does not allow to change ${handle.name}`);
    }
    const bytes = await (await handle.getFile()).arrayBuffer();
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
        throw new Error(`${handle.name} is not a text in UTF-8`);
    }
}

/**
 * Writes a file.
 * @param {Handle} handle
 * @param {string} text
 */
export async function writeText(handle, text) {
    const stream = await handle.createWritable();
    await stream.write(text);
    await stream.close();
}

/**
 * Asks for files, with their handles where the browser gives them.
 * @param {string} accept the ends of their names, with commas between them
 * @param {HTMLInputElement} input asks where there are no handles; its event `change` has the files then
 * @returns {Promise<{ files: File[], handles: Handle[] } | null>} null if none were picked here
 */
export async function pickFiles(accept, input) {
    const pick = /** @type {any} */ (window).showOpenFilePicker;
    if (typeof pick !== 'function') {
        input.click();
        return null;
    }
    try {
        const types = [{ description: 'Games', accept: { 'text/plain': accept.split(',') } }];
        /** @type {Handle[]} */
        const handles = await pick({ multiple: true, types });
        return { files: await Promise.all(handles.map((handle) => handle.getFile())), handles };
    } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') {
            return null;
        }
        input.click();
        return null;
    }
}

/**
 * Returns the handles of dropped files. It is called before the event ends, as the browser forgets them then.
 * @param {DataTransfer | null} dropped
 * @returns {Promise<Handle[]>}
 */
export async function droppedHandles(dropped) {
    const items = [...(dropped?.items ?? [])].filter(({ kind }) => kind === 'file');
    const handles = await Promise.all(
        items.map((item) => /** @type {any} */ (item).getAsFileSystemHandle?.() ?? null),
    );
    return handles.every((handle) => handle?.kind === 'file') ? handles : [];
}

/**
 * Makes the hidden field that asks for files where there are no handles.
 * @param {string} accept
 * @param {string} label
 */
export const fileInput = (accept, label) =>
    /** @type {HTMLInputElement} */ (
        h('input', { type: 'file', multiple: true, accept, hidden: true, 'aria-label': label })
    );

// The repertoires of this browser, with what has been learned of them (IndexedDB).

/** @import { Color } from '../ferz/index.js' */
/** @import { CardRecord } from '../ferz/rules/repertoire.js' */
/** @import { Handle } from '../handles.js' */
/** @import { Answer } from './answers.js' */

/**
 * A repertoire as it is kept.
 * @typedef {object} KeptRepertoire
 * @property {string} id
 * @property {string} name
 * @property {Color} color
 * @property {RepertoireFile[]} files
 * @property {Record<string, CardRecord>} cards
 * @property {Answer[]} [added] the answers that were added here and that the files lack
 */
/**
 * A file as it was read, with the answers that were added here.
 * @typedef {object} RepertoireFile
 * @property {string} name
 * @property {string} text
 * @property {string} [original] the text without them, if there are any
 * @property {Handle} [handle] where the browser gives it
 */

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** The database. @returns {Promise<IDBDatabase>} */
function database() {
    opened ??= new Promise((resolve, reject) => {
        const request = indexedDB.open('ferz.openings', 1);
        request.onupgradeneeded = () =>
            request.result.createObjectStore('repertoires', { keyPath: 'id' });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    return opened;
}

/**
 * Runs a transaction and returns what its request found when it is complete.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(repertoires: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function transact(mode, act) {
    const transaction = (await database()).transaction('repertoires', mode);
    const request = act(transaction.objectStore('repertoires'));
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
    });
}

/** Returns the repertoires in the order of their names. @returns {Promise<KeptRepertoire[]>} */
export async function listRepertoires() {
    /** @type {KeptRepertoire[]} */
    const found = await transact('readonly', (repertoires) => repertoires.getAll());
    return found.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** @param {KeptRepertoire} repertoire */
export const keepRepertoire = (repertoire) =>
    transact('readwrite', (repertoires) => repertoires.put(repertoire));

/** @param {string} id */
export const deleteRepertoire = (id) =>
    transact('readwrite', (repertoires) => repertoires.delete(id));

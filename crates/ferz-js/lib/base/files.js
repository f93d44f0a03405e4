// The files of the package in place, beside its scripts. The packed package has tools/packed/files.js instead.

import { fetched } from './sources.js';

/** @typedef {'ferz.wasm' | 'ferz-engine.wasm' | 'network.packed' | 'openings.tsv' | 'worker.js'} FileName */

/** The addresses, each written out: the service worker of a page finds its files by such texts. */
const URLS = {
    'ferz.wasm': new URL('../ferz.wasm', import.meta.url),
    'ferz-engine.wasm': new URL('../ferz-engine.wasm', import.meta.url),
    'network.packed': new URL('../network.packed', import.meta.url),
    'openings.tsv': new URL('../openings.tsv', import.meta.url),
    'worker.js': new URL('../engine/worker.js', import.meta.url),
};

/** Node's module of files, where the package is a folder. */
function folder() {
    return URLS['ferz.wasm'].protocol === 'file:' ? process.getBuiltinModule('node:fs') : null;
}

/**
 * Returns the bytes of a file where they can be read at once; null in pages and workers.
 * @param {FileName} name
 * @returns {Uint8Array | null}
 */
export function readNow(name) {
    return folder()?.readFileSync(URLS[name]) ?? null;
}

/**
 * Returns the bytes of a file, or a response that has them.
 * @param {FileName} name
 * @returns {Promise<Uint8Array | Response>}
 */
export async function read(name) {
    return folder()?.promises.readFile(URLS[name]) ?? fetched(URLS[name]);
}

// Files of the package.

import { FerzError } from './errors.js';

/**
 * Returns the bytes of a file of the package, or a response that has them.
 * @param {URL} url
 * @returns {Promise<BufferSource | Response>}
 */
async function load(url) {
    if (url.protocol === 'file:') {
        // An import, even one that never happens, is a warning of bundlers.
        return process.getBuiltinModule('node:fs').promises.readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok) {
        throw new FerzError(`${url}: ${response.status} ${response.statusText}`);
    }
    return response;
}

/**
 * Returns the bytes of a file.
 * @param {URL} url
 * @returns {Promise<Uint8Array>}
 */
export async function bytesOf(url) {
    const source = await load(url);
    return new Uint8Array(source instanceof Response ? await source.arrayBuffer() : /** @type {any} */ (source));
}

/**
 * Returns the bytes of a file where they can be read at once; null in pages and workers.
 * @param {URL} url
 * @returns {Uint8Array | null}
 */
export function readNow(url) {
    if (url.protocol !== 'file:' || typeof process !== 'object') {
        return null;
    }
    return process.getBuiltinModule?.('node:fs').readFileSync(url) ?? null;
}

/**
 * Compiles a module.
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(url) {
    const source = await load(url);
    if (!(source instanceof Response)) {
        return WebAssembly.compile(source);
    }
    // A server that does not know the type of the file is no reason to fail.
    return source.headers.get('content-type')?.startsWith('application/wasm')
        ? WebAssembly.compileStreaming(source)
        : WebAssembly.compile(await source.arrayBuffer());
}

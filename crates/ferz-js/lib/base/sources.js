// What a user of the package can name as a file: bytes, responses, addresses, compiled modules.

import { describe, FerzError } from './errors.js';

/**
 * A file: its bytes, a response that has them, or an address, relative to the page or, in Node, to the working folder.
 * @typedef {Uint8Array | ArrayBuffer | Response | URL | string} FileSource
 */
/**
 * A module of WebAssembly: compiled, or its file.
 * @typedef {WebAssembly.Module | FileSource} ModuleSource
 */

/**
 * Returns a whole address: a relative one begins from the page or, in Node, from the working folder.
 * @param {URL | string} address
 */
export function addressOf(address) {
    const { document, location } = /** @type {any} */ (globalThis);
    const page = document?.baseURI ?? location?.href;
    return new URL(
        address,
        page ?? process.getBuiltinModule('node:url').pathToFileURL(`${process.cwd()}/`),
    );
}

/**
 * Returns the response of an address.
 * @param {URL} url
 * @returns {Promise<Response>}
 */
export async function fetched(url) {
    const response = await fetch(url);
    if (!response.ok) {
        throw new FerzError(`${url}: ${response.status} ${response.statusText}`);
    }
    return response;
}

/**
 * Returns the bytes of a file, or a response that has them.
 * @param {FileSource} source
 * @returns {Promise<Uint8Array | Response>}
 */
async function open(source) {
    if (source instanceof ArrayBuffer) {
        return new Uint8Array(source);
    }
    if (typeof source !== 'string' && !(source instanceof URL)) {
        if (source instanceof Uint8Array || source instanceof Response) {
            return source;
        }
        throw new TypeError(`expected bytes, a response or an address, found ${describe(source)}`);
    }
    const url = addressOf(source);
    return url.protocol === 'file:'
        ? process.getBuiltinModule('node:fs').promises.readFile(url)
        : fetched(url);
}

/**
 * Returns the bytes of a file.
 * @param {FileSource} source
 * @returns {Promise<Uint8Array>}
 */
export async function bytesOf(source) {
    const opened = await open(source);
    return opened instanceof Response ? new Uint8Array(await opened.arrayBuffer()) : opened;
}

/**
 * Compiles a module.
 * @param {ModuleSource} source
 * @returns {Promise<WebAssembly.Module>}
 * @throws {FerzError} where WebAssembly is not allowed, with what to allow
 */
export async function compile(source) {
    if (source instanceof WebAssembly.Module) {
        return source;
    }
    const opened = await open(source);
    try {
        if (!(opened instanceof Response)) {
            return await WebAssembly.compile(/** @type {BufferSource} */ (opened));
        }
        // A server that does not know the type of the file is no reason to fail.
        return opened.headers.get('content-type')?.startsWith('application/wasm')
            ? await WebAssembly.compileStreaming(opened)
            : await WebAssembly.compile(await opened.arrayBuffer());
    } catch (error) {
        throw refusal(error);
    }
}

/**
 * Compiles a module at once.
 * @param {Uint8Array} bytes
 * @returns {WebAssembly.Module}
 * @throws {FerzError} where WebAssembly is not allowed, with what to allow
 */
export function compileNow(bytes) {
    try {
        return new WebAssembly.Module(/** @type {BufferSource} */ (bytes));
    } catch (error) {
        throw refusal(error);
    }
}

/**
 * The error of a module that is not compiled. Run-times tell a refusal by the text alone, which each has its own of.
 * @param {unknown} cause
 */
function refusal(cause) {
    const help =
        "a content policy must allow 'wasm-unsafe-eval' in script-src; where code cannot be compiled, as at the edge, " +
        'pass the compiled module to load() before the first use';
    return new FerzError(
        `WebAssembly cannot be compiled (${help}): ${cause instanceof Error ? cause.message : cause}`,
        { cause },
    );
}

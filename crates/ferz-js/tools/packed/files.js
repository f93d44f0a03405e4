// The files of the packed package, in place of lib/base/files.js: texts in scripts. What bundles and serves scripts then needs
// to know of no other files, and a content policy of no addresses.

import { decode } from './text.js';

/** @typedef {import('../../lib/base/files.js').FileName} FileName */
/** @typedef {{ order: string, text: string }} FileText */

/** The texts of the files, in scripts that are loaded when they are needed. @type {Map<FileName, () => Promise<FileText>>} */
const scripts = new Map([
    ['ferz-engine.wasm', () => import('file:engine-file.js').then(({ file }) => file)],
    ['network.packed', () => import('file:network-file.js').then(({ file }) => file)],
    ['openings.tsv', () => import('file:openings-file.js').then(({ file }) => file)],
    ['worker.js', () => import('file:worker-file.js').then(({ file }) => file)],
]);
/** The texts that are in this script. @type {Map<FileName, FileText>} */
const texts = new Map();

/**
 * Takes the text of a file.
 * @param {FileName} name
 * @param {FileText} text
 */
export function provide(name, text) {
    texts.set(name, text);
}

/** @param {FileName} name */
export function readNow(name) {
    const text = texts.get(name);
    return text === undefined ? besides(name) : decode(text);
}

/**
 * Reads a file beside this script, where it is in the folder of the package and not in a bundle.
 * @param {FileName} name
 */
function besides(name) {
    // With `import.meta.url` as an argument, bundlers would take the address for one of theirs.
    const here = import.meta.url;
    try {
        return process.getBuiltinModule('node:fs').readFileSync(new URL(name, here));
    } catch {
        return null;
    }
}

/** @param {FileName} name */
export async function read(name) {
    return decode(texts.get(name) ?? (await scripts.get(name)()));
}

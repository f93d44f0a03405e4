// Serves the page for development and tests: `node test/server.mjs [PORT]`. The page is at `/`, the JavaScript package at
// `/ferz/`. The content policy is that of `ferz serve`.

import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const page = join(dirname(fileURLToPath(import.meta.url)), '..');
const lib = join(page, '..', 'crates', 'ferz-js', 'lib');

/** @type {Record<string, string>} */
const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
};

const POLICY =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The document of the page, which says if there is an engine.
 * @param {string} file
 */
async function document(file) {
    const text = await readFile(file, 'utf8');
    return existsSync(join(lib, 'ferz-engine.wasm'))
        ? text
        : text.replace(/<meta name="ferz-engine".*\n/, '');
}

/**
 * Starts the server on the loopback address.
 * @param {number} [port] a free one by default
 * @param {Record<string, string>} [folders] the folder behind each first part of a path, the longest first
 * @param {string} [policy] the content policy; none if it is empty
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve(port = 0, folders = { '/ferz/': lib, '/': page }, policy = POLICY) {
    const server = createServer(async (request, response) => {
        const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
        const [prefix, folder] = Object.entries(folders).find(([start]) =>
            path.startsWith(start),
        ) ?? ['/', page];
        const name = path.slice(prefix.length);
        const file = normalize(
            join(folder, name === '' || name.endsWith('/') ? `${name}index.html` : name),
        );
        try {
            if (!file.startsWith(folder + sep) || !(await stat(file)).isFile()) {
                throw new Error('not there');
            }
            response.writeHead(200, {
                'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
                ...(policy === '' ? {} : { 'content-security-policy': policy }),
                'cache-control': 'no-cache',
            });
            response.end(name === 'index.html' ? await document(file) : await readFile(file));
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    return {
        origin: `http://127.0.0.1:${address.port}`,
        close: async () => {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        },
    };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { origin } = await serve(Number(process.argv[2] ?? 8080));
    console.log(`${origin}/`);
}

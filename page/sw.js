// Keeps the page for use without a network, in one cache a version. The network comes first, so that all files are of one
// version where there is one; without it the cache answers.
'use strict';

const VERSION = '0.1.0';
const CACHE = `ferz-${VERSION}`;
/** What a file names: imports, addresses beside a module, and links of the document. */
const NAMES = [
    /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g,
    /new URL\('([^']+)', import\.meta\.url\)/g,
    /\b(?:href|src)="([^"#:]+)"/g,
];

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
    event.waitUntil(
        (async () => {
            for (const name of await caches.keys()) {
                if (name.startsWith('ferz-') && name !== CACHE) {
                    await caches.delete(name);
                }
            }
            await self.clients.claim();
        })(),
    );
});

// The page sends the files that no other one names, those of its modes, and what is named but not there.
self.addEventListener('message', (event) => {
    const [files, missing] = [event.data?.keep, event.data?.missing].map((list) =>
        Array.isArray(list) ? list : [],
    );
    event.waitUntil(keep([new URL('./', self.registration.scope).href, ...files], missing));
});

/**
 * Keeps files and all that they name.
 * @param {string[]} files
 * @param {string[]} missing what is not there
 */
async function keep(files, missing) {
    const cache = await caches.open(CACHE);
    const open = files.filter((file) => new URL(file).origin === location.origin);
    const seen = new Set([...open, ...missing]);
    while (open.length > 0) {
        const url = /** @type {string} */ (open.pop());
        const response = await fetch(url).catch(() => null);
        if (!response?.ok) {
            continue;
        }
        await cache.put(url, response.clone());
        if (/\.js$|\/$/.test(new URL(url).pathname)) {
            const text = await response.text();
            for (const [, name] of NAMES.flatMap((pattern) => [...text.matchAll(pattern)])) {
                const named = new URL(name, url).href;
                if (!seen.has(named) && named.startsWith(self.registration.scope)) {
                    seen.add(named);
                    open.push(named);
                }
            }
        }
    }
}

self.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method === 'GET' && new URL(request.url).origin === location.origin) {
        event.respondWith(answer(request));
    }
});

/** @param {Request} request */
async function answer(request) {
    const cache = await caches.open(CACHE);
    try {
        const response = await fetch(request);
        if (response.ok) {
            await cache.put(request, response.clone());
        }
        return response;
    } catch (error) {
        const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
        if (kept) {
            return kept;
        }
        throw error;
    }
}

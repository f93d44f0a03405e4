// What the page knows and says of `ferz serve`, which may have sent it.

/** What the document says of its server: `usual`, or `other` if the usual port was in use; null of any other server. */
const mark = document.querySelector('meta[name="ferz-serve"]')?.getAttribute('content') ?? null;

/** True if `ferz serve` has sent the page. */
export const IS_SERVED = mark !== null;
/** True if the usual port was in use: the browser keeps what it stores for each address apart. */
export const IS_ELSEWHERE = mark === 'other';

const ADDRESS = `the address that “ferz serve” has printed in its terminal. It begins with ${location.origin}/#token=`;

/** What to do where the secret of a run is missing, or is that of an earlier run. */
export const SECRET = {
    missing: `this address lacks the secret of “ferz serve”. End it and start it again: it opens the page. Or open ${ADDRESS}`,
    old: `“ferz serve” was started anew, with another secret. Open ${ADDRESS}`,
};

export const ELSEWHERE =
    'The usual port of “ferz serve” is in use by another program, so this page has another address, without the recent games, ' +
    'the settings and the progress of the usual one. End the other program and start again to have them back.';

/**
 * Returns the reason of an error in words: without the address of the server and the names of its calls.
 * @param {unknown} error
 */
export function reasonOf(error) {
    const message = error instanceof Error ? error.message : String(error);
    const { origin } = location;
    if (message.startsWith(`${origin} does not answer`)) {
        return '“ferz serve” does not answer. Start it again, and open the address that it prints';
    }
    return message.startsWith(`${origin}: `) ? message.slice(origin.length + 2) : message;
}

// The question which player is the user, asked once, by the names of a game.

import { button, h } from '../dom.js';
import { keep, kept } from '../storage.js';

/** @import { Store } from '../store.js' */

/** The name under which it is kept that the user is neither player. */
const ASKED = 'me.asked';

/**
 * Returns the question, or null if it was answered or the game has no names.
 * @param {Store} store
 * @param {{ tags: Record<string, string | undefined> }} game
 * @param {() => void} answered
 */
export function askMe(store, { tags }, answered) {
    const names = [tags.White ?? '', tags.Black ?? ''].filter((name) => !/^[?.\s]*$/.test(name));
    const isOwn = names.some((name) => name === 'You');
    if (store.settings.me !== '' || kept(ASKED) || names.length === 0 || isOwn) {
        return null;
    }
    const answer = (/** @type {string} */ name) => {
        name === '' ? keep(ASKED, true) : store.set('me', name);
        answered();
    };
    return h(
        'div.ask-me',
        { role: 'group', 'aria-label': 'Which player is you?' },
        h('b', {}, 'Which one is you?'),
        h(
            'div.row',
            {},
            ...names.map((name) => button(`I am ${name}`, () => answer(name))),
            button('Neither', () => answer('')),
        ),
        h(
            'p.quiet.small',
            {},
            'Your mistakes come first then, and games are seen from your side. The settings have the name.',
        ),
    );
}

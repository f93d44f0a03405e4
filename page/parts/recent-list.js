// The list of the games of this browser, with what they take and buttons to delete them.

import { button, fill, h, iconButton } from '../dom.js';
import { Game } from '../ferz/index.js';
import { deleteRecent, keepRecent, listRecent, readRecent, recent } from '../recent.js';
import { go } from '../open.js';
import { nodeAt } from '../places.js';
import { restoreReview } from './reviewed.js';
import { ELSEWHERE, IS_ELSEWHERE } from '../serving.js';

/** @import { Store } from '../store.js' */
/** @import { Recent } from '../recent.js' */

/** The games that are shown at first, and more with each press of the button. */
const SHOWN = 12;

/**
 * Makes the list. It follows the changes of the games while it is in the page.
 * @param {Store} store
 */
export function recentList(store) {
    const element = h('section.recent', { hidden: true });
    let shown = SHOWN;
    /** Set when all games are to be deleted, until that is confirmed. */
    let asks = false;
    const draw = async () => {
        const games = await listRecent();
        element.hidden = games.length === 0;
        const bytes = games.reduce((sum, game) => sum + game.bytes, 0);
        const more =
            games.length > shown &&
            button(`${Math.min(SHOWN, games.length - shown)} more`, () => {
                shown += SHOWN;
                void draw();
            });
        const all = asks
            ? [
                  h('span', {}, 'Delete all? They cannot be brought back.'),
                  button(
                      'Delete',
                      () => ((asks = false), void deleteRecent(games.map(({ id }) => id))),
                      { class: 'button danger' },
                  ),
                  button('Keep', () => ((asks = false), void draw())),
              ]
            : [
                  button('Delete all…', () => ((asks = true), void draw()), {
                      class: 'button quiet',
                  }),
              ];
        fill(
            element,
            h('h3', {}, 'Recent games'),
            h(
                'p.quiet.small',
                {},
                `${games.length.toLocaleString('en')} ${games.length === 1 ? 'game' : 'games'}, ${sizeText(bytes)}, kept in this browser only.`,
            ),
            IS_ELSEWHERE && h('p.quiet.small', {}, ELSEWHERE),
            h('ul', {}, ...games.slice(0, shown).map((game) => row(store, game))),
            h('div.row', {}, more, ...all),
        );
    };
    recent.addEventListener('change', () => element.isConnected && void draw());
    return { element, draw };
}

/**
 * @param {Store} store
 * @param {Recent} game
 */
function row(store, game) {
    const { id, title, about, moves, bytes, changed, isChanged } = game;
    const facts = [
        about,
        moves > 0 && `${moves} ${moves === 1 ? 'move' : 'moves'}`,
        dateText(changed),
        sizeText(bytes),
        isChanged && 'unsaved changes',
    ]
        .filter(Boolean)
        .join(' · ');
    const isOpen = store.entry === id;
    return h(
        'li',
        {},
        h(
            'button.recent-game',
            {
                type: 'button',
                'aria-current': isOpen ? 'true' : false,
                onclick: () => void open(store, id),
            },
            h('span.name', {}, title),
            h('span.quiet.small', {}, isOpen ? `open now · ${facts}` : facts),
        ),
        iconButton(`Delete ${title}`, 'M6 6L18 18M18 6L6 18', () => void remove(store, game), {
            caption: 'Delete',
        }),
    );
}

/**
 * Deletes a game, and offers to bring it back.
 * @param {Store} store
 * @param {Recent} about
 */
async function remove(store, { id, title }) {
    const kept = await readRecent(id);
    await deleteRecent([id]);
    const game = kept && Game.from(kept.pgn);
    if (kept && game) {
        store.say(`${title} is deleted`, { label: 'Undo', act: () => void keepRecent(kept, game) });
    }
}

/**
 * @param {Store} store
 * @param {string} id
 */
async function open(store, id) {
    const kept = await readRecent(id);
    const game = kept && Game.from(kept.pgn);
    if (!kept || !game) {
        store.say('This game is no longer there');
        return;
    }
    if (store.entry !== id) {
        restoreReview(game, kept.review);
        store.setGame(game, {
            node: nodeAt(game, kept.path),
            orientation: kept.orientation,
            entry: id,
            saved: kept.saved,
        });
    }
    go('analyse');
}

/** @param {number} bytes */
function sizeText(bytes) {
    return bytes < 1_000_000
        ? `${Math.max(1, Math.round(bytes / 1000))} kB`
        : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** @param {number} time */
function dateText(time) {
    const date = new Date(time);
    const isToday = date.toDateString() === new Date().toDateString();
    return isToday
        ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
        : date.toLocaleDateString([], { day: 'numeric', month: 'short', year: 'numeric' });
}

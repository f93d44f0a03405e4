// What `ferz serve` knows of a position beside the engine: the moves of its books, of its indexes of games and of its
// endgame tables.

import { h } from '../dom.js';
import { openText } from '../open.js';
import { gameList, movesTable } from './explored.js';
import { reasonOf } from '../serving.js';

/** @import { Server } from '../ferz/engine.js' */
/** @import { Position } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */

/** @typedef {(san: string) => void} Play */

/** The moves of a table that are shown. */
const SHOWN = 8;

/**
 * Returns the tables of moves of the server's books, indexes and endgame tables for a position; none without a server.
 * @param {Store} store
 * @param {Position} position
 * @param {Record<string, string | string[]>} filter conditions on the games of the indexes
 * @param {Play} play makes a move of a table
 * @returns {Promise<HTMLElement[]>}
 */
export async function servedMoves(store, position, filter, play) {
    const { server, info } = store.desk;
    if (server === null || info === null) {
        return [];
    }
    const fields = { fen: position.fen, chess960: position.isChess960 };
    const tables =
        position.pieces().size <= info.tablebases
            ? [endgame(play, server.call('tables', fields))]
            : [];
    const books = info.books.map((name, book) =>
        bookMoves(play, name, server.call('book', { ...fields, book })),
    );
    const indexes = info.indexes.map((name, index) =>
        indexed(store, server, { position, name, index, filter, play }),
    );
    return (await Promise.all([...tables, ...books, ...indexes])).flat();
}

/**
 * @param {Play} play
 * @param {Promise<{ moves: { san: string, wdl: string, dtz: number | null }[] }>} call
 */
async function endgame(play, call) {
    try {
        const { moves } = await call;
        const rows = moves
            .slice(0, SHOWN)
            .map(({ san, wdl, dtz }) => [san, wdl, dtz === null ? '' : String(Math.abs(dtz))]);
        return moves.length > 0
            ? [
                  table(
                      play,
                      'Endgame table',
                      ['Move', 'Result', 'Half-moves to a capture or pawn move'],
                      rows,
                  ),
              ]
            : [];
    } catch {
        // A position that the tables lack: castling rights, or a file that is not there.
        return [];
    }
}

/**
 * @param {Play} play
 * @param {string} name
 * @param {Promise<{ moves: { san: string, share: number, score: number | null }[] }>} call
 */
async function bookMoves(play, name, call) {
    try {
        const { moves } = await call;
        const rows = moves
            .slice(0, SHOWN)
            .map(({ san, share, score }) => [
                san,
                `${Math.round(share * 100)} %`,
                score === null ? '' : `${Math.round(score)} %`,
            ]);
        return moves.length > 0 ? [table(play, name, ['Move', 'Share', 'Score'], rows)] : [];
    } catch (error) {
        return [h('p.quiet.small', {}, `${name}: ${reasonOf(error)}`)];
    }
}

/**
 * @typedef {object} ServedGame
 * @property {string} id
 * @property {string} result as in PGN
 * @property {{ name: string, rating: number | null }} white
 * @property {{ name: string, rating: number | null }} black
 * @property {number | null} year
 */

/**
 * The moves of an index, and the games of the best players, which open at the position.
 * @param {Store} store
 * @param {Server} server
 * @param {{ position: Position, name: string, index: number, filter: object, play: Play }} question the filter are conditions
 */
async function indexed(store, server, { position, name, index, filter, play }) {
    try {
        /** @type {{ moves: { san: string, white: number, draws: number, black: number, unknown?: number }[], topGames: ServedGame[] }} */
        const { moves, topGames } = await server.call('explore', {
            fen: position.fen,
            chess960: position.isChess960,
            index,
            filter,
        });
        const counted = moves.slice(0, SHOWN).map(({ unknown = 0, ...move }) => ({
            ...move,
            games: move.white + move.draws + move.black + unknown,
        }));
        const games = topGames.map(({ id, result, white, black, year }) => ({
            id,
            white: white.name,
            black: black.name,
            whiteElo: String(white.rating ?? ''),
            blackElo: String(black.rating ?? ''),
            date: String(year ?? ''),
            result,
        }));
        const open = async (/** @type {{ id: string }} */ { id }) => {
            try {
                await openText(
                    store,
                    await server.call('explored', { index, game: Number(id) }),
                    position,
                );
            } catch (error) {
                store.say(`The game cannot be opened: ${reasonOf(error)}`);
            }
        };
        const title = h('h2', {}, name);
        const total = moves.reduce(
            (sum, { white, draws, black, unknown = 0 }) => sum + white + draws + black + unknown,
            0,
        );
        const about = h(
            'p.quiet.small',
            {},
            `${total.toLocaleString('en')} ${total === 1 ? 'game' : 'games'} of this index had the position.`,
        );
        return moves.length > 0
            ? [
                  h(
                      'section',
                      {},
                      title,
                      about,
                      movesTable(play, `Moves of ${name}`, counted),
                      games.length > 0 && gameList(games, open),
                  ),
              ]
            : [];
    } catch (error) {
        return [h('p.quiet.small', {}, `${name}: ${reasonOf(error)}`)];
    }
}

/**
 * @param {Play} play
 * @param {string} title
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(play, title, head, rows) {
    const row = (/** @type {string[]} */ [san, ...values]) =>
        h(
            'tr',
            {},
            h('td', {}, h('button.explored', { type: 'button', onclick: () => play(san) }, san)),
            ...values.map((value) => h('td', {}, value)),
        );
    return h(
        'section',
        {},
        h('h2', {}, title),
        h(
            'table.moves',
            {},
            h('caption.vh', {}, title),
            h('thead', {}, h('tr', {}, ...head.map((name) => h('th', { scope: 'col' }, name)))),
            h('tbody', {}, ...rows.map(row)),
        ),
    );
}

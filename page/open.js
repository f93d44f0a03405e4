// What is pasted, dropped or picked: positions, games, files of games.

import { button, h } from './dom.js';
import { fileInput, pickFiles } from './handles.js';
import { FenError, Game, Position } from './ferz/index.js';
import { namesOf, sideOf } from './parts/me.js';
import { hasPuzzles, puzzleFiles } from './solve/puzzle-files.js';

/** @import { Handle } from './handles.js' */
/** @import { Store } from './store.js' */

/** The text of a game that is opened at once; larger ones are read as files. */
const SHORT = 200_000;

/**
 * True if a text has the form of a FEN, legal or not.
 * @param {string} text
 */
export function isFen(text) {
    return /^\s*([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(\s|$)/.test(text);
}

/**
 * Opens a FEN or games of PGN, and says what is wrong with them.
 * @param {Store} store
 * @param {string} text
 * @param {Position} [at] the position of a single game to show
 * @returns {Promise<boolean>} false if nothing could be opened
 */
export async function openText(store, text, at) {
    if (isFen(text)) {
        return openFen(store, text.trim());
    }
    if (hasPuzzles(text, store.mode === 'solve')) {
        return openPuzzles(store, [new File([text], 'pasted puzzles')]);
    }
    if (text.length > SHORT) {
        return openFiles(store, [new File([text], 'pasted games')]);
    }
    const games = [...Game.parse(text)].filter(
        (game) => game.root.children.length > 0 || Object.keys(game.tags).length > 0,
    );
    if (games.length === 0) {
        const reason = [...Game.parse(text)][0]?.error?.message;
        store.say(`This is neither a FEN nor a game${reason ? `: ${reason}` : ''}`);
        return false;
    }
    if (games.length > 1) {
        return openFiles(store, [new File([text], 'pasted games')]);
    }
    openGame(store, games[0], at);
    return true;
}

/**
 * @param {Store} store
 * @param {string} fen
 */
function openFen(store, fen) {
    try {
        const position = new Position(fen, { lenient: true });
        store.setGame(new Game(position));
        go('analyse');
        if (position.corrections.length > 0) {
            store.say(`Corrected: ${position.corrections.join('; ')}`);
        }
        return true;
    } catch (error) {
        if (!(error instanceof FenError)) {
            throw error;
        }
        const faults = error.faults.map(({ reason }) => reason).join('; ');
        store.say(`This position is not legal: ${faults || error.message}`, {
            label: 'Set it up',
            act: () => go(`analyse/setup=${encodeURIComponent(fen)}`),
        });
        return false;
    }
}

/**
 * Opens a game in Analyse, at its start or at a position that it had.
 * @param {Store} store
 * @param {Game} game
 * @param {Position} [at]
 */
export function openGame(store, game, at) {
    const key = at?.key;
    const node =
        key === undefined
            ? undefined
            : [...game.root.mainline()].find(({ position }) => position.key === key);
    const side = sideOf(namesOf(store.settings.me), game.tags.White, game.tags.Black);
    store.setGame(game, { node, orientation: side ?? undefined });
    go('analyse');
    if (game.error !== null) {
        store.say(`The game ends early, in line ${game.error.line}: ${game.error.message}`);
    }
}

/**
 * Adds files of games to the library and shows it. A file with one game is opened at once, and files of puzzles are those of
 * Solve.
 * @param {Store} store
 * @param {File[]} files
 * @param {Handle[]} [handles] those of the files, in their order, where the browser gives them
 */
export async function openFiles(store, files, handles = []) {
    const puzzles = await puzzleFiles(files, store.mode === 'solve');
    const games = files.filter((file) => !puzzles.includes(file));
    if (puzzles.length > 0) {
        await openPuzzles(store, puzzles);
    }
    if (games.length > 0) {
        const { libraryOf } = await import('./games/library.js');
        go('games');
        const own = handles.filter((_, index) => games.includes(files[index]));
        const only = await libraryOf(store).add(games, own);
        only && openGame(store, only);
    }
    return true;
}

/**
 * Opens files of puzzles in Solve.
 * @param {Store} store
 * @param {File[]} files
 */
export async function openPuzzles(store, files) {
    const { collectionOf } = await import('./solve/collection.js');
    go('solve');
    await collectionOf(store).open(files);
    return true;
}

/**
 * Makes a button that asks for files of games and opens them.
 * @param {Store} store
 * @param {string} text
 * @param {Record<string, any>} [properties]
 */
export function fileButton(store, text, properties) {
    return picker(text, properties, '.pgn,.gz,.txt,.fen,.csv', 'Files of games', (files, handles) =>
        openFiles(store, files, handles),
    );
}

/**
 * Makes a button that asks for files of puzzles and opens them.
 * @param {Store} store
 * @param {string} text
 * @param {Record<string, any>} [properties]
 */
export function puzzleButton(store, text, properties) {
    return picker(text, properties, '.csv,.pgn,.gz,.txt', 'Files of puzzles', (files) =>
        openPuzzles(store, files),
    );
}

/**
 * Makes a button that asks for files.
 * @param {string} text
 * @param {Record<string, any> | undefined} properties
 * @param {string} accept the ends of their names, with commas between them
 * @param {string} label what the files are
 * @param {(files: File[], handles: Handle[]) => Promise<unknown>} open
 */
export function picker(text, properties, accept, label, open) {
    const input = fileInput(accept, label);
    input.addEventListener('change', () => {
        void open([...(input.files ?? [])], []);
        input.value = '';
    });
    const pick = async () => {
        const picked = await pickFiles(accept, input);
        picked && (await open(picked.files, picked.handles));
    };
    return h(
        'span.file',
        {},
        button(text, () => void pick(), properties),
        input,
    );
}

/**
 * Shows a mode by its address.
 * @param {string} address
 */
export function go(address) {
    location.hash = `#${address}`;
}

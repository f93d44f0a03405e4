// Games of a part without their moves: where each stands, and its tags.

import { pass, text, wasm, words } from './wasm.js';

/** @import { Take } from './game-reader.js' */

/**
 * A game of a list.
 * @typedef {object} ListedGame
 * @property {number} offset the bytes before it, which belong to other games
 * @property {number} length its bytes, with the blanks before it
 * @property {Record<string, string>} tags its tags with `Result`, and with `FEN` if it begins elsewhere; at most 1,002
 */

/**
 * Returns what lists games without reading their moves.
 * @returns {Take<ListedGame>}
 */
export function takeList() {
    let [offset, games] = [0, 0];
    return (bytes, isLast) => {
        pass(bytes);
        const read = wasm.games_list(isLast ? 1 : 0);
        const [numbers, strings] = [words(), text()];
        /** @type {ListedGame[]} */
        const found = [];
        // Behind the tags of all games are their lengths.
        let at = 0;
        for (let index = 0; index + found.length < numbers.length; ) {
            const count = numbers[index++];
            /** @type {Record<string, string>} */
            const tags = Object.create(null);
            for (let tag = 0; tag < count; tag++, index += 2) {
                const name = strings.slice(at, (at += numbers[index]));
                tags[name] = strings.slice(at, (at += numbers[index + 1]));
            }
            found.push({ offset: 0, length: 0, tags });
        }
        let start = offset;
        for (const [index, game] of found.entries()) {
            game.offset = start;
            game.length = numbers[numbers.length - found.length + index];
            start += game.length;
        }
        offset += read;
        games += found.length;
        return { read, found, games };
    };
}

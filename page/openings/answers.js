// Answers that were added to a repertoire: they go into the trees of its files, of which only the game that grows is written anew.

import { Game, Position } from '../ferz/index.js';
import { textToChange, writeText } from '../handles.js';
import { save } from '../parts/save.js';

/** @import { Node } from '../ferz/index.js' */
/** @import { Place } from '../ferz/rules/repertoire.js' */
/** @import { KeptRepertoire, RepertoireFile } from './library.js' */

/** The move in UCI notation that is added at a place. @typedef {Place & { move: string }} Answer */

/** The event of the game that takes what no other game of a file leads to. */
const CHAPTER = 'Added answers';

/**
 * Returns the line to a place, or null if it does not begin at the usual start.
 * @param {Place} place
 */
export function lineOf({ line, fen }) {
    const game = line === '' ? new Game() : Game.from(`${line} *`);
    const key = new Position(fen).key;
    return game !== null && game.error === null && game.end.position.key === key ? game : null;
}

/**
 * Adds answers to the files of a repertoire, each to the game that comes nearest to its place, whatever the order of moves. Those
 * that the files have are left out.
 * @param {KeptRepertoire} kept
 * @param {readonly Answer[]} answers
 * @returns {Promise<KeptRepertoire>}
 */
export async function withAnswers(kept, answers) {
    let { files } = kept;
    const added = [...(kept.added ?? [])];
    for (const answer of answers) {
        const grown = await withAnswer(files, answer);
        grown === files || added.push(answer);
        files = grown;
    }
    return { ...kept, files, added };
}

/**
 * Takes back the answer that was added last.
 * @param {KeptRepertoire} kept
 */
export function withoutLast(kept) {
    const added = kept.added ?? [];
    const files = kept.files.map(originalOf);
    return withAnswers({ ...kept, files, added: [] }, added.slice(0, -1));
}

/**
 * Adds the answers to the files as they are now on the disk. Those with a handle are written, the others are downloaded, and
 * lack the answers until they are opened again.
 * @param {KeptRepertoire} kept
 * @returns {Promise<KeptRepertoire>}
 * @throws {Error} if the browser does not allow it
 */
export async function saveAnswers(kept) {
    const { files, added = [] } = kept;
    const read = files.map(async (file) => ({
        ...originalOf(file),
        ...(file.handle && { text: await textToChange(file.handle) }),
    }));
    const now = await withAnswers({ ...kept, files: await Promise.all(read), added: [] }, added);
    const left = [];
    for (const [index, file] of now.files.entries()) {
        if (file.original === undefined) {
            continue;
        }
        if (file.handle) {
            await writeText(file.handle, file.text);
            now.files[index] = { ...file, original: undefined };
        } else {
            save(file.text, file.name);
            left.push(file);
        }
    }
    return left.length > 0 ? now : { ...now, added: [] };
}

/** A file without the answers that were added. @param {RepertoireFile} file */
const originalOf = ({ original, ...file }) => ({ ...file, text: original ?? file.text });

/**
 * A file with another text.
 * @param {RepertoireFile[]} files
 * @param {number} index
 * @param {string} text
 */
function grown(files, index, text) {
    const file = files[index];
    return files.map((it) =>
        it === file ? { ...it, original: it.original ?? it.text, text } : it,
    );
}

/**
 * A node to which moves can be added, in a game of a file.
 * @typedef {object} Branch
 * @property {number} file
 * @property {Uint8Array} bytes those of the file
 * @property {number} offset of the game in it
 * @property {number} length
 * @property {Game} game
 * @property {Node} node
 * @property {number} depth the moves of the line to the place that lead to it
 */

/**
 * @param {RepertoireFile[]} files
 * @param {Answer} answer
 */
async function withAnswer(files, answer) {
    const line = lineOf(answer);
    const way = line === null ? [] : [line.root, ...line.root.mainline()];
    const positions = line === null ? [new Position(answer.fen)] : way.map((it) => it.position);
    const depths = new Map(positions.map(({ key }, depth) => [key, depth]));
    /** @type {Branch | null} */
    let best = null;
    for (const [file, { text }] of files.entries()) {
        const bytes = new TextEncoder().encode(text);
        for await (const { offset, length } of Game.list(new Blob([bytes]).stream())) {
            const part = bytes.slice(offset, offset + length);
            const game = Game.from(part);
            if (game === null || !isWhole(game, part)) {
                continue;
            }
            const { node, depth } = nearest(game, depths);
            // Of the start only a game for what has no other place goes on.
            const isPlace = depth > 0 || line === null || game.tags.Event === CHAPTER;
            if (node !== null && isPlace && depth > (best?.depth ?? -1)) {
                best = { file, bytes, offset, length, game, node, depth };
            }
        }
    }
    if (best === null) {
        return withChapter(files, line ?? new Game(new Position(answer.fen)), answer.move);
    }
    const { file, node, depth } = best;
    const moves = [...way.slice(depth + 1).map(({ uci }) => uci), answer.move];
    if (moves.length === 1 && node.children.some(({ uci }) => uci === answer.move)) {
        return files;
    }
    node.addLine(moves);
    return grown(files, file, rewritten(best));
}

/** The tags of a game, with the blanks before and behind them. */
const TAGS = /^\s*(?:\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\]\s*)*/;

/**
 * True if the moves of a game, written anew, have all of their text: no part was left out, and nothing but moves and comments
 * stands behind the tags.
 * @param {Game} game
 * @param {Uint8Array} part
 */
function isWhole({ error, warnings }, part) {
    const moves = new TextDecoder().decode(part).replace(TAGS, '');
    return error === null && warnings.length === 0 && !/^%|^\s*\[\w+\s+"/m.test(moves);
}

/**
 * Returns the node of a game that has the last of some positions, the first one of several.
 * @param {Game} game
 * @param {Map<bigint, number>} depths the number of each position
 * @returns {{ node: Node | null, depth: number }}
 */
function nearest(game, depths) {
    /** @type {{ node: Node | null, depth: number }} */
    let best = { node: null, depth: -1 };
    // One position that is moved on and back: each of its own would be played from the start.
    const position = game.start;
    /** @type {[Node, number][]} */
    const stack = [[game.root, 0]];
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
        const [node, next] = entry;
        if (next === 0) {
            const depth = depths.get(position.key) ?? -1;
            best = depth > best.depth ? { node, depth } : best;
        }
        const child = node.children[next];
        if (child !== undefined) {
            stack.push([node, next + 1], [child, 0]);
            child.move === null ? position.pass() : position.play(child.move);
        } else if (!node.isRoot) {
            position.undo();
        }
    }
    return best;
}

/**
 * Returns the text of a file with the moves of a game that has grown, and everything else as it was.
 * @param {Branch} branch
 */
function rewritten({ bytes, offset, length, game }) {
    const text = (/** @type {number} */ from, /** @type {number} */ to) =>
        new TextDecoder().decode(bytes.subarray(from, to));
    const old = text(offset, offset + length);
    const [tags] = TAGS.exec(old) ?? [''];
    const [end] = /\s*$/.exec(old) ?? [''];
    const moves = game.toPgn({ tags: false }).trim();
    const lines = old.includes('\r\n') ? moves.replaceAll('\n', '\r\n') : moves;
    return `${text(0, offset)}${tags}${lines}${end}${text(offset + length, bytes.length)}`;
}

/**
 * Adds a game of its own behind the games of the last file.
 * @param {RepertoireFile[]} files
 * @param {Game} game
 * @param {string} move
 */
function withChapter(files, game, move) {
    game.end.add(move);
    game.tags.Event = CHAPTER;
    const text = files[files.length - 1].text.trimEnd();
    const chapter = game.toPgn().trimEnd();
    const both = text === '' ? chapter : `${text}\n\n${chapter}`;
    return grown(files, files.length - 1, `${both}\n`);
}

// Places in the tree of a game: the way to a node, and what is known of the node by it.

import { openings } from './ferz/index.js';

/** @import { Game, Node } from './ferz/index.js' */

/**
 * Returns the last named opening on the way to a node.
 * @param {Node} node
 * @returns {{ eco: string, name: string } | null}
 */
export function openingOf(node) {
    // Names end early: the book's longest line has 36 plies.
    for (let at = /** @type {Node | null} */ (node); at !== null; at = at.parent) {
        const found = at.ply <= 40 ? openings.find(at.position) : null;
        if (found !== null) {
            return found;
        }
    }
    return null;
}

/**
 * Returns the way to a node: the place of each move among its siblings.
 * @param {Node} node
 */
export function pathOf(node) {
    return node.path.map((step) => step.parent?.children.indexOf(step) ?? 0);
}

/**
 * Returns the node at the end of a way, or the last one that is there.
 * @param {Game} game
 * @param {readonly number[]} path
 */
export function nodeAt(game, path) {
    let node = game.root;
    for (const index of path) {
        const child = node.children[index];
        if (!child) {
            break;
        }
        node = child;
    }
    return node;
}

/**
 * Returns true if a node belongs to a game.
 * @param {Node} node
 * @param {Game} game
 */
export function isIn(node, game) {
    let top = node;
    while (top.parent !== null) {
        top = top.parent;
    }
    return top === game.root;
}

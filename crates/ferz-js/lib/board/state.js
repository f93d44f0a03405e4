// What a board shows, and which of its pieces can be picked up.

import { colorOf } from './placement.js';
import { premoveTargets } from './premoves.js';

/** @import { Color, PromotionRole, Square } from '../base/squares.js' */
/** @import { Placement } from './placement.js' */
/** @import { Judgement } from './shapes.js' */

/** @typedef {{ from: Square, to: Square, promotion?: PromotionRole }} BoardMove */
/** @typedef {Color | 'both' | 'none'} Movable the side whose pieces can be moved */

/**
 * What the parts of a board ask of its element.
 * @typedef {object} BoardHost
 * @property {(name: string, detail: any) => boolean} emit dispatches an event; false if it was cancelled
 * @property {() => void} refresh draws once after all changes of a task
 * @property {(text: string) => void} say speaks to screen readers
 */

/** The state that the parts of a board share. */
export class BoardState {
    /** @type {Placement} */ pieces = new Map();
    /** @type {Color} */ turn = 'white';
    /** @type {Color} */ orientation = 'white';
    /** @type {Movable} */ movable = 'both';
    /** @type {Map<Square, Square[]> | null} */ dests = null;
    /** @type {[Square, Square] | null} */ lastMove = null;
    /** @type {Square | null} */ check = null;
    /** @type {readonly string[]} */ shapes = [];
    /** @type {readonly string[]} */ marks = [];
    /** @type {Map<Square, Judgement>} */ badges = new Map();
    hasNames = true;
    hasPremoves = false;
    isEditing = false;
    /** The colour that presses draw with, or null. @type {string | null} */ drawing = null;
    /** @type {Square | null} */ selected = null;
    /** @type {BoardMove | null} */ premove = null;
    /** The pieces when the premove was stored. @type {Placement} */ premoveFrom = new Map();
    /** The square that has the focus of the keys. @type {Square} */ focus = 'e1';

    /**
     * @param {number} column
     * @param {number} row
     */
    squareOf(column, row) {
        const [file, rank] =
            this.orientation === 'white' ? [column, 8 - row] : [7 - column, row + 1];
        return /** @type {Square} */ (`${'abcdefgh'[file]}${rank}`);
    }

    /**
     * @param {Square} square
     * @returns {[number, number]} column and row as they are seen
     */
    place(square) {
        const [file, rank] = ['abcdefgh'.indexOf(square[0]), Number(square[1])];
        return this.orientation === 'white' ? [file, 8 - rank] : [7 - file, rank - 1];
    }

    /**
     * @param {Square} square
     * @returns {boolean} true if its piece can be picked up
     */
    canMove(square) {
        const letter = this.pieces.get(square);
        if (letter === undefined || this.isEditing) {
            return letter !== undefined;
        }
        const color = colorOf(letter);
        if (this.movable !== color && this.movable !== 'both') {
            return false;
        }
        return color === this.turn || this.isPremove(color)
            ? this.targets(square).length > 0
            : false;
    }

    /**
     * True if a move of a side is stored until it is its turn.
     * @param {Color} color
     */
    isPremove(color) {
        return this.hasPremoves && this.movable === color && this.turn !== color;
    }

    /**
     * The squares that a piece can go to: those of the page, and of a premove those of its geometry.
     * @param {Square} from
     */
    targets(from) {
        const letter = this.pieces.get(from);
        return letter !== undefined && this.isPremove(colorOf(letter))
            ? premoveTargets(this.pieces, from)
            : (this.dests?.get(from) ?? []);
    }

    /**
     * @param {Square} from
     * @param {Square} to
     */
    accepts(from, to) {
        const letter = this.pieces.get(from);
        return (
            letter !== undefined &&
            from !== to &&
            (this.isEditing || this.targets(from).includes(to))
        );
    }
}

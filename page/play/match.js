// A game against the engine: its moves, its clocks and how it ends. It knows neither the page nor the engine.

import { Game, Position } from '../ferz/index.js';
import { Clock } from './clock.js';

/** @import { Color, Move, MoveSquares, Node } from '../ferz/index.js' */
/** @import { Times } from './clock.js' */

/**
 * What is chosen before a game.
 * @typedef {object} Terms
 * @property {Color} color that of the player
 * @property {number | null} elo null for full strength
 * @property {number | null} minutes null for no clocks
 * @property {number} increment seconds
 * @property {string | null} fen null for the usual start position
 * @property {boolean} chess960
 */

/** @typedef {'1-0' | '0-1' | '1/2-1/2'} Score */
/** @typedef {{ score: Score, reason: string }} Ending */

/**
 * A game as it is kept over a reload.
 * @typedef {object} Kept
 * @property {Terms} terms
 * @property {string[]} moves in UCI notation
 * @property {(Times | null)[]} times after each move, the start first
 * @property {Times | null} left
 * @property {Ending | null} ending
 */

/** The end of the reason of a game that was resigned. */
const RESIGNED = ' resigned';
/** The positions of a search that decides whether a side can still win. */
const PROOF = 5000;

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === 'white' ? 'black' : 'white');
/** @param {Color} color @returns {Score} */
const winOf = (color) => (color === 'white' ? '1-0' : '0-1');

export class Match {
    /** @type {Node} */ #node;
    /** @type {Ending | null} */ #ending = null;
    /** The times after each move, the start first. @type {(Times | null)[]} */ #times;

    /** @param {Terms} terms */
    constructor(terms) {
        this.terms = terms;
        this.game = new Game(terms.fen ?? undefined, { chess960: terms.chess960 || undefined });
        this.#node = this.game.root;
        const time = (terms.minutes ?? 0) * 60_000;
        this.clock =
            terms.minutes === null
                ? null
                : new Clock({ white: time, black: time }, terms.increment * 1000);
        this.#times = [this.clock?.left(0) ?? null];
        const names = { [terms.color]: 'You', [other(terms.color)]: this.engineName };
        const now = new Date();
        const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
        Object.assign(this.game.tags, {
            Event: 'Game against Ferz',
            Date: `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`,
            White: names.white,
            Black: names.black,
        });
        if (terms.minutes !== null) {
            this.game.tags.TimeControl = `${time / 1000}+${terms.increment}`;
        }
        this.#judge();
    }

    get engineName() {
        return this.terms.elo === null ? 'Ferz' : `Ferz (Elo ${this.terms.elo})`;
    }

    /** The node of the last move. */
    get node() {
        return this.#node;
    }

    get position() {
        return this.#node.position;
    }

    get plies() {
        return this.#times.length - 1;
    }

    /** How the game has ended, or null. */
    get ending() {
        return this.#ending;
    }

    get isPlayersTurn() {
        return this.position.turn === this.terms.color;
    }

    /** Starts the clock of the side to move. @param {number} now */
    run(now) {
        if (this.clock !== null && this.#ending === null && this.clock.running === null) {
            this.clock.start(this.position.turn, now);
        }
    }

    /** Stops the clocks. @param {number} now */
    pause(now) {
        this.clock?.stop(now);
    }

    /**
     * Makes a move of either side, and ends the game if it is over.
     * @param {Move | MoveSquares | string} move
     * @param {number} now
     * @throws {MoveError}
     */
    play(move, now) {
        const side = this.position.turn;
        this.#node = this.#node.add(move);
        this.clock?.press(side, now);
        this.#times.push(this.clock?.left(now) ?? null);
        this.#judge();
        this.run(now);
    }

    /** True if the player has a move to take back: not in a game that was resigned. */
    get canTakeBack() {
        return (
            !this.#ending?.reason.endsWith(RESIGNED) && this.plies >= (this.isPlayersTurn ? 2 : 1)
        );
    }

    /**
     * Takes the player's last move back, with the reply to it and their times. A game that had ended goes on.
     * @param {number} now
     */
    takeBack(now) {
        for (let plies = this.isPlayersTurn ? 2 : 1; plies > 0; plies--) {
            const { parent } = this.#node;
            if (parent === null) {
                return;
            }
            this.#node.delete();
            this.#node = parent;
            this.#times.pop();
        }
        const left = this.#times[this.plies];
        this.clock = left && new Clock(left, this.terms.increment * 1000);
        this.#ending = null;
        this.game.result = '*';
        delete this.game.tags.Termination;
        this.run(now);
    }

    /** The moves after which a draw can be claimed, in UCI notation: empty if none or if it can be claimed at once. */
    get claimingMoves() {
        const { position } = this;
        return position.canClaimDraw
            ? []
            : position
                  .moves()
                  .filter((move) => {
                      const after = position.clone();
                      after.play(move);
                      return after.canClaimDraw;
                  })
                  .map((move) => move.uci);
    }

    /** Ends the game by a claim, if there is one. */
    claim() {
        const { position } = this;
        if (position.canClaimDraw && this.#ending === null) {
            this.#end(
                '1/2-1/2',
                position.repetitions >= 3 ? 'threefold repetition' : 'fifty-move rule',
            );
        }
        return this.#ending !== null;
    }

    agreeDraw() {
        this.#end('1/2-1/2', 'agreement');
    }

    resign() {
        const { color } = this.terms;
        this.#end(winOf(other(color)), `${color === 'white' ? 'White' : 'Black'}${RESIGNED}`);
    }

    /**
     * Ends the game if the time of a side has run out: the other one wins unless it can prove no checkmate.
     * @param {number} now
     */
    checkFlag(now) {
        const left = this.clock?.left(now);
        if (!left || this.#ending !== null) {
            return false;
        }
        const fallen = /** @type {Color[]} */ (['white', 'black']).find(
            (color) => left[color] <= 0,
        );
        if (!fallen) {
            return false;
        }
        this.pause(now);
        const side = fallen === 'white' ? 'White' : 'Black';
        if (this.position.canWin(other(fallen), PROOF) === false) {
            this.#end('1/2-1/2', `${side} ran out of time, but ${other(fallen)} cannot checkmate`);
        } else {
            this.#end(winOf(other(fallen)), `${side} ran out of time`);
        }
        return true;
    }

    #judge() {
        const { outcome } = this.position;
        if (outcome !== null) {
            this.#end(/** @type {Score} */ (outcome.result), outcome.reason);
        } else if (this.position.isDead(0)) {
            this.#end('1/2-1/2', 'dead position: no series of moves leads to checkmate');
        }
    }

    /**
     * @param {Score} score
     * @param {string} reason
     */
    #end(score, reason) {
        this.#ending = { score, reason };
        this.game.result = score;
        this.game.tags.Termination = reason;
    }

    /** Why the game has ended, as the player is told; nothing before. */
    get reason() {
        const { color } = this.terms;
        const name = (/** @type {string} */ side) =>
            side.toLowerCase() === color ? 'you' : 'Ferz';
        const text = (this.#ending?.reason ?? '').replace(
            /\b(white|black)(?= resigned| ran out| cannot)/gi,
            name,
        );
        return text.charAt(0).toUpperCase() + text.slice(1);
    }

    /** @param {number} now @returns {Kept} */
    kept(now) {
        return {
            terms: this.terms,
            moves: this.#node.path.map((node) => node.uci),
            times: this.#times,
            left: this.clock?.left(now) ?? null,
            ending: this.#ending,
        };
    }

    /**
     * Returns a game that was kept, with its clocks stopped, or null if it is none.
     * @param {any} kept
     * @returns {Match | null}
     */
    static of(kept) {
        try {
            const match = new Match(kept.terms);
            for (const move of kept.moves) {
                match.#node = match.#node.add(move);
            }
            if (kept.times.length !== kept.moves.length + 1) {
                return null;
            }
            match.#times = kept.times;
            match.clock = kept.left && new Clock(kept.left, kept.terms.increment * 1000);
            if (kept.ending) {
                match.#end(kept.ending.score, kept.ending.reason);
            } else {
                match.#judge();
            }
            return match;
        } catch {
            return null;
        }
    }
}

/** The start positions of Chess960. @returns {string} */
export function randomStart() {
    return Position.chess960(Math.floor(Math.random() * 960)).fen;
}

// A chess clock with an increment. It counts time only between `start` and `stop`, by times that it is given.

/** @typedef {'white' | 'black'} Side */
/** @typedef {Record<Side, number>} Times in milliseconds */

export class Clock {
    /** @type {Times} */ #left;
    #increment;
    /** @type {Side | null} */ #running = null;
    #since = 0;

    /**
     * @param {Times} left
     * @param {number} increment milliseconds that a side gets with its move
     */
    constructor(left, increment) {
        this.#left = { ...left };
        this.#increment = increment;
    }

    get increment() {
        return this.#increment;
    }

    /** The side whose clock runs, or null. */
    get running() {
        return this.#running;
    }

    /**
     * Returns the times that are left, never less than nothing.
     * @param {number} now
     * @returns {Times}
     */
    left(now) {
        const left = { ...this.#left };
        if (this.#running !== null) {
            left[this.#running] = Math.max(0, left[this.#running] - (now - this.#since));
        }
        return left;
    }

    /**
     * Starts the clock of a side.
     * @param {Side} side
     * @param {number} now
     */
    start(side, now) {
        this.stop(now);
        this.#running = side;
        this.#since = now;
    }

    /**
     * Stops both clocks.
     * @param {number} now
     */
    stop(now) {
        this.#left = this.left(now);
        this.#running = null;
    }

    /**
     * Stops both clocks and gives a side its increment, unless its time has run out.
     * @param {Side} side
     * @param {number} now
     */
    press(side, now) {
        this.stop(now);
        if (this.#left[side] > 0) {
            this.#left[side] += this.#increment;
        }
    }
}

/**
 * Writes a time: `5:00`, `1:02:03`, and with tenths below ten seconds, `0:09.4`.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
    const tenths = Math.ceil(milliseconds / 100);
    if (tenths < 100) {
        return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
    }
    const seconds = Math.ceil(milliseconds / 1000);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
    return hours > 0
        ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
        : `${minutes}:${two(seconds % 60)}`;
}

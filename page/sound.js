// The sounds of moves: short knocks, made here so that there are no files. Browsers allow sound after the first press of a key
// or a pointer, so that the device is opened then.

/** @import { Store } from './store.js' */

/** A knock: its pitch in hertz, its length in seconds and its volume. @typedef {readonly [number, number, number]} Knock */

/** @type {Record<'move' | 'capture' | 'check', readonly Knock[]>} */
const SOUNDS = {
    move: [[420, 0.06, 0.5]],
    capture: [
        [300, 0.07, 0.7],
        [520, 0.05, 0.4],
    ],
    check: [
        [620, 0.07, 0.5],
        [830, 0.1, 0.4],
    ],
};
/** The seconds between two knocks of a sound. */
const GAP = 0.05;

/** Plays the sounds of what the board of a store shows, if they are wanted. */
export class Sounds {
    #store;
    /** @type {AudioContext | null} */ #device = null;
    #last = '';
    #count = 0;

    /** @param {Store} store */
    constructor(store) {
        this.#store = store;
        const open = () => {
            if (store.settings.sound) {
                this.#device ??= new AudioContext();
                void this.#device.resume();
            }
        };
        addEventListener('pointerdown', open, true);
        addEventListener('keydown', open, true);
        store.addEventListener('change', (event) => {
            const changes = /** @type {CustomEvent<Set<string>>} */ (event).detail;
            changes.has('board') && this.#follow();
        });
    }

    /** Plays the sound of a move, if the board shows another one than before. */
    #follow() {
        const { fen, lastMove, check } = this.#store.board;
        const [pieces] = fen.split(' ');
        const count = pieces.replace(/[^a-z]/gi, '').length;
        const isMove = lastMove && this.#last !== '' && this.#last !== pieces;
        // To step back is no capture.
        const kind = check ? 'check' : count === this.#count - 1 ? 'capture' : 'move';
        [this.#last, this.#count] = [pieces, count];
        if (isMove && this.#store.settings.sound && this.#device?.state === 'running') {
            SOUNDS[kind].forEach((knock, index) => this.#knock(knock, index * GAP));
        }
    }

    /**
     * @param {Knock} knock
     * @param {number} delay seconds
     */
    #knock([pitch, length, volume], delay) {
        const device = /** @type {AudioContext} */ (this.#device);
        const [tone, level] = [device.createOscillator(), device.createGain()];
        const start = device.currentTime + delay;
        tone.type = 'triangle';
        tone.frequency.setValueAtTime(pitch, start);
        tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + length);
        level.gain.setValueAtTime(volume * 0.5, start);
        level.gain.exponentialRampToValueAtTime(0.001, start + length);
        tone.connect(level).connect(device.destination);
        tone.start(start);
        tone.stop(start + length);
    }
}

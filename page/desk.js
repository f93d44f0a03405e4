// The one search of the page. A new job ends the one before; over all tabs one search runs at a time, and the tab that asked
// last has it; a hidden page pauses.

import * as engines from './ferz/engine.js';
import { IS_SERVED, reasonOf, SECRET } from './serving.js';

/** @import { AnalysisLine, Engine, Limits, Review, Server, Worth } from './ferz/engine.js' */
/** @import { Game, Move, Position } from './ferz/index.js' */
/** @import { ServedCondition } from './analyse/conditions.js' */

/** @typedef {'idle' | 'loading' | 'searching' | 'waiting' | 'hidden' | 'failed'} DeskState */
/**
 * What `ferz serve` has: its engines, the names of its books and indexes, its number of files of games, the most pieces of its endgame tables.
 * @typedef {{ engines: { name: string }[], books: string[], indexes: string[], conditions: ServedCondition[], games: number, tablebases: number }} ServerInfo
 */
/** @typedef {Limits & { lines?: number }} SearchOptions */
/** @typedef {Limits & { elo?: number, level?: number }} ReplyOptions */
/** @typedef {{ nodes?: number, signal?: AbortSignal, onProgress?: (share: number, line: AnalysisLine, index: number) => void }} ReviewOptions */

/** The engine of the page itself. */
export const OWN = 'page';
/** True if this copy of the page has it, as its document says. */
export const HAS_OWN = document.querySelector('meta[name="ferz-engine"]') !== null;
const NO_ENGINE = 'this copy of the page has no engine of its own. “ferz serve” has one.';

const LOCK = 'ferz-engine';
/** Searches that follow each other faster than this are delayed. */
const FAST = 250;
const DELAY = 80;
/** The milliseconds after which a waiting job asks again. */
const ASK = 300;

/** A use of the engine. */
class Job {
    #end = new AbortController();
    /** Resolves when the job has left the engine. */
    ended;
    leave = () => {};
    /** True until it has had the engine, and again when the user comes back to its tab. */
    isNew = true;

    /** @param {AbortSignal} [signal] */
    constructor(signal) {
        this.signal = signal ? AbortSignal.any([signal, this.#end.signal]) : this.#end.signal;
        this.ended = new Promise((resolve) => (this.leave = () => resolve(undefined)));
    }

    abort() {
        this.#end.abort(new DOMException('another search has begun', 'AbortError'));
    }
}

export class Desk extends EventTarget {
    /** @type {DeskState} */ state = 'idle';
    /** Why the engine cannot start, in words. */
    reason = '';
    hashMiB = 16;
    /** The best way to stop a search that may be used, for tests. @type {'messages' | 'never' | undefined} */
    stopBy = undefined;
    /** The name of the engine: one of `engines`. */
    name = OWN;
    /** The engines that there are: that of the page, and those of `ferz serve` if it has sent the page. */
    engines = HAS_OWN ? [OWN] : [];
    /** `ferz serve`, or null. @type {Server | null} */ server = null;
    /** What it has. @type {ServerInfo | null} */ info = null;
    /** @type {Promise<Engine> | null} */ #engine = null;
    /** Why there is no server, in words. */
    #absence = '';
    /** Resolves when it is known what the server has. @type {Promise<void>} */ #connected =
        Promise.resolve();
    /** Grows with each engine that is taken, so that a search knows if it is that of the one before. */
    run = 0;
    /** @type {Job | null} */ #job = null;
    #lastBegin = -Infinity;
    #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LOCK) : null;
    /** Stops the search that runs, so that its job goes on later. */
    #pause = new AbortController();

    constructor() {
        super();
        this.#channel?.addEventListener('message', () => this.#pause.abort());
        addEventListener('focus', () => this.#job && (this.#job.isNew = this.state === 'waiting'));
        document.addEventListener('visibilitychange', () => document.hidden && this.#pause.abort());
        // The address of another run of the server may be opened in this tab.
        addEventListener(
            'hashchange',
            () => /[#&]token=/.test(location.hash) && void this.connect(this.name),
        );
        // A page in the back-forward cache must not hold the lock.
        addEventListener('pagehide', () => this.stop());
    }

    /**
     * Looks for the engines of the server that has sent the page.
     * @param {string | undefined} wanted the engine to take if it is there; by default the first of the server
     */
    connect(wanted) {
        this.#connected = this.#connect(wanted);
        return this.#connected;
    }

    /** @param {string | undefined} wanted */
    async #connect(wanted) {
        const server = engines.Server.ofPage();
        this.server = server;
        if (server === null) {
            this.#absence = SECRET.missing;
            return;
        }
        try {
            this.info = /** @type {ServerInfo} */ (await server.call('info'));
            const served = this.info.engines.map(({ name }) => name);
            this.engines = [...(HAS_OWN ? [OWN] : []), ...served];
            this.select(
                wanted !== undefined && this.engines.includes(wanted) ? wanted : (served[0] ?? OWN),
            );
        } catch (error) {
            // The server of an earlier run has gone, and its secret with it.
            this.#absence = server.isRefused ? SECRET.old : reasonOf(error);
            this.server = null;
        }
    }

    /**
     * Takes another engine, or the same with other settings.
     * @param {string} name
     */
    select(name) {
        this.stop();
        const old = this.#engine;
        this.#engine = null;
        this.name = name;
        this.run += 1;
        this.state = 'idle';
        old?.then(
            (engine) => engine.close(),
            () => {},
        );
        this.dispatchEvent(new Event('change'));
    }

    /** True if the engine that is chosen is that of the page, which this copy lacks. */
    get isMissing() {
        return this.name === OWN && !HAS_OWN;
    }

    /** True if to try again can help: not without an engine, and not with the secret of another run. */
    get canTryAgain() {
        return !this.isMissing && !this.server?.isRefused;
    }

    /** @returns {Promise<Engine>} */
    async #start() {
        if (this.server !== null && this.name !== OWN) {
            return engines.Engine.connect(this.server, { engine: this.name });
        }
        if (this.isMissing) {
            throw new Error(IS_SERVED ? this.#absence : NO_ENGINE);
        }
        return engines.Engine.start({ hashMiB: this.hashMiB, stopBy: this.stopBy });
    }

    /** Ends what the engine does. */
    stop() {
        this.#job?.abort();
    }

    /**
     * Searches a position, and passes on each line as it comes. Ends with the search, at the abort of the signal, when
     * another job begins, or when the loop is left.
     * @param {Position} position
     * @param {SearchOptions} [options]
     * @returns {AsyncGenerator<AnalysisLine, void, undefined>}
     */
    async *search(position, { signal, ...options } = {}) {
        const { job, before, delay } = this.#begin(signal);
        try {
            await before;
            await pass(delay, job.signal);
            while (!job.signal.aborted) {
                const { engine, release, paused } = await this.#take(job);
                try {
                    yield* engine.analyse(position, {
                        ...options,
                        signal: AbortSignal.any([job.signal, paused]),
                    });
                } finally {
                    release();
                }
                if (!paused.aborted) {
                    break;
                }
            }
        } catch (error) {
            this.#fail(job, error);
        } finally {
            this.#finish(job);
        }
    }

    /**
     * Returns the engine's move; null if there is none.
     * @param {Position} position
     * @param {ReplyOptions} [options]
     * @returns {Promise<Move | null>}
     * @throws an `AbortError` if another job begins, or the reason of the signal
     */
    async reply(position, { signal, ...options } = {}) {
        return this.#perform(signal, async (job) => {
            for (;;) {
                job.signal.throwIfAborted();
                const { engine, release, paused } = await this.#take(job);
                try {
                    return await engine.play(position, {
                        ...options,
                        signal: AbortSignal.any([job.signal, paused]),
                    });
                } catch (error) {
                    if (job.signal.aborted || !paused.aborted) {
                        throw error;
                    }
                } finally {
                    release();
                }
            }
        });
    }

    /**
     * Returns what each piece is worth to the network, as `Engine.worth` does.
     * @param {Position} position
     * @returns {Promise<Worth>}
     * @throws an `AbortError` if another job begins
     */
    async worth(position) {
        await this.#connected;
        return this.#perform(undefined, async (job) => {
            const { engine, release } = await this.#take(job);
            try {
                const worth = await engine.worth(position);
                job.signal.throwIfAborted();
                return worth;
            } finally {
                release();
            }
        });
    }

    /**
     * Reviews the main line of a game. Between two positions it pauses for a hidden page and for other tabs.
     * @param {Game} game
     * @param {ReviewOptions} [options]
     * @returns {Promise<Review>}
     * @throws an `AbortError` if another job begins, or the reason of the signal
     */
    async review(game, { signal, onProgress, nodes } = {}) {
        return this.#perform(signal, async (job) => {
            let taken = await this.#take(job);
            try {
                return await taken.engine.annotate(game, {
                    nodes,
                    comments: true,
                    signal: job.signal,
                    onProgress: async (share, line, index) => {
                        onProgress?.(share, line, index);
                        if (taken.paused.aborted) {
                            taken.release();
                            taken = await this.#take(job);
                        }
                    },
                });
            } finally {
                taken.release();
            }
        });
    }

    /**
     * Performs a job when the one before has left the engine.
     * @template T
     * @param {AbortSignal | undefined} signal
     * @param {(job: Job) => Promise<T>} use
     * @returns {Promise<T>}
     */
    async #perform(signal, use) {
        const { job, before } = this.#begin(signal);
        try {
            await before;
            job.signal.throwIfAborted();
            return await use(job);
        } catch (error) {
            this.#fail(job, error);
            throw error;
        } finally {
            this.#finish(job);
        }
    }

    /** @param {AbortSignal} [signal] */
    #begin(signal) {
        const job = new Job(signal);
        const before = this.#job?.ended;
        this.#job?.abort();
        this.#job = job;
        const now = performance.now();
        const delay = now - this.#lastBegin < FAST ? DELAY : 0;
        this.#lastBegin = now;
        return { job, before, delay };
    }

    /**
     * Waits until the page is seen and no other tab searches.
     * @param {Job} job
     * @returns {Promise<{ engine: Engine, release: () => void, paused: AbortSignal }>}
     */
    async #take(job) {
        this.#show('hidden', document.hidden);
        await visible(job.signal);
        this.#show(
            'waiting',
            'locks' in navigator &&
                (await navigator.locks.query()).held?.some(({ name }) => name === LOCK),
        );
        const release = await this.#lock(job);
        const pause = new AbortController();
        this.#pause = pause;
        try {
            this.#show('loading', this.#engine === null);
            // The server may have an engine that the page lacks.
            await this.#connected;
            job.signal.throwIfAborted();
            this.#engine ??= this.#start();
            const engine = await this.#engine;
            job.signal.throwIfAborted();
            if (document.hidden) {
                pause.abort();
            }
            this.#show('searching');
            return { engine, release, paused: pause.signal };
        } catch (error) {
            release();
            throw error;
        }
    }

    /**
     * Waits for the lock of all tabs. A new job asks the tab that has it to pause, until it does: a message may come when
     * that tab has not begun yet. One that was paused only waits.
     * @param {Job} job
     */
    async #lock(job) {
        const locked = lock(job.signal);
        const ask = () => job.isNew && this.#channel?.postMessage('wanted');
        ask();
        const timer = setInterval(ask, ASK);
        try {
            return await locked;
        } finally {
            clearInterval(timer);
            job.isNew = false;
        }
    }

    /**
     * @param {Job} job
     * @param {unknown} error
     */
    #fail(job, error) {
        if (!job.signal.aborted) {
            this.#engine = null;
            this.reason = this.server?.isRefused ? SECRET.old : reasonOfStart(error);
            this.#show('failed');
        }
    }

    /** @param {Job} job */
    #finish(job) {
        job.leave();
        if (this.#job === job) {
            this.#job = null;
            this.#show('idle', this.state !== 'failed');
        }
    }

    /**
     * @param {DeskState} state
     * @param {boolean | undefined} [when]
     */
    #show(state, when = true) {
        if (when && state !== this.state) {
            this.state = state;
            this.dispatchEvent(new Event('change'));
        }
    }
}

/**
 * Says why an engine does not start.
 * @param {unknown} error
 */
function reasonOfStart(error) {
    const reason = reasonOf(error);
    const isMissing = /(ferz-engine\.wasm|network\.packed): 404/.test(reason);
    return isMissing ? NO_ENGINE : reason;
}

/**
 * Waits for some milliseconds or for the signal.
 * @param {number} time
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pass(time, signal) {
    return new Promise((resolve) => {
        const done = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            resolve();
        };
        const timer = setTimeout(done, time);
        signal.addEventListener('abort', done);
    });
}

/**
 * Waits until the page is seen.
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function visible(signal) {
    while (document.hidden) {
        await new Promise((resolve, reject) => {
            document.addEventListener('visibilitychange', resolve, { once: true, signal });
            signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
    }
}

/**
 * Waits for the lock of all tabs. The function returned releases it.
 * @param {AbortSignal} signal
 * @returns {Promise<() => void>}
 */
function lock(signal) {
    if (!('locks' in navigator)) {
        return Promise.resolve(() => {});
    }
    return new Promise((resolve, reject) => {
        navigator.locks
            .request(
                LOCK,
                { signal },
                () => new Promise((release) => resolve(() => release(undefined))),
            )
            .catch(reject);
    });
}

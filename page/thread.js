// Threads of the page: tasks are sent to one, which answers each and may report in between.

/**
 * A thread, which starts with its first task.
 * @template Task
 * @template Report
 */
export class Thread {
    #start;
    /** @type {Worker | null} */ #worker = null;
    #last = 0;
    /** The tasks without an answer. @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */ #open =
        new Map();

    /**
     * @param {URL} url the module, which calls `performTasks`
     * @param {(report: Report) => void} [onreport]
     */
    constructor(url, onreport = () => {}) {
        this.#start = () => {
            const worker = new Worker(url, { type: 'module' });
            // One that was ended may still have messages under way.
            const isCurrent = () => worker === this.#worker;
            worker.addEventListener(
                'message',
                ({ data }) =>
                    isCurrent() && ('report' in data ? onreport(data.report) : this.#answer(data)),
            );
            worker.addEventListener('error', ({ message }) => isCurrent() && this.#fail(message));
            return worker;
        };
    }

    /**
     * Performs a task.
     * @param {Task} task
     * @returns {Promise<any>}
     * @throws {Error} what the task has thrown, or that the thread has ended
     */
    ask(task) {
        this.#worker ??= this.#start();
        const id = ++this.#last;
        this.#worker.postMessage({ id, task });
        return new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
    }

    /** Ends the thread. Tasks under way are never answered. */
    end() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#open.clear();
    }

    /** @param {{ id: number, value: any } | { id: number, error: string }} answer */
    #answer(answer) {
        const asked = this.#open.get(answer.id);
        this.#open.delete(answer.id);
        'error' in answer ? asked?.reject(new Error(answer.error)) : asked?.resolve(answer.value);
    }

    /** @param {string} message */
    #fail(message) {
        const open = [...this.#open.values()];
        this.end();
        open.forEach(({ reject }) =>
            reject(new Error(message || 'a thread of the page has ended')),
        );
    }
}

/**
 * In a thread: performs the tasks that are sent, and answers each.
 * @param {(task: any) => any} perform
 */
export function performTasks(perform) {
    addEventListener('message', async ({ data: { id, task } }) => {
        try {
            postMessage({ id, value: await perform(task) });
        } catch (error) {
            postMessage({ id, error: error instanceof Error ? error.message : String(error) });
        }
    });
}

/**
 * In a thread: reports how far it is.
 * @param {any} report
 */
export function report(report) {
    postMessage({ report });
}

// One puzzle after the other: moves and what is said to them, hints, the solution.

import { PLAY } from '../analyse/reasons.js';
import { pass } from '../desk.js';
import { button, iconButton } from '../dom.js';
import { Game } from '../ferz/index.js';
import { go } from '../open.js';
import { isForTrainer, pressKey } from '../parts/drill.js';
import { Tree } from '../parts/tree.js';
import { typedMove } from '../parts/typed.js';
import { nodeAt, pathOf } from '../places.js';
import { Filter } from './filter.js';
import { isAsGood } from './mistakes.js';
import { Panel } from './panel.js';
import { refutationOf } from './refutation.js';
import { Series } from './series.js';
import { HINTS, Trial } from './trial.js';
import { viewOfPosition } from '../view.js';

/** @import { Color, MoveSquares, Node as GameNode, Position } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */
/** @import { PuzzleSet } from './collection.js' */
/** @import { Progress } from './progress.js' */
/** @import { Puzzle } from './puzzle.js' */

/** The milliseconds before the first move, before a reply, that a wrong move is shown, and between moves that are shown. */
const LEAD = 700;
const REPLY = 450;
const WRONG = 900;
const SHOWN = 700;

/** The keys that go through the moves of a puzzle that is over. @type {Record<string, -1 | 1 | undefined>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The mode around the trainer.
 * @typedef {object} Host
 * @property {() => boolean} isActive
 * @property {() => void} leave
 * @property {(color: Color) => Color} turned is called with the side at the bottom that another mode shall have, and returns the
 *   one that it had
 */

export class Trainer {
    #store;
    #progress;
    #host;
    /** @type {Trial | null} */ #trial = null;
    /** Ends what is under way for this puzzle. */
    #work = new AbortController();
    /** Ends the look for the reason why a move fails, and what the board shows of it. */
    #why = new AbortController();
    /** True if the focus was moved by keys: only then arrows walk over the squares of the board. */
    #isByKeys = false;
    #tree = new Tree((node) => this.#look(node));
    #filter = new Filter(() => void this.#goOn(-1));
    /** @type {HTMLFormElement} */ #typed;
    #series;
    #panel;

    /**
     * @param {Store} store
     * @param {Progress} progress
     * @param {Host} host
     */
    constructor(store, progress, host) {
        this.#store = store;
        this.#progress = progress;
        this.#host = host;
        this.#typed = typedMove(store, (text) => this.#type(text));
        this.#series = new Series(this.#filter, progress);
        this.#panel = new Panel(
            {
                leave: host.leave,
                skip: () => void this.skip(),
                hint: () => this.#showHint(),
                solution: () => void this.#showSolution(),
                again: () => this.#restart(),
                analyse: () => this.#open(false),
                origin: () => this.#open(true),
            },
            { filter: this.#filter.element, typed: this.#typed, tree: this.#tree.element },
        );
        this.element = this.#panel.element;
        store.addEventListener(
            'move',
            (event) =>
                host.isActive() &&
                this.set !== null &&
                void this.#try(/** @type {CustomEvent} */ (event).detail),
        );
        addEventListener('pointerdown', () => (this.#isByKeys = false), true);
        addEventListener('keydown', (event) => this.#key(event), true);
    }

    // ---- The set

    /** The set whose puzzles are shown, or null. */
    get set() {
        return this.#series.set;
    }

    /**
     * Shows the puzzles of a set.
     * @param {PuzzleSet} set
     */
    begin(set) {
        this.#series.open(set);
        this.#trial = null;
        this.offer();
        void this.#goOn(-1);
    }

    /** Ends with the set. */
    end() {
        this.#stop();
        this.#series.open(null);
        this.#trial = null;
    }

    /** Shows what a set has when more of it was read. */
    offer() {
        const { set } = this;
        this.#panel.showName(set?.name ?? '');
        if (set !== null && set.reading === null) {
            this.#filter.offer(set);
        }
        this.#showCounts();
        if (!this.#series.noteMore()) {
            return;
        }
        if (this.#trial !== null) {
            set?.reading || this.#recount();
        } else if (this.#series.next !== null) {
            (set?.size ?? 0) > 0 ? void this.#goOn(-1) : this.#draw();
        }
    }

    #showCounts() {
        this.#panel.showCounts(this.set, this.#series.next, this.#progress.streak);
    }

    #recount() {
        void this.#series.recount().then(
            (isNew) => isNew && this.#showCounts(),
            () => {},
        );
    }

    /** Goes to the next puzzle. */
    async skip() {
        this.#panel.leaveNext();
        await this.#goOn(this.#series.next?.index ?? -1);
    }

    /**
     * Shows the puzzle behind a place of the set.
     * @param {number} after
     */
    async #goOn(after) {
        this.#stop();
        try {
            const picked = await this.#series.pick(after);
            if (picked !== undefined) {
                this.#begin(picked.next.puzzle);
                picked.hasMore && this.offer();
            }
        } catch (error) {
            this.#begin(null);
            this.#panel.say(
                '',
                'The puzzle cannot be read',
                error instanceof Error ? error.message : String(error),
            );
        }
    }

    // ---- A puzzle

    #stop() {
        this.#work.abort();
        this.#work = new AbortController();
        this.#series.stop();
        this.#why.abort();
        if (this.#trial !== null) {
            this.#trial.shown = this.#trial.seen = null;
        }
    }

    /** Begins the puzzle again. One that was missed stays so. */
    #restart() {
        this.#stop();
        const isClean = this.#trial?.isClean ?? true;
        this.#begin(this.#trial?.puzzle ?? null);
        if (this.#trial !== null) {
            this.#trial.isClean = isClean;
        }
    }

    /** @param {Puzzle | null} puzzle */
    #begin(puzzle) {
        this.#trial = puzzle && new Trial(puzzle);
        this.#typed.reset();
        this.#store.orientation = puzzle?.solver ?? 'white';
        this.#draw();
        void this.#lead();
    }

    /** Ends what needs the engine, when another mode is opened. */
    pause() {
        this.#forgetWhy();
        if (this.#trial?.phase === 'looking') {
            this.#stop();
            this.#turn(this.#trial, 'Find the best move', '');
        }
    }

    /** Shows the puzzle when the mode is opened: its first move is made then. */
    resume() {
        if (this.#trial !== null) {
            this.#store.orientation = this.#trial.puzzle.solver;
        }
        this.#draw();
        void this.#lead();
    }

    /** Makes the move before the solution. */
    async #lead() {
        const trial = this.#trial;
        const { signal } = this.#work;
        if (trial === null || trial.phase !== 'moving' || !this.#host.isActive()) {
            return;
        }
        const { attempt, puzzle } = trial;
        if (attempt.node.ply >= Math.max(puzzle.lead, 1)) {
            return;
        }
        if (puzzle.lead === 1) {
            await pass(LEAD, signal);
            if (signal.aborted || !this.#host.isActive() || !attempt.node.isRoot) {
                return;
            }
            attempt.advance();
        }
        this.#turn(
            trial,
            'Find the best move',
            `${puzzle.solver === 'white' ? 'White' : 'Black'} to move`,
        );
    }

    /**
     * Lets the solver move.
     * @param {Trial} trial
     * @param {string} title
     * @param {string} reason
     */
    #turn(trial, title, reason) {
        trial.phase = 'turn';
        trial.hints = 0;
        this.#panel.say('', title, reason);
        this.#draw();
    }

    /** @param {MoveSquares | string} move */
    async #try(move) {
        const trial = this.#trial;
        if (trial === null || trial.phase !== 'turn') {
            return;
        }
        this.#forgetWhy();
        const { attempt } = trial;
        const { signal } = this.#work;
        const [answer, best] = [attempt.answer(move), attempt.expected];
        if (answer === null && !(await this.#isAlsoRight(trial, move))) {
            await this.#refuse(trial, move, signal);
            return;
        }
        if (signal.aborted) {
            return;
        }
        trial.mate =
            answer !== null && answer > 1 && best !== null ? { moves: answer, best } : null;
        attempt.play(move);
        if (attempt.isSolved) {
            this.#finish(trial);
            return;
        }
        trial.phase = 'moving';
        this.#panel.say('good', 'Right', 'Go on.');
        this.#draw();
        await pass(REPLY, signal);
        if (!signal.aborted) {
            attempt.advance();
            this.#turn(trial, 'Right', 'Find the next move.');
        }
    }

    /**
     * Asks the engine if another move than the best one of a game's position is as good.
     * @param {Trial} trial
     * @param {MoveSquares | string} move
     */
    async #isAlsoRight(trial, move) {
        const {
            puzzle,
            attempt: { position },
        } = trial;
        const after = position.clone();
        const { uci, san } = after.play(move);
        if (puzzle.mistake === null || uci === puzzle.mistake.node.uci) {
            return false;
        }
        const { signal } = this.#work;
        trial.phase = 'looking';
        trial.shown = viewOfPosition(after);
        this.#panel.say('', `Looking at ${san}…`, 'The engine compares it with the best move.');
        this.#draw();
        try {
            return await isAsGood(this.#store, puzzle, after, signal);
        } catch (error) {
            signal.aborted ||
                this.#store.say(
                    `The engine cannot judge ${san}: ${error instanceof Error ? error.message : error}`,
                );
            return false;
        } finally {
            trial.shown = signal.aborted ? trial.shown : null;
        }
    }

    /**
     * Shows a wrong move for a moment.
     * @param {Trial} trial
     * @param {MoveSquares | string} move
     * @param {AbortSignal} signal
     */
    async #refuse(trial, move, signal) {
        if (signal.aborted) {
            return;
        }
        const { attempt, puzzle } = trial;
        const after = attempt.position.clone();
        const { san, to, uci } = after.play(move);
        trial.shown = { ...viewOfPosition(after), badges: new Map([[to, '?']]) };
        trial.phase = 'moving';
        this.#miss(trial);
        const isPlayed = uci === puzzle.mistake?.node.uci;
        const title = `${san} is not it`;
        this.#panel.say(
            'bad',
            title,
            isPlayed
                ? 'It is the move of the game. Something better was there.'
                : 'Look again: you may try as often as you like.',
        );
        this.#draw();
        void this.#explain(trial, uci, title, isPlayed ? 'It is the move of the game. ' : '');
        await pass(WRONG, signal);
        if (!signal.aborted) {
            trial.shown = null;
            trial.phase = 'turn';
            this.#draw();
        }
    }

    /**
     * Says why a wrong move fails, with the answer on the board while the move is there. Without an engine nothing is said.
     * @param {Trial} trial
     * @param {string} move
     * @param {string} title
     * @param {string} start what is said before it
     */
    async #explain(trial, move, title, start) {
        const { position } = trial.attempt;
        this.#why = new AbortController();
        const { signal } = this.#why;
        try {
            const why = await refutationOf(this.#store.desk, position, move, signal);
            if (signal.aborted) {
                return;
            }
            const play = () => void this.#showLine(trial, position, [move, ...why.line]);
            this.#panel.say('bad', title, [
                start + why.text,
                ' ',
                why.line.length > 0 && iconButton('Play the line on the board', PLAY, play),
            ]);
            if (trial.shown !== null && why.line.length > 0) {
                const after = position.clone();
                after.play(move);
                const { from, to } = after.find(why.line[0]);
                const squares = why.squares.map((square) => `R${square}`);
                trial.shown = { ...trial.shown, marks: [...squares, `R${from}${to}`] };
                this.#showBoard();
            }
        } catch {}
    }

    /**
     * Plays moves on the board from a position, until something else is done.
     * @param {Trial} trial
     * @param {Position} position
     * @param {string[]} line
     */
    async #showLine(trial, position, line) {
        if (trial.phase !== 'turn') {
            return;
        }
        this.#forgetWhy();
        this.#why = new AbortController();
        const { signal } = this.#why;
        const at = position.clone();
        for (const move of line) {
            at.play(move);
            trial.shown = viewOfPosition(at);
            this.#showBoard();
            await pass(SHOWN, signal);
            if (signal.aborted) {
                return;
            }
        }
        this.#forgetWhy();
    }

    /** Ends the look for a reason, and takes its line off the board. */
    #forgetWhy() {
        this.#why.abort();
        if (this.#trial?.phase === 'turn' && this.#trial.shown !== null) {
            this.#trial.shown = null;
            this.#showBoard();
        }
    }

    /** Remembers that a puzzle was not solved without a wrong move or help. @param {Trial} trial */
    #miss(trial) {
        if (trial.isClean) {
            trial.isClean = false;
            this.#count(trial.puzzle, false);
        }
    }

    /**
     * @param {Puzzle} puzzle
     * @param {boolean} isSolved
     */
    #count(puzzle, isSolved) {
        this.#progress.add(puzzle.id, isSolved, puzzle.themes);
        this.#recount();
    }

    /** @param {Trial} trial */
    #finish(trial) {
        trial.phase = 'over';
        if (trial.isClean) {
            this.#count(trial.puzzle, true);
        }
        const { title, reason } = trial.verdict;
        this.#panel.say(trial.isShown ? '' : 'good', title, reason);
        const hadFocus = this.element.contains(document.activeElement);
        this.#draw();
        if (hadFocus) {
            this.#panel.focusNext();
        }
    }

    // ---- Help

    #showHint() {
        const trial = this.#trial;
        const move = trial?.attempt.expected;
        if (!trial || !move || trial.phase !== 'turn') {
            return;
        }
        this.#forgetWhy();
        this.#miss(trial);
        trial.hints = Math.min(trial.hints + 1, HINTS);
        this.#panel.say('', 'A hint', trial.attempt.hints[trial.hints - 1]);
        this.#draw();
    }

    async #showSolution() {
        const trial = this.#trial;
        if (trial === null || trial.attempt.isSolved) {
            return;
        }
        this.#stop();
        const { signal } = this.#work;
        this.#miss(trial);
        [trial.isShown, trial.phase, trial.hints] = [true, 'moving', 0];
        this.#panel.say('', 'The solution', '');
        while (!trial.attempt.isSolved) {
            trial.attempt.advance();
            this.#draw();
            await pass(SHOWN, signal);
            if (signal.aborted) {
                return;
            }
        }
        this.#finish(trial);
    }

    // ---- Keys

    /** @param {KeyboardEvent} event */
    #key(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        if (event.key === 'Tab') {
            this.#isByKeys = true;
        }
        if (!this.#host.isActive() || this.set === null || !isForTrainer(event)) {
            return;
        }
        const isOnBoard = target.localName === 'ferz-board' && this.#isByKeys;
        const step = isOnBoard ? undefined : STEPS[event.key];
        step !== undefined && this.#step(step);
        if (step !== undefined || pressKey(this.element, event.key)) {
            event.preventDefault();
            event.stopPropagation();
        }
    }

    /** Goes through the moves of a puzzle that is over. @param {-1 | 1} step */
    #step(step) {
        const node = this.#trial?.seen ?? this.#trial?.attempt.node;
        this.#look((step < 0 ? node?.parent : node?.next) ?? null);
    }

    /** @param {GameNode | null} node */
    #look(node) {
        if (this.#trial?.isOver && node !== null) {
            this.#trial.seen = node;
            this.#tree.mark(node);
            this.#showBoard();
        }
    }

    /** @param {string} text */
    #type(text) {
        if (this.#trial?.phase === 'turn') {
            void this.#try(this.#trial.attempt.position.find(text).uci);
        }
    }

    // ---- To Analyse

    /** Opens the position in Analyse, or the game of a mistake. @param {boolean} isGame */
    #open(isGame) {
        const store = this.#store;
        const { puzzle } = /** @type {Trial} */ (this.#trial);
        const before = { ...store.opened, orientation: this.#host.turned(puzzle.solver) };
        if (isGame && puzzle.mistake !== null) {
            store.setGame(puzzle.mistake.game, {
                node: puzzle.mistake.node,
                orientation: puzzle.solver,
            });
        } else {
            const copy = Game.from(puzzle.game.toPgn()) ?? new Game(puzzle.start);
            store.setGame(copy, {
                node: nodeAt(copy, pathOf(puzzle.node)),
                orientation: puzzle.solver,
            });
        }
        go('analyse');
        if (before.game.root.next !== null && before.game !== store.game) {
            store.say('Another game was open', {
                label: 'Back to it',
                act: () => store.setGame(before.game, before),
            });
        }
    }

    // ---- Drawing

    #draw() {
        const trial = this.#trial;
        const isOver = trial?.isOver ?? false;
        this.#showCounts();
        this.#typed.hidden = trial === null || isOver;
        this.#tree.element.hidden = trial === null;
        this.#filter.element.hidden = this.set !== null && this.set.fault !== '';
        if (trial === null) {
            this.#sayNone();
        } else {
            const { attempt, puzzle } = trial;
            if (trial.phase === 'moving' && attempt.node.isRoot && trial.shown === null) {
                this.#panel.say(
                    '',
                    'Look at the last move',
                    puzzle.lead === 1 ? 'The other side plays it now.' : '',
                );
            }
            this.#tree.show(attempt.game, trial.seen ?? attempt.node);
        }
        this.#tree.element.classList.toggle('still', !isOver);
        this.#panel.show(trial);
        this.#showBoard();
    }

    /** Says why there is no puzzle. */
    #sayNone() {
        const { set } = this;
        const { next } = this.#series;
        if (set !== null && set.fault !== '') {
            this.#panel.say('bad', 'No puzzles', set.fault, [
                button('Other puzzles', () => this.#host.leave()),
            ]);
            return;
        }
        if (next === null || (set !== null && set.reading !== null)) {
            this.#panel.say('', 'Opening the puzzles…', '');
            return;
        }
        const filter = this.#filter;
        const { which } = filter.wanted(-1);
        const all = button('Show all', () => filter.choose({ which: 'all' }));
        const wide = button('All themes and ratings', () =>
            filter.choose({ theme: '', from: 0, to: 9999 }),
        );
        const failed = button('The failed ones', () => filter.choose({ which: 'failed' }));
        if (next.fitting === 0 && !filter.isNarrow) {
            this.#panel.say('bad', 'No puzzles', 'None of them can be read.', [
                button('Other puzzles', () => this.#host.leave()),
            ]);
        } else if (next.fitting === 0) {
            this.#panel.say('', 'No puzzle fits', 'None has this theme and rating.', [wide]);
        } else if (which === 'failed') {
            this.#panel.say(
                '',
                'No failed puzzles',
                'What you miss, or solve with help, comes here.',
                [all],
            );
        } else {
            const reason = `You have solved ${next.solved.toLocaleString('en')} of ${next.fitting.toLocaleString('en')}.`;
            this.#panel.say('', 'All done', reason, [
                all,
                which === 'new' && next.failed > 0 && failed,
            ]);
        }
    }

    #showBoard() {
        if (this.#host.isActive() && this.set !== null) {
            const store = this.#store;
            store.board = this.#trial?.view ?? {
                fen: new Game().start.fen,
                movable: 'none',
                steps: false,
            };
        }
    }
}

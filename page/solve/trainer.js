// One puzzle after the other: the board, what is said to each move, hints, the solution.

import { button, fill, h, iconButton } from '../dom.js';
import { Game } from '../ferz/index.js';
import { go } from '../open.js';
import { numberOf, Tree } from '../parts/tree.js';
import { typedMove } from '../parts/typed.js';
import { nodeAt, pathOf } from '../store.js';
import { Filter, themeName } from './filter.js';
import { isAsGood } from './mistakes.js';
import { Attempt } from './puzzle.js';

/** @import { Color, Move, MoveSquares, Node as GameNode, Square } from '../ferz/index.js' */
/** @import { BoardView, Store } from '../store.js' */
/** @import { Next, PuzzleSet } from './collection.js' */
/** @import { Progress } from './progress.js' */
/** @import { Puzzle } from './puzzle.js' */

/** The milliseconds before the first move, before a reply, that a wrong move is shown, and between moves that are shown. */
const LEAD = 700;
const REPLY = 450;
const WRONG = 900;
const SHOWN = 700;

/**
 * What is under way: the solver's turn, moves that the page makes, a look of the engine, the end.
 * @typedef {'turn' | 'moving' | 'looking' | 'over'} Phase
 */

export class Trainer {
    #store;
    #progress;
    #isActive;
    #turned;
    #leave;
    /** @type {PuzzleSet | null} */ #set = null;
    /** @type {Next | null} */ #next = null;
    /** @type {Attempt | null} */ #attempt = null;
    /** @type {Phase} */ #phase = 'over';
    /** Ends what is under way for this puzzle. */
    #work = new AbortController();
    /** True while the set chooses a puzzle. */
    #isPicking = false;
    /** True if more was read since the choice began. */
    #hasMore = false;
    /** True until a wrong move or help. */
    #isClean = true;
    /** True if the moves of the solution were shown. */
    #isShown = false;
    #hints = 0;
    /** A mate outside the solution, in more than one move, and the move of the solution. @type {{ moves: number, best: Move } | null} */ #mate = null;
    /** A wrong move that is on the board for a moment. @type {BoardView | null} */ #wrong = null;
    /** A node of the finished puzzle that is looked at. @type {GameNode | null} */ #seen = null;
    /** True if the focus was moved by keys: only then arrows walk over the squares of the board. */
    #isByKeys = false;

    #name = h('h2');
    #counts = h('p.quiet.small', { role: 'status' });
    #streak = h('span.streak', { title: 'Puzzles in a row without a wrong move or help' });
    #meter = /** @type {HTMLProgressElement} */ (h('progress', { max: 1, value: 0, 'aria-label': 'Reading', hidden: true }));
    /** The shares of solved and of failed puzzles, which the counts tell in words. */
    #done = h('div.solve-meter', { 'aria-hidden': 'true' }, h('span.done'), h('span.missed'));
    #status = h('div.solve-status', { role: 'status', tabindex: -1 });
    #about = h('div.solve-about');
    #tree = new Tree((node) => this.#look(node));
    #filter = new Filter(() => void this.#goOn(-1));
    /** @type {HTMLFormElement} */ #typed;
    #hint = button('Hint', () => this.#showHint(), { title: 'Key h', 'aria-keyshortcuts': 'h' });
    #solution = button('Solution', () => void this.#showSolution(), { 'aria-label': 'Show the solution' });
    #skip = button('Next', () => void this.skip(), { title: 'Key n', 'aria-keyshortcuts': 'n' });
    #again = button('Try again', () => this.#restart());
    #analyse = button('Analyse', () => this.#open(false), { 'aria-label': 'Analyse this position' });
    #origin = button('The game', () => this.#open(true), { 'aria-label': 'The game it came from' });
    #link = h('a.button', { target: '_blank', rel: 'noopener noreferrer', 'aria-label': 'The game it came from' }, 'The game');
    #actions = h('div.solve-actions', {}, this.#skip, this.#hint, this.#solution, this.#again, this.#analyse, this.#origin, this.#link);

    /**
     * @param {Store} store
     * @param {Progress} progress
     * @param {{ isActive: () => boolean, leave: () => void, turned: (color: Color) => Color }} host `turned` is called with the
     *   side at the bottom that another mode shall have, and returns the one that it had
     */
    constructor(store, progress, { isActive, leave, turned }) {
        this.#store = store;
        this.#progress = progress;
        this.#isActive = isActive;
        this.#turned = turned;
        this.#leave = leave;
        this.#typed = typedMove('solve-typed', store, (text) => this.#type(text));
        const close = iconButton('Close these puzzles', 'M6 6L18 18M18 6L6 18', leave, { caption: 'Close' });
        this.element = h('div.trainer', {},
            h('header.solve-head', {}, h('div.grow', {}, this.#name, this.#counts), this.#streak, close), this.#meter, this.#done, this.#filter.element,
            h('div.solve-main', {}, this.#status, this.#typed, this.#about), this.#tree.element, this.#actions);
        store.addEventListener('move', (event) => isActive() && this.#set !== null && void this.#try(/** @type {CustomEvent} */ (event).detail));
        addEventListener('pointerdown', () => (this.#isByKeys = false), true);
        addEventListener('keydown', (event) => this.#key(event), true);
    }

    // ---- The set

    /** The set whose puzzles are shown, or null. */
    get set() {
        return this.#set;
    }

    /**
     * Shows the puzzles of a set.
     * @param {PuzzleSet} set
     */
    begin(set) {
        this.#set = set;
        this.#next = this.#attempt = null;
        this.offer();
        void this.#goOn(-1);
    }

    /** Ends with the set. */
    end() {
        this.#stop();
        this.#set = this.#next = this.#attempt = null;
    }

    /** Shows what a set has when more of it was read. */
    offer() {
        const set = /** @type {any} */ (this.#set);
        this.#name.textContent = set?.name ?? '';
        this.#name.title = this.#name.textContent;
        if (!set?.reading) {
            this.#filter.offer({ themes: set?.themes, hasRatings: set?.hasRatings, isList: set?.puzzles !== undefined });
        }
        this.#drawCounts();
        // A choice that is under way must not be ended by each progress of reading.
        this.#hasMore = this.#isPicking;
        if (this.#isPicking) {
            return;
        }
        if (this.#attempt !== null) {
            set?.reading || this.#countAgain();
        } else if (this.#next !== null) {
            set?.size > 0 ? void this.#goOn(-1) : this.#draw();
        }
    }

    #drawCounts() {
        const reading = /** @type {any} */ (this.#set)?.reading;
        this.#meter.hidden = !reading;
        this.#done.hidden = !this.#meter.hidden;
        const { streak } = this.#progress;
        this.#streak.hidden = streak < 2;
        this.#streak.textContent = `${streak.toLocaleString('en')} in a row`;
        if (reading) {
            reading.of > 0 ? (this.#meter.value = reading.bytes / reading.of) : this.#meter.removeAttribute('value');
            this.#counts.textContent = reading.puzzles > 0 ? `Reading: ${reading.puzzles.toLocaleString('en')} puzzles` : 'Reading…';
            return;
        }
        const { fitting, solved, failed } = this.#next ?? { fitting: 0, solved: 0, failed: 0 };
        [solved, failed].forEach((count, index) => {
            /** @type {HTMLElement} */ (this.#done.children[index]).style.inlineSize = `${fitting > 0 ? (count / fitting) * 100 : 0}%`;
        });
        const all = `${fitting.toLocaleString('en')} ${fitting === 1 ? 'puzzle' : 'puzzles'}`;
        const skipped = /** @type {any} */ (this.#set)?.skipped ?? 0;
        const unread = skipped > 0 ? `; ${skipped.toLocaleString('en')} cannot be read` : '';
        this.#counts.textContent = this.#next === null || /** @type {any} */ (this.#set)?.fault ? '' : `${all}: ${solved.toLocaleString('en')} solved, ${failed.toLocaleString('en')} failed${unread}`;
    }

    /** Goes to the next puzzle. */
    async skip() {
        // The button becomes that which skips the puzzle: Enter shall not do so by mistake.
        if (document.activeElement === this.#skip) {
            this.#status.focus({ preventScroll: true });
        }
        await this.#goOn(this.#next?.index ?? -1);
    }

    /**
     * Shows the puzzle behind a place of the set.
     * @param {number} after
     */
    async #goOn(after) {
        const set = this.#set;
        if (set === null) {
            return;
        }
        this.#stop();
        const { signal } = this.#work;
        [this.#isPicking, this.#hasMore] = [true, false];
        try {
            const next = await set.next(this.#filter.wanted(after), this.#progress);
            if (!signal.aborted) {
                this.#next = next;
                this.#begin(next.puzzle);
            }
        } catch (error) {
            if (!signal.aborted) {
                this.#next = null;
                this.#begin(null);
                fill(this.#status, h('b', {}, 'The puzzle cannot be read'), h('span.reason', {}, error instanceof Error ? error.message : String(error)));
            }
        }
        if (!signal.aborted) {
            this.#isPicking = false;
            this.#hasMore && this.offer();
        }
    }

    // ---- A puzzle

    #stop() {
        this.#work.abort();
        this.#work = new AbortController();
        this.#wrong = this.#seen = null;
        this.#isPicking = false;
    }

    /** Begins the puzzle again. One that was missed stays so. */
    #restart() {
        this.#stop();
        const isClean = this.#isClean;
        this.#begin(this.#attempt?.puzzle ?? null);
        this.#isClean = isClean;
    }

    /** @param {Puzzle | null} puzzle */
    #begin(puzzle) {
        this.#attempt = puzzle && new Attempt(puzzle);
        [this.#isClean, this.#isShown, this.#hints, this.#mate] = [true, false, 0, null];
        this.#phase = 'moving';
        this.#typed.reset();
        this.#store.orientation = puzzle?.solver ?? 'white';
        this.#draw();
        void this.#lead();
    }

    /** Ends what needs the engine, when another mode is opened. */
    pause() {
        if (this.#phase === 'looking') {
            this.#stop();
            this.#turn('Find the best move', '');
        }
    }

    /** Shows the puzzle when the mode is opened: its first move is made then. */
    resume() {
        if (this.#attempt !== null) {
            this.#store.orientation = this.#attempt.puzzle.solver;
        }
        this.#draw();
        void this.#lead();
    }

    /** Makes the move before the solution. */
    async #lead() {
        const attempt = this.#attempt;
        const { signal } = this.#work;
        if (attempt === null || this.#phase !== 'moving' || attempt.node.ply >= Math.max(attempt.puzzle.lead, 1) || !this.#isActive()) {
            return;
        }
        if (attempt.puzzle.lead === 1) {
            await pass(LEAD, signal);
            if (signal.aborted || !this.#isActive() || !attempt.node.isRoot) {
                return;
            }
            attempt.advance();
        }
        this.#turn('Find the best move', `${attempt.puzzle.solver === 'white' ? 'White' : 'Black'} to move`);
    }

    /**
     * Lets the solver move.
     * @param {string} title
     * @param {string} reason
     */
    #turn(title, reason) {
        this.#phase = 'turn';
        this.#hints = 0;
        this.#say('', title, reason);
        this.#draw();
    }

    /** @param {MoveSquares | string} move */
    async #try(move) {
        const attempt = this.#attempt;
        if (attempt === null || this.#phase !== 'turn') {
            return;
        }
        const { signal } = this.#work;
        const [answer, rest] = [attempt.answer(move), attempt.rest];
        if (answer === null && !(await this.#isAlsoRight(attempt, move))) {
            await this.#refuse(attempt, move, signal);
            return;
        }
        if (signal.aborted) {
            return;
        }
        this.#mate = answer !== null && answer > 1 ? { moves: answer, best: rest[0] } : null;
        attempt.play(move);
        if (attempt.isSolved) {
            this.#finish();
            return;
        }
        this.#phase = 'moving';
        this.#say('good', 'Right', 'Go on.');
        this.#draw();
        await pass(REPLY, signal);
        if (!signal.aborted) {
            attempt.advance();
            this.#turn('Right', 'Find the next move.');
        }
    }

    /**
     * Asks the engine if another move than the best one of a game's position is as good.
     * @param {Attempt} attempt
     * @param {MoveSquares | string} move
     */
    async #isAlsoRight(attempt, move) {
        const { puzzle, position } = attempt;
        const after = position.clone();
        const { uci, san } = after.play(move);
        if (puzzle.mistake === null || uci === puzzle.mistake.node.uci) {
            return false;
        }
        const { signal } = this.#work;
        this.#phase = 'looking';
        this.#wrong = this.#store.viewOfPosition(after);
        this.#say('', `Looking at ${san}…`, 'The engine compares it with the best move.');
        this.#draw();
        try {
            return await isAsGood(this.#store, puzzle, after, signal);
        } catch (error) {
            signal.aborted || this.#store.say(`The engine cannot judge ${san}: ${error instanceof Error ? error.message : error}`);
            return false;
        } finally {
            this.#wrong = signal.aborted ? this.#wrong : null;
        }
    }

    /**
     * Shows a wrong move for a moment.
     * @param {Attempt} attempt
     * @param {MoveSquares | string} move
     * @param {AbortSignal} signal
     */
    async #refuse(attempt, move, signal) {
        if (signal.aborted) {
            return;
        }
        const after = attempt.position.clone();
        const { san, to, uci } = after.play(move);
        this.#wrong = { ...this.#store.viewOfPosition(after), badges: new Map([[to, '?']]) };
        this.#phase = 'moving';
        this.#miss();
        const isPlayed = uci === attempt.puzzle.mistake?.node.uci;
        this.#say('bad', `${san} is not it`, isPlayed ? 'It is the move of the game. Something better was there.' : 'Look again: you may try as often as you like.');
        this.#draw();
        await pass(WRONG, signal);
        if (!signal.aborted) {
            this.#wrong = null;
            this.#phase = 'turn';
            this.#draw();
        }
    }

    /** Remembers that the puzzle was not solved without a wrong move or help. */
    #miss() {
        if (this.#isClean && this.#attempt !== null) {
            this.#isClean = false;
            this.#count(this.#attempt.puzzle, false);
        }
    }

    /**
     * @param {Puzzle} puzzle
     * @param {boolean} isSolved
     */
    #count(puzzle, isSolved) {
        this.#progress.add(puzzle.id, isSolved, puzzle.themes);
        this.#countAgain();
    }

    /** Counts the puzzles that fit, solved and failed ones. */
    #countAgain() {
        const next = this.#next;
        void this.#set?.next({ ...this.#filter.wanted(-1), which: 'all' }, this.#progress).then(({ fitting, solved, failed }) => {
            if (next !== null && next === this.#next) {
                Object.assign(next, { fitting, solved, failed });
                this.#drawCounts();
            }
        }, () => {});
    }

    #finish() {
        const attempt = /** @type {Attempt} */ (this.#attempt);
        const { puzzle } = attempt;
        this.#phase = 'over';
        if (this.#isClean) {
            this.#count(puzzle, true);
        }
        const title = this.#isShown ? 'The solution' : this.#isClean ? 'Solved' : 'Found';
        const reason = this.#isClean ? verdict(attempt, this.#mate) : `${this.#isShown ? '' : verdict(attempt, this.#mate)} It comes again among the failed ones.`.trim();
        this.#say(this.#isShown ? '' : 'good', title, reason);
        const hadFocus = this.element.contains(document.activeElement);
        this.#draw();
        if (hadFocus) {
            this.#skip.focus();
        }
    }

    // ---- Help

    #showHint() {
        const attempt = this.#attempt;
        const move = attempt?.expected;
        if (!attempt || !move || this.#phase !== 'turn') {
            return;
        }
        this.#miss();
        this.#hints = Math.min(this.#hints + 1, 2);
        this.#say('', 'A hint', this.#hints === 1 ? `It is the ${move.piece.role} on ${move.from} that moves.` : `${move.san}: from ${move.from} to ${move.to}.`);
        this.#draw();
    }

    async #showSolution() {
        const attempt = this.#attempt;
        if (attempt === null || attempt.isSolved) {
            return;
        }
        this.#stop();
        const { signal } = this.#work;
        this.#miss();
        [this.#isShown, this.#phase, this.#hints] = [true, 'moving', 0];
        this.#say('', 'The solution', '');
        while (!attempt.isSolved) {
            attempt.advance();
            this.#draw();
            await pass(SHOWN, signal);
            if (signal.aborted) {
                return;
            }
        }
        this.#finish();
    }

    // ---- Keys

    /** @param {KeyboardEvent} event */
    #key(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        if (event.key === 'Tab') {
            this.#isByKeys = true;
        }
        const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
        if (!this.#isActive() || this.#set === null || hasModifier || target.closest?.('input, textarea, select, dialog, [data-keys]')) {
            return;
        }
        const isOnBoard = target.localName === 'ferz-board' && this.#isByKeys;
        /** @type {Record<string, (() => void) | false>} */
        const keys = {
            h: () => this.#showHint(),
            n: () => void this.skip(),
            ArrowLeft: !isOnBoard && (() => this.#step(-1)),
            ArrowRight: !isOnBoard && (() => this.#step(1)),
        };
        const act = Object.hasOwn(keys, event.key) && keys[event.key];
        if (act) {
            act();
            event.preventDefault();
            event.stopPropagation();
        }
    }

    /** Goes through the moves of a puzzle that is over. @param {-1 | 1} step */
    #step(step) {
        const node = this.#seen ?? this.#attempt?.node;
        this.#look((step < 0 ? node?.parent : node?.next) ?? null);
    }

    /** @param {GameNode | null} node */
    #look(node) {
        if (this.#phase === 'over' && node !== null) {
            this.#seen = node;
            this.#tree.mark(node);
            this.#showBoard();
        }
    }

    /** @param {string} text */
    #type(text) {
        if (this.#attempt !== null && this.#phase === 'turn') {
            void this.#try(this.#attempt.position.find(text).uci);
        }
    }

    // ---- To Analyse

    /** Opens the position in Analyse, or the game of a mistake. @param {boolean} isGame */
    #open(isGame) {
        const attempt = /** @type {Attempt} */ (this.#attempt);
        const store = this.#store;
        const { puzzle } = attempt;
        const before = { game: store.game, node: store.node, orientation: this.#turned(puzzle.solver) };
        if (isGame && puzzle.mistake !== null) {
            store.setGame(puzzle.mistake.game, { node: puzzle.mistake.node, orientation: puzzle.solver });
        } else {
            const copy = Game.from(puzzle.game.toPgn()) ?? new Game(puzzle.start);
            store.setGame(copy, { node: nodeAt(copy, pathOf(puzzle.node)), orientation: puzzle.solver });
        }
        go('analyse');
        if (before.game.root.next !== null && before.game !== store.game) {
            store.say('Another game was open', { label: 'Back to it', act: () => store.setGame(before.game, before) });
        }
    }

    // ---- Drawing

    /**
     * @param {'' | 'good' | 'bad'} kind
     * @param {string} title
     * @param {string} reason
     */
    #say(kind, title, reason) {
        this.#status.className = `solve-status ${kind}`.trim();
        fill(this.#status, h('b', {}, title), reason !== '' && h('span.reason', {}, reason));
    }

    #draw() {
        const attempt = this.#attempt;
        const isOver = this.#phase === 'over';
        this.#drawCounts();
        this.#typed.hidden = attempt === null || isOver;
        this.#tree.element.hidden = attempt === null;
        this.#filter.element.hidden = Boolean(/** @type {any} */ (this.#set)?.fault);
        if (attempt === null) {
            this.#sayNone();
        } else if (this.#phase === 'moving' && attempt.node.isRoot) {
            this.#say('', 'Look at the last move', attempt.puzzle.lead === 1 ? 'The other side plays it now.' : '');
        }
        if (attempt !== null) {
            this.#tree.show(attempt.game, this.#seen ?? attempt.node);
        }
        this.#tree.element.classList.toggle('still', !isOver);
        this.#drawAbout(isOver ? attempt : null);
        this.#drawActions(attempt, isOver);
        this.#showBoard();
    }

    /** Says why there is no puzzle. */
    #sayNone() {
        const next = this.#next;
        const wanted = this.#filter.wanted(-1);
        const { reading, fault } = /** @type {any} */ (this.#set) ?? {};
        if (fault) {
            this.#say('bad', 'No puzzles', fault);
            this.#status.append(h('div.row', {}, button('Other puzzles', () => this.#leave())));
            return;
        }
        if (next === null || reading) {
            this.#say('', 'Opening the puzzles…', '');
            return;
        }
        const all = button('Show all', () => this.#filter.choose({ which: 'all' }));
        const wide = button('All themes and ratings', () => this.#filter.choose({ theme: '', from: 0, to: 9999 }));
        const isEmpty = next.fitting === 0;
        const [title, reason] = isEmpty ? ['No puzzle fits', 'None has this theme and rating.']
            : wanted.which === 'failed' ? ['No failed puzzles', 'What you miss, or solve with help, comes here.'] : ['All done', `You have solved ${next.solved.toLocaleString('en')} of ${next.fitting.toLocaleString('en')}.`];
        this.#status.className = 'solve-status';
        const failed = button('The failed ones', () => this.#filter.choose({ which: 'failed' }));
        fill(this.#status, h('b', {}, title), h('span.reason', {}, reason),
            h('div.row', {}, isEmpty ? this.#filter.isNarrow && wide : all, !isEmpty && wanted.which === 'new' && next.failed > 0 && failed));
    }

    /** Themes and rating of a puzzle that is over: before they would give it away. @param {Attempt | null} attempt */
    #drawAbout(attempt) {
        const { themes = [], rating = 0, mistake = null } = attempt?.puzzle ?? {};
        this.#about.hidden = attempt === null || (themes.length === 0 && rating === 0 && mistake === null);
        fill(this.#about, rating > 0 && h('span.theme.rating', {}, `Rating ${rating}`), ...themes.map((theme) => h('span.theme', {}, themeName(theme))),
            mistake !== null && h('p.quiet', {}, `In the game: ${mistakeText(mistake.node)}`));
    }

    /**
     * @param {Attempt | null} attempt
     * @param {boolean} isOver
     */
    #drawActions(attempt, isOver) {
        const { puzzle } = attempt ?? {};
        const isTurn = this.#phase === 'turn';
        this.#actions.hidden = attempt === null;
        this.#skip.textContent = isOver ? 'Next puzzle' : 'Skip';
        this.#skip.classList.toggle('main', isOver);
        this.#hint.hidden = this.#solution.hidden = isOver;
        this.#hint.disabled = !isTurn || this.#hints === 2;
        this.#solution.disabled = attempt?.isSolved ?? true;
        this.#again.hidden = this.#analyse.hidden = !isOver;
        this.#origin.hidden = !isOver || puzzle?.mistake === null;
        this.#link.hidden = !isOver || !puzzle?.address;
        puzzle?.address ? this.#link.setAttribute('href', puzzle.address) : this.#link.removeAttribute('href');
    }

    #showBoard() {
        const store = this.#store;
        const attempt = this.#attempt;
        if (!this.#isActive() || this.#set === null) {
            return;
        }
        if (attempt === null) {
            store.board = { fen: new Game().start.fen, movable: 'none', steps: false };
            return;
        }
        const view = this.#wrong ?? store.viewOf(this.#seen ?? attempt.node);
        const isTurn = this.#phase === 'turn' && this.#wrong === null;
        const { tags } = attempt.puzzle.mistake?.game ?? { tags: /** @type {Record<string, string>} */ ({}) };
        store.board = {
            ...view,
            dests: isTurn ? view.dests : null,
            movable: isTurn ? attempt.puzzle.solver : 'none',
            marks: isTurn ? this.#marks(attempt) : [],
            badges: view.badges ?? this.#badges(attempt),
            steps: false,
            white: { name: tags.White }, black: { name: tags.Black },
        };
    }

    /** @param {Attempt} attempt */
    #marks({ expected }) {
        return expected === null || this.#hints === 0 ? [] : this.#hints === 1 ? [`B${expected.from}`] : [`B${expected.from}${expected.to}`];
    }

    /**
     * A mark on the last move of a puzzle that was solved.
     * @param {Attempt} attempt
     * @returns {Map<Square, '!'>}
     */
    #badges({ node }) {
        const isGood = this.#phase === 'over' && this.#seen === null && !this.#isShown && node.move !== null;
        return new Map(isGood && node.move ? [[node.move.to, '!']] : []);
    }
}

/**
 * What is said of a puzzle that was solved.
 * @param {Attempt} attempt
 * @param {{ moves: number, best: Move } | null} mate
 */
function verdict({ node, puzzle }, mate) {
    if (mate !== null) {
        return `${node.san} mates in ${mate.moves}. The solution was ${mate.best.san}.`;
    }
    const isMate = node.position.outcome?.reason === 'checkmate';
    return isMate ? 'Checkmate.' : puzzle.mistake === null ? 'That was the whole solution.' : `${node.san} was better.`;
}

/** @param {GameNode} node */
function mistakeText(node) {
    const { number, isWhite } = numberOf(node);
    return `${number}${isWhite ? '.' : '…'} ${node.san}`;
}

/**
 * Waits for some milliseconds or for the signal.
 * @param {number} time
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pass(time, signal) {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, time);
        signal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve();
        }, { once: true });
    });
}

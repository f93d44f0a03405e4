// The errors of the package.

/** An error of Ferz. Errors of its kinds have the fields that the text at fault allows. */
export class FerzError extends Error {
    // The name of a class is another one where a bundler has shortened it.
    name = 'FerzError';

    /** Its fields with the message, which errors else leave out. @returns {object} */
    toJSON() {
        return { ...this, message: this.message };
    }
}

/**
 * A fault of a position: its name and the reason in words.
 * @typedef {{ name: string, reason: string }} Fault
 */

/** A text that is not the FEN of a legal position. */
export class FenError extends FerzError {
    name = 'FenError';
    /** The number of the field at fault, from 1; 7 for text behind the sixth. @type {number | undefined} */
    field = undefined;
    /** The column at fault, from 1 over the whole text. @type {number | undefined} */
    column = undefined;
    /** The text of the field. @type {string | undefined} */
    text = undefined;
    /** The character found. @type {string | undefined} */
    found = undefined;
    /** The characters expected. @type {string | undefined} */
    expected = undefined;
    /** All faults of the position, if the text is a FEN. @type {Fault[]} */
    faults = [];
}

/** A text or move that is not a legal move of the position. */
export class MoveError extends FerzError {
    name = 'MoveError';
    /** The text. */
    found = '';
    /** @type {'malformed' | 'illegal' | 'ambiguous' | 'promotion' | 'null' | 'other'} */
    problem = 'other';
}

/** An error or a warning in a PGN text, with its place. */
export class PgnError extends FerzError {
    name = 'PgnError';
    /** The number of the game, from 1. */
    game = 0;
    /** The line, from 1. */
    line = 0;
    /** The column in bytes, from 1. */
    column = 0;
}

/** The name of a tag that PGN does not allow, or that follows from other parts of the game. */
export class TagError extends FerzError {
    name = 'TagError';
}

/** A line that is not EPD. */
export class EpdError extends FerzError {
    name = 'EpdError';
}

/** A search that cannot begin or has ended by an error. */
export class EngineError extends FerzError {
    name = 'EngineError';
}

const kinds = { FenError, MoveError, PgnError, TagError, EpdError, EngineError };

/**
 * Makes an error of the fields that the module has left.
 * @param {{ name: string, message: string }} fields
 * @returns {FerzError}
 */
export function errorFrom(fields) {
    const { name, message, ...others } = fields;
    const Kind = kinds[/** @type {keyof typeof kinds} */ (name)] ?? FerzError;
    return Object.assign(new Kind(message), others);
}

/**
 * Checks an argument of a public function: a mistake of the caller is a `TypeError`.
 * @param {unknown} value
 * @param {string} name
 * @returns {asserts value is string}
 */
export function expectString(value, name) {
    if (typeof value !== 'string') {
        throw new TypeError(`${name}: expected a string, found ${describe(value)}`);
    }
}

/**
 * Checks a number: another type is a `TypeError`, another value a `RangeError`.
 * @param {unknown} value
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {asserts value is number}
 */
export function expectInteger(value, name, least, most) {
    if (typeof value !== 'number') {
        throw new TypeError(`${name}: expected a number, found ${describe(value)}`);
    }
    if (!Number.isInteger(value) || value < least || value > most) {
        throw new RangeError(
            `${name}: expected an integer from ${least} to ${most}, found ${value}`,
        );
    }
}

/**
 * Checks the names of options: one that is not known is a `TypeError`, since it would have no effect.
 * @param {unknown} options
 * @param {readonly string[]} known
 */
export function expectOptions(options, known) {
    // A list has no names, so that it would be an object without options.
    if (typeof options !== 'object' || options === null || Array.isArray(options)) {
        throw new TypeError(`options: expected an object, found ${describe(options)}`);
    }
    for (const name of Object.keys(options)) {
        if (!known.includes(name)) {
            throw new TypeError(
                `unknown option ${JSON.stringify(name.slice(0, 40))}: expected ${known.join(', ')}`,
            );
        }
    }
}

/**
 * Checks options that are true or false: a text such as `no` would be true.
 * @param {object} options
 * @param {readonly string[]} names
 */
export function expectBooleans(options, names) {
    for (const name of names) {
        const value = /** @type {Record<string, unknown>} */ (options)[name];
        if (value !== undefined && typeof value !== 'boolean') {
            throw new TypeError(`${name}: expected true or false, found ${describe(value)}`);
        }
    }
}

/**
 * The name of the method by which `console.log` of Node, Deno and Bun shows an object: fields that are computed when they are
 * read are not shown by themselves.
 */
export const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** @param {unknown} value */
export function describe(value) {
    if (value === null) {
        return 'null';
    }
    return typeof value === 'object' ? (value.constructor?.name ?? 'an object') : typeof value;
}

// What the user has chosen for the whole page. It is kept in the browser.

import { keep, kept } from './storage.js';

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'wood' | 'green' | 'slate'} board
 * @property {'usual' | 'fine' | 'simple'} pieces
 * @property {boolean} sound of moves
 * @property {string} me the names of the user in games, with semicolons between them
 * @property {boolean} pace whether an opponent below full strength takes time as a person does
 * @property {string} publicPage the address of a copy of the page that others can open; empty without one
 * @property {boolean} engine whether Analyse searches
 * @property {number} lines
 * @property {boolean} arrows
 * @property {boolean} coordinates
 * @property {number} hashMiB
 * @property {string} [engineName] the engine of `ferz serve`, or that of the page
 * @property {number} reviewNodes for each position
 * @property {'messages' | 'never'} [stopBy] the best way to stop a search that may be used, for tests
 */

/** @type {Settings} */
const DEFAULTS = {
    theme: 'system',
    board: 'wood',
    pieces: 'usual',
    sound: false,
    me: '',
    pace: true,
    publicPage: '',
    engine: true,
    lines: matchMedia('(max-width: 759px), (max-height: 520px)').matches ? 1 : 3,
    arrows: true,
    coordinates: true,
    hashMiB: 16,
    reviewNodes: 100_000,
};

/**
 * Returns the settings as they were kept, with the defaults of those that were not.
 * @returns {Settings}
 */
export const keptSettings = () => ({ ...DEFAULTS, ...kept('settings') });

/**
 * Keeps the settings.
 * @param {Settings} settings
 */
export const keepSettings = (settings) => keep('settings', settings);

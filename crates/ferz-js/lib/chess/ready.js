/**
 * The interface of chess.js for Node and other hosts without pages: the module of the rules is there from the begin.
 * @module
 */

import { ready } from '../chess.js';

await ready;

export * from '../chess.js';

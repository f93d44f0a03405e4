// In a page that has the package in place, the module of the rules is read before anything that uses it. The packed package
// has an empty file instead: it reads the module at its first use.

import { read, readNow } from '../base/files.js';
import { load } from './wasm.js';

if (readNow('ferz.wasm') === null) {
    await load(read('ferz.wasm'));
}

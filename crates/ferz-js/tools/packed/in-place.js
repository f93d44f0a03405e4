// In place of lib/rules/in-place.js: the module of the rules is in the script that uses it.

import { file } from 'file:rules-file.js';
import { provide } from '../../lib/base/files.js';

provide('ferz.wasm', file);

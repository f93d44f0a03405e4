// The package is served at `ferz/` beside the page; here are its types.
export * from '../../../../crates/ferz-js/lib/base/nags.js';

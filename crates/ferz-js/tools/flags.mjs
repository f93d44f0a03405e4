// The flags of the compiler for the modules.

export const TARGET = 'wasm32-unknown-unknown';

export const FLAGS = [
    '-Ctarget-feature=+simd128',
    // The search needs more stack than the linker's default of 1 MiB.
    '-Clink-arg=-zstack-size=4194304',
    // The names of functions are a fifteenth of the module on the wire; `strip` of the profile keeps them.
    '-Clink-arg=--strip-all',
];

// The flags of the compiler for the modules.

export const TARGET = 'wasm32-unknown-unknown';

export const FLAGS = [
    '-Ctarget-feature=+simd128',
    // The search needs more stack than the linker's default of 1 MiB.
    '-Clink-arg=-zstack-size=4194304',
];

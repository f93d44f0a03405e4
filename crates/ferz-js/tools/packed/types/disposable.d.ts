// For `using engine = ...`: the symbol, which the libraries of a program may or may not declare.

interface SymbolConstructor {
    readonly dispose: unique symbol;
}

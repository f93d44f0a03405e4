"""Chess: rules, games, engines and arrays of positions."""

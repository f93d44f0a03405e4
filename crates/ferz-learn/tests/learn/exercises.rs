//! Tests of the exercises: always of the solutions, with the feature `exercises` of the reader's own
//! functions.

mod solutions {
    use ferz_learn::solutions as answers;

    include!("answers.in");
}

#[cfg(feature = "exercises")]
mod exercises {
    use ferz_learn::exercises as answers;

    include!("answers.in");
}

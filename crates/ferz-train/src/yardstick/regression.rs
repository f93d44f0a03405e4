//! Linear regression.

/// The slope of a response by a predictor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slope {
    /// The change of the response for one standard deviation of the predictor, the other predictors
    /// being equal.
    pub per_deviation: f64,
    /// The slope divided by its standard error.
    pub t: f64,
}

/// The predictors and the response of one observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observation<const N: usize> {
    /// The predictors.
    pub predictors: [f64; N],
    /// The response.
    pub response: f64,
}

/// Fits a response by predictors and a constant, by least squares, and returns the slopes in the order of
/// the predictors. `None` if a predictor is constant, or a sum of multiples of the others.
pub fn regression<const N: usize>(observations: &[Observation<N>]) -> Option<[Slope; N]> {
    let count = observations.len() as f64;
    let mean_response = observations.iter().map(|row| row.response).sum::<f64>() / count;
    let means: [f64; N] = std::array::from_fn(|i| {
        observations.iter().map(|row| row.predictors[i]).sum::<f64>() / count
    });
    let mut covariances = [[0.0; N]; N];
    let mut products = [0.0; N];
    for row in observations {
        let centred: [f64; N] = std::array::from_fn(|i| row.predictors[i] - means[i]);
        for i in 0..N {
            products[i] += centred[i] * (row.response - mean_response) / count;
            for j in 0..N {
                covariances[i][j] += centred[i] * centred[j] / count;
            }
        }
    }
    let inverse = inverse(covariances)?;
    let slopes: [f64; N] =
        std::array::from_fn(|i| (0..N).map(|j| inverse[i][j] * products[j]).sum());
    let squared_error = |row: &Observation<N>| {
        let explained: f64 = (0..N).map(|i| slopes[i] * (row.predictors[i] - means[i])).sum();
        (row.response - mean_response - explained).powi(2)
    };
    let freedom = count - N as f64 - 1.0;
    let variance = observations.iter().map(squared_error).sum::<f64>() / freedom;
    Some(std::array::from_fn(|i| Slope {
        per_deviation: slopes[i] * covariances[i][i].sqrt(),
        t: slopes[i] / (variance * inverse[i][i] / count).sqrt(),
    }))
}

/// Inverts a positive definite matrix by Gauss-Jordan elimination; `None` if it is singular.
fn inverse<const N: usize>(mut matrix: [[f64; N]; N]) -> Option<[[f64; N]; N]> {
    let mut inverse: [[f64; N]; N] =
        std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
    let diagonal: [f64; N] = std::array::from_fn(|i| matrix[i][i]);
    for i in 0..N {
        let pivot = matrix[i][i];
        if pivot.is_nan() || pivot <= 1e-9 * diagonal[i] {
            return None;
        }
        for j in 0..N {
            matrix[i][j] /= pivot;
            inverse[i][j] /= pivot;
        }
        let (row, inverse_row) = (matrix[i], inverse[i]);
        for k in (0..N).filter(|&k| k != i) {
            let factor = matrix[k][i];
            for j in 0..N {
                matrix[k][j] -= factor * row[j];
                inverse[k][j] -= factor * inverse_row[j];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_of_correlated_predictors_are_separated() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut normal = || (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0;
        let rows: Vec<_> = (0..20_000)
            .map(|_| {
                let (a, b, noise) = (normal(), normal(), normal());
                // Standard deviations of 2 and about 1.4.
                let predictors = [2.0 * a + 5.0, a + b];
                Observation { predictors, response: 0.5 * predictors[0] - 3.0 + noise }
            })
            .collect();
        let [first, second] = regression(&rows).unwrap();
        assert!((first.per_deviation - 1.0).abs() < 0.05, "{first:?}");
        // One unit of noise for 20,000 rows, half of whose variance the other predictor explains.
        assert!((first.t - 100.0).abs() < 5.0, "{first:?}");
        assert!(second.per_deviation.abs() < 0.05 && second.t.abs() < 4.0, "{second:?}");
    }

    #[test]
    fn dependent_predictors_have_no_slopes() {
        for second in [|x| 2.0 * x, |_| 1.0] {
            let row = |x| Observation { predictors: [x, second(x)], response: x };
            let rows: Vec<_> = (0..10).map(f64::from).map(row).collect();
            assert_eq!(regression(&rows), None);
        }
        assert_eq!(regression::<2>(&[]), None);
    }
}

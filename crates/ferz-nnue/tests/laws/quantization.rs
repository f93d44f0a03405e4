//! Quantisation: the integer network equals the floating-point network up to rounding.

use crate::positions::{self, Random};
use ferz_nnue::{
    FloatNetwork, MAX_OUTPUT_WEIGHT, Network, Perspective, QA, QB, QuantizeError, Shape,
    WeightError,
};

fn shape(hidden: usize, buckets: usize) -> Shape {
    Shape::new(hidden, buckets).expect("an accepted shape")
}

fn random_floats(hidden: usize, buckets: usize) -> FloatNetwork {
    let mut random = Random::new(hidden as u64);
    let mut float = FloatNetwork::zeros(shape(hidden, buckets));
    float.feature_weights.fill_with(|| random.float() / 3.0);
    float.feature_bias.fill_with(|| random.float());
    float.output_weights.fill_with(|| random.float() / 4.0);
    float.output_bias.fill_with(|| random.float() / 2.0);
    float
}

#[test]
fn integers_compute_what_their_floats_compute() {
    for (hidden, buckets) in [(32, 1), (256, 8), (1024, 8)] {
        let network = Network::random(11, shape(hidden, buckets));
        let float = network.dequantize();
        for position in positions::all() {
            let (value, expected) = (network.evaluate(&position), float.evaluate(&position));
            // The value is rounded toward zero; f32 keeps 24 bits.
            let tolerance = 1.01 + expected.abs() * 1e-5;
            assert!(
                (value as f32 - expected).abs() <= tolerance,
                "{value} and {expected}: {}",
                position.fen()
            );
        }
    }
}

#[test]
fn dequantised_networks_quantise_to_themselves() {
    for buckets in [1, 8] {
        let network = Network::random(5, shape(64, buckets)).with_provenance("");
        assert_eq!(Network::quantize(&network.dequantize()), Ok(network));
    }
}

#[test]
fn weights_are_rounded_to_the_nearest_step() {
    let float = random_floats(96, 2);
    let rounded = Network::quantize(&float).expect("small weights").dequantize();
    let assert_near = |a: &[f32], b: &[f32], steps: f32| {
        assert_eq!(a.len(), b.len());
        let half = 0.5 / steps * 1.0001 + 1e-7;
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= half));
    };
    assert_near(&float.feature_weights, &rounded.feature_weights, QA.into());
    assert_near(&float.feature_bias, &rounded.feature_bias, QA.into());
    assert_near(&float.output_weights, &rounded.output_weights, QB.into());
    assert_near(&float.output_bias, &rounded.output_bias, 4e6);
}

/// The error of a position is at most the sum of all rounding errors, half a step for each weight.
#[test]
fn quantisation_error_is_bounded() {
    for (hidden, buckets) in [(32, 1), (128, 8)] {
        let float = random_floats(hidden, buckets);
        let network = Network::quantize(&float).expect("small weights");
        let rounded = network.dequantize();
        for position in positions::all() {
            let side = Perspective::of(position.side_to_move(), &position);
            let features = side.features(&position).count() as f32;
            let sum_error = (features + 1.0) * 0.5 / f32::from(QA);
            let bucket = float.shape.bucket(features as usize);
            let weights = &rounded.output_weights[2 * bucket * hidden..][..2 * hidden];
            // An activation lies from 0 to 1 and its slope from 0 to 2.
            let output_error: f32 = weights
                .iter()
                .map(|weight| weight.abs() * 2.0 * sum_error + 0.5 / f32::from(QB))
                .sum();
            let bound = f32::from(float.scale) * output_error + 1.5;
            let error = (network.evaluate(&position) as f32 - float.evaluate(&position)).abs();
            assert!(error <= bound, "{error} beyond {bound}: {}", position.fen());
        }
    }
}

#[test]
fn bias_alone_is_the_value_of_its_bucket() {
    let mut float = FloatNetwork::zeros(shape(32, 8));
    float.output_bias = (0..8).map(|bucket| bucket as f32 / 4.0 - 1.0).collect();
    let network = Network::quantize(&float).expect("small biases");
    for position in positions::all() {
        let bucket = (position.occupied().len() as i32 - 2) / 4;
        assert_eq!(network.evaluate(&position), bucket * 100 - 400);
    }
}

#[test]
fn vectors_of_wrong_length_are_refused() {
    let shape = shape(32, 2);
    type Edit = fn(&mut FloatNetwork);
    let cases: [(Edit, &str, usize, usize); 4] = [
        (|float| float.feature_weights.truncate(5), "feature weights", 5, 768 * 32),
        (|float| float.feature_bias.push(0.0), "feature biases", 33, 32),
        (|float| float.output_weights.clear(), "output weights", 0, 128),
        (|float| float.output_bias.push(0.0), "output biases", 3, 2),
    ];
    for (edit, name, found, expected) in cases {
        let mut float = FloatNetwork::zeros(shape);
        edit(&mut float);
        assert_eq!(Network::quantize(&float), Err(QuantizeError::Length { name, found, expected }));
    }
    let float = FloatNetwork { scale: 0, ..FloatNetwork::zeros(shape) };
    assert_eq!(Network::quantize(&float), Err(QuantizeError::ZeroScale));
}

#[test]
fn weights_out_of_range_are_refused() {
    let shape = shape(32, 1);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        for vector in 0..4 {
            let mut float = FloatNetwork::zeros(shape);
            let weights = [
                &mut float.feature_weights,
                &mut float.feature_bias,
                &mut float.output_weights,
                &mut float.output_bias,
            ];
            if let Some(last) =
                weights.into_iter().nth(vector).and_then(|weights| weights.last_mut())
            {
                *last = bad;
            }
            let error = Network::quantize(&float).expect_err("no such integer");
            assert!(matches!(error, QuantizeError::OutOfRange { .. }), "{error}");
        }
    }
    let mut float = FloatNetwork::zeros(shape);
    let limit = f32::from(MAX_OUTPUT_WEIGHT) / f32::from(QB);
    float.output_weights[7] = limit;
    assert!(Network::quantize(&float).is_ok());
    float.output_weights[7] = -limit - 0.01;
    assert!(matches!(Network::quantize(&float), Err(QuantizeError::OutOfRange { index: 7, .. })));
}

#[test]
fn floats_that_could_overflow_an_accumulator_are_refused() {
    let mut float = FloatNetwork::zeros(shape(32, 1));
    float.feature_weights.fill(1.98);
    assert!(Network::quantize(&float).is_ok());
    float.feature_weights.fill(4.5);
    let error = Network::quantize(&float).expect_err("32 * 4.5 * 255 is beyond 32767");
    assert!(matches!(error, QuantizeError::Weights(WeightError::Accumulator(_))), "{error}");
}

//! Quantisation: the integer network equals the floating-point network up to rounding.

use crate::positions::{self, Random};
use ferz_nnue::{
    FloatNetwork, Layers, MAX_DENSE_WEIGHT, MAX_FIRST_WEIGHT, Network, QA, QB, QC, QuantizeError,
    Shape, WeightError,
};

fn shape(hidden: usize, buckets: usize) -> Shape {
    Shape::new(hidden, buckets).expect("an accepted shape")
}

fn random_floats(hidden: usize, buckets: usize) -> FloatNetwork {
    let mut random = Random::new(hidden as u64);
    let mut float = FloatNetwork::zeros(shape(hidden, buckets));
    float.feature_weights.fill_with(|| random.float() / 3.0);
    float.feature_bias.fill_with(|| random.float());
    for layers in &mut float.layers {
        layers.first_weights.fill_with(|| random.float() / 4.0);
        layers.first_bias.fill_with(|| random.float() / 2.0);
        layers.second_weights.fill_with(|| random.float() / 2.0);
        layers.second_bias.fill_with(|| random.float() / 2.0);
        layers.output_weights.fill_with(|| random.float() / 2.0);
        layers.output_bias.fill_with(|| random.float() / 2.0);
    }
    float
}

/// Returns a bound of the difference of two outputs in centipawns, if each input of the first layer
/// differs by at most `input_error`, and each weight by half a step.
///
/// Inputs lie from 0 to 1, slopes of the activations from 0 to 2.
fn error_bound(layers: &Layers<Vec<f32>>, input_error: f32, scale: f32) -> f32 {
    let half = |one: i16| 0.5 / f32::from(one);
    let inputs = layers.first_weights.len() / 8;
    let first = layers.first_weights.chunks_exact(inputs).map(|row| {
        row.iter().map(|weight| weight.abs() * input_error + half(QB)).sum::<f32>() + 1e-4
    });
    let first: Vec<f32> = first.collect();
    // Activations are rounded to steps of 1 / 4096.
    let activations = first.iter().map(|error| 2.0 * error).chain(first.iter().copied());
    let mut second = [1e-4_f32; 32];
    for (error, row) in activations.zip(layers.second_weights.chunks_exact(32)) {
        for (sum, weight) in second.iter_mut().zip(row) {
            *sum += weight.abs() * (error + 1e-3) + half(QC);
        }
    }
    let output = second.iter().zip(&layers.output_weights);
    let output: f32 = output.map(|(error, weight)| weight.abs() * (error + 1e-3) + half(QC)).sum();
    scale * (output + first[7]) + 1.5
}

/// Weights of whole steps leave the rounding of activations: of the inputs to steps of 1 / 127.
#[test]
fn integers_compute_what_their_floats_compute() {
    for (hidden, buckets) in [(32, 1), (256, 8), (1024, 8)] {
        let network = Network::random(11, shape(hidden, buckets));
        let float = network.dequantize();
        let (mut squares, mut count) = (0.0, 0.0);
        for position in positions::all() {
            let (value, expected) = (network.evaluate(&position) as f32, float.evaluate(&position));
            let layers = &float.layers[float.shape.bucket(position.occupied().len())];
            let bound = error_bound(layers, 0.5 / 127.0, float.scale.into());
            assert!((value - expected).abs() <= bound, "{value}, {expected}: {}", position.fen());
            squares += (value - expected).powi(2);
            count += 1.0_f32;
        }
        // Far below the bound, which assumes that all errors add up.
        let error = (squares / count).sqrt();
        assert!(error < 12.0, "{error} centipawns with {hidden} neurons");
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
    for (float, rounded) in float.layers.iter().zip(&rounded.layers) {
        assert_near(&float.first_weights, &rounded.first_weights, QB.into());
        assert_near(&float.first_bias, &rounded.first_bias, 127.0 * f32::from(QB));
        assert_near(&float.second_weights, &rounded.second_weights, QC.into());
        assert_near(&float.second_bias, &rounded.second_bias, 4e6);
        assert_near(&float.output_weights, &rounded.output_weights, QC.into());
        assert_near(&float.output_bias, &rounded.output_bias, 4e6);
    }
}

/// The error of a position is at most the sum of all rounding errors, half a step for each weight.
#[test]
fn quantisation_error_is_bounded() {
    for (hidden, buckets) in [(32, 1), (128, 8)] {
        let float = random_floats(hidden, buckets);
        let network = Network::quantize(&float).expect("small weights");
        let rounded = network.dequantize();
        for position in positions::all() {
            let features = position.occupied().len();
            // The slope of a squared input is at most 2; inputs are rounded to steps of 1 / 127.
            let input_error = (features as f32 + 1.0) / f32::from(QA) + 0.5 / 127.0;
            let layers = &rounded.layers[float.shape.bucket(features)];
            let bound = error_bound(layers, input_error, float.scale.into());
            let error = (network.evaluate(&position) as f32 - float.evaluate(&position)).abs();
            assert!(error <= bound, "{error} beyond {bound}: {}", position.fen());
        }
    }
}

#[test]
fn bias_alone_is_the_value_of_its_bucket() {
    let mut float = FloatNetwork::zeros(shape(32, 8));
    for (bucket, layers) in float.layers.iter_mut().enumerate() {
        layers.output_bias = vec![bucket as f32 / 4.0 - 1.0];
    }
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
    let cases: [(Edit, &str, usize, usize); 9] = [
        (|float| float.feature_weights.truncate(5), "feature weights", 5, 1536 * 32),
        (|float| float.feature_bias.push(0.0), "feature biases", 33, 32),
        (|float| float.layers.truncate(1), "buckets", 1, 2),
        (|float| float.layers[0].first_weights.clear(), "first weights", 0, 8 * 64),
        (|float| float.layers[1].first_bias.clear(), "first biases", 0, 8),
        (|float| float.layers[1].second_weights.push(0.0), "second weights", 513, 512),
        (|float| float.layers[1].second_bias.push(0.0), "second biases", 33, 32),
        (|float| float.layers[1].output_weights.push(0.0), "output weights", 33, 32),
        (|float| float.layers[1].output_bias.clear(), "output biases", 0, 1),
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
        for vector in 0..8 {
            let mut float = FloatNetwork::zeros(shape);
            let layers = &mut float.layers[0];
            let last = [
                float.feature_weights.last_mut(),
                float.feature_bias.last_mut(),
                layers.first_weights.last_mut(),
                layers.first_bias.last_mut(),
                layers.second_weights.last_mut(),
                layers.second_bias.last_mut(),
                layers.output_weights.last_mut(),
                layers.output_bias.last_mut(),
            ];
            *last.into_iter().nth(vector).flatten().expect("a number") = bad;
            let error = Network::quantize(&float).expect_err("no such integer");
            assert!(matches!(error, QuantizeError::OutOfRange { .. }), "{error}");
        }
    }
    type Select = fn(&mut Layers<Vec<f32>>) -> &mut f32;
    let limits: [(f32, Select); 3] = [
        (f32::from(MAX_FIRST_WEIGHT) / f32::from(QB), |layers| &mut layers.first_weights[7]),
        (f32::from(MAX_DENSE_WEIGHT) / f32::from(QC), |layers| &mut layers.second_weights[7]),
        (f32::from(MAX_DENSE_WEIGHT) / f32::from(QC), |layers| &mut layers.output_weights[7]),
    ];
    for (limit, select) in limits {
        let mut float = FloatNetwork::zeros(shape);
        *select(&mut float.layers[0]) = limit;
        assert!(Network::quantize(&float).is_ok());
        *select(&mut float.layers[0]) = -limit - 0.01;
        let error = Network::quantize(&float);
        assert!(matches!(error, Err(QuantizeError::OutOfRange { index: 7, .. })));
    }
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

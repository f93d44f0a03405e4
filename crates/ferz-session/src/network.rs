//! The network of a session: loading, writing to a file, and the `eval` command.

use super::Session;
use super::jobs::SessionJob;
use super::output::{NetworkEvaluation, Output};
use ferz::Color;
use ferz_engine::eval::{ClassicalEvaluator, default_network};
use ferz_nnue::Network;
use ferz_output::replace;
use std::path::Path;
use std::sync::Arc;

impl Session {
    /// Loads the network of `EvalFile`, or the embedded one for an empty path. After an error the
    /// network stays as it is.
    pub(super) fn load_network(&mut self) {
        let path = &self.options.eval_file;
        // A pipe or a device may have no end.
        let irregular = std::fs::metadata(path).is_ok_and(|found| !found.is_file());
        let loaded = if path.is_empty() {
            default_network()
        } else if irregular {
            self.send_text(format!("EvalFile {path}: no file; the current network is kept"));
            return;
        } else {
            match Network::load(path) {
                Ok(network) => {
                    self.send_text(describe(path, &network));
                    Arc::new(network)
                }
                Err(error) => {
                    self.send_text(format!("EvalFile {error}; the current network is kept"));
                    return;
                }
            }
        };
        self.network = loaded;
        self.select_evaluation();
    }

    /// Passes the evaluation that `Use NNUE` selects to the search.
    pub(super) fn select_evaluation(&mut self) {
        self.jobs.push(SessionJob::SetNetwork(self.network_in_use()));
    }

    /// Returns the network that evaluates positions; none for the classical evaluation.
    fn network_in_use(&self) -> Option<Arc<Network>> {
        self.options.use_nnue.then(|| Arc::clone(&self.network))
    }

    /// Writes the network in use to a file.
    pub(super) fn export_network(&self, path: &str) {
        let Some(network) = self.network_in_use() else {
            self.send_text("export_net: no network in use, Use NNUE is false".to_owned());
            return;
        };
        self.send_text(match replace(Path::new(path), &network.to_bytes()) {
            Ok(()) => format!("network written to {path}"),
            // The error names the file.
            Err(error) => format!("export_net {error}"),
        });
    }

    /// Sends the evaluation of the position with its terms or contributions.
    pub(super) fn evaluate(&self) {
        if self.position.in_check() {
            self.send_text("in check: the search does not evaluate this position".to_owned());
        }
        let breakdown = ClassicalEvaluator::new().breakdown(&self.position);
        self.outlet.send(match self.network_in_use() {
            Some(network) => {
                let value = match breakdown.endgame {
                    Some(_) if self.position.side_to_move() == Color::White => breakdown.white,
                    Some(_) => -breakdown.white,
                    None => network.evaluate(&self.position),
                };
                Output::NetworkEvaluation(Box::new(NetworkEvaluation {
                    position: self.position.clone(),
                    contributions: network.contributions(&self.position),
                    value,
                    recognized: breakdown.endgame,
                }))
            }
            None => Output::Evaluation(Box::new(breakdown)),
        });
    }
}

/// Describes a network loaded from a file.
fn describe(path: &str, network: &Network) -> String {
    let (hidden, buckets) = (network.shape().hidden(), network.shape().buckets());
    let provenance = network.provenance();
    format!("network {path}: {hidden} neurons, {buckets} output buckets; {provenance}")
}

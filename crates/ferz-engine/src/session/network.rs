//! The network of a session: loading, writing to a file, and the `eval` command.

use super::Session;
use super::jobs::Job;
use super::output::{NetworkEvaluation, Output};
use crate::eval::{ClassicalEvaluator, default_network};
use ferz::Color;
use ferz_nnue::Network;
use std::sync::Arc;

impl Session {
    /// Loads the network that `Use NNUE` and `EvalFile` select and passes it to the search. After an
    /// error the current network is kept, or the embedded one is used if there is none.
    pub(super) fn load_network(&mut self) {
        let path = &self.options.eval_file;
        let before = self.network.clone();
        self.network = match (self.options.use_nnue, path.is_empty()) {
            (false, _) => None,
            (true, true) => Some(default_network()),
            (true, false) => match Network::load(path) {
                Ok(network) => {
                    let shape = network.shape();
                    self.send_text(format!(
                        "network {path}: {} neurons, {} output buckets; {}",
                        shape.hidden(),
                        shape.buckets(),
                        network.provenance()
                    ));
                    Some(Arc::new(network))
                }
                Err(error) => {
                    let kept = match before {
                        Some(_) => "the current network is kept",
                        None => "the embedded network is used",
                    };
                    self.send_text(format!("EvalFile {path}: {error}; {kept}"));
                    Some(before.clone().unwrap_or_else(default_network))
                }
            },
        };
        // A change clears the transposition table and the histories.
        if self.network != before {
            self.jobs.push(Job::SetNetwork(self.network.clone()));
        }
    }

    /// Writes the network in use to a file.
    pub(super) fn export_network(&self, path: &str) {
        let Some(network) = &self.network else {
            self.send_text("export_net: no network in use, Use NNUE is false".to_owned());
            return;
        };
        self.send_text(match std::fs::write(path, network.to_bytes()) {
            Ok(()) => format!("network written to {path}"),
            Err(error) => format!("export_net {path}: {error}"),
        });
    }

    /// Sends the evaluation of the position with its terms or contributions.
    pub(super) fn evaluate(&self) {
        if self.position.in_check() {
            self.send_text("in check: the search does not evaluate this position".to_owned());
        }
        let breakdown = ClassicalEvaluator::new().breakdown(&self.position);
        self.outlet.send(match &self.network {
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

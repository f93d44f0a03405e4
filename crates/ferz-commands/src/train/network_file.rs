//! Networks that the command line gives.

use super::error::TrainError;
use ferz_engine::eval::default_network;
use ferz_nnue::Network;
use std::path::Path;
use std::sync::Arc;

/// Reads a network, or returns the embedded one without a file.
///
/// # Errors
/// If the file cannot be read or is not a network.
pub(crate) fn load(file: Option<&Path>) -> Result<Arc<Network>, TrainError> {
    let Some(path) = file else { return Ok(default_network()) };
    Ok(Arc::new(Network::load(path)?))
}

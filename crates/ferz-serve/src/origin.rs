//! Origins of pages, as browsers name them.

use std::fmt;
use std::str::FromStr;

/// The origin of a page: its scheme, host and port, as browsers send it in the header `Origin`.
///
/// ```
/// use ferz_serve::Origin;
///
/// let origin: Origin = "http://localhost:5173/".parse()?;
/// assert_eq!(origin.to_string(), "http://localhost:5173");
/// assert!("null".parse::<Origin>().is_err() && "*".parse::<Origin>().is_err());
/// # Ok::<(), ferz_serve::ParseOriginError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

/// The error for text that is not the origin of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the origin of a page, such as http://localhost:5173")]
pub struct ParseOriginError;

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Self, ParseOriginError> {
        let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let (scheme, host) = text.split_once("://").ok_or(ParseOriginError)?;
        let is_scheme = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_host =
            host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte));
        if scheme.is_empty() || host.is_empty() || !is_scheme || !is_host {
            return Err(ParseOriginError);
        }
        // Browsers leave the usual port out.
        let usual = match scheme {
            "http" => ":80",
            "https" => ":443",
            _ => "",
        };
        Ok(Self(text.strip_suffix(usual).unwrap_or(&text).to_owned()))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Origin {
    /// Returns true for the value of a header `Origin`.
    pub(crate) fn is(&self, header: &str) -> bool {
        self.0 == header
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_those_that_browsers_send() {
        for (text, expected) in [
            ("http://localhost:5173", Some("http://localhost:5173")),
            ("https://Example.org/", Some("https://example.org")),
            ("https://example.org:443", Some("https://example.org")),
            ("http://example.org:80/", Some("http://example.org")),
            ("http://example.org:443", Some("http://example.org:443")),
            ("http://[::1]:8080", Some("http://[::1]:8080")),
            ("moz-extension://0123-ab", Some("moz-extension://0123-ab")),
            ("null", None),
            ("*", None),
            ("", None),
            ("http://", None),
            ("://x", None),
            ("example.org", None),
            ("http://*", None),
            ("http://*.example.org", None),
            ("http://a.org/page", None),
            ("http://a.org?x", None),
            ("http://user@a.org", None),
            ("http://a.org, http://b.org", None),
            ("http://a.org\r\nX: y", None),
        ] {
            let origin = text.parse::<Origin>();
            assert_eq!(origin.map(|origin| origin.to_string()).ok().as_deref(), expected, "{text}");
        }
    }
}

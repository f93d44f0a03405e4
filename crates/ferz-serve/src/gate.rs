//! Who may call: requests that name this server, from its own page, with the secret of this run.

use crate::origin::Origin;
use hyper::header::{CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};

/// The header with the secret. A foreign page cannot send it without a preflight, which is refused.
const TOKEN: HeaderName = HeaderName::from_static("x-ferz-token");
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The number of random bytes of a secret.
const TOKEN_BYTES: usize = 16;

/// The checks of a request before anything is done for it.
pub(crate) struct Gate {
    /// The addresses of this server, as in `Host`.
    hosts: Vec<String>,
    /// The secret, in hexadecimal.
    token: String,
}

/// The reason why a request is refused, for its sender.
pub(crate) type Refused = (StatusCode, &'static str);

impl Gate {
    /// Creates the checks of a server at a port, with a new secret.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(crate) fn new(port: u16) -> Result<Self, getrandom::Error> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes)?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let names = ["127.0.0.1", "localhost"];
        let mut hosts: Vec<_> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        Ok(Self { hosts, token })
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Refuses a request by another name: a foreign page whose name leads to this machine (DNS rebinding) sends it.
    pub(crate) fn check_host(&self, head: &Parts) -> Result<(), Refused> {
        let refused = (StatusCode::MISDIRECTED_REQUEST, "this server has another name");
        let authority = head.uri.authority().map(|authority| authority.as_str());
        let host = single(head, HOST).ok_or(refused)?.ok_or(refused)?;
        let is_own = |name: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(name));
        if is_own(host) && authority.is_none_or(is_own) { Ok(()) } else { Err(refused) }
    }

    /// Refuses a call that is not a `POST` of JSON with the secret, or that another page sends.
    pub(crate) fn check_call(&self, head: &Parts) -> Result<(), Refused> {
        if head.method != Method::POST {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "calls are sent by POST"));
        }
        if !self.is_from_own_page(head) {
            return Err((StatusCode::FORBIDDEN, "another page sends this call"));
        }
        let token = single(head, TOKEN).flatten();
        if !token.is_some_and(|token| is_equal(token.as_bytes(), self.token.as_bytes())) {
            return Err((StatusCode::FORBIDDEN, "the secret of this run is missing or wrong"));
        }
        let media_type = single(head, CONTENT_TYPE).flatten();
        let media_type = media_type.map(|value| value.split(';').next().unwrap_or_default().trim());
        if !media_type.is_some_and(|name| name.eq_ignore_ascii_case("application/json")) {
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "calls are application/json"));
        }
        Ok(())
    }

    /// Refuses a reading request that a browser sends for a page whose origin is neither the own one nor allowed, or
    /// for the picture or script of any other page. Returns the origin if the answer has to name it.
    pub(crate) fn check_reader<'a>(
        &self,
        head: &'a Parts,
        allowed: &[Origin],
    ) -> Result<Option<&'a HeaderValue>, Refused> {
        let refused = (StatusCode::FORBIDDEN, "pages of this origin may not read");
        match single(head, ORIGIN).ok_or(refused)? {
            Some(origin) if self.is_own(origin) => Ok(None),
            Some(origin) if allowed.iter().any(|other| other.is(origin)) => {
                Ok(head.headers.get(ORIGIN))
            }
            Some(_) => Err(refused),
            // Programs send neither header. A person who opens the address is no page: `none`.
            None => match single(head, SEC_FETCH_SITE).ok_or(refused)? {
                None | Some("none" | "same-origin") => Ok(None),
                Some(_) => Err(refused),
            },
        }
    }

    /// Returns true if an origin is that of this server.
    fn is_own(&self, origin: &str) -> bool {
        let host = origin.strip_prefix("http://");
        host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Returns true unless a browser says that another page sends the request.
    fn is_from_own_page(&self, head: &Parts) -> bool {
        let admits = |name, is_own: &dyn Fn(&str) -> bool| match single(head, name) {
            None => false,
            Some(value) => value.is_none_or(is_own),
        };
        admits(ORIGIN, &|origin| self.is_own(origin))
            && admits(SEC_FETCH_SITE, &|site| site == "same-origin")
    }
}

/// Returns the value of a header, `Some(None)` without it; `None` if it occurs twice or is no text.
fn single(head: &Parts, name: HeaderName) -> Option<Option<&str>> {
    let mut values = head.headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Some(None),
        (Some(value), None) => value.to_str().ok().map(Some),
        (Some(_), Some(_)) => None,
    }
}

/// Compares in a time that does not depend on the place of a difference.
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::Request;

    fn head(uri: &str, headers: &[(&str, &str)]) -> Parts {
        let mut request = Request::builder().method("POST").uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap().into_parts().0
    }

    #[test]
    fn secrets_differ_and_have_128_bits() {
        let tokens: Vec<_> = (0..8).map(|_| Gate::new(1).unwrap().token).collect();
        for (index, token) in tokens.iter().enumerate() {
            assert_eq!(token.len(), 2 * TOKEN_BYTES);
            assert!(!tokens[..index].contains(token));
        }
    }

    #[test]
    fn only_the_own_names_are_hosts() {
        let gate = Gate::new(8064).unwrap();
        for (uri, host, expected) in [
            ("/", "127.0.0.1:8064", true),
            ("/", "LocalHost:8064", true),
            ("http://127.0.0.1:8064/", "127.0.0.1:8064", true),
            ("http://example.org/", "127.0.0.1:8064", false),
            ("/", "127.0.0.1", false),
            ("/", "127.0.0.1:80640", false),
            ("/", "127.0.0.1:8064.example.org", false),
            ("/", "user@127.0.0.1:8064", false),
            ("/", "[::1]:8064", false),
            ("/", "0.0.0.0:8064", false),
            ("/", "", false),
        ] {
            assert_eq!(
                gate.check_host(&head(uri, &[("host", host)])).is_ok(),
                expected,
                "{uri} {host}"
            );
        }
        assert!(gate.check_host(&head("/", &[])).is_err());
        let twice = [("host", "127.0.0.1:8064"), ("host", "127.0.0.1:8064")];
        assert!(gate.check_host(&head("/", &twice)).is_err());
        assert!(Gate::new(80).unwrap().check_host(&head("/", &[("host", "localhost")])).is_ok());
    }

    #[test]
    fn readers_are_programs_persons_and_allowed_pages() {
        let gate = Gate::new(8064).unwrap();
        let allowed: Vec<Origin> = vec!["http://localhost:5173".parse().unwrap()];
        let check = |headers: &[(&str, &str)]| {
            let head = head("/lichess", headers);
            let checked = gate.check_reader(&head, &allowed);
            checked.map(|origin| origin.map(|origin| origin.to_str().unwrap().to_owned()))
        };
        let front_end = ("origin", "http://localhost:5173");
        for headers in [
            &[][..],
            &[("sec-fetch-site", "none")],
            &[("sec-fetch-site", "same-origin")],
            &[("origin", "http://127.0.0.1:8064")],
            &[("origin", "http://localhost:8064"), ("sec-fetch-site", "same-origin")],
        ] {
            assert_eq!(check(headers), Ok(None), "{headers:?}");
        }
        for headers in [&[front_end][..], &[front_end, ("sec-fetch-site", "cross-site")]] {
            assert_eq!(check(headers), Ok(Some("http://localhost:5173".to_owned())));
        }
        for headers in [
            &[("origin", "null")][..],
            &[("origin", "")],
            &[("origin", "http://localhost:51730")],
            &[("origin", "https://localhost:5173")],
            &[("origin", "http://localhost:5173.example.org")],
            &[("origin", "http://127.0.0.1:8065")],
            &[("origin", "http://localhost:5173, http://localhost:5173")],
            &[front_end, front_end],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
            &[("sec-fetch-site", "none"), ("sec-fetch-site", "cross-site")],
        ] {
            assert!(check(headers).is_err(), "{headers:?}");
        }
    }

    #[test]
    fn calls_need_secret_type_and_own_page() {
        let gate = Gate::new(8064).unwrap();
        let token = gate.token().to_owned();
        let wrong = token.replace(|char: char| char.is_ascii_hexdigit(), "0");
        let good = [("x-ferz-token", token.as_str()), ("content-type", "application/json")];
        assert_eq!(gate.check_call(&head("/", &good)), Ok(()));
        let own = [("origin", "http://127.0.0.1:8064"), ("sec-fetch-site", "same-origin")];
        assert_eq!(gate.check_call(&head("/", &[&good[..], &own].concat())), Ok(()));
        for added in [
            ("origin", "http://example.org"),
            ("origin", "null"),
            ("origin", "https://127.0.0.1:8064"),
            ("origin", "http://127.0.0.1:8065"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("x-ferz-token", token.as_str()),
            ("content-type", "application/json"),
        ] {
            let headers = [&good[..], &[added]].concat();
            assert!(gate.check_call(&head("/", &headers)).is_err(), "{added:?}");
        }
        for (name, value) in [
            ("x-ferz-token", ""),
            ("x-ferz-token", wrong.as_str()),
            ("x-ferz-token", &token[1..]),
            ("content-type", "text/plain"),
            ("content-type", "application/jsonx"),
            ("content-type", ""),
        ] {
            let headers: Vec<_> = good
                .iter()
                .map(|&(other, old)| (other, if other == name { value } else { old }))
                .collect();
            assert!(gate.check_call(&head("/", &headers)).is_err(), "{name}: {value}");
        }
        let with_charset = [good[0], ("content-type", "Application/JSON; charset=utf-8")];
        assert_eq!(gate.check_call(&head("/", &with_charset)), Ok(()));
    }
}

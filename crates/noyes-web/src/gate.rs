//! Who may ask: the right host, the right origin, and for others than this machine the token.
//!
//! A page of another site can make a browser send requests to a loopback address, directly or under
//! a name of its own that it has pointed there (DNS rebinding). The first carry a foreign `Origin`,
//! the second a foreign `Host`. Both are refused: on a loopback address `Host` must be one of its
//! own names with the port, to the letter, and an `Origin` must be that of this server.
//!
//! On any other address every request must have the token that the server has printed, as a bearer
//! token or as the cookie that the printed address sets.

use std::net::{IpAddr, SocketAddr};

use hyper::Uri;
use hyper::header::{AUTHORIZATION, COOKIE, HOST, HeaderMap, HeaderName, ORIGIN};

/// The name of the cookie with the token.
pub const COOKIE_NAME: &str = "noyes_token";

/// What is asked of every request.
#[derive(Debug)]
pub struct Gate {
    /// The values of `Host` that are accepted; none accepts all.
    hosts: Option<Vec<String>>,
    token: Option<String>,
}

/// Why a request is refused: the status and a sentence.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    pub detail: &'static str,
    pub remedy: &'static str,
}

impl Gate {
    /// The gate of a server at an address, with a token if the address is not a loopback one.
    pub fn new(address: SocketAddr, token: Option<String>) -> Self {
        let hosts = address.ip().is_loopback().then(|| {
            let names = match address.ip() {
                IpAddr::V4(ip) => [ip.to_string(), "localhost".to_owned()],
                IpAddr::V6(ip) => [format!("[{ip}]"), "localhost".to_owned()],
            };
            let with_port = |name: &String| format!("{name}:{}", address.port());
            let mut hosts: Vec<String> = names.iter().map(with_port).collect();
            // A browser leaves out the port of the scheme.
            if address.port() == 80 {
                hosts.extend(names);
            }
            hosts
        });
        Self { hosts, token }
    }

    /// The token of clients on other machines.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Refuses what is not for this server.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = one(headers, HOST).ok_or(Refusal {
            status: 400,
            detail: "the request has no Host header, or several",
            remedy: "send the address of this server as Host",
        })?;
        // A request for a proxy names the host once more, and that one counts.
        if uri.authority().is_some_and(|named| named.as_str() != host) {
            return Err(Refusal {
                status: 403,
                detail: "the address of the request is not that of its Host header",
                remedy: "send the path alone, and the address of this server as Host",
            });
        }
        if self
            .hosts
            .as_ref()
            .is_some_and(|hosts| !hosts.iter().any(|own| own == host))
        {
            return Err(Refusal {
                status: 403,
                detail: "the Host header is not the address of this server",
                remedy: "use the address that noyes serve has printed",
            });
        }
        let origin = headers.get(ORIGIN).map(|origin| origin.as_bytes().to_vec());
        let is_foreign = |origin: &Vec<u8>| *origin != format!("http://{host}").into_bytes();
        if origin.as_ref().is_some_and(is_foreign) {
            return Err(Refusal {
                status: 403,
                detail: "the request comes from a page of another site",
                remedy: "open the page of this server, or ask from a program",
            });
        }
        match &self.token {
            Some(token) if !has_token(headers, token) => Err(Refusal {
                status: 401,
                detail: "the request has no token, or another one",
                remedy: "use the whole address that noyes serve has printed, or send the token as Authorization: Bearer TOKEN",
            }),
            _ => Ok(()),
        }
    }

    /// Whether the query of the printed address has the token.
    pub fn opens(&self, query: Option<&str>) -> bool {
        let given = query.and_then(|query| query.strip_prefix("token="));
        match (&self.token, given) {
            (Some(token), Some(given)) => is_same(token, given),
            _ => false,
        }
    }
}

/// The value of a header that must be there once.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let bearer = one(headers, AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let cookies = cookies.flat_map(|value| value.split(';'));
    let pairs = cookies.filter_map(|cookie| cookie.trim().split_once('='));
    let mut given = pairs
        .filter(|(name, _)| *name == COOKIE_NAME)
        .map(|(_, value)| value);
    bearer.is_some_and(|given| is_same(token, given)) || given.any(|given| is_same(token, given))
}

/// Compares two texts in a time that does not tell where they differ.
fn is_same(a: &str, b: &str) -> bool {
    let differing = a
        .bytes()
        .zip(b.bytes())
        .fold(0, |bits, (a, b)| bits | (a ^ b));
    a.len() == b.len() && differing == 0
}

/// A new token of 128 random bits.
pub fn new_token() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
        headers
    }

    fn status(gate: &Gate, pairs: &[(&str, &str)]) -> u16 {
        gate.check(&Uri::from_static("/"), &headers(pairs))
            .err()
            .map_or(200, |refusal| refusal.status)
    }

    #[test]
    fn only_the_own_host_and_origin_pass() {
        let gate = Gate::new("127.0.0.1:8015".parse().unwrap(), None);
        for host in ["127.0.0.1:8015", "localhost:8015"] {
            let origin = format!("http://{host}");
            assert_eq!(status(&gate, &[("host", host)]), 200);
            assert_eq!(status(&gate, &[("host", host), ("origin", &origin)]), 200);
            for foreign in ["null", "http://evil.example", "https://localhost:8015", ""] {
                assert_eq!(status(&gate, &[("host", host), ("origin", foreign)]), 403);
            }
        }
        for host in [
            "evil.example:8015",
            "localhost",
            "127.0.0.1:80150",
            "LOCALHOST:8015",
        ] {
            assert_eq!(status(&gate, &[("host", host)]), 403, "{host}");
        }
        assert_eq!(status(&gate, &[]), 400);
        let twice = [("host", "localhost:8015"), ("host", "evil.example")];
        assert_eq!(status(&gate, &twice), 400);
        let named = |uri| {
            gate.check(
                &Uri::from_static(uri),
                &headers(&[("host", "localhost:8015")]),
            )
        };
        assert!(named("http://localhost:8015/").is_ok());
        assert_eq!(named("http://evil.example/").unwrap_err().status, 403);
        let six = Gate::new("[::1]:8015".parse().unwrap(), None);
        assert_eq!(status(&six, &[("host", "[::1]:8015")]), 200);
    }

    #[test]
    fn elsewhere_the_token_decides() {
        let token = new_token().unwrap();
        assert!(token.len() == 32 && token != new_token().unwrap());
        let gate = Gate::new("192.0.2.1:8015".parse().unwrap(), Some(token.clone()));
        let host = ("host", "192.0.2.1:8015");
        assert_eq!(status(&gate, &[host]), 401);
        assert_eq!(status(&gate, &[host, ("authorization", "Bearer x")]), 401);
        assert_eq!(
            status(
                &gate,
                &[host, ("authorization", &format!("Bearer {token}"))]
            ),
            200
        );
        let cookie = format!("a=b; {COOKIE_NAME}={token}");
        assert_eq!(status(&gate, &[host, ("cookie", &cookie)]), 200);
        assert_eq!(
            status(&gate, &[host, ("cookie", &cookie[..cookie.len() - 1])]),
            401
        );
        assert!(gate.opens(Some(&format!("token={token}"))) && !gate.opens(Some("token=")));
    }
}

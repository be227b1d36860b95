//! What a server is told when it starts.

use std::net::{IpAddr, Ipv4Addr};
use std::thread::available_parallelism;
use std::time::Duration;

use noyes_api::Caps;

/// The options of a server. The defaults suit one machine and its users.
///
/// ```
/// use noyes_web::Options;
///
/// let options = Options::default();
/// assert!(options.bind.is_loopback() && options.searches >= 4);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on. Any but a loopback address requires a token of its clients.
    pub bind: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// Searches at one time: solve, compare and check.
    pub searches: usize,
    /// Short calls at one time: all others.
    pub short_calls: usize,
    /// Connections at one time.
    pub connections: usize,
    /// The most that one request may ask for.
    pub caps: Caps,
    /// The largest request, in bytes.
    pub body_bytes: usize,
    /// Time for a request to arrive, and for a client to read what was written.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8015,
            searches: (2 * cores).max(4),
            short_calls: (4 * cores).max(16),
            connections: 1024,
            caps: Caps {
                time: Some(Duration::from_secs(60)),
                nodes: None,
                memory: Some(512_000_000),
                // A search alone may use half of the cores, so that short calls are not starved.
                threads: Some(cores.div_ceil(2)),
                cells: None,
                count: Some(1000),
            },
            body_bytes: 16 << 20,
            patience: Duration::from_secs(20),
        }
    }
}

impl Options {
    /// The caps of short calls: they must not hold a thread for long.
    pub(crate) fn short_caps(&self) -> Caps {
        const TIME: Duration = Duration::from_secs(10);
        Caps {
            time: Some(self.caps.time.map_or(TIME, |time| time.min(TIME))),
            threads: Some(1),
            ..self.caps
        }
    }
}

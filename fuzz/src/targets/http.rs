//! Requests as a socket brings them: whatever comes, the server answers or closes, and goes on.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use noyes::Engine;
use noyes::store::MemoryStore;
use noyes_api::Caps;
use noyes_web::{Options, Server};

/// Time that a request which may be cut off is waited for.
const MOMENT: Duration = Duration::from_millis(5);

/// Panics in any thread of the process: those of the server's tasks end no thread.
static PANICS: AtomicU64 = AtomicU64::new(0);

/// A server of this process, which runs until the process ends.
fn server() -> SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    *SERVER.get_or_init(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::Relaxed);
            usual(info);
        }));
        let caps = Caps {
            time: Some(Duration::from_millis(20)),
            nodes: Some(500),
            memory: Some(20_000_000),
            threads: Some(1),
            cells: Some(25),
            count: Some(3),
        };
        let options = Options {
            port: 0,
            caps,
            body_bytes: 4096,
            patience: Duration::from_millis(500),
            ..Options::default()
        };
        let store = MemoryStore::new();
        let engine = Engine::builder().store(store).threads(1).build();
        let server = Server::bind(options, engine).expect("a free port");
        let address = server.address();
        std::thread::spawn(move || server.run(&|| false));
        address
    })
}

/// What the server answers to some bytes until it closes, or says nothing for some time.
fn answer(bytes: &[u8], patience: Duration) -> Vec<u8> {
    let mut socket = TcpStream::connect(server()).expect("the server listens");
    let patience = Some(patience);
    socket
        .set_read_timeout(patience)
        .expect("a time that is not 0");
    // The server may have closed already: then what it said before counts.
    let _ = socket.write_all(bytes);
    let (mut answer, mut part) = (Vec::new(), [0; 4096]);
    while let Ok(length @ 1..) = socket.read(&mut part) {
        answer.extend_from_slice(&part[..length]);
    }
    answer
}

/// The request with the length of its body in its head, where it has a head and a body: what is
/// changed in a body is then read.
fn with_its_length(bytes: &[u8]) -> Option<Vec<u8>> {
    const END: &[u8] = b"\r\n\r\n";
    const LENGTH: &str = "content-length: ";
    let end = bytes.windows(END.len()).position(|part| part == END)? + END.len();
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let (before, after) = head.split_once(LENGTH)?;
    let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
    let head = format!("{before}{LENGTH}{}{after}", bytes.len() - end);
    Some([head.as_bytes(), &bytes[end..]].concat())
}

/// The server answers with HTTP or closes, no thread panics, no file gets out, and the next request
/// is answered.
pub fn http(bytes: &[u8]) {
    let panics = PANICS.load(Ordering::Relaxed);
    // Every second request is complete, whatever its body was changed to.
    let complete = with_its_length(bytes).filter(|_| bytes.len().is_multiple_of(2));
    let found = answer(complete.as_deref().unwrap_or(bytes), MOMENT);
    assert!(
        found.is_empty() || found.starts_with(b"HTTP/1."),
        "{found:?}"
    );
    assert!(
        !String::from_utf8_lossy(&found).contains("root:x:0"),
        "a file of the machine"
    );
    if bytes.len().is_multiple_of(16) {
        let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let healthy = answer(request, Duration::from_secs(20));
        assert!(
            healthy.starts_with(b"HTTP/1.1 200"),
            "{}",
            String::from_utf8_lossy(&healthy)
        );
    }
    assert_eq!(PANICS.load(Ordering::Relaxed), panics, "a thread panicked");
}

pub fn http_seeds() -> Vec<Vec<u8>> {
    let post = |path: &str, body: &str| {
        format!(
            "POST /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let seeds = [
        "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".to_owned(),
        "GET /api/v1/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: */*\r\n\r\n".to_owned(),
        "GET /../../etc/passwd HTTP/1.1\r\nhost: localhost\r\n\r\n".to_owned(),
        "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nhost: localhost\r\n\r\n".to_owned(),
        "HEAD /healthz HTTP/1.0\r\norigin: http://localhost\r\n\r\n".to_owned(),
        post("solve", r#"{"board":"8 1 3/4 0 2/7 6 5"}"#),
        post("info", r#"{"board":[[1,2],[0,3]]}"#),
        post("render", r#"{"board":"0 1 3/4 2 5/7 8 6","format":"svg"}"#),
        "POST /api/v1/info HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\n\r\n1b\r\n{\"board\":\"1 2 3/4 5 6/7 0 8\"}\r\n0\r\n\r\n"
            .to_owned(),
    ];
    seeds.map(String::into_bytes).to_vec()
}

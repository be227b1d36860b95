//! A server of a test, and the simplest client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use noyes::Engine;
use noyes::store::MemoryStore;
use noyes_web::{Options, Server};
use serde_json::Value;

/// A 5×5 board whose proof takes hours.
pub const LONG: &str = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";

/// A server that runs until the test ends.
pub struct TestServer {
    pub address: SocketAddr,
    pub token: Option<String>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    pub fn start() -> Self {
        Self::with(|_| ())
    }

    /// A server with other options.
    pub fn with(change: impl FnOnce(&mut Options)) -> Self {
        let mut options = Options {
            port: 0,
            ..Options::default()
        };
        change(&mut options);
        let engine = Engine::builder()
            .store(MemoryStore::new())
            .threads(2)
            .build();
        let server = Server::bind(options, engine).unwrap();
        let (address, token) = (server.address(), server.token().map(str::to_owned));
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        let thread = std::thread::spawn(move || {
            server.run(&|| flag.load(Ordering::Relaxed)).unwrap();
        });
        Self {
            address,
            token,
            is_over,
            thread: Some(thread),
        }
    }

    /// Tells the server to end, without waiting for it.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Waits for the end.
    pub fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.address.port())).unwrap()
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.address.port())
    }

    /// Sends a request and reads the head of the answer.
    pub fn open(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut socket = self.connect();
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head += &format!("host: {}\r\n", self.host());
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!(
            "content-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        socket.write_all(head.as_bytes()).unwrap();
        // A server that refuses may close before it has read everything.
        let _ = socket.write_all(body.as_bytes());
        Answer::read(socket)
    }

    /// Posts JSON to a call of the API.
    pub fn post(&self, name: &str, body: &str) -> Answer {
        let headers = [
            ("content-type", "application/json"),
            ("accept", "application/json"),
        ];
        self.open("POST", &format!("/api/v1/{name}"), &headers, body)
    }

    /// Begins to solve, and reads the head of the stream.
    pub fn stream(&self, body: &str) -> Answer {
        let headers = [("content-type", "application/json")];
        self.open("POST", "/api/v1/solve", &headers, body)
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.end();
        self.join();
    }
}

/// An answer whose head has been read.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    reader: BufReader<TcpStream>,
}

impl Answer {
    fn read(socket: TcpStream) -> Self {
        let mut reader = BufReader::new(socket);
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let status = line
            .split(' ')
            .nth(1)
            .unwrap_or_default()
            .parse()
            .unwrap_or(0);
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            match line.trim_end().split_once(": ") {
                Some((name, value)) => headers.push((name.to_owned(), value.to_owned())),
                None => break,
            }
        }
        Self {
            status,
            headers,
            reader,
        }
    }

    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(other, _)| other == name);
        found.map_or("", |(_, value)| value)
    }

    /// The body: chunks are put together.
    pub fn text(mut self) -> String {
        if self.header("transfer-encoding") != "chunked" {
            let mut text = String::new();
            self.reader.read_to_string(&mut text).unwrap();
            return text;
        }
        let mut text = String::new();
        while let Some(chunk) = self.chunk() {
            text += &chunk;
        }
        text
    }

    /// The next chunk of a stream; none at its end.
    pub fn chunk(&mut self) -> Option<String> {
        let mut length = String::new();
        self.reader.read_line(&mut length).ok()?;
        let length = usize::from_str_radix(length.trim(), 16).ok()?;
        let mut chunk = vec![0; length + 2];
        self.reader.read_exact(&mut chunk).ok()?;
        chunk.truncate(length);
        (length > 0).then(|| String::from_utf8(chunk).unwrap())
    }

    pub fn json(self) -> Value {
        let text = self.text();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The events of a stream, up to its end.
    pub fn events(self) -> Vec<(String, Value)> {
        let text = self.text();
        let blocks = text.split("\n\n");
        blocks
            // A block that begins with a colon is a comment.
            .filter(|block| !block.is_empty() && !block.starts_with(':'))
            .map(|block| {
                let (name, data) = block.split_once("\ndata: ").unwrap();
                let name = name.strip_prefix("event: ").unwrap();
                (name.to_owned(), serde_json::from_str(data).unwrap())
            })
            .collect()
    }
}

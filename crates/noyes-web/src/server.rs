//! The server: it listens, accepts connections and ends them.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use noyes::Engine;
use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::Options;
use crate::clock::TokioTimer;
use crate::connection::Connection;
use crate::gate::{Gate, new_token};
use crate::request_text::RequestMemory;
use crate::routes::Routes;
use crate::work::Work;

/// How often the caller is asked whether to stop.
const TICK: Duration = Duration::from_millis(50);
/// Time for connections to end when the server does.
const FAREWELL: Duration = Duration::from_secs(3);
/// Bytes of the head of a request, and of what is written at a time.
const BUFFER: usize = 32 << 10;
/// Bytes that the system holds for a client.
const SEND_BUFFER: usize = 64 << 10;

/// A server that listens, and does not answer yet.
///
/// ```
/// use noyes::Engine;
/// use noyes_web::{Options, Server};
///
/// let options = Options { port: 0, ..Options::default() };
/// let server = Server::bind(options, Engine::new())?;
/// assert_eq!(server.url(), format!("http://127.0.0.1:{}", server.address().port()));
/// // It answers until it is told to stop: here, at once.
/// server.run(&|| true)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: Options,
    routes: Arc<Routes>,
}

impl Server {
    /// Takes the port.
    pub fn bind(options: Options, engine: Engine) -> io::Result<Self> {
        let listener = TcpListener::bind((options.bind, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let is_local = address.ip().is_loopback();
        let token = if is_local { None } else { Some(new_token()?) };
        let routes = Routes {
            gate: Gate::new(address, token),
            room: RequestMemory::new(options.body_bytes),
            patience: options.patience,
            work: Arc::new(Work::new(engine, options.clone())),
        };
        Ok(Self {
            listener,
            address,
            options,
            routes: Arc::new(routes),
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser, without the token.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The token that clients need on other than loopback addresses.
    pub fn token(&self) -> Option<&str> {
        self.routes.gate.token()
    }

    /// Answers requests until `is_over` says so. Then searches stop, their clients get what was
    /// found, and connections are closed.
    pub fn run(self, is_over: &dyn Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(self.options.short_calls)
            .build()?;
        let served = runtime.block_on(self.serve(is_over));
        // A search that has been told to stop ends within its next few thousand nodes.
        runtime.shutdown_timeout(FAREWELL);
        served
    }

    async fn serve(self, is_over: &dyn Fn() -> bool) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let connections = Arc::new(Semaphore::new(self.options.connections));
        let (ending, is_ending) = watch::channel(false);
        while !is_over() {
            let accepting = tokio::time::timeout(TICK, listener.accept());
            let socket = match accepting.await {
                Ok(Ok((socket, _))) => socket,
                // Too many open files, or a client that was gone at once: others may do better.
                Ok(Err(_)) => {
                    tokio::time::sleep(TICK).await;
                    continue;
                }
                Err(_) => continue,
            };
            let patience = self.options.patience;
            match Arc::clone(&connections).try_acquire_owned() {
                Ok(permit) => {
                    let routes = Arc::clone(&self.routes);
                    tokio::spawn(attend(socket, routes, patience, is_ending.clone(), permit));
                }
                Err(_) => turn_away(socket),
            }
        }
        self.routes.work.end();
        let _ = ending.send(true);
        drop(is_ending);
        let all = self.options.connections as u32;
        // Every connection holds a permit until it ends.
        let _ = tokio::time::timeout(FAREWELL, connections.acquire_many(all)).await;
        Ok(())
    }
}

/// Answers the requests of one connection until it ends.
async fn attend(
    socket: TcpStream,
    routes: Arc<Routes>,
    patience: Duration,
    mut is_ending: watch::Receiver<bool>,
    permit: OwnedSemaphorePermit,
) {
    // Events are small and must not wait for one another; those of a client that reads slowly must
    // not fill the system's memory.
    let _ = socket.set_nodelay(true);
    let _ = SockRef::from(&socket).set_send_buffer_size(SEND_BUFFER);
    let service = service_fn(|request| async {
        let response = routes.answer(request).await;
        Ok::<_, Infallible>(response)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer)
        .header_read_timeout(patience)
        .max_buf_size(BUFFER)
        .serve_connection(Connection::new(socket, patience), service);
    let mut serving = std::pin::pin!(serving);
    let mut ended = std::pin::pin!(is_ending.wait_for(|&ending| ending));
    let mut is_told = false;
    std::future::poll_fn(|context| {
        if !is_told && ended.as_mut().poll(context).is_ready() {
            is_told = true;
            serving.as_mut().graceful_shutdown();
        }
        // What goes wrong with one connection concerns its client alone.
        serving.as_mut().poll(context).map(|_| ())
    })
    .await;
    drop(permit);
}

/// Tells a client that there are too many, without reading what it wants.
fn turn_away(socket: TcpStream) {
    const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\n\
        content-length: 0\r\nconnection: close\r\n\r\n";
    // A new socket has room for so few bytes; a client that is gone needs none.
    let _ = socket.try_write(BUSY);
}

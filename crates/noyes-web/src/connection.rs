//! One connection: a socket whose writes have a time limit.
//!
//! A client that reads slowly is waited for; one that reads nothing at all for the time of
//! `patience` is dropped, and with it the search that it asked for.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

/// Bytes read at a time.
const CHUNK: usize = 8 << 10;

/// A socket for hyper.
#[derive(Debug)]
pub struct Connection {
    socket: TcpStream,
    patience: Duration,
    /// When the write under way fails, if one is.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    pub fn new(socket: TcpStream, patience: Duration) -> Self {
        Self {
            socket,
            patience,
            deadline: None,
        }
    }

    /// The result of a write, or an error if it has waited for too long.
    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let patience = self.patience;
        let end = || Box::pin(tokio::time::sleep_until(Instant::now() + patience));
        let deadline = self.deadline.get_or_insert_with(end);
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Read for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let mut chunk = [0; CHUNK];
        let room = buffer.remaining().min(CHUNK);
        let mut read = ReadBuf::new(&mut chunk[..room]);
        ready!(Pin::new(&mut self.socket).poll_read(context, &mut read))?;
        buffer.put_slice(read.filled());
        Poll::Ready(Ok(()))
    }
}

impl Write for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.socket).poll_flush(context);
        self.timed(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = Pin::new(&mut self.socket).poll_shutdown(context);
        self.timed(context, closed)
    }
}

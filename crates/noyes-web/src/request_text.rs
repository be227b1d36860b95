//! The text of a request, and the room that all of them have together.
//!
//! A request may be large, and a client may be slow to send it: a thousand clients that each hold
//! back the last byte must not fill the memory. So every byte that has arrived takes room until its
//! request is answered, and a request that finds none is refused.

use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::Response;
use hyper::body::{Body, Incoming};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::respond::{self, Reply};

/// Requests of the largest size that have room at one time.
const LARGEST_TOGETHER: usize = 4;

/// The room for all requests.
#[derive(Debug)]
pub struct RequestMemory {
    /// The largest request, in bytes.
    most: usize,
    /// A permit for every byte.
    bytes: Arc<Semaphore>,
}

/// A request that has arrived.
#[derive(Debug)]
pub struct RequestText {
    text: String,
    /// Given back when the text is dropped.
    _room: Option<OwnedSemaphorePermit>,
}

impl Deref for RequestText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl RequestMemory {
    /// Room for requests of at most so many bytes.
    pub fn new(most: usize) -> Self {
        let all = most.saturating_mul(LARGEST_TOGETHER);
        Self {
            most,
            bytes: Arc::new(Semaphore::new(all.min(Semaphore::MAX_PERMITS))),
        }
    }

    /// Reads a request that must arrive within the time.
    pub async fn read(
        &self,
        body: Incoming,
        patience: Duration,
    ) -> Result<RequestText, Response<Reply>> {
        match tokio::time::timeout(patience, self.read_all(body)).await {
            Ok(read) => read,
            Err(_) => {
                let words = "the request did not arrive in time";
                Err(respond::own_problem(408, "late", words, "send it again"))
            }
        }
    }

    async fn read_all(&self, mut body: Incoming) -> Result<RequestText, Response<Reply>> {
        if body.size_hint().lower() > self.most as u64 {
            return Err(self.too_large());
        }
        let mut bytes = Vec::new();
        let mut room: Option<OwnedSemaphorePermit> = None;
        while let Some(frame) =
            std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await
        {
            let Ok(data) = frame.map_err(|_| broken_off())?.into_data() else {
                continue;
            };
            if bytes.len() + data.len() > self.most {
                return Err(self.too_large());
            }
            let more = u32::try_from(data.len()).unwrap_or(u32::MAX);
            let more = Arc::clone(&self.bytes).try_acquire_many_owned(more);
            let more = more.map_err(|_| respond::busy())?;
            match &mut room {
                Some(room) => room.merge(more),
                None => room = Some(more),
            }
            bytes.extend_from_slice(&data);
        }
        let text = String::from_utf8(bytes).map_err(|_| not_utf8())?;
        Ok(RequestText { text, _room: room })
    }

    fn too_large(&self) -> Response<Reply> {
        let words = format!("a request has at most {} bytes", self.most);
        respond::own_problem(413, "too-large", &words, "send a smaller request")
    }
}

fn broken_off() -> Response<Reply> {
    let words = "the request broke off";
    respond::own_problem(400, "request", words, "send it again")
}

fn not_utf8() -> Response<Reply> {
    let words = "the request is not UTF-8";
    respond::own_problem(400, "request", words, "write it as UTF-8")
}

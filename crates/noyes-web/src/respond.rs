//! Responses, with the headers that every one of them has.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use hyper::Response;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use noyes_api::Problem;
use serde_json::{Value, json};

use crate::events::EventBody;
use crate::gate::Refusal;

/// What the page may load, and who may show it in a frame.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; \
    base-uri 'none'; form-action 'none'";

/// The body of a response.
#[derive(Debug)]
pub enum Reply {
    /// All of it.
    Whole(Option<Bytes>),
    /// Events as they come.
    Events(EventBody),
}

impl Body for Reply {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = match self.get_mut() {
            Self::Whole(bytes) => bytes.take(),
            Self::Events(events) => ready!(events.poll_text(context)).map(Bytes::from),
        };
        Poll::Ready(bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            // It is not known before the end.
            Self::Events(_) => SizeHint::default(),
        }
    }
}

/// A response with all its headers.
fn response(status: u16, media_type: &'static str, body: Reply) -> Response<Reply> {
    let mut response = Response::new(body);
    *response.status_mut() = status.try_into().unwrap_or_default();
    let policy = format!("{POLICY}; frame-ancestors 'self'");
    for (name, value) in [
        (CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("same-origin"),
        ),
        (
            CONTENT_SECURITY_POLICY,
            HeaderValue::from_str(&policy)
                .unwrap_or(HeaderValue::from_static("default-src 'self'")),
        ),
    ] {
        response.headers_mut().insert(name, value);
    }
    response
}

/// The policy of a page that other sites may show in a frame.
pub fn allow_frames(response: &mut Response<Reply>) {
    let policy = HeaderValue::from_static(POLICY);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    let everyone = HeaderValue::from_static("cross-origin");
    headers.insert("cross-origin-resource-policy", everyone);
}

/// A whole body.
pub fn whole(status: u16, media_type: &'static str, bytes: impl Into<Bytes>) -> Response<Reply> {
    response(status, media_type, Reply::Whole(Some(bytes.into())))
}

/// An answer as JSON.
pub fn json_answer(text: String) -> Response<Reply> {
    whole(200, "application/json", text)
}

/// A stream of events.
pub fn events(body: EventBody) -> Response<Reply> {
    response(200, "text/event-stream", Reply::Events(body))
}

/// A problem of the JSON layer.
pub fn problem(problem: &Problem) -> Response<Reply> {
    whole(
        problem.status(),
        "application/problem+json",
        problem.to_json(),
    )
}

/// A problem of the server's own.
pub fn own_problem(status: u16, name: &str, detail: &str, remedy: &str) -> Response<Reply> {
    let title = match status {
        400 => "The request is not understood",
        401 => "A token is needed",
        403 => "Not for this server",
        404 => "There is no such page",
        405 => "Not in this way",
        408 => "The request took too long",
        413 => "The request is too large",
        415 => "The request is not JSON",
        503 => "Busy",
        _ => "A mistake in noyes",
    };
    let object: Value = json!({
        "type": format!("urn:noyes:problem:{name}"),
        "title": title,
        "status": status,
        "detail": detail,
        "remedy": remedy,
    });
    whole(status, "application/problem+json", object.to_string())
}

/// A refusal of the gate.
pub fn refusal(refusal: &Refusal) -> Response<Reply> {
    own_problem(refusal.status, "refused", refusal.detail, refusal.remedy)
}

/// Too much is under way: the client may try again in a second.
pub fn busy() -> Response<Reply> {
    let detail = "as much is being computed as this server allows at one time";
    let mut response = own_problem(503, "busy", detail, "try again in a second");
    response
        .headers_mut()
        .insert("retry-after", HeaderValue::from_static("1"));
    response
}

//! Which path leads where.

use std::sync::Arc;
use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, ETAG, HeaderMap, HeaderName,
    HeaderValue, IF_NONE_MATCH, LOCATION, SET_COOKIE,
};
use hyper::{Method, Request, Response};
use noyes_api::NAMES;

use crate::files::File;
use crate::gate::{COOKIE_NAME, Gate};
use crate::openapi;
use crate::request_text::RequestMemory;
use crate::respond::{self, Reply};
use crate::work::Work;

/// The path before the names of calls.
pub const API: &str = "/api/v1/";
const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");

/// Everything that answers requests.
#[derive(Debug)]
pub struct Routes {
    pub gate: Gate,
    pub work: Arc<Work>,
    /// The room for requests.
    pub room: RequestMemory,
    /// Time for a request to arrive.
    pub patience: Duration,
}

impl Routes {
    /// Answers a request, and tells the client for how long it may use the connection again.
    ///
    /// The server closes an idle connection after its patience. A client that used it again at that
    /// very moment would lose its request, so it is told half of that time.
    pub async fn answer(&self, request: Request<Incoming>) -> Response<Reply> {
        let mut response = self.find_answer(request).await;
        let headers = response.headers_mut();
        if !headers.contains_key(CONNECTION) {
            let seconds = (self.patience / 2).as_secs();
            if let Ok(hint) = HeaderValue::from_str(&format!("timeout={seconds}")) {
                headers.insert(KEEP_ALIVE, hint);
            }
        }
        response
    }

    async fn find_answer(&self, request: Request<Incoming>) -> Response<Reply> {
        let (parts, body) = request.into_parts();
        let path = parts.uri.path();
        if path == "/" && self.gate.opens(parts.uri.query()) {
            return self.let_in();
        }
        if path == "/healthz" && parts.headers.get("origin").is_none() {
            return only_get(&parts.method, health);
        }
        if let Err(refusal) = self.gate.check(&parts.uri, &parts.headers) {
            return respond::refusal(&refusal);
        }
        if path == "/healthz" {
            return only_get(&parts.method, health);
        }
        if let Some(name) = path.strip_prefix(API) {
            if name == "openapi.json" {
                return only_get(&parts.method, || {
                    respond::json_answer(openapi::document().to_string())
                });
            }
            if let Some(name) = NAMES.into_iter().find(|other| *other == name) {
                return self.call(name, &parts.method, &parts.headers, body).await;
            }
        }
        match File::find(path) {
            Some(file) => only_get(&parts.method, || page_file(file, &parts.headers)),
            None => no_such_page(),
        }
    }

    /// Answers a call of the API.
    async fn call(
        &self,
        name: &'static str,
        method: &Method,
        headers: &HeaderMap,
        body: Incoming,
    ) -> Response<Reply> {
        if method != Method::POST {
            return not_allowed("POST");
        }
        if !is_json(headers) {
            let remedy = "send the request with Content-Type: application/json";
            return closing(respond::own_problem(
                415,
                "media-type",
                "the request is not JSON",
                remedy,
            ));
        }
        let request = match self.room.read(body, self.patience).await {
            Ok(request) => request,
            Err(response) => return closing(response),
        };
        match name {
            "solve" if !wants_json(headers) => self.work.stream(request).await,
            name => self.work.answer(name, request).await,
        }
    }

    /// Sets the cookie of a client that came with the printed address.
    fn let_in(&self) -> Response<Reply> {
        let mut response = respond::whole(303, "text/plain", "");
        let token = self.gate.token().unwrap_or_default();
        let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        response
            .headers_mut()
            .insert(LOCATION, HeaderValue::from_static("/"));
        response
    }
}

/// Says that the server is there, and whether the page finds its own engine beside it, to go on
/// with if the server goes away.
fn health() -> Response<Reply> {
    let mut response = respond::whole(200, "application/json", "{\"status\":\"ok\"}");
    if File::find("/noyes.wasm").is_some() {
        let beside = HeaderValue::from_static("noyes.wasm");
        response.headers_mut().insert("noyes-engine", beside);
    }
    response
}

/// A file of the page, or that the client has it already.
fn page_file(file: &'static File, headers: &HeaderMap) -> Response<Reply> {
    let known = headers
        .get(IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|one| one.trim() == file.etag));
    let (status, bytes) = if is_known {
        (304, Bytes::new())
    } else {
        (200, file.bytes.into())
    };
    let mut response = respond::whole(status, file.media_type(), bytes);
    if file.is_embeddable() {
        respond::allow_frames(&mut response);
    }
    let headers = response.headers_mut();
    headers.insert(ETAG, HeaderValue::from_static(file.etag));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// The answer to GET and HEAD; hyper leaves out the body of the second.
fn only_get(method: &Method, answer: impl FnOnce() -> Response<Reply>) -> Response<Reply> {
    match *method {
        Method::GET | Method::HEAD => answer(),
        _ => not_allowed("GET, HEAD"),
    }
}

fn not_allowed(methods: &'static str) -> Response<Reply> {
    let remedy = format!("use {methods}");
    let detail = "this path does not answer this method";
    let mut response = closing(respond::own_problem(405, "method", detail, &remedy));
    response
        .headers_mut()
        .insert(ALLOW, HeaderValue::from_static(methods));
    response
}

fn no_such_page() -> Response<Reply> {
    let detail = "there is nothing at this path";
    let remedy =
        format!("the page is at /, the API below {API}, its description at {API}openapi.json");
    closing(respond::own_problem(404, "not-found", detail, &remedy))
}

/// A response after which the connection ends, since the body of the request was not read.
fn closing(mut response: Response<Reply>) -> Response<Reply> {
    response
        .headers_mut()
        .insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Whether the request says that it is JSON. Browsers cannot say so to another site without asking
/// first, and are not answered then.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let media_type = value.and_then(|value| value.split(';').next());
    media_type.is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json"))
}

/// Whether a client wants an answer as JSON instead of a stream.
fn wants_json(headers: &HeaderMap) -> bool {
    let values = headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let names: Vec<&str> = values
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.split(';').next())
        .map(str::trim)
        .collect();
    names.contains(&"application/json") && !names.contains(&"text/event-stream")
}

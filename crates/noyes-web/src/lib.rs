//! The server of noyes: the page, and the HTTP API of docs/book/http.md.
//!
//! ```text
//! connection ─ header and body limits, timeouts        connection.rs
//!   └ gate: host, origin, token                        gate.rs
//!       └ route                                        routes.rs
//!           ├ files of the page                        files.rs
//!           ├ OpenAPI document                         openapi.rs
//!           └ call of noyes-api ─ text of the request  request_text.rs
//!               └ permit, thread                       work.rs
//!                   ├ turns of searches                turns.rs
//!                   └ solve: stream of events          events.rs
//! ```
//!
//! One asynchronous thread reads and writes all connections. A request that computes gets a permit
//! and a thread until it ends; two searches for each core compute at one time, and they give way to
//! short calls. Without a free permit a request is refused at once with 503. A client that leaves
//! stops its search: the future or the body that waits for it is dropped, and that sets a flag
//! which the search's observer reads.

mod clock;
mod connection;
mod events;
mod files;
mod gate;
mod openapi;
mod options;
mod request_text;
mod respond;
mod routes;
mod server;
mod turns;
mod work;

pub use options::Options;
pub use server::Server;

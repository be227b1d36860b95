//! The server as its clients see it, on loopback.

mod answers;
mod client;
mod docs;
mod gate;
mod load;
mod refusals;

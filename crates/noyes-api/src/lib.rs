//! What every door to noyes speaks: the command, the server, the worker of a page and Python.
//!
//! A request and an answer are JSON objects. The names of their fields are those of the command's
//! options, with `_` for `-`. Every function takes an [`Engine`], a request and [`Caps`], the most
//! that the door allows. Nothing here reads a file, opens a socket, starts a thread or prints.
//!
//! | Name | Request | Answer |
//! |---|---|---|
//! | `solve` | [`SolveRequest`] | [`SolveAnswer`], and before it the events of docs/book/progress.md |
//! | `check` | [`CheckRequest`] | [`CheckAnswer`] |
//! | `info` | [`InfoRequest`] | the object of `noyes info --format json` |
//! | `hint` | [`HintRequest`] | [`HintAnswer`] |
//! | `scramble` | [`ScrambleRequest`] | [`ScrambleAnswer`] |
//! | `compare` | [`CompareRequest`] | the object of `noyes compare --format json` |
//! | `tree` | [`TreeRequest`] | nodes and steps of A*, or text |
//! | `render` | [`RenderRequest`] | [`RenderAnswer`] |
//!
//! What goes wrong is a [`Problem`], an object of RFC 9457.
//!
//! ```
//! use noyes::Engine;
//! use noyes::guard::Silent;
//! use noyes_api::{Caps, call};
//!
//! let engine = Engine::new();
//! let ask = |name, request| call(&engine, &Caps::NONE, name, request, &Silent);
//! let answer = ask("solve", r#"{"board": "0 1 3/4 2 5/7 8 6"}"#)?;
//! assert!(answer.contains(r#""length":4,"lower_bound":4,"optimal":true"#));
//! let problem = ask("solve", r#"{"board": "0 1 3/4 2 5/7 8 9"}"#).unwrap_err();
//! assert_eq!((problem.status(), problem.line, problem.column), (422, Some(1), Some(17)));
//! # Ok::<(), noyes_api::Problem>(())
//! ```
#![warn(missing_docs)]

mod base64;
mod call;
mod caps;
pub mod check;
pub mod compare;
mod deadline;
pub mod events;
mod hint;
pub mod info;
pub mod names;
mod object;
mod position;
mod problem;
pub mod quantity;
mod render;
#[cfg(feature = "replay")]
mod replay;
mod scramble;
pub mod solve;
pub mod suggest;
mod tree;
mod written;

pub use call::{NAMES, call, read_request};
pub use caps::Caps;
pub use check::{CheckAnswer, CheckRequest};
pub use compare::CompareRequest;
pub use hint::{HintAnswer, HintRequest, Slide, SlideValue, hint};
pub use info::InfoRequest;
pub use position::Position;
pub use problem::{Problem, ProblemKind};
pub use render::{RenderAnswer, RenderRequest, render};
#[cfg(feature = "replay")]
pub use replay::Replay;
pub use scramble::{ScrambleAnswer, ScrambleRequest, ScrambledBoard, difficulty, scramble};
pub use solve::{SolveAnswer, SolveRequest};
pub use tree::{TreeRequest, tree};
pub use written::{BoardText, Written};

use noyes::Engine;

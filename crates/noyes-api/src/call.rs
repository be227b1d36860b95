//! The call by name: a request as text, an answer as text.

use noyes::guard::Observer;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Caps, Engine, Problem, ProblemKind, check, compare, info, names, object, solve};
use crate::{hint, render, scramble, tree};

/// What can be called.
pub const NAMES: [&str; 8] = [
    "solve", "check", "info", "hint", "scramble", "compare", "tree", "render",
];

/// Answers the request of a name. Request and answer are JSON objects; the observer is told what
/// happens, and may say stop.
///
/// ```
/// use noyes::Engine;
/// use noyes::guard::Silent;
/// use noyes_api::{Caps, call};
///
/// let request = r#"{"board": [[1, 2], [0, 3]]}"#;
/// let answer = call(&Engine::new(), &Caps::NONE, "info", request, &Silent)?;
/// assert!(answer.contains(r#""hamming":1"#));
/// # Ok::<(), noyes_api::Problem>(())
/// ```
pub fn call(
    engine: &Engine,
    caps: &Caps,
    name: &str,
    request: &str,
    observer: &dyn Observer,
) -> Result<String, Problem> {
    match name {
        "solve" => write(&solve::solve(
            engine,
            &read_request(request)?,
            caps,
            observer,
        )?),
        "check" => write(&check::check(
            engine,
            &read_request(request)?,
            caps,
            observer,
        )?),
        "info" => write(&info::info(
            engine,
            &read_request(request)?,
            caps,
            observer,
        )?),
        "hint" => write(&hint(engine, &read_request(request)?, caps, observer)?),
        "scramble" => write(&scramble(engine, &read_request(request)?, caps, observer)?),
        "compare" => write(&compare::compare(
            engine,
            &read_request(request)?,
            caps,
            observer,
        )?),
        "tree" => write(&tree(&read_request(request)?, caps)?),
        "render" => write(&render(engine, &read_request(request)?, caps, observer)?),
        other => {
            let words = names::unknown("call", other, NAMES.into_iter());
            Err(Problem::new(ProblemKind::NotFound, words))
        }
    }
}

/// Reads a request, which is a JSON object.
///
/// ```
/// use noyes_api::{InfoRequest, read_request};
///
/// assert!(read_request::<InfoRequest>("{}").is_ok());
/// assert_eq!(read_request::<InfoRequest>("[]").unwrap_err().status(), 400);
/// ```
pub fn read_request<T: DeserializeOwned>(request: &str) -> Result<T, Problem> {
    if !request.trim_start().starts_with('{') {
        let words = "a request is a JSON object, such as {\"board\": \"8 1 3/4 0 2/7 6 5\"}";
        return Err(Problem::new(ProblemKind::Request, words));
    }
    Ok(object::from_str(request)?)
}

fn write(answer: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(answer).map_err(|error| Problem::new(ProblemKind::Internal, error))
}

//! Work on threads of its own: permits, cancellation, and the calls of the JSON layer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use hyper::Response;
use noyes::Engine;
use noyes::guard::{Control, Event, Observer};
use noyes_api::events::EventStream;
use noyes_api::{Problem, ProblemKind, SolveRequest, call, read_request};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::Options;
use crate::events::EventQueue;
use crate::request_text::RequestText;
use crate::respond::{self, Reply};
use crate::turns::{Turn, Turns};

/// The engine, and how much of it may be used at one time.
#[derive(Debug)]
pub struct Work {
    engine: Engine,
    options: Options,
    searches: Arc<Semaphore>,
    short_calls: Arc<Semaphore>,
    /// The turns of searches at the cores.
    turns: Turns,
    /// Set when the server shuts down: every search stops with what it has.
    is_ending: AtomicBool,
}

impl Work {
    pub fn new(engine: Engine, options: Options) -> Self {
        Self {
            searches: Arc::new(Semaphore::new(options.searches)),
            short_calls: Arc::new(Semaphore::new(options.short_calls)),
            turns: Turns::new(2 * available_parallelism().map_or(1, usize::from)),
            engine,
            options,
            is_ending: AtomicBool::new(false),
        }
    }

    /// Stops all searches.
    pub fn end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
    }

    /// A permit for a call, if one is free.
    fn permit(&self, name: &str) -> Option<OwnedSemaphorePermit> {
        let permits = if is_search(name) {
            &self.searches
        } else {
            &self.short_calls
        };
        Arc::clone(permits).try_acquire_owned().ok()
    }

    /// Answers a call with JSON. If the client leaves, the future is dropped and the work stops.
    pub async fn answer(
        self: &Arc<Self>,
        name: &'static str,
        request: RequestText,
    ) -> Response<Reply> {
        let Some(permit) = self.permit(name) else {
            return respond::busy();
        };
        let (work, left) = (Arc::clone(self), Arc::new(AtomicBool::new(false)));
        let _guard = LeaveGuard(Arc::clone(&left));
        let (answered, answer) = oneshot::channel();
        let task = move || {
            let is_wanted = || !left.load(Ordering::Relaxed);
            let turn = is_search(name).then(|| work.turns.begin(is_wanted));
            if matches!(turn, Some(None)) {
                return;
            }
            let observer = Client {
                work: &work,
                left: &left,
                turn: turn.flatten(),
            };
            let options = &work.options;
            let caps = if is_search(name) {
                options.caps
            } else {
                options.short_caps()
            };
            let answer = call(&work.engine, &caps, name, &request, &observer);
            drop(permit);
            // A client that has left waits for no answer.
            let _ = answered.send(answer);
        };
        if !is_search(name) {
            tokio::task::spawn_blocking(task);
        } else if start_search(task).is_err() {
            return respond::busy();
        }
        match answer.await.unwrap_or_else(|_| Err(crashed())) {
            Ok(answer) => respond::json_answer(answer),
            Err(problem) => respond::problem(&problem),
        }
    }

    /// Answers a solve with a stream of events, or with the problem that keeps it from beginning.
    pub async fn stream(self: &Arc<Self>, request: RequestText) -> Response<Reply> {
        let Some(permit) = self.permit("solve") else {
            return respond::busy();
        };
        let (begun, beginning) = oneshot::channel();
        let queue = EventQueue::default();
        let body = queue.body(self.options.patience / 4);
        let work = Arc::clone(self);
        let started = start_search(move || {
            let closing = CloseGuard(&queue);
            work.solve(&request, &queue, begun);
            drop(permit);
            drop(closing);
        });
        if started.is_err() {
            return respond::busy();
        }
        match beginning.await {
            Ok(Ok(())) => respond::events(body),
            Ok(Err(problem)) => respond::problem(&problem),
            Err(_) => respond::problem(&crashed()),
        }
    }

    /// Solves on this thread, and writes to the queue. The request is understood at once, so that
    /// the client knows what became of it; the search itself waits for its turn.
    fn solve(
        &self,
        request: &str,
        queue: &EventQueue,
        begun: oneshot::Sender<Result<(), Problem>>,
    ) {
        let caps = &self.options.caps;
        let prepared = read_request::<SolveRequest>(request)
            .and_then(|request| request.prepare(&self.engine, caps));
        let (prepared, start) = match prepared {
            Ok(prepared) => (Some(prepared), Ok(())),
            Err(problem) => (None, Err(problem)),
        };
        // A beginning that is not waited for has no client any more.
        let is_left = begun.send(start).is_err();
        let Some(prepared) = prepared.filter(|_| !is_left) else {
            return;
        };
        let Some(turn) = self.turns.begin(|| !queue.is_left()) else {
            return;
        };
        let stream = EventStream::new(self.engine.clock(), |event| {
            if let Some(event) = event {
                queue.send(
                    event["event"].as_str().unwrap_or("event"),
                    &event.to_string(),
                );
            }
            turn.pass();
            self.control(queue.is_left())
        });
        match prepared.run(&self.engine, &stream) {
            Ok(answer) => queue.send("result", &answer.to_event()),
            Err(problem) => {
                let data = problem
                    .to_json()
                    .replacen('{', "{\"event\":\"problem\",", 1);
                queue.send("problem", &data);
            }
        }
    }

    /// Whether a search goes on.
    fn control(&self, is_left: bool) -> Control {
        if is_left || self.is_ending.load(Ordering::Relaxed) {
            Control::Stop
        } else {
            Control::Continue
        }
    }
}

/// Whether a call may take long.
fn is_search(name: &str) -> bool {
    matches!(name, "solve" | "compare" | "check")
}

/// Starts a thread for a search; an error if the system has no room for another.
fn start_search(search: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let thread = std::thread::Builder::new().name("search".to_owned());
    let started = thread.spawn(|| {
        give_way();
        search();
    });
    started.map(drop)
}

/// Lets the threads that read, write and answer short calls go before those searches that have a
/// turn.
fn give_way() {
    // On Linux a thread has a niceness of its own; elsewhere it is that of the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}

/// A thread ended without an answer.
fn crashed() -> Problem {
    Problem::new(
        ProblemKind::Internal,
        "the work ended without an answer; please report the request",
    )
}

/// The observer of a call for a client that may leave.
struct Client<'a> {
    work: &'a Work,
    left: &'a AtomicBool,
    /// The turn of a search.
    turn: Option<Turn<'a>>,
}

impl Observer for Client<'_> {
    fn on(&self, _: &Event) -> Control {
        if let Some(turn) = &self.turn {
            turn.pass();
        }
        self.work.control(self.left.load(Ordering::Relaxed))
    }
}

/// Tells the work of a client that it has left, when the future that waits is dropped.
struct LeaveGuard(Arc<AtomicBool>);

impl Drop for LeaveGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Ends the stream, also if the work panics.
struct CloseGuard<'a>(&'a EventQueue);

impl Drop for CloseGuard<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

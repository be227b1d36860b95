//! JSON of others: certificates, requests, proof tasks, events.

use std::num::NonZeroU64;
use std::sync::OnceLock;
use std::time::Duration;

use noyes::Board;
use noyes::format::read_board;
use noyes::guard::{Event, Silent};
use noyes::pattern::Tier;
use noyes::search::{ProofTask, Roots};
use noyes::solve::Engine;
use noyes::store::MemoryStore;
use noyes_api::{Caps, CheckRequest, HintRequest, InfoRequest, SolveRequest, TreeRequest};
use noyes_api::{info, read_request};
use noyes_check::{BoundCounts, Certificate, TableUsed, replay};

/// The text of bytes; what is no text is no JSON.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// A certificate that checks has a solution that solves.
pub fn certificate(bytes: &[u8]) {
    let Some(Ok(certificate)) = text(bytes).map(Certificate::read) else {
        return;
    };
    assert_eq!(
        Certificate::read(&certificate.to_json()).as_ref(),
        Ok(&certificate)
    );
    if let Ok(checked) = certificate.check()
        && checked.is_solved
    {
        assert_eq!(
            replay(&checked.board, &checked.moves).as_ref(),
            Ok(&checked.goal)
        );
        assert_eq!(
            Some(checked.metric.count(&checked.moves)),
            certificate.length
        );
        assert!(certificate.lower_bound <= certificate.length);
    }
}

pub fn certificate_seeds() -> Vec<Vec<u8>> {
    let whole = Certificate {
        certificate: 1,
        program: "noyes 0.1.0".to_owned(),
        rows: 3,
        cols: 3,
        tiles: vec![0, 1, 3, 4, 2, 5, 7, 8, 6],
        goal: "blank-last".to_owned(),
        goal_tiles: vec![1, 2, 3, 4, 5, 6, 7, 8, 0],
        solvable: true,
        metric: "single".to_owned(),
        directions: Some("LULU".to_owned()),
        length: Some(4),
        lower_bound: Some(4),
        optimal: true,
        algorithm: "ida".to_owned(),
        heuristic: "pattern".to_owned(),
        tables: vec![TableUsed {
            name: "3x3.table".to_owned(),
            bytes: 9,
            crc32: "00000000".to_owned(),
        }],
        bounds: vec![BoundCounts {
            bound: 4,
            expanded: 1,
            generated: 2,
        }],
        expanded: 4,
        generated: 6,
        threads: 1,
    };
    vec![whole.to_json().into_bytes()]
}

/// An engine that keeps its tables in memory.
fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let store = MemoryStore::new();
        Engine::builder().store(store).threads(1).build()
    })
}

/// Every call answers with an object or a problem, whatever it is asked. The first line of the
/// input names the call.
pub fn call(bytes: &[u8]) {
    let caps = Caps {
        time: Some(Duration::from_millis(20)),
        nodes: Some(500),
        memory: Some(20_000_000),
        threads: Some(1),
        cells: Some(25),
        count: Some(3),
    };
    let Some((name, request)) = text(bytes).and_then(|text| text.split_once('\n')) else {
        return;
    };
    let answer = match noyes_api::call(engine(), &caps, name, request, &Silent) {
        Ok(answer) => answer,
        Err(problem) => {
            assert!((400..500).contains(&problem.status()), "{problem:?}");
            serde_json::to_string(&problem).expect("a problem can be written")
        }
    };
    assert!(
        serde_json::from_str::<serde_json::Value>(&answer).is_ok_and(|value| value.is_object())
    );
}

pub fn call_seeds() -> Vec<Vec<u8>> {
    let seeds = [
        r#"solve {"board":"8 1 3/4 0 2/7 6 5","time_limit":"2s","goal":"snail"}"#,
        r#"solve {"board":[[1,2],[0,3]],"algorithm":"astar","heuristic":"manhattan"}"#,
        r#"check {"board":"0 1 3/4 2 5/7 8 6","moves":"LLRULU"}"#,
        r#"info {"board":"1 2 3/4 5 6/8 7 0"}"#,
        r#"hint {"board":"0 1 3/4 2 5/7 8 6","count":2,"all":true}"#,
        r#"scramble {"size":"3x3","count":2,"seed":7}"#,
        r#"compare {"board":"0 1 3/4 2 5/7 8 6","algorithms":["bfs","astar:manhattan"]}"#,
        r#"tree {"board":"0 1 3/4 2 5/7 8 6","steps":3}"#,
        r#"render {"board":"0 1 3/4 2 5/7 8 6","format":"svg","moves":"LULU"}"#,
    ];
    let lines = seeds.iter().map(|seed| seed.replacen(' ', "\n", 1));
    lines.map(String::into_bytes).collect()
}

/// A request is understood or refused; what is understood is prepared, and not searched.
pub fn request(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let caps = Caps {
        cells: Some(400),
        ..Caps::NONE
    };
    if let Ok(request) = read_request::<SolveRequest>(text) {
        let _ = request.prepare(engine(), &caps).map(drop);
    }
    if let Ok(request) = read_request::<InfoRequest>(text) {
        let _ = info::info(engine(), &request, &caps, &Silent);
    }
    let _ = read_request::<CheckRequest>(text).map(drop);
    let _ = read_request::<HintRequest>(text).map(drop);
    let _ = read_request::<TreeRequest>(text).map(drop);
}

pub fn request_seeds() -> Vec<Vec<u8>> {
    vec![
        br#"{"board":"8 1 3/4 0 2/7 6 5","time_limit":"2s","goal":"snail"}"#.to_vec(),
        br#"{"board":[[1,2],[0,3]],"algorithm":"astar","heuristic":"manhattan","weight":"2"}"#
            .to_vec(),
        br#"{"board":"1 2 3/4 5 6/7 8 0","moves":"LURD","metric":"multi","steps":3}"#.to_vec(),
    ]
}

/// A proof task is understood or refused, and written as it was read.
pub fn proof_task(bytes: &[u8]) {
    let Some(Ok(task)) = text(bytes).map(serde_json::from_str::<ProofTask>) else {
        return;
    };
    let _ = task.instance().map(drop);
    let again = serde_json::to_string(&task).expect("a task can be written");
    let read: ProofTask = serde_json::from_str(&again).expect("its own text");
    assert_eq!(
        serde_json::to_string(&read).expect("a task can be written"),
        again
    );
}

pub fn proof_task_seeds() -> Vec<Vec<u8>> {
    let board = read_board("8 1 3/4 0 2/7 6 5").expect("a board").board;
    let task = ProofTask {
        goal: Board::goal(board.size()),
        board,
        tier: Tier::Small,
        seeds: 4,
        signature: 1 << 60,
        bound: 14,
        roots: Roots::Seeds(0..2),
        budget: NonZeroU64::new(1000),
        full: false,
    };
    vec![serde_json::to_vec(&task).expect("a task can be written")]
}

/// An event is understood or refused, and written as it was read.
pub fn event(bytes: &[u8]) {
    let Some(Ok(event)) = text(bytes).map(serde_json::from_str::<Event>) else {
        return;
    };
    let again = serde_json::to_string(&event).expect("an event can be written");
    assert_eq!(
        serde_json::from_str::<Event>(&again).expect("its own text"),
        event
    );
}

pub fn event_seeds() -> Vec<Vec<u8>> {
    vec![
        br#"{"event":"improved","length":6,"directions":"LUR2D2","source":"euler-beam","expanded":1,"generated":2,"stored":3}"#.to_vec(),
        br#"{"event":"bound","lower_bound":4,"source":"astar","expanded":1,"generated":2,"stored":3}"#.to_vec(),
        br#"{"event":"table","name":"7-8","done":1,"total":2}"#.to_vec(),
    ]
}

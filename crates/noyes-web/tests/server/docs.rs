//! The examples of docs/book/http.md, asked for in their own words.

use crate::client::TestServer;
use serde_json::Value;

/// The values in quotes that follow a word of a command line.
fn quoted<'a>(line: &'a str, word: &str) -> Vec<&'a str> {
    let parts = line.split(word).skip(1);
    parts.filter_map(|part| part.split('\'').nth(1)).collect()
}

/// Whether everything that is shown is so in the answer.
fn holds(shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        (Value::Object(shown), answer) => shown
            .iter()
            .all(|(name, value)| holds(value, &answer[name])),
        (shown, answer) => shown == answer,
    }
}

#[test]
fn the_examples_of_the_documentation_work() {
    let page = include_str!("../../../../docs/book/http.md");
    let server = TestServer::start();
    let mut last = Value::Null;
    let (mut asked, mut compared) = (0, 0);
    for line in page.lines() {
        if line.starts_with("curl ") {
            let path = line
                .split("localhost:8015")
                .nth(1)
                .unwrap()
                .split(' ')
                .next()
                .unwrap();
            let streams = line.contains("curl -N");
            let body = quoted(line, if streams { " -d " } else { " --json " })[0];
            let mut headers: Vec<(&str, &str)> = quoted(line, " -H ")
                .iter()
                .filter_map(|header| header.split_once(": "))
                .collect();
            if !streams {
                headers.push(("content-type", "application/json"));
                headers.push(("accept", "application/json"));
            }
            let answer = server.open("POST", path, &headers, body);
            let is_problem = body.contains("five");
            assert_eq!(answer.status == 200, !is_problem, "{line}");
            last = if streams {
                answer.events().pop().unwrap().1
            } else {
                answer.json()
            };
            asked += 1;
        } else if line.starts_with('{') {
            let shown = serde_json::from_str(line).unwrap();
            assert!(holds(&shown, &last), "{line}\n{last}");
            compared += 1;
        }
    }
    assert_eq!((asked, compared), (10, 6));
    assert_eq!(page.matches("http://localhost:8015/").count(), asked);
}

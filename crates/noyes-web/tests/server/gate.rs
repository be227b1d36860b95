//! Hosts, origins and tokens.

use crate::client::TestServer;

const BODY: &str = r#"{"board":"1 2/0 3"}"#;

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = TestServer::start();
    let port = server.address.port();
    let status = |headers: &[(&str, &str)]| {
        let json = [("content-type", "application/json")];
        let headers = [&json, headers].concat();
        server.open("POST", "/api/v1/info", &headers, BODY).status
    };
    let own = format!("http://{}", server.host());
    assert_eq!(status(&[("origin", &own)]), 200);
    let local = format!("localhost:{port}");
    assert_eq!(status(&[("host", &local)]), 200);
    assert_eq!(status(&[("host", &local), ("origin", &own)]), 403);
    assert_eq!(status(&[("host", &format!("evil.example:{port}"))]), 403);
    assert_eq!(status(&[("origin", "http://evil.example")]), 403);
    assert_eq!(status(&[("origin", "null")]), 403);
    // A browser asks before it sends JSON to another site, and gets no permission.
    let asked = server.open(
        "OPTIONS",
        "/api/v1/info",
        &[("origin", "http://evil.example")],
        "",
    );
    assert_eq!(
        (asked.status, asked.header("access-control-allow-origin")),
        (403, "")
    );
}

#[test]
fn other_machines_need_the_token() {
    let server = TestServer::with(|options| options.bind = [0, 0, 0, 0].into());
    let token = server.token.clone().unwrap();
    let get = |path: &str, headers: &[(&str, &str)]| server.open("GET", path, headers, "");
    assert_eq!(get("/", &[]).status, 401);
    assert_eq!(get("/api/v1/openapi.json", &[]).status, 401);
    assert_eq!(get("/healthz", &[]).status, 200);
    assert_eq!(get("/?token=wrong", &[]).status, 401);
    let bearer = format!("Bearer {token}");
    assert_eq!(get("/", &[("authorization", &bearer)]).status, 200);
    let opened = get(&format!("/?token={token}"), &[]);
    assert_eq!((opened.status, opened.header("location")), (303, "/"));
    let cookie = opened.header("set-cookie");
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(get("/", &[("cookie", cookie)]).status, 200);
}

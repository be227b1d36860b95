//! `noyes serve`.

use std::net::IpAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use noyes::solve::Engine;
use noyes_web::{Options, Server};

use crate::exit::Exit;
use crate::{interrupt, options};

/// Serve the page and its API
///
/// The page solves boards in a browser; docs/book/http.md describes the API. Only this machine is
/// answered, unless --bind names an address of the network: then every client needs the token that
/// is printed. Every request has limits; Ctrl-C ends the server.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes serve
  noyes serve --port 0 --open
  noyes serve --bind 0.0.0.0 --searches 8 --max-time 30s")]
pub struct Args {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = Options::default().port)]
    port: u16,

    /// The address to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    bind: IpAddr,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,

    /// Searches at one time; more are refused until one ends. By default two for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000), help_heading = "Limits")]
    searches: Option<u16>,

    /// The longest time of one request
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = options::duration, help_heading = "Limits")]
    max_time: Duration,

    /// Memory for each search
    #[arg(long, value_name = "SIZE", default_value = "512MB", value_parser = options::bytes, help_heading = "Limits")]
    max_memory: usize,

    /// Threads of the engine, which all searches share; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    threads: Option<u16>,
}

pub fn run(args: Args) -> Result<Exit> {
    let mut options = Options {
        bind: args.bind,
        port: args.port,
        ..Options::default()
    };
    options.caps.time = Some(args.max_time);
    options.caps.memory = Some(args.max_memory);
    if let Some(searches) = args.searches {
        options.searches = usize::from(searches);
    }
    let engine = match args.threads {
        Some(threads) => Engine::builder().threads(usize::from(threads)).build(),
        None => Engine::new(),
    };
    let server = Server::bind(options, engine).with_context(|| {
        let (bind, port) = (args.bind, args.port);
        format!("cannot listen on {bind}, port {port}: choose another --port, or 0 for a free one")
    })?;
    interrupt::listen();
    eprintln!("listening on {}", server.url());
    let page = match server.token() {
        Some(token) => format!("{}/?token={token}", server.url()),
        None => server.url(),
    };
    if server.token().is_some() {
        eprintln!("open {page} : the token is for everyone who may use this server");
    }
    if args.open && open(&page).is_err() {
        eprintln!("no browser could be started: open {page}");
    }
    server.run(&interrupt::is_requested)?;
    Ok(Exit::Done)
}

/// Starts the user's browser.
fn open(page: &str) -> std::io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().map(|_| ())
}

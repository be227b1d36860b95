//! Lists the files of the page for `src/files.rs`: every file of the page, if there is one.
//!
//! `frame.html` is no file of its own: it is the frame of every other page, which has only what it
//! adds to the head.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The frame of the pages.
const FRAME: &str = "frame.html";

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    // A link to `web/page`, and in a published crate the files themselves. Where links are not made on
    // checkout, the folder itself is taken.
    let inside = folder.join("page");
    let page = if inside.is_dir() {
        inside
    } else {
        folder.join("../../web/page")
    };
    println!("cargo:rerun-if-changed={}", page.display());
    let mut paths = Vec::new();
    if page.is_dir() {
        collect(&page, &mut paths)?;
    }
    paths.sort();
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    let mut list = String::from("&[\n");
    for path in paths {
        let mut path = path.canonicalize()?;
        let name = path.strip_prefix(page.canonicalize()?).unwrap_or(&path);
        let name = name.to_string_lossy().replace('\\', "/");
        if name == FRAME {
            continue;
        }
        if name.ends_with(".html") {
            let frame = fs::read_to_string(page.join(FRAME))?;
            let own = fs::read_to_string(&path)?;
            path = out.join(&name);
            fs::write(&path, frame.replace("<!-- own -->", own.trim_end()))?;
        }
        let etag = format!("\"{:016x}\"", fnv1a(&fs::read(&path)?));
        // Writing to a text does not fail.
        let _ = writeln!(
            list,
            "    File {{ path: {name:?}, etag: {etag:?}, bytes: include_bytes!({path:?}) }},"
        );
    }
    list.push(']');
    fs::write(out.join("page_files.rs"), list)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for item in fs::read_dir(folder)? {
        let path = item?.path();
        let is_hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !is_hidden {
            collect(&path, paths)?;
        } else if !is_hidden {
            paths.push(path);
        }
    }
    Ok(())
}

/// The hash of Fowler, Noll and Vo: a name for a content.
fn fnv1a(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

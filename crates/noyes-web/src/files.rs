//! The files of the page, which are a part of the program.

/// A file of the page.
#[derive(Debug)]
pub struct File {
    /// The path below the page's folder.
    pub path: &'static str,
    /// A name for its content.
    pub etag: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// All files of the page.
static PAGE: &[File] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

impl File {
    /// The file for the path of a request, `/` being the index and `/embed` the page for frames.
    pub fn find(path: &str) -> Option<&'static Self> {
        let path = path.strip_prefix('/')?;
        let path = match path {
            "" => "index.html",
            "embed" => "embed.html",
            other => other,
        };
        PAGE.iter().find(|file| file.path == path)
    }

    /// Its media type, by its ending.
    pub fn media_type(&self) -> &'static str {
        match self.path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("html") => "text/html; charset=utf-8",
            Some("js" | "mjs") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("json" | "webmanifest") => "application/json",
            Some("wasm") => "application/wasm",
            Some("txt") => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }

    /// Whether other sites may show it in a frame.
    pub fn is_embeddable(&self) -> bool {
        self.path == "embed.html"
    }
}

//! Suggestions for what was probably meant: a file, or one of some names.

use std::path::{Path, PathBuf};

pub use noyes_api::suggest::nearest;

use crate::input;

/// The file in the same folder whose name is nearest, if it is near. A folder that does not exist
/// is replaced by the nearest one, too.
pub fn file(missing: &Path) -> Option<PathBuf> {
    let name = missing.file_name()?.to_string_lossy().into_owned();
    let parent = missing.parent().unwrap_or(Path::new(""));
    let folder = match parent.as_os_str().is_empty() || parent.exists() {
        true => parent.to_owned(),
        false => file(parent)?,
    };
    let items = std::fs::read_dir(Path::new(".").join(&folder)).ok()?;
    let names = items.flatten().map(|item| item.file_name());
    let near = nearest(&name, names.map(|name| name.to_string_lossy().into_owned()))?;
    Some(folder.join(near))
}

/// The question whether a collection of this name or the nearest file was meant, with a space
/// before it; empty if none is near, or if the file exists.
pub fn question(missing: &Path) -> String {
    let name = missing.to_string_lossy();
    if !missing.exists() && noyes::collections::by_name(&name).is_some() {
        return ask(&format!("@{name}"));
    }
    let near = (!missing.exists()).then(|| file(missing)).flatten();
    near.map_or(String::new(), |near| ask(&near.to_string_lossy()))
}

/// The question whether a name was meant.
pub fn ask(near: &str) -> String {
    format!(" (did you mean {}?)", input::shortened(near))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("puzzle04.txt");
        std::fs::write(&there, "").unwrap();
        assert_eq!(file(&folder.path().join("puzle04.txt")), Some(there));
        assert_eq!(file(&folder.path().join("random4.txt")), None);
        assert_eq!(question(&folder.path().join("puzzle04.txt")), "");
        assert_eq!(question(Path::new("korf100")), " (did you mean @korf100?)");
        let inner = folder.path().join("boards/easy");
        std::fs::create_dir_all(&inner).unwrap();
        let there = inner.join("puzzle04.txt");
        std::fs::write(&there, "").unwrap();
        for meant in ["bords/easy/puzzle04.txt", "borads/eazy/puzle04.txt"] {
            assert_eq!(file(&folder.path().join(meant)).as_ref(), Some(&there));
        }
        for far in ["students/easy/puzzle04.txt", "bords/easy/random4.txt"] {
            assert_eq!(file(&folder.path().join(far)), None);
        }
    }
}

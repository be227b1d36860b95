//! Suggestions for what was probably meant.

/// The nearest of some names, if at most a third of its letters are wrong, and at most three.
///
/// ```
/// use noyes_api::suggest::nearest;
///
/// let names = || ["hamming", "manhattan"].map(str::to_owned).into_iter();
/// assert_eq!(nearest("manhatan", names()).as_deref(), Some("manhattan"));
/// assert_eq!(nearest("pattern", names()), None);
/// ```
pub fn nearest(name: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let (wrong, near) = names.map(|other| (edits(name, &other), other)).min()?;
    let allowed = (name.chars().count() / 3).min(3);
    (wrong <= allowed).then_some(near)
}

/// Levenshtein's distance: how many letters must be inserted, deleted or replaced.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, letter) in a.chars().enumerate() {
        let mut diagonal = line;
        row[0] = line + 1;
        for (column, &other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("puzzle04.txt", "puzle04.txt"), 1);
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("kitten", "sitting"), 3);
    }
}

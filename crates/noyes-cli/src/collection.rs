//! The published collections as arguments: `@korf100`, one board of it as `@korf100:79`, several as
//! `@korf100:1-10`. Boards count from 1, in the order of the collection.

use std::ops::RangeInclusive;

use anyhow::{Result, bail};
use noyes::collections;
use noyes::format::ReadError;
use noyes::format::list::{self, ListEntry};

use crate::input::shortened;

/// The boards that an argument names; none if it names no collection.
pub fn boards(argument: &str) -> Option<Result<Vec<ListEntry>>> {
    let name = argument.strip_prefix('@')?;
    Some(picked(name))
}

fn picked(name: &str) -> Result<Vec<ListEntry>> {
    let (name, numbers) = match name.split_once(':') {
        Some((name, numbers)) => (name, Some(numbers)),
        None => (name, None),
    };
    let Some(text) = collections::by_name(name) else {
        bail!(
            "there is no collection @{}: there are @korf100 and @korf50",
            shortened(name)
        );
    };
    let all: Result<Vec<ListEntry>, ReadError> = list::entries(text).collect();
    let mut all = all?;
    let Some(numbers) = numbers else {
        return Ok(all);
    };
    let Some(range) = range(numbers).filter(|range| *range.end() <= all.len()) else {
        bail!(
            "@{name} has the boards 1 to {}: write one as @{name}:{1}, several as @{name}:1-10, not {2}",
            all.len(),
            all.len() - 1,
            shortened(numbers)
        );
    };
    all.truncate(*range.end());
    all.drain(..range.start() - 1);
    Ok(all)
}

/// A number, or two with a dash between them, counted from 1.
fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (1 <= first && first <= last).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_several_and_all() {
        let names = |argument: &str| -> Vec<String> {
            let boards = boards(argument).unwrap().unwrap();
            boards.into_iter().filter_map(|board| board.name).collect()
        };
        assert_eq!(names("@korf100:79"), ["korf15-079"]);
        assert_eq!(names("@korf50:2-3"), ["korf24-02", "korf24-03"]);
        assert_eq!(names("@korf100").len(), 100);
        assert!(boards("korf100").is_none());
        for wrong in [
            "@korf100:0",
            "@korf100:101",
            "@korf100:3-2",
            "@korf100:x",
            "@korf7",
        ] {
            let error = boards(wrong).unwrap().unwrap_err().to_string();
            assert!(error.contains("@korf100"), "{error}");
        }
    }
}

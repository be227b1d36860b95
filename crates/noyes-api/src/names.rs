//! Algorithms, heuristics, tables, metrics and goals by name, as all doors write them.
//!
//! ```
//! use noyes::search::Algorithm;
//! use noyes_api::names;
//!
//! assert_eq!(names::algorithm("A*"), Ok(Some(Algorithm::AStar)));
//! assert_eq!(names::algorithm("auto"), Ok(None));
//! let words = names::heuristic("manhatan").unwrap_err();
//! assert!(words.starts_with("there is no heuristic \"manhatan\" (did you mean manhattan?)"));
//! ```

use noyes::board::Metric;
use noyes::heuristic::HeuristicKind;
use noyes::render::Theme;
use noyes::search::{Algorithm, Duplicates};
use noyes::solve::{HeuristicChoice, TableChoice};

use crate::suggest;

/// The open choice.
pub const AUTO: &str = "auto";

/// The names of algorithms, the open choice first.
pub fn algorithms() -> impl Iterator<Item = &'static str> {
    std::iter::once(AUTO).chain(Algorithm::ALL.into_iter().map(Algorithm::name))
}

/// The names of heuristics, the open choice first.
pub fn heuristics() -> impl Iterator<Item = &'static str> {
    let computed = HeuristicKind::ALL.into_iter().map(HeuristicKind::name);
    let pattern = HeuristicChoice::Pattern.name();
    std::iter::once(AUTO).chain(computed).chain([pattern])
}

/// The names of tables, the open choice first.
pub const TABLES: [&str; 4] = [AUTO, "small", "large", "none"];

/// The names of metrics.
pub const METRICS: [&str; 2] = ["single", "multi"];

/// The names of goals; a board is a goal too.
pub const GOALS: [&str; 3] = ["blank-last", "blank-first", "snail"];

/// The names of themes.
pub const THEMES: [&str; 3] = [AUTO, "light", "dark"];

/// An algorithm by name; none for `auto`.
pub fn algorithm(name: &str) -> Result<Option<Algorithm>, String> {
    algorithm_or(name, AUTO)
}

/// An algorithm by name, where the open choice has a name of its own beside `auto`.
pub fn algorithm_or(name: &str, auto: &str) -> Result<Option<Algorithm>, String> {
    let plain = name.trim().to_ascii_lowercase();
    if plain == auto || plain == AUTO {
        return Ok(None);
    }
    let names = || algorithms().map(|name| if name == AUTO { auto } else { name });
    Algorithm::of_name(&plain)
        .map(Some)
        .ok_or_else(|| unknown("algorithm", name, names()))
}

/// A heuristic by name; none for `auto`.
pub fn heuristic(name: &str) -> Result<Option<HeuristicChoice>, String> {
    let plain = match name.trim().to_ascii_lowercase().as_str() {
        "lines" => "lc-or-wd".to_owned(),
        other => other.to_owned(),
    };
    if plain == AUTO {
        return Ok(None);
    }
    let computed = HeuristicKind::ALL.into_iter().map(HeuristicChoice::Kind);
    let mut all = computed.chain([HeuristicChoice::Pattern]);
    let found = all.find(|choice| choice.name() == plain);
    found
        .map(Some)
        .ok_or_else(|| unknown("heuristic", name, heuristics()))
}

/// A choice of tables by name.
pub fn tables(name: &str) -> Result<TableChoice, String> {
    match name.trim() {
        AUTO => Ok(TableChoice::Auto),
        "small" => Ok(TableChoice::Small),
        "large" => Ok(TableChoice::Large),
        "none" => Ok(TableChoice::None),
        other => Err(unknown("set of tables", other, TABLES.into_iter())),
    }
}

/// A metric by name.
pub fn metric(name: &str) -> Result<Metric, String> {
    let all = [Metric::Single, Metric::Multi];
    let found = all.into_iter().find(|metric| metric.name() == name.trim());
    found.ok_or_else(|| unknown("metric", name, METRICS.into_iter()))
}

/// What A* refuses, by name.
pub fn duplicates(name: &str) -> Result<Duplicates, String> {
    let found = Duplicates::ALL
        .into_iter()
        .find(|one| one.name() == name.trim());
    let names = Duplicates::ALL.into_iter().map(Duplicates::name);
    found.ok_or_else(|| unknown("rule for duplicates", name, names))
}

/// A theme of pictures by name.
pub fn theme(name: &str) -> Result<Theme, String> {
    match name.trim() {
        AUTO => Ok(Theme::Auto),
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        other => Err(unknown("theme", other, THEMES.into_iter())),
    }
}

/// The sentence for a name that does not exist, with the nearest that does.
pub fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let near = suggest::nearest(name, names.iter().map(|&name| name.to_owned()));
    let question = near.map_or(String::new(), |near| format!(" (did you mean {near}?)"));
    let shown: String = name.chars().take(60).collect();
    format!(
        "there is no {what} {shown:?}{question}: choose from {}",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_understood() {
        for name in algorithms() {
            let shown = algorithm(name).unwrap().map_or(AUTO, Algorithm::name);
            assert_eq!(shown, name);
        }
        for name in heuristics() {
            let shown = heuristic(name).unwrap().map_or(AUTO, HeuristicChoice::name);
            assert_eq!(shown, name);
        }
        assert!(TABLES.iter().all(|name| tables(name).is_ok()));
        assert!(METRICS.iter().all(|name| metric(name).is_ok()));
        assert!(THEMES.iter().all(|name| theme(name).is_ok()));
        assert!(algorithm("").is_err() && tables("x").is_err() && metric("x").is_err());
    }
}

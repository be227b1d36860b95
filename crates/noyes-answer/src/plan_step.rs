//! One line of a planner's plan for the domain of `noyes pddl`.

use crate::line::{Step, way};

/// The step of a line such as `(left t5 c1-2 c1-1)`, with or without brackets, a time before it and
/// a cost behind it.
pub fn planned(line: &str) -> Option<Step> {
    let mut words = line.split(|c: char| c.is_whitespace() || "()".contains(c));
    let mut word = || words.find(|word| !word.is_empty());
    let mut first = word()?;
    let is_time = |word: &str| {
        word.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    if first.strip_suffix(':').is_some_and(is_time) {
        first = word()?;
    }
    let way = way(&first.to_lowercase(), false)?;
    let tile = word()?.to_lowercase().strip_prefix('t')?.parse().ok()?;
    (is_cell(word()?) && is_cell(word()?)).then_some(Step {
        way,
        number: Some(tile),
        names_blank: false,
    })
}

/// Whether a word is a cell: `c1-2`.
fn is_cell(word: &str) -> bool {
    let place = word
        .strip_prefix(['c', 'C'])
        .and_then(|rest| rest.split_once('-'));
    place.is_some_and(|(row, col)| row.parse::<u8>().is_ok() && col.parse::<u8>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyes::Direction;

    #[test]
    fn lines_of_plans_are_read_as_planners_write_them() {
        for line in [
            "(left t5 c1-2 c1-1)",
            "left t5 c1-2 c1-1 (1)",
            "0.00100: (left t5 c1-2 c1-1) [0.001]",
            "3: (LEFT T5 C1-2 C1-1)",
        ] {
            let step = planned(line).map(|step| (step.way, step.number));
            assert_eq!(step, Some((Direction::Left, Some(5))), "{line}");
        }
        for line in [
            "left t5",
            "(left t5 c1-2)",
            "(turn t5 c1-2 c1-1)",
            "left 5",
            "; cost = 4",
            "",
        ] {
            assert_eq!(planned(line), None, "{line}");
        }
    }
}

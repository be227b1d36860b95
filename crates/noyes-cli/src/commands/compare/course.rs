//! What the priority queues of A* did, in sentences: "enqueued 11,990, of which 5,061 different".

use noyes::search::QueueCounts;
use noyes_api::compare::{Round, Run};

/// A line or two for every run on two queues, or with a rule for duplicates of its own; and one
/// on what all of them found.
pub fn sentences(round: &Round) -> Vec<String> {
    let is_told = |run: &&Run| {
        let has_twin = run.queues.is_some_and(|queues| queues.twin.is_some());
        has_twin || run.contestant.duplicates.is_some()
    };
    let runs: Vec<&Run> = round.runs.iter().filter(is_told).collect();
    let mut lines: Vec<String> = runs.iter().filter_map(|run| sentence(run)).collect();
    let lengths: Vec<Option<u32>> = runs.iter().map(|run| run.moves).collect();
    if let [Some(first), _, ..] = lengths[..]
        && lengths.iter().all(|&length| length == Some(first))
    {
        lines.push(format!("Each of them found the minimum, {first} moves."));
    }
    lines
}

fn sentence(run: &Run) -> Option<String> {
    let queues = run.queues?;
    let mut text = format!("{}: {}", run.contestant, words(&queues.board));
    if let Some(twin) = queues.twin {
        text.push_str(&format!("\n  twin: {}", words(&twin)));
    }
    let remark = run.remark();
    if !remark.is_empty() {
        text.push_str(&format!("; {remark}, before the end"));
    }
    Some(text)
}

fn words(counts: &QueueCounts) -> String {
    let different = counts.distinct.map_or(String::new(), |distinct| {
        format!(", of which {} different", grouped(distinct))
    });
    format!(
        "enqueued {}{different}, dequeued {}, largest queue {}",
        grouped(counts.enqueued),
        grouped(counts.dequeued),
        grouped(counts.largest)
    )
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_in_groups() {
        let texts = [0, 999, 1000, 11_990, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "11,990", "1,234,567"]);
    }

    #[test]
    fn what_was_not_counted_is_not_told() {
        let counts = QueueCounts {
            enqueued: 11_990,
            dequeued: 7,
            largest: 8,
            distinct: Some(5_061),
        };
        let text = "enqueued 11,990, of which 5,061 different, dequeued 7, largest queue 8";
        assert_eq!(words(&counts), text);
        let distinct = None;
        assert!(!words(&QueueCounts { distinct, ..counts }).contains("different"));
    }
}

//! As many whole fields of a line as there is room for.

/// The beginning of a line, cut where a field ends, so that it fits in so many columns. The first
/// field stays, whatever its length.
pub fn truncate<'a>(line: &'a str, gaps: &[&str], room: usize) -> &'a str {
    let mut kept = line;
    while kept.chars().count() > room {
        let ends = gaps.iter().filter_map(|gap| kept.trim_end().rfind(gap));
        match ends.max().filter(|&end| end > 0) {
            Some(end) => kept = &kept[..end],
            None => break,
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_kept_or_dropped_whole() {
        let line = "2 of 3 boards in 4 s; b.txt: best 5, 12.3k nodes";
        let cut = |room| truncate(line, &[", ", "; "], room);
        assert_eq!(cut(80), line);
        assert_eq!(cut(47), "2 of 3 boards in 4 s; b.txt: best 5");
        assert_eq!(cut(30), "2 of 3 boards in 4 s");
        assert_eq!(cut(3), "2 of 3 boards in 4 s");
        assert_eq!(truncate(" q quit  ? help", &["  "], 12), " q quit");
    }
}

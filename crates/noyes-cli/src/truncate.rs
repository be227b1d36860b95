//! Truncation of a line to whole fields.

/// The longest beginning of a line that ends with a field and has at most `max_width` columns.
/// Fields are separated by any of `gaps`. The first field stays, whatever its length.
pub fn truncate<'a>(line: &'a str, gaps: &[&str], max_width: usize) -> &'a str {
    let mut shown = line;
    while shown.chars().count() > max_width {
        let ends = gaps.iter().filter_map(|gap| shown.trim_end().rfind(gap));
        match ends.max().filter(|&end| end > 0) {
            Some(end) => shown = &shown[..end],
            None => break,
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stay_whole_or_are_left_out() {
        let line = "2 of 3 boards in 4 s; b.txt: best 5, 12.3k nodes";
        let cut = |max_width| truncate(line, &[", ", "; "], max_width);
        assert_eq!(cut(80), line);
        assert_eq!(cut(47), "2 of 3 boards in 4 s; b.txt: best 5");
        assert_eq!(cut(30), "2 of 3 boards in 4 s");
        assert_eq!(cut(3), "2 of 3 boards in 4 s");
        assert_eq!(truncate(" q quit  ? help", &["  "], 12), " q quit");
    }
}

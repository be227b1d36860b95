//! Published collections of boards, with the minimum of each.
//!
//! ```
//! use noyes::collections::KORF_100;
//! use noyes::format::list::entries;
//!
//! let known = entries(KORF_100).filter_map(|entry| entry.ok()?.known);
//! // The mean of the minima, as Korf gives it: 53.05.
//! assert_eq!(known.sum::<u32>(), 5305);
//! ```

/// Korf's 100 random 15-puzzles (1985), as a list of boards.
///
/// ```
/// use noyes::collections::KORF_100;
/// use noyes::format::list::entries;
///
/// let first = entries(KORF_100).next().unwrap()?;
/// assert_eq!((first.board.size().to_string().as_str(), first.known), ("4×4", Some(57)));
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
pub const KORF_100: &str = include_str!("../data/korf100.txt");

/// Korf's 50 random 24-puzzles (Korf & Felner 2002), as a list of boards.
///
/// ```
/// use noyes::collections::KORF_50;
/// use noyes::format::list::entries;
///
/// let shortest = entries(KORF_50).filter_map(|entry| entry.ok()?.known).min();
/// assert_eq!((entries(KORF_50).count(), shortest), (50, Some(81)));
/// ```
pub const KORF_50: &str = include_str!("../data/korf50.txt");

/// A collection by name: `korf100` or `korf50`.
///
/// Any other name gives none; the case of the letters matters.
///
/// ```
/// use noyes::collections::by_name;
/// use noyes::format::list::entries;
///
/// let boards: Result<Vec<_>, _> = entries(by_name("korf100").unwrap()).collect();
/// let boards = boards?;
/// assert_eq!((boards.len(), boards[0].known), (100, Some(57)));
/// assert_eq!(by_name("Korf100"), None);
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
pub fn by_name(name: &str) -> Option<&'static str> {
    match name {
        "korf100" => Some(KORF_100),
        "korf50" => Some(KORF_50),
        _ => None,
    }
}

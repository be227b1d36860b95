//! The partition to use for a board: from the catalogue's text files, or cut by rule.
//!
//! | Board | Partition |
//! |---|---|
//! | at most 10 cells | one pattern: the table is complete, and no search is left |
//! | with an entry | that of the catalogue |
//! | others | runs of tiles in reading order, as few and as even as the largest pattern allows |
//! | more than 16 cells | several at once: all entries, or two cuts, by rows and by columns |

use super::{Pattern, PatternError};
use crate::board::Size;

/// How much a set of tables may cost.
///
/// | Tier | Tiles of a pattern | For |
/// |---|---|---|
/// | quick | at most 6, 5 above 25 cells | a single easy board |
/// | small | at most 7, 5 above 25 cells | the usual: 35 MB on the 4×4 board |
/// | large | at most 8, 6 above 16 cells | many boards, or hard ones: 196 MB on the 4×4 board |
/// | huge | 7 on the 5×5 board | long proofs with 4 GB to spare |
/// | vast | 7 on the 5×5 board | the same for 12 GB |
///
/// ```
/// use noyes::pattern::{Tier, partition};
/// use noyes::Size;
///
/// let tiles = |tier| -> Result<Vec<usize>, Box<dyn std::error::Error>> {
///     let patterns = partition(Size::new(4, 4)?, 15, tier)?;
///     Ok(patterns.iter().map(|pattern| pattern.tiles()).collect())
/// };
/// assert!(tiles(Tier::Small)?.iter().all(|&tiles| tiles <= 7));
/// assert_eq!(tiles(Tier::Large)?.iter().sum::<usize>(), 15);
/// assert_eq!(Tier::Large.name(), "large");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Tier {
    /// Patterns of at most 6 tiles, built without a wait.
    Quick,
    /// Patterns of at most 7 tiles.
    Small,
    /// Patterns of at most 8 tiles.
    Large,
    /// Patterns of 7 tiles on the 5×5 board, with 4 GB. Other boards have none.
    Huge,
    /// The same with 12 GB.
    Vast,
}

impl Tier {
    /// All of them, the smallest first.
    ///
    /// ```
    /// use noyes::pattern::Tier;
    ///
    /// let named = Tier::ALL.into_iter().find(|tier| tier.name() == "large");
    /// assert_eq!(named, Some(Tier::Large));
    /// ```
    pub const ALL: [Self; 5] = [
        Self::Quick,
        Self::Small,
        Self::Large,
        Self::Huge,
        Self::Vast,
    ];

    /// As the catalogue and the command call it: `quick`, `small`, `large`, `huge` or `vast`.
    ///
    /// ```
    /// assert_eq!(noyes::pattern::Tier::Quick.name(), "quick");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Small => "small",
            Self::Large => "large",
            Self::Huge => "huge",
            Self::Vast => "vast",
        }
    }

    /// The most tiles of a pattern.
    fn most_tiles(self, size: Size) -> usize {
        match self {
            // On more cells each tile more costs twenty to thirty times the memory.
            Self::Quick | Self::Small if size.cells() > 25 => 5,
            _ if size.cells() > 16 => 6,
            Self::Quick => 6,
            Self::Small => 7,
            Self::Large | Self::Huge | Self::Vast => 8,
        }
    }
}

const FILES: [&str; 3] = [
    include_str!("catalogue/15-puzzle.txt"),
    include_str!("catalogue/24-puzzle.txt"),
    include_str!("catalogue/rectangles.txt"),
];

/// The partition of a tier for a board and the goal cell of its blank.
///
/// Both should be canonical (see [`super::Symmetry::to_canonical`]): the catalogue lists only such
/// boards, and the solvers take no other tables. For others a plain cut in reading order comes
/// back. A board of more than [`Pattern::MOST_CELLS`] cells is [`PatternError::TooLarge`], a blank
/// home that is not on the board [`PatternError::Cell`].
///
/// ```
/// use noyes::pattern::{Tier, check_partition, partition};
/// use noyes::Size;
///
/// let size = Size::new(4, 4)?;
/// let patterns = partition(size, 15, Tier::Small)?;
/// assert_eq!(patterns.len(), 3);
/// assert_eq!(check_partition(&patterns)?, (size, 15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn partition(size: Size, blank_home: usize, tier: Tier) -> Result<Vec<Pattern>, PatternError> {
    let in_rows = || cut((0..size.cells()).collect(), blank_home, size, tier);
    let homes = listed(size, blank_home, tier).next();
    patterns(size, blank_home, &homes.unwrap_or_else(in_rows))
}

/// The partitions of a tier that are used together, for a board and the goal cell of its blank,
/// both canonical as for [`partition`], which has the same errors. Huge and vast ones are only
/// those that the catalogue lists: for other boards there is [`PatternError::Missing`].
///
/// ```
/// use noyes::pattern::{Tier, check_partition, partitions};
/// use noyes::Size;
///
/// let size = Size::new(5, 5)?;
/// let all = partitions(size, 24, Tier::Small)?;
/// assert!(all.len() > 1);
/// for patterns in &all {
///     assert_eq!(check_partition(patterns)?, (size, 24));
/// }
/// assert!(partitions(Size::new(4, 4)?, 15, Tier::Huge).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn partitions(
    size: Size,
    blank_home: usize,
    tier: Tier,
) -> Result<Vec<Vec<Pattern>>, PatternError> {
    let mut cuts: Vec<Vec<Vec<usize>>> = listed(size, blank_home, tier).collect();
    if cuts.is_empty() && matches!(tier, Tier::Huge | Tier::Vast) {
        return Err(PatternError::Missing { cell: 0 });
    }
    if cuts.is_empty() {
        let (rows, cols) = (size.rows(), size.cols());
        let by_columns = (0..size.cells()).map(|i| i % rows * cols + i / rows);
        let order = (0..size.cells()).collect();
        cuts.push(cut(order, blank_home, size, tier));
        cuts.push(cut(by_columns.collect(), blank_home, size, tier));
    }
    let cuts = cuts.iter();
    cuts.map(|homes| patterns(size, blank_home, homes))
        .collect()
}

/// The catalogue's entries for a board and tier.
fn listed(size: Size, blank_home: usize, tier: Tier) -> impl Iterator<Item = Vec<Vec<usize>>> {
    let (rows, cols) = (size.rows(), size.cols());
    let wanted = format!("{rows}x{cols} {blank_home} {}", tier.name());
    // Plans ask for every board: only the lines that are wanted are read beyond their keys.
    let all = FILES.iter().flat_map(|file| lines(file));
    all.filter(move |(key, _)| *key == wanted)
        .filter_map(|(_, patterns)| homes(patterns))
}

/// The patterns of a partition, checked.
fn patterns(
    size: Size,
    blank_home: usize,
    homes: &[Vec<usize>],
) -> Result<Vec<Pattern>, PatternError> {
    let patterns = homes
        .iter()
        .map(|homes| Pattern::new(size, blank_home, homes));
    let patterns: Vec<Pattern> = patterns.collect::<Result<_, _>>()?;
    super::check_partition(&patterns)?;
    Ok(patterns)
}

/// The keys of a catalogue file and the patterns behind them. Lines that make no sense are passed
/// over; a test holds that there are none.
fn lines(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(':'))
}

/// The goal cells of the tiles of each pattern.
fn homes(patterns: &str) -> Option<Vec<Vec<usize>>> {
    let cells = |text: &str| {
        let cells = text.split_whitespace();
        cells.map(|cell| cell.parse().ok()).collect()
    };
    patterns.split('/').map(cells).collect()
}

/// Runs of tiles in an order of the cells.
fn cut(order: Vec<usize>, blank_home: usize, size: Size, tier: Tier) -> Vec<Vec<usize>> {
    let mut homes = order;
    homes.retain(|&cell| cell != blank_home);
    if homes.len() <= Pattern::MOST_TILES {
        return vec![homes];
    }
    let runs = homes.len().div_ceil(tier.most_tiles(size));
    let (each, longer) = (homes.len() / runs, homes.len() % runs);
    let mut rest = &homes[..];
    (0..runs)
        .map(|number| {
            let (run, after) = rest.split_at(each + usize::from(number < longer));
            rest = after;
            run.to_vec()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Symmetry;

    #[test]
    fn every_line_is_an_entry_and_every_entry_a_partition() {
        for file in FILES {
            let all = file
                .lines()
                .filter(|line| !line.starts_with('#') && !line.is_empty());
            assert_eq!(all.count(), lines(file).count());
            for (key, patterns) in lines(file) {
                let homes = homes(patterns).unwrap();
                let mut words = key.split(' ');
                let (rows, cols) = words.next().unwrap().split_once('x').unwrap();
                let size = Size::new(rows.parse().unwrap(), cols.parse().unwrap()).unwrap();
                let home = words.next().unwrap().parse().unwrap();
                let name = words.next().unwrap();
                let tier = Tier::ALL.into_iter().find(|tier| tier.name() == name);
                let tier = tier.unwrap();
                let found = partitions(size, home, tier).unwrap();
                let lists = |found: &Vec<Pattern>| -> Vec<Vec<usize>> {
                    found.iter().map(|p| p.homes().collect()).collect()
                };
                assert!(found.iter().any(|found| lists(found) == homes), "{key}");
            }
        }
    }

    #[test]
    fn every_small_board_and_goal_has_a_partition() {
        for rows in 2..=5 {
            for cols in 2..=5 {
                let size = Size::new(rows, cols).unwrap();
                for home in 0..size.cells() {
                    let way = Symmetry::to_canonical(size, home);
                    for tier in [Tier::Quick, Tier::Small, Tier::Large] {
                        partition(way.to(), way.cell(home), tier).unwrap();
                        partitions(way.to(), way.cell(home), tier).unwrap();
                    }
                }
            }
        }
        assert!(partition(Size::new(6, 7).unwrap(), 41, Tier::Small).is_err());
    }
}

//! Ranks of permutations, and how they change when a tile slides past others.
//!
//! The tiles of a pattern, read in the order of their cells, are a permutation. Its rank is its
//! place in lexicographic order, Σ dₚ (k−1−p)! with dₚ the number of later tiles smaller than
//! the one in place p (Lehmer's code).
//!
//! A slide along a row passes no cell, so the permutation stays. A slide along a column passes
//! the `cols − 1` cells between and the m pattern tiles on them: the tile rotates past m others.
//! There are few such rotations, so each is tabulated for all k! ranks.
//!
//! ```text
//! tiles on the 4×4 board    tables
//! 7                         24 of 10 KB
//! 8                         29 of 80 KB
//! ```

/// k!, or the largest number there is.
pub fn factorial(k: usize) -> usize {
    (1..=k).fold(1, usize::saturating_mul)
}

/// The rank of a permutation of 0, 1, … in lexicographic order.
pub fn rank(permutation: &[u8]) -> usize {
    let k = permutation.len();
    (0..k).fold(0, |rank, place| {
        let smaller = |&&later: &&u8| later < permutation[place];
        let digit = permutation[place + 1..].iter().filter(smaller).count();
        rank * (k - place) + digit
    })
}

/// The permutation of a rank.
pub fn unrank(mut rank: usize, k: usize) -> Vec<u8> {
    let mut left: Vec<u8> = (0..k as u8).collect();
    (0..k)
        .map(|place| {
            let weight = factorial(k - 1 - place);
            let digit = rank / weight;
            rank %= weight;
            left.remove(digit)
        })
        .collect()
}

/// A tile sliding past others: from `place` forward past `past` tiles, or back from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// The lower end.
    pub place: usize,
    /// How many tiles are passed; not 0.
    pub past: usize,
    /// Whether the tile goes to the higher place.
    pub forward: bool,
}

/// A number that holds ranks: the smaller, the more of a table stays in the cache.
pub trait Rank: Copy + Default + Send + Sync {
    /// The rank as such a number; it must fit.
    fn of(rank: usize) -> Self;
    /// The rank.
    fn get(self) -> usize;
}

impl Rank for u16 {
    fn of(rank: usize) -> Self {
        rank as Self
    }

    #[inline]
    fn get(self) -> usize {
        usize::from(self)
    }
}

impl Rank for u32 {
    fn of(rank: usize) -> Self {
        rank as Self
    }

    #[inline]
    fn get(self) -> usize {
        self as usize
    }
}

/// The rank after each rotation, for all ranks.
#[derive(Clone, Debug)]
pub struct Rotations<R> {
    k: usize,
    most_past: usize,
    tables: Box<[R]>,
}

impl<R: Rank> Rotations<R> {
    /// Tabulates the rotations of `k` tiles past at most `most_past` others.
    pub fn new(k: usize, most_past: usize) -> Self {
        let most_past = most_past.min(k - 1);
        let perms = factorial(k);
        let mut tables = vec![R::default(); 2 * most_past * k * perms];
        let digits: Vec<usize> = (0..k).map(|place| factorial(k - 1 - place)).collect();
        let this = Self {
            k,
            most_past,
            tables: Box::new([]),
        };
        for past in 1..=most_past {
            for place in 0..k - past {
                for forward in [false, true] {
                    let rotation = Rotation {
                        place,
                        past,
                        forward,
                    };
                    let start = this.offset(rotation);
                    let table = &mut tables[start..start + perms];
                    tabulate(table, rotation, &digits);
                }
            }
        }
        Self {
            tables: tables.into(),
            ..this
        }
    }

    fn offset(&self, rotation: Rotation) -> usize {
        debug_assert!(rotation.past >= 1 && rotation.past <= self.most_past);
        debug_assert!(rotation.place + rotation.past < self.k);
        let number = ((rotation.past - 1) * 2 + usize::from(rotation.forward)) * self.k;
        (number + rotation.place) * factorial(self.k)
    }

    /// The rank after a rotation, for every rank before it.
    pub fn table(&self, rotation: Rotation) -> &[R] {
        let start = self.offset(rotation);
        &self.tables[start..start + factorial(self.k)]
    }
}

/// Only the digits of the places rotated change, and they change alike for all others.
fn tabulate<R: Rank>(table: &mut [R], rotation: Rotation, weights: &[usize]) {
    let Rotation {
        place,
        past,
        forward,
    } = rotation;
    let (first, last) = (place, place + past);
    let block = weights[last];
    let window = weights[first] * (weights.len() - first);
    // Within a window: which window digits lead where, in units of `block`.
    let choices = window / block;
    let mut moved = vec![0usize; choices];
    for (code, slot) in moved.iter_mut().enumerate() {
        let mut rest = code * block;
        let mut left: Vec<usize> = (0..weights.len() - first).collect();
        let mut tiles: Vec<usize> = (first..=last)
            .map(|p| {
                let digit = rest / weights[p];
                rest %= weights[p];
                left.remove(digit)
            })
            .collect();
        if forward {
            tiles.rotate_left(1);
        } else {
            tiles.rotate_right(1);
        }
        let mut left: Vec<usize> = (0..weights.len() - first).collect();
        for (p, tile) in (first..).zip(tiles) {
            let digit = left.iter().position(|&other| other == tile).unwrap_or(0);
            left.remove(digit);
            *slot += digit * weights[p];
        }
    }
    for (start, window) in table
        .chunks_mut(window)
        .enumerate()
        .map(|(number, chunk)| (number * chunk.len(), chunk))
    {
        for (chunk, &to) in window.chunks_mut(block).zip(&moved) {
            for (slot, low) in chunk.iter_mut().zip(0..) {
                *slot = R::of(start + to + low);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_lexicographic() {
        for k in 1..=6 {
            for number in 0..factorial(k) {
                assert_eq!(rank(&unrank(number, k)), number);
            }
        }
        assert_eq!(unrank(0, 4), [0, 1, 2, 3]);
        assert_eq!(unrank(23, 4), [3, 2, 1, 0]);
    }

    #[test]
    fn rotations_rotate() {
        for k in 1..=6usize {
            let rotations = Rotations::<u32>::new(k, 4);
            for past in 1..=4.min(k - 1) {
                for place in 0..k - past {
                    for forward in [false, true] {
                        let table = rotations.table(Rotation {
                            place,
                            past,
                            forward,
                        });
                        for (number, &found) in table.iter().enumerate() {
                            let mut tiles = unrank(number, k);
                            let window = &mut tiles[place..=place + past];
                            if forward {
                                window.rotate_left(1);
                            } else {
                                window.rotate_right(1);
                            }
                            assert_eq!(rank(&tiles), found as usize);
                        }
                    }
                }
            }
        }
    }
}

//! `--shard i/n`: the part of the boards that one of several machines solves.
//!
//! The parts depend on the boards and on n alone. Boards are dealt from the largest and farthest
//! from their goal down, as cards are: to machine 1, 2, … n, n, … 2, 1. So every part has its share
//! of the hard ones. Within a part they keep the input's order.

use std::str::FromStr;

use super::gather::Entry;

/// Part i of n, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let remedy = || format!("write a part such as 1/4, from 1/4 to 4/4, not {text:?}");
        let (number, count) = text.split_once('/').ok_or_else(remedy)?;
        let number: usize = number.trim().parse().map_err(|_| remedy())?;
        let count: usize = count.trim().parse().map_err(|_| remedy())?;
        match (1..=count).contains(&number) {
            true => Ok(Self { number, count }),
            false => Err(remedy()),
        }
    }
}

impl Shard {
    /// The entries of this part.
    pub fn of(self, entries: Vec<Entry>) -> Vec<Entry> {
        let work = |entry: &Entry| match &entry.board {
            Ok(board) => (board.size().cells(), board.manhattan()),
            Err(_) => (0, 0),
        };
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(work(&entries[place])));
        let mut is_mine = vec![false; entries.len()];
        for (turn, place) in order.into_iter().enumerate() {
            let (round, seat) = (turn / self.count, turn % self.count);
            let taker = match round % 2 {
                0 => seat,
                _ => self.count - 1 - seat,
            };
            is_mine[place] = taker + 1 == self.number;
        }
        let both = entries.into_iter().zip(is_mine);
        both.filter_map(|(entry, is_mine)| is_mine.then_some(entry))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::gather::gather;
    use super::*;

    #[test]
    fn parts_hold_every_board_once_and_equal_work() {
        let all = || gather(&["@korf100".to_owned()]).unwrap();
        for count in [1, 3, 7, 200] {
            let mut names = Vec::new();
            let mut work = Vec::new();
            for number in 1..=count {
                let part = Shard { number, count }.of(all());
                let board = |entry: &Entry| entry.board.clone().unwrap();
                work.push(part.iter().map(|one| board(one).manhattan()).sum::<u32>());
                assert!(part.is_sorted_by_key(|entry| entry.name.clone()));
                names.extend(part.into_iter().map(|entry| entry.name));
            }
            names.sort();
            let wanted: Vec<String> = all().into_iter().map(|entry| entry.name).collect();
            assert_eq!(names, wanted);
            if count == 3 {
                let (least, most) = (work.iter().min().unwrap(), work.iter().max().unwrap());
                assert!(most - least < 60, "{work:?}");
            }
        }
    }

    #[test]
    fn parts_are_written_as_fractions() {
        assert_eq!(
            "2/4".parse(),
            Ok(Shard {
                number: 2,
                count: 4
            })
        );
        for wrong in ["0/4", "5/4", "1", "1/0", "a/b", "1/"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}

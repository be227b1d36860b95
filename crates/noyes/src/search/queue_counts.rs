//! What is counted of a priority queue, as students of the course count it.

/// The operations on one priority queue of A*.
///
/// ```
/// use noyes::search::QueueCounts;
///
/// let counts = QueueCounts { enqueued: 10, dequeued: 5, largest: 6, distinct: Some(10) };
/// assert_eq!(counts.to_string(), "enqueued 10, dequeued 5, largest queue 6, distinct boards 10");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct QueueCounts {
    /// Nodes inserted, the start included.
    pub enqueued: u64,
    /// Nodes deleted as the minimum, the goal included.
    pub dequeued: u64,
    /// The most nodes in the queue at one moment.
    pub largest: u64,
    /// Different boards among the nodes inserted; none if they were not counted, or if time or
    /// memory ran out before they were.
    pub distinct: Option<u64>,
}

impl std::fmt::Display for QueueCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "enqueued {}, dequeued {}, largest queue {}",
            self.enqueued, self.dequeued, self.largest
        )?;
        match self.distinct {
            Some(distinct) => write!(f, ", distinct boards {distinct}"),
            None => Ok(()),
        }
    }
}

/// The queue of a board and, where its twin was searched too, that of the twin.
///
/// ```
/// use noyes::search::{QueueCounts, Queues};
///
/// let board = QueueCounts { enqueued: 10, dequeued: 5, ..QueueCounts::default() };
/// let twin = QueueCounts { enqueued: 9, dequeued: 4, ..QueueCounts::default() };
/// let queues = Queues { board, twin: Some(twin) };
/// assert_eq!((queues.enqueued(), queues.dequeued()), (19, 9));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queues {
    /// The queue of the board.
    pub board: QueueCounts,
    /// The queue of the twin.
    pub twin: Option<QueueCounts>,
}

impl Queues {
    fn sum(&self, count: impl Fn(&QueueCounts) -> u64) -> u64 {
        count(&self.board) + self.twin.as_ref().map_or(0, count)
    }

    /// Nodes inserted into both.
    ///
    /// ```
    /// use noyes::search::{QueueCounts, Queues};
    ///
    /// let board = QueueCounts { enqueued: 10, ..QueueCounts::default() };
    /// assert_eq!(Queues { board, twin: None }.enqueued(), 10);
    /// assert_eq!(Queues { board, twin: Some(board) }.enqueued(), 20);
    /// ```
    pub fn enqueued(&self) -> u64 {
        self.sum(|counts| counts.enqueued)
    }

    /// Nodes deleted from both.
    ///
    /// ```
    /// use noyes::search::{QueueCounts, Queues};
    ///
    /// let board = QueueCounts { dequeued: 5, ..QueueCounts::default() };
    /// assert_eq!(Queues { board, twin: Some(board) }.dequeued(), 10);
    /// ```
    pub fn dequeued(&self) -> u64 {
        self.sum(|counts| counts.dequeued)
    }
}

//! What a plan must know of the engine it is made for.

use crate::solve::tables::TableSet;

/// The resources that a plan may use: tables, memory, threads. An engine implements it, and so do
/// tests.
pub(in crate::solve) trait Inventory {
    /// Whether the tables of a set need not be built.
    fn is_there(&self, set: &TableSet) -> bool;
    /// Whether the tables of a set are open.
    fn is_open(&self, set: &TableSet) -> bool;
    /// Bytes of the tables of a set.
    fn bytes(&self, set: &TableSet) -> usize;
    /// Bytes of memory that building a set takes at its peak.
    fn build_bytes(&self, set: &TableSet) -> usize;
    /// Bytes of memory that the machine has left.
    fn available_memory(&self) -> usize;
    /// Threads of the engine.
    fn threads(&self) -> usize;
    /// Nodes that quick tables may be searched for on a board; 0 once as many were spent.
    fn quick_nodes(&self) -> u64;
}

//! Opens the tables of a set, or builds and keeps them, and makes the solver that uses them.

use std::sync::Arc;

use super::set::MOST_UNKEPT_CELLS;
use super::{NoTables, Ready, TableKind, TableSet, Tables};
use crate::board::Size;
use crate::guard::{Guard, Stop};
use crate::pattern::{Additive, Complete, Compound, Pattern, Table, blob, build_on, ensure_tables};
use crate::prune::Automaton;
use crate::search::{CompoundSolver, MultiTileSolver, PatternSolver};

impl From<Stop> for NoTables {
    fn from(stop: Stop) -> Self {
        match stop {
            // The tables do not fit: that is for the caller to do without, not to end.
            Stop::Memory => Self::Unavailable,
            stop => Self::Stopped(stop),
        }
    }
}

impl Tables {
    /// The tables of a set and what went wrong on the way.
    pub(super) fn build(
        &self,
        set: TableSet,
        guard: &Guard<'_>,
    ) -> Result<(Ready, Vec<String>), NoTables> {
        let mut warnings = Vec::new();
        let ready = match set.kind() {
            TableKind::Patterns(_) => {
                let partitions = set.partitions();
                let patterns = partitions.first().ok_or(NoTables::Unavailable)?;
                let (tables, automaton) = guard.threads().join(
                    || self.pattern_tables(patterns, guard, &mut warnings),
                    || self.automaton(set.size(), PatternSolver::word_length(set.size())),
                );
                let additive = Additive::new(tables?).map_err(|_| NoTables::Unavailable)?;
                let solver = PatternSolver::with_automaton(additive, automaton);
                Ready::Patterns(Arc::new(solver))
            }
            TableKind::Compound(_) => {
                let partitions = set.partitions();
                let (tables, automaton) = guard.threads().join(
                    || self.pattern_tables(&set.patterns(), guard, &mut warnings),
                    || self.automaton(set.size(), CompoundSolver::word_length()),
                );
                let compound = Compound::new(tables?, &partitions);
                let compound = compound.map_err(|_| NoTables::Unavailable)?;
                if !CompoundSolver::fit(&compound) {
                    return Err(NoTables::Unavailable);
                }
                let solver = CompoundSolver::with_automaton(compound, &automaton);
                Ready::Compound(Arc::new(solver))
            }
            TableKind::Complete => {
                let table = self.complete(set, guard, &mut warnings)?;
                Ready::Complete(Arc::new(table))
            }
            TableKind::MultiTile => {
                let store = Some(&*self.store);
                let solver = MultiTileSolver::new(set.size(), set.blank_home(), store, guard)?;
                Ready::MultiTile(Arc::new(solver))
            }
        };
        Ok((ready, warnings))
    }

    fn pattern_tables(
        &self,
        patterns: &[Pattern],
        guard: &Guard<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<Table>, Stop> {
        let is_kept = patterns
            .first()
            .is_some_and(|pattern| pattern.size().cells() > MOST_UNKEPT_CELLS);
        if !is_kept {
            let build = |pattern| Ok(build_on(pattern, self.sets.of(pattern), guard)?.table);
            return patterns.iter().map(build).collect();
        }
        let ensured = ensure_tables(&*self.store, patterns, &self.sets, guard)?;
        warnings.extend(ensured.warnings.iter().map(ToString::to_string));
        Ok(ensured.tables)
    }

    fn complete(
        &self,
        set: TableSet,
        guard: &Guard<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Complete, Stop> {
        let (size, home) = (set.size(), set.blank_home());
        let name = Complete::name(size, home);
        let kept = blob::read(&*self.store, &name);
        if let Some(table) = kept.and_then(|bytes| Complete::from_bytes(size, home, &bytes)) {
            return Ok(table);
        }
        let (table, _) = Complete::build(size, home, guard)?;
        let written = blob::write(&*self.store, &name, &table.to_bytes());
        warnings.extend(written.err().map(|error| error.to_string()));
        Ok(table)
    }

    /// The automaton of a canonical size: from the store, or made and kept. That it cannot be kept
    /// is not worth a warning: making it takes some thirty milliseconds.
    fn automaton(&self, size: Size, words: usize) -> Automaton {
        let make = || Automaton::new(size, words);
        if size.cells() <= MOST_UNKEPT_CELLS {
            return make();
        }
        let name = format!("{}x{}-words-of-{words}", size.rows(), size.cols());
        let kept = blob::read(&*self.store, &name);
        kept.and_then(|bytes| Automaton::from_bytes(&bytes))
            .unwrap_or_else(|| {
                let automaton = make();
                let _ = blob::write(&*self.store, &name, &automaton.to_bytes());
                automaton
            })
    }
}

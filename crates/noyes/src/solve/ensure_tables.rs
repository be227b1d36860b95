//! The tables of a plan, fetched ahead of its run: where runs are measured, none of them is to pay
//! for what all of them use.

use super::{Plan, tables};
use crate::goal::Instance;
use crate::pattern::{Complete, ShelfError, Table, Tier};
use crate::search::{Guard, Observer, Stop};

/// Takes the tables of a plan from the shelf, or builds and keeps them, and tells how many bytes
/// they have. The plan's limits are not asked; a run of the plan finds its tables there from then on.
///
/// Tables that cannot be had are no error: the search does without, as it would in its run.
pub fn fetch_tables(
    instance: &Instance,
    plan: &Plan,
    observer: &dyn Observer,
) -> Result<usize, Stop> {
    let mut bytes = 0;
    let mut tiers: Vec<Tier> = plan
        .stages
        .iter()
        .filter_map(|stage| stage.tables)
        .collect();
    tiers.dedup();
    for tier in tiers {
        match fetch(instance, tier, &Guard::new(observer)) {
            Ok(more) => bytes += more,
            Err(ShelfError::Stopped(stop)) => return Err(stop),
            Err(_) => {}
        }
    }
    Ok(bytes)
}

fn fetch(instance: &Instance, tier: Tier, guard: &Guard<'_>) -> Result<usize, ShelfError> {
    let size = instance.size();
    let all = |tables: &[Table]| tables.iter().map(|table| table.bits().len()).sum();
    if tier == Tier::Large && tables::has_complete(size) {
        tables::complete(size, instance.blank_home(), guard)?;
        return Ok(Complete::bytes(size));
    }
    Ok(if tables::needs_compound(size) {
        let solver = tables::compound_solver(instance, tier, guard)?;
        solver.map_or(0, |solver| all(solver.compound().tables()))
    } else {
        let solver = tables::solver(instance, tier, guard)?;
        solver.map_or(0, |solver| all(solver.additive().tables()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::Goal;
    use crate::search::Silent;
    use crate::solve::{Request, TableChoice};

    #[test]
    fn only_a_plan_with_tables_has_bytes_to_fetch() {
        let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]]).unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let bytes = |tables| {
            let request = Request {
                tables,
                ..Request::default()
            };
            let plan = Plan::new(&instance, &request).unwrap();
            fetch_tables(&instance, &plan, &Silent).unwrap()
        };
        assert!(bytes(TableChoice::Small) > 0);
        assert_eq!(bytes(TableChoice::Small), bytes(TableChoice::Small));
        assert_eq!(bytes(TableChoice::None), 0);
    }
}

//! The explanation of a lower bound: the contribution of each tile, line, group and axis.

use std::collections::BTreeMap;
use std::io::{self, Write};

use noyes::Board;
use noyes::explain::{Conflict, Explanation, Line, Together};
use noyes::solve::PatternPart;
use noyes_api::info::{NoPatterns, Patterns};

/// With more conflicts or groups than this, only their sums are shown.
const MAX_LISTED: usize = 12;

/// Writes the steps of every tile, the conflicts of every line, the groups of tiles that add to the
/// conflicts of lines, and the walking distances.
pub fn text(out: &mut dyn Write, board: &Board, parts: &Explanation) -> io::Result<()> {
    let (vertical, horizontal) = parts.manhattan_parts();
    writeln!(
        out,
        "tile by tile     {} steps in all, {vertical} up and down, {horizontal} to the sides",
        parts.manhattan()
    )?;
    if board.size().fits_in(20) {
        steps_grid(out, board, parts)?;
    } else {
        steps_counts(out, parts)?;
    }
    conflicts(out, parts)?;
    groups(out, parts)?;
    if let Some((rows, cols)) = parts.walking {
        writeln!(
            out,
            "walking distance {rows} row changes (steps alone: {vertical}), {cols} column changes ({horizontal}): {} in all",
            rows + cols
        )?;
    }
    Ok(())
}

fn steps_grid(out: &mut dyn Write, board: &Board, parts: &Explanation) -> io::Result<()> {
    let mut steps = vec![None; board.size().cells()];
    for share in &parts.shares {
        steps[share.cell] = Some(share.steps());
    }
    for row in steps.chunks(board.cols()) {
        let cells = row.iter().map(|steps| match steps {
            None => "  _".to_owned(),
            Some(0) => "  ·".to_owned(),
            Some(steps) => format!("{steps:>3}"),
        });
        writeln!(out, " {}", cells.collect::<String>())?;
    }
    Ok(())
}

/// Writes how many tiles are at which distance, in classes that double in width.
fn steps_counts(out: &mut dyn Write, parts: &Explanation) -> io::Result<()> {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for share in &parts.shares {
        let least = share.steps().checked_ilog2().map_or(0, |log| 1 << log);
        *counts.entry(least).or_default() += 1;
    }
    for (least, count) in counts {
        let range = match least {
            0 => "in place".to_owned(),
            1 => "1 step".to_owned(),
            _ => format!("{least} to {} steps", 2 * least - 1),
        };
        writeln!(out, "  {range:<16} {count:>6} tiles")?;
    }
    Ok(())
}

fn conflicts(out: &mut dyn Write, parts: &Explanation) -> io::Result<()> {
    let (all, detours) = (&parts.conflicts, parts.detours());
    if all.is_empty() {
        return writeln!(
            out,
            "line by line     no tile stands in another's way in its own row or column"
        );
    }
    writeln!(
        out,
        "line by line     tiles in each other's way add {detours}: {} in all",
        parts.manhattan() + detours
    )?;
    if all.len() > MAX_LISTED {
        for (name, is_row) in [("rows", true), ("columns", false)] {
            let lines = all
                .iter()
                .filter(|conflict| matches!(conflict.line, Line::Row(_)) == is_row);
            let aside: usize = lines.clone().map(|conflict| conflict.aside.len()).sum();
            let (lines, more) = (lines.count(), 2 * aside);
            writeln!(
                out,
                "  in {lines} {name} {aside} tiles must step aside: + {more}"
            )?;
        }
        return Ok(());
    }
    for Conflict { line, own, aside } in all {
        let name = match line {
            Line::Row(row) => format!("row {}", row + 1),
            Line::Col(col) => format!("column {}", col + 1),
        };
        let listed = |tiles: &[u16], gap: &str| {
            let words: Vec<String> = tiles.iter().map(u16::to_string).collect();
            words.join(gap)
        };
        writeln!(
            out,
            "  {name:<10} has its own {} in the wrong order; {} must step aside: + {}",
            listed(own, " "),
            listed(aside, " and "),
            2 * aside.len()
        )?;
    }
    Ok(())
}

/// Writes what groups of tiles add to the conflicts of lines.
fn groups(out: &mut dyn Write, parts: &Explanation) -> io::Result<()> {
    let (Some(all), Some(extra)) = (&parts.groups, parts.extra()) else {
        return Ok(());
    };
    if extra == parts.detours() {
        return writeln!(
            out,
            "group by group   no few tiles are found to need more than that together"
        );
    }
    let total = parts.manhattan() + extra;
    match all.len() {
        1 => writeln!(
            out,
            "group by group   one group of tiles in each other's way adds {extra}: {total} in all"
        )?,
        count => writeln!(
            out,
            "group by group   {count} groups of tiles in each other's way add {extra}: {total} in all"
        )?,
    }
    if all.len() > MAX_LISTED {
        let mut sizes: BTreeMap<usize, (usize, u32)> = BTreeMap::new();
        for group in all {
            let (count, extra) = sizes.entry(group.tiles.len()).or_default();
            *count += 1;
            *extra += group.extra;
        }
        for (tiles, (count, extra)) in sizes {
            writeln!(out, "  {count} of {tiles} tiles: + {extra}")?;
        }
        return Ok(());
    }
    for Together {
        tiles,
        extra,
        by_lines,
    } in all
    {
        let tiles: Vec<String> = tiles.iter().map(u16::to_string).collect();
        let known = match by_lines {
            0 => "no line tells of it".to_owned(),
            all if all == extra => "as their lines tell".to_owned(),
            part => format!("{part} of it by their lines"),
        };
        writeln!(
            out,
            "  {} need more than their steps, {known}: + {extra}",
            tiles.join(" ")
        )?;
    }
    Ok(())
}

/// Writes which tiles contribute how much to the bound of the pattern tables.
pub fn patterns(out: &mut dyn Write, patterns: &Patterns) -> io::Result<()> {
    let parts = match patterns {
        Patterns::None(NoPatterns::Unsolvable) => return Ok(()),
        Patterns::None(reason) => return writeln!(out, "pattern tables   {}", reason.words()),
        Patterns::Parts(parts) => parts,
    };
    writeln!(
        out,
        "pattern tables   each counts the moves of its own tiles, so they add up: {} in all ({} tables)",
        parts.bound(),
        parts.tables.name()
    )?;
    for PatternPart {
        tiles,
        moves,
        steps,
    } in &parts.parts
    {
        let need = if tiles.len() == 1 { "needs" } else { "need" };
        let tiles: Vec<String> = tiles.iter().map(u16::to_string).collect();
        let tiles = tiles.join(" ");
        if moves == steps {
            writeln!(out, "  {tiles} {need} their {steps} steps: + {moves}")?;
        } else {
            writeln!(
                out,
                "  {tiles} {need} more than their {steps} steps: + {moves}"
            )?;
        }
    }
    Ok(())
}

//! Pictures of boards, solutions, trees and measurements. Knows nothing of search.

pub mod chart;
mod picture;
mod theme;
mod tree_dot;
mod tree_svg;
mod tree_text;

use crate::search_tree::{Fate, TreeNode};

pub use picture::{Picture, RenderError, Rgb};
pub use theme::Theme;
pub use tree_dot::tree_dot;
pub use tree_svg::tree_svg;
pub use tree_text::tree_text;

/// What a drawing says of a node: its numbers, and what became of it.
fn captions(node: &TreeNode) -> [String; 2] {
    let numbers = format!("{} + {} = {}", node.moves, node.distance, node.priority());
    let fate = match node.fate {
        Fate::Expanded { step } => format!("dequeued {step}"),
        Fate::Goal { step } => format!("dequeued {step}: goal"),
        Fate::Waiting => "in the queue".to_owned(),
        Fate::PreviousBoard => "previous board".to_owned(),
    };
    [numbers, fate]
}

//! Beam search: at every depth only the most promising boards are kept.
//!
//! For boards of up to 256 cells. It proves nothing, but from 5×5 to 10×10 no other search here
//! comes as close to the minimum in the same time. [`Beam::run`] is one beam; [`WidthSchedule`]
//! runs beams of growing width.

mod aligned;
mod arch;
mod canonical;
mod evaluation;
mod layer;
mod layer_slice;
mod line_codes;
mod line_conflicts;
mod net;
mod pairs;
mod run;
mod score;
mod select;
mod shard;
mod shared_pairs;
mod slide_steps;
mod tuples;
mod width_schedule;

pub use canonical::CanonicalInstance;
pub use evaluation::Evaluation;
pub use layer::Layer;
pub use net::{Net, NetError, NetParameters, OUTPUT_SHIFT, POINTS};
pub use pairs::MatePair;
pub use run::{Beam, Task};
pub use shared_pairs::SharedPairs;
pub use tuples::Tuples;
pub(super) use width_schedule::beam;
pub use width_schedule::{BeamOptions, WidthSchedule};

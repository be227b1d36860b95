//! Beam search: of every depth only the most promising boards go on.
//!
//! For boards up to 16×16. It proves nothing, but for 5×5 to 10×10 nothing else comes as close
//! to the minimum in so little time. A run of one width is [`Beam::run`].

mod evaluation;
mod judge;
mod layer;
mod net;
mod own_tiles;
mod room;
mod run;
mod seen;
mod select;
mod turned;
mod wide;
mod width_schedule;

pub use evaluation::Evaluation;
pub use layer::Layer;
pub use net::{ANSWER_SHIFT, Net, NetError, POINTS, Parts};
pub use run::{Beam, Task};
pub(super) use seen::mix;
pub use turned::Turned;
pub(super) use width_schedule::beam;
pub use width_schedule::{BeamOptions, WidthSchedule};

//! The width of the next beam where time is limited.
//!
//! A beam that is cut off by the clock finds nothing, so all its time is lost. The usual widths
//! grow by a factor, and which of them is the last to end is a matter of luck. So the beam that
//! would take a large share of the time that is left gets a width by which it ends in time, whether
//! that is more or less than the usual width.
//!
//! The same holds for Euler beams. How long a beam takes is foretold from the beam before. Wider
//! beams take a little more time for each board, since more of their memory lies outside the
//! caches.

/// A beam that is expected to take more than this share of the time left is fitted to it.
const LARGE_SHARE: f64 = 0.25;
/// The share of the time left that a fitted beam is expected to take.
const FITTED_SHARE: f64 = 0.8;
/// Seconds grow as this power of the width.
const GROWTH: f64 = 1.08;
/// Beams of fewer seconds foretell nothing.
const LEAST_SECONDS: f64 = 0.002;
/// The narrowest beam that is fitted.
const LEAST_WIDTH: usize = 10;

/// A beam that has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub width: usize,
    pub seconds: f64,
}

impl Pace {
    /// The width of the next beam, of which the usual one is given, if so many seconds are left.
    pub(super) fn next_width(self, usual: usize, left: f64) -> usize {
        if self.seconds < LEAST_SECONDS {
            return usual;
        }
        let wider = usual as f64 / self.width as f64;
        if self.seconds * wider.powf(GROWTH) <= LARGE_SHARE * left {
            return usual;
        }
        let wider = (FITTED_SHARE * left / self.seconds).powf(1.0 / GROWTH);
        ((self.width as f64 * wider) as usize).max(LEAST_WIDTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace {
        width: 1000,
        seconds: 0.1,
    };

    #[test]
    fn a_beam_that_takes_little_of_the_time_is_as_usual() {
        assert_eq!(PACE.next_width(3200, 10.0), 3200);
        let instant = Pace {
            seconds: 0.0,
            ..PACE
        };
        assert_eq!(instant.next_width(3200, 0.001), 3200);
    }

    #[test]
    fn a_large_beam_fills_the_time_that_is_left() {
        // 3200 would take about 0.35 s.
        let wider = PACE.next_width(3200, 1.0);
        assert!((6000..8000).contains(&wider), "{wider}");
        let narrower = PACE.next_width(3200, 0.1);
        assert!((700..900).contains(&narrower), "{narrower}");
        assert_eq!(PACE.next_width(3200, 0.0), LEAST_WIDTH);
    }
}

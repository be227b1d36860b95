//! The logarithmic scale of an axis and the words on it.

/// What a number counts.
///
/// ```
/// use noyes::render::chart::Unit;
///
/// assert_eq!(Unit::Count.label(12_300.0), "12.3k");
/// assert_eq!(Unit::Seconds.label(0.0034), "3.40 ms");
/// assert_eq!(Unit::Bytes.label(640e3), "640 kB");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Things: 950, 12.3k, 4.56M.
    Count,
    /// Seconds: 12 µs, 3.4 ms, 5.6 s.
    Seconds,
    /// Bytes: 640 kB, 1.2 GB.
    Bytes,
}

impl Unit {
    /// A value in three digits or so. It should be positive: other numbers are written in the
    /// smallest unit.
    ///
    /// ```
    /// use noyes::render::chart::Unit;
    ///
    /// assert_eq!(Unit::Count.label(4_560_000.0), "4.56M");
    /// assert_eq!(Unit::Seconds.label(5.6), "5.60 s");
    /// ```
    pub fn label(self, value: f64) -> String {
        let steps: &[(f64, &str)] = match self {
            Self::Count => &[(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T")],
            Self::Seconds => &[(1e-6, " µs"), (1e-3, " ms"), (1.0, " s")],
            Self::Bytes => &[
                (1.0, " B"),
                (1e3, " kB"),
                (1e6, " MB"),
                (1e9, " GB"),
                (1e12, " TB"),
            ],
        };
        let fits = |&&(factor, _): &&(f64, &str)| value >= 0.9995 * factor;
        let &(factor, name) = steps.iter().rev().find(fits).unwrap_or(&steps[0]);
        let scaled = value / factor;
        let digits = match scaled {
            // Whole things have no tenths.
            _ if factor == 1.0 && self != Self::Seconds => 0,
            s if s >= 99.95 || (s - s.round()).abs() < 1e-6 => 0,
            s if s >= 9.995 => 1,
            _ => 2,
        };
        format!("{scaled:.digits$}{name}")
    }
}

/// A logarithmic scale over whole powers of ten.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogScale {
    low: i32,
    high: i32,
}

impl LogScale {
    /// The scale that holds all positive values.
    pub(super) fn over(values: impl Iterator<Item = f64>) -> Self {
        let logs = values.filter(|value| *value > 0.0).map(f64::log10);
        let (least, most) = logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), log| {
            (a.min(log), b.max(log))
        });
        if least > most {
            return Self { low: 0, high: 1 };
        }
        let low = least.floor() as i32;
        Self {
            low,
            high: (most.ceil() as i32).max(low + 1),
        }
    }

    /// Where a value lies, from 0 to 1.
    pub(super) fn place(&self, value: f64) -> f64 {
        let log = value.max(f64::MIN_POSITIVE).log10();
        ((log - f64::from(self.low)) / f64::from(self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The powers of ten worth a line, at most about `most` of them.
    pub(super) fn ticks(&self, most: i32) -> impl Iterator<Item = f64> + use<> {
        let (low, high) = (self.low, self.high);
        let step = ((high - low) / most + 1).max(1);
        (low..=high)
            .step_by(step as usize)
            .map(|power| 10f64.powi(power))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short_and_true() {
        assert_eq!(Unit::Count.label(950.0), "950");
        assert_eq!(Unit::Count.label(12_345.0), "12.3k");
        assert_eq!(Unit::Count.label(999_990.0), "1.00M");
        assert_eq!(Unit::Count.label(1e9), "1G");
        assert_eq!(Unit::Seconds.label(0.0034), "3.40 ms");
        assert_eq!(Unit::Seconds.label(12.34), "12.3 s");
        assert_eq!(Unit::Seconds.label(4.5e-6), "4.50 µs");
        assert_eq!(Unit::Bytes.label(2e9), "2 GB");
        assert_eq!(Unit::Bytes.label(640.0), "640 B");
    }

    #[test]
    fn scales_hold_their_values() {
        let scale = LogScale::over([3.0, 4000.0].into_iter());
        assert_eq!(scale.place(1.0), 0.0);
        assert_eq!(scale.place(10_000.0), 1.0);
        assert!((scale.place(100.0) - 0.5).abs() < 1e-12);
        assert_eq!(scale.ticks(10).count(), 5);
        assert_eq!(LogScale::over(std::iter::empty()).place(1.0), 0.0);
    }
}

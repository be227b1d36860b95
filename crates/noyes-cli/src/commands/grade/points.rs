//! `--points right=2,not-minimal=1`: what a board is worth.

use std::str::FromStr;

use noyes_answer::Verdict;

/// Points for each verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// In the order of [`Verdict::ALL`].
    each: [f64; Verdict::ALL.len()],
    /// Whether they were asked for, and are shown.
    pub are_given: bool,
}

impl Default for Points {
    /// One point where nothing is wrong.
    fn default() -> Self {
        Self {
            each: Verdict::ALL.map(|verdict| f64::from(u8::from(verdict.is_right()))),
            are_given: false,
        }
    }
}

impl Points {
    /// The points of a verdict.
    pub fn of(&self, verdict: Verdict) -> f64 {
        let place = Verdict::ALL.iter().position(|&other| other == verdict);
        place.map_or(0.0, |place| self.each[place])
    }

    /// The most points of one board.
    pub fn most(&self) -> f64 {
        self.each.iter().copied().fold(0.0, f64::max)
    }
}

impl FromStr for Points {
    type Err = String;

    /// Reads `right=2,not-minimal=1`. What is not named is worth nothing; `solves` is worth what
    /// `right` is unless it is named.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut named: Vec<(Verdict, f64)> = Vec::new();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let remedy = || format!("write points such as right=2,not-minimal=1, not {part:?}");
            let (name, value) = part.split_once('=').ok_or_else(remedy)?;
            let name = name.trim().to_lowercase().replace([' ', '_'], "-");
            let verdict = Verdict::from_name(&name).ok_or_else(|| {
                let names: Vec<String> = Verdict::ALL.iter().map(|one| one.name()).collect();
                format!(
                    "there is no verdict {name:?}: there are {}",
                    names.join(", ")
                )
            })?;
            let value: f64 = value.trim().parse().map_err(|_| remedy())?;
            if !value.is_finite() || value.abs() > 1e6 {
                return Err(remedy());
            }
            if named.iter().any(|&(other, _)| other == verdict) {
                return Err(format!("{name} is given twice: name each verdict once"));
            }
            named.push((verdict, value));
        }
        if named.is_empty() {
            return Err("write points such as right=2,not-minimal=1".to_owned());
        }
        let value = |verdict: Verdict| {
            let of = |wanted| {
                named
                    .iter()
                    .find(|(one, _)| *one == wanted)
                    .map(|(_, value)| *value)
            };
            match verdict {
                Verdict::Solves => of(verdict).or(of(Verdict::Right)),
                verdict => of(verdict),
            }
        };
        Ok(Self {
            each: Verdict::ALL.map(|verdict| value(verdict).unwrap_or(0.0)),
            are_given: true,
        })
    }
}

/// Points without needless digits: `2`, `1.5`.
pub fn shown(points: f64) -> String {
    let rounded = (points * 1000.0).round() / 1000.0;
    // No minus before a zero.
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read() {
        let points: Points = "right=2, not-minimal=1.5,missing=-1".parse().unwrap();
        assert_eq!(points.of(Verdict::Right), 2.0);
        assert_eq!(points.of(Verdict::Solves), 2.0);
        assert_eq!(shown(points.of(Verdict::NotMinimal)), "1.5");
        assert_eq!(shown(points.of(Verdict::Missing)), "-1");
        assert_eq!(points.of(Verdict::Wrong), 0.0);
        assert_eq!(points.most(), 2.0);
        assert_eq!(Points::default().of(Verdict::Solves), 1.0);
        for (text, words) in [
            ("right", "write points"),
            ("right=x", "write points"),
            ("", "write points"),
            ("rihgt=1", "there is no verdict"),
            ("right=1,right=2", "twice"),
            ("right=inf", "write points"),
        ] {
            let error = text.parse::<Points>().unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}

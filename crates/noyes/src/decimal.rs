//! Decimal numbers as people write them in options: `1.5`, `30`, `1e6`.
//!
//! The standard library reads any number to the last bit, and for that has a table of 10 kB that
//! does not compress. WebAssembly is downloaded, and options have few digits: a number of up to 15
//! digits and a power of ten of up to 22 is read exactly here too, since both are exact and one
//! operation joins them.
//!
//! ```
//! use noyes::decimal;
//!
//! let size = "2.5e9 bytes".split_once(' ').and_then(|(number, _)| decimal::read(number));
//! assert_eq!(size, Some(2_500_000_000.0));
//! ```

/// Reads a number without a sign; none if the text is no number, or one too large for any use. Of
/// more than 15 digits, or a power of ten above 22, the last bits may be wrong.
///
/// ```
/// use noyes::decimal;
///
/// assert_eq!(decimal::read("1.5"), Some(1.5));
/// assert_eq!(decimal::read("1e6"), Some(1_000_000.0));
/// assert_eq!(decimal::read("-1"), None);
/// ```
pub fn read(text: &str) -> Option<f64> {
    let (digits, power) = match text.split_once(['e', 'E']) {
        Some((digits, power)) => (digits, power.parse::<i16>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let mut all = whole.bytes().chain(part.bytes());
    if whole.len() + part.len() == 0 || !all.all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let more = |number: f64, digit: u8| number * 10.0 + f64::from(digit - b'0');
    let number = whole.bytes().chain(part.bytes()).fold(0.0, more);
    let power = i32::from(power) - i32::try_from(part.len()).ok()?;
    let ten = 10f64.powi(power.abs());
    let number = if power < 0 {
        number / ten
    } else {
        number * ten
    };
    Some(number).filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "", ".", "e5", "1e", "1.2.3", "x", "-1", "+1", "inf", "nan", "1 ", "1e999", "1e99999",
            "٣",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&format!("{0}.{0}", "9".repeat(400))), None);
        assert_eq!(
            (read(".5"), read("2."), read("007")),
            (Some(0.5), Some(2.0), Some(7.0))
        );
    }

    proptest! {
        #[test]
        fn as_the_standard_library(whole in 0u32..1_000_000, part in 0u32..1_000_000, power in -9i32..9) {
            for text in [format!("{whole}"), format!("{whole}.{part}"), format!("{whole}e{power}")] {
                prop_assert_eq!(read(&text), text.parse().ok());
            }
        }
    }
}

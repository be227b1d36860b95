//! Times, sizes and counts as people write them: `30s`, `4GB`, `1e6`, `3x5`.
//!
//! ```
//! use std::time::Duration;
//! use noyes_api::quantity;
//!
//! assert_eq!(quantity::duration("1.5m"), Ok(Duration::from_secs(90)));
//! assert_eq!(quantity::bytes("500MB"), Ok(500_000_000));
//! assert_eq!(quantity::count("10M"), Ok(10_000_000));
//! assert_eq!(quantity::size("3x5").map(|size| size.cells()), Ok(15));
//! ```

use std::time::Duration;

use noyes::{Size, decimal};

/// Splits `30s` into 30 and `s`.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let number = decimal::read(&text[..end])?;
    Some((number, text[end..].trim()))
}

/// A time such as `30s`, `500ms`, `2m`, `1.5h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let remedy = || format!("write a time such as 30s, 500ms, 2m or 1h, not {text:?}");
    let (number, unit) = number_and_unit(text).ok_or_else(remedy)?;
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(remedy()),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|_| remedy())
}

/// A size such as `500MB`, `4GB`, `1.5GiB`; a bare number is bytes. Less than 1 MB is refused,
/// since the unit has probably been forgotten.
pub fn bytes(text: &str) -> Result<usize, String> {
    const LEAST: f64 = 1e6;
    let remedy = || format!("write a size with its unit, such as 500MB or 4GB, not {text:?}");
    let (number, unit) = number_and_unit(text).ok_or_else(remedy)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(remedy()),
    };
    if number * factor < LEAST {
        return Err(format!("nothing fits in less than 1 MB: {}", remedy()));
    }
    Ok((number * factor) as usize)
}

/// A count such as `1000000`, `1e6`, `10M`.
pub fn count(text: &str) -> Result<u64, String> {
    let remedy = || format!("write a whole number such as 1000000, 1e6 or 10M, not {text:?}");
    if let Some(number) = decimal::read(text.trim())
        && number.fract() == 0.0
    {
        return Ok(number as u64);
    }
    let (number, unit) = number_and_unit(text).ok_or_else(remedy)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "k" => 1e3,
        "m" => 1e6,
        "g" => 1e9,
        _ => return Err(remedy()),
    };
    Ok((number * factor) as u64)
}

/// A size such as `4`, `4x4`, `3x5` or `3×5`: rows, then columns.
pub fn size(text: &str) -> Result<Size, String> {
    let remedy = || format!("write a size such as 4, 4x4 or 3x5 (rows x columns), not {text:?}");
    let number = |part: &str| part.trim().parse::<usize>().map_err(|_| remedy());
    let (rows, cols) = match text.split_once(['x', 'X', '×', '*']) {
        Some((rows, cols)) => (number(rows)?, number(cols)?),
        None => (number(text)?, number(text)?),
    };
    Size::new(rows, cols).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_sizes_and_counts_are_parsed() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5 m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        assert!(duration("soon").is_err());
        assert!(duration("-3s").is_err());
        assert!(duration("1e40s").is_err());
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("1GiB"), Ok(1 << 30));
        assert!(bytes("lots").is_err());
        assert!(bytes("5").unwrap_err().contains("unit"));
        assert!(bytes("5kB").is_err());
        assert_eq!(count("1e6"), Ok(1_000_000));
        assert_eq!(count("10M"), Ok(10_000_000));
        assert_eq!(count("42"), Ok(42));
        assert!(count("-1").is_err());
    }

    #[test]
    fn sizes_of_boards_are_parsed() {
        assert_eq!(size("4"), Ok(Size::new(4, 4).unwrap()));
        assert_eq!(size("3x5"), Ok(Size::new(3, 5).unwrap()));
        assert_eq!(size("3×5"), Ok(Size::new(3, 5).unwrap()));
        assert!(size("1").unwrap_err().contains("too small"));
        assert!(size("128").unwrap_err().contains("too large"));
        assert!(size("big").is_err());
    }
}

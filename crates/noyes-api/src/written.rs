//! Values of a request that may be written in more than one way.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Number, Value};

/// A board as a request has it: a text in any format, or an array of tiles or of rows.
///
/// ```
/// use noyes_api::BoardText;
///
/// let text: BoardText = serde_json::from_str("[[1, 2], [3, 0]]")?;
/// assert_eq!(text, BoardText::from("[[1,2],[3,0]]"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardText(pub String);

impl From<&str> for BoardText {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// A quantity as a request has it: a text such as `"2s"`, or a number.
///
/// ```
/// use noyes_api::Written;
///
/// let number: Written = serde_json::from_str("2.5")?;
/// assert_eq!(number, Written::from("2.5"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written(pub String);

impl From<&str> for Written {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// Reads a whole number, also one that is written as `5.0`: JSON does not tell them apart.
pub(crate) fn whole<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    let Some(number) = Option::<Number>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let is_whole = |float: &f64| *float >= 0.0 && *float < 2f64.powi(64) && float.fract() == 0.0;
    let float = || number.as_f64().filter(is_whole).map(|float| float as u64);
    let whole = number.as_u64().or_else(float);
    let fitting = whole.and_then(|whole| T::try_from(whole).ok());
    let refused = || D::Error::custom(format!("{number} is not a whole number in the range"));
    fitting.map(Some).ok_or_else(refused)
}

impl Serialize for BoardText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BoardText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrRows;
        impl<'de> Visitor<'de> for TextOrRows {
            type Value = String;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(
                    f,
                    "a board as a text, such as \"8 1 3/4 0 2/7 6 5\", or rows of tiles"
                )
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
                Ok(text.to_owned())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<String, A::Error> {
                let mut all = Vec::new();
                while let Some(row) = rows.next_element::<Value>()? {
                    all.push(row);
                }
                Ok(Value::Array(all).to_string())
            }
        }
        deserializer.deserialize_any(TextOrRows).map(Self)
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrNumber;
        impl Visitor<'_> for TextOrNumber {
            type Value = String;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a text or a number")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
                Ok(text.to_owned())
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
                Ok(number.to_string())
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
                Ok(number.to_string())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<String, E> {
                Ok(number.to_string())
            }
        }
        deserializer.deserialize_any(TextOrNumber).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Counted {
        #[serde(deserialize_with = "whole")]
        count: Option<u16>,
    }

    #[test]
    fn whole_numbers_may_have_a_point() {
        let read = |text: &str| serde_json::from_str::<Counted>(text).map(|read| read.count);
        assert_eq!(read(r#"{"count": 5}"#).unwrap(), Some(5));
        assert_eq!(read(r#"{"count": 5.0}"#).unwrap(), Some(5));
        assert_eq!(read(r#"{"count": null}"#).unwrap(), None);
        assert_eq!(read("{}").unwrap(), None);
        for wrong in ["5.5", "-1", "65536", "1e300", "\"5\"", "true"] {
            assert!(
                read(&format!(r#"{{"count": {wrong}}}"#)).is_err(),
                "{wrong}"
            );
        }
    }
}

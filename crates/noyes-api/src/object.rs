//! Reads a type from a JSON object and nothing else.

use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde_json::Error;
use serde_json::de::StrRead;

/// A text of JSON of which a struct is an object.
///
/// `serde_json` takes an array for the fields in their order, too. That is no request of anyone,
/// and the code to read it would be a fortieth of the engine of a page.
struct Object<'a, 'de>(&'a mut serde_json::Deserializer<StrRead<'de>>);

/// Reads a value from a text that is an object.
pub(crate) fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(Object(&mut json))?;
    json.end()?;
    Ok(value)
}

impl<'de> Deserializer<'de> for Object<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.deserialize_map(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

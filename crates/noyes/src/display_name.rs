//! Names in text: what has a `name` is written as it.

/// Writes a type by its method `name`.
macro_rules! display_name {
    ($type:ty) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

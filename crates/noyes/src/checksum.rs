//! CRC-32, which finds what was damaged in a file.
//!
//! `crc32fast` has vector code, and a table of 16 kB that does not compress. In WebAssembly, which
//! is downloaded, eight tables of 1 kB are made for each sum instead (slicing by
//! eight: Kounavis & Berry, "Novel table lookup-based algorithms for high-performance CRC
//! generation", IEEE Transactions on Computers 57, 2008). Both give the same sums.

/// The CRC-32 of some bytes.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The CRC-32 of some bytes.
#[cfg(target_family = "wasm")]
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    sliced::crc32(bytes)
}

#[cfg(any(target_family = "wasm", test))]
mod sliced {
    /// The polynomial of zip, png and gzip, its bits in reverse.
    const POLYNOMIAL: u32 = 0xedb8_8320;

    type Tables = [[u32; 256]; 8];

    /// `tables[k][b]` is the remainder of the byte `b` followed by `k` zero bytes. Nothing is kept
    /// between calls: to make them costs as much as the sum of some kilobytes.
    fn tables() -> Box<Tables> {
        let mut tables = Box::new([[0; 256]; 8]);
        for byte in 0..256 {
            let step = |sum: u32, _| (sum >> 1) ^ (POLYNOMIAL & (sum & 1).wrapping_neg());
            tables[0][byte] = (0..8).fold(byte as u32, step);
        }
        for k in 1..8 {
            for byte in 0..256 {
                let before = tables[k - 1][byte];
                tables[k][byte] = (before >> 8) ^ tables[0][(before & 0xff) as usize];
            }
        }
        tables
    }

    pub fn crc32(bytes: &[u8]) -> u32 {
        let tables = tables();
        let (eights, rest) = bytes.as_chunks::<8>();
        let mut sum = u32::MAX;
        for eight in eights {
            let low = sum ^ u32::from_le_bytes([eight[0], eight[1], eight[2], eight[3]]);
            let [a, b, c, d] = low.to_le_bytes();
            sum = tables[7][a as usize]
                ^ tables[6][b as usize]
                ^ tables[5][c as usize]
                ^ tables[4][d as usize]
                ^ tables[3][eight[4] as usize]
                ^ tables[2][eight[5] as usize]
                ^ tables[1][eight[6] as usize]
                ^ tables[0][eight[7] as usize];
        }
        let step = |sum: u32, &byte: &u8| (sum >> 8) ^ tables[0][(sum as u8 ^ byte) as usize];
        !rest.iter().fold(sum, step)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn both_ways_give_the_same_sum() {
        let bytes: Vec<u8> = (0..1000u32).map(|k| ((k * k) >> 3) as u8).collect();
        for length in (0..40).chain([255, 999, 1000]) {
            let part = &bytes[..length];
            assert_eq!(
                super::sliced::crc32(part),
                crc32fast::hash(part),
                "{length}"
            );
        }
        assert_eq!(super::crc32(b"123456789"), 0xcbf4_3926);
    }
}

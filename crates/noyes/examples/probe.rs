use noyes::pattern::*;
use noyes::search::*;
use noyes::*;
fn main() {
    let size = Size::new(4, 4).unwrap();
    for homes in [vec![0, 1, 4, 5, 8, 9, 12], vec![2, 3, 6, 7, 10, 11, 14]] {
        let p = Pattern::new(size, 15, &homes).unwrap();
        let t = std::time::Instant::now();
        let b = build(&p, &Guard::new(&Silent)).unwrap();
        println!(
            "{p} {:?} max {} sum {} bytes {}",
            t.elapsed(),
            b.layers.len() - 1,
            b.layers.iter().sum::<u64>(),
            b.table.bits().len()
        );
    }
}

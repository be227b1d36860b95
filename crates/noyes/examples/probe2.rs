use noyes::prune::*;
use noyes::*;
fn main() {
    let size = Size::new(4, 4).unwrap();
    for l in [2, 6, 8, 10, 11, 12, 13, 14] {
        let t = std::time::Instant::now();
        let a = Automaton::new(size, l);
        println!("{l} {:?} {}", t.elapsed(), a.states());
    }
}

use noyes::pattern::*;
use noyes::search::*;
use noyes::*;
use std::sync::atomic::*;
struct W(AtomicU64);
impl Observer for W {
    fn on(&self, e: &Event<'_>) -> Control {
        if let Event::BoundRaised { counts, .. } = e {
            self.0.store(counts.generated, Ordering::Relaxed);
        }
        Control::Continue
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let size = Size::new(4, 4).unwrap();
    let parts: Vec<Vec<usize>> = match args[1].as_str() {
        "small" => vec![
            vec![0, 1, 4, 5, 8, 9, 12],
            vec![2, 3, 6, 7, 10, 11, 14],
            vec![13],
        ],
        _ => vec![(0..8).collect(), (8..15).collect()],
    };
    let pats: Vec<Pattern> = parts
        .iter()
        .map(|p| Pattern::new(size, 15, p).unwrap())
        .collect();
    let taken = Shelf::new("/tmp/noyes-pattern-tables")
        .take(&pats, &Guard::new(&Silent))
        .unwrap();
    let solver = PatternSolver::new(taken.additive);
    let text = std::fs::read_to_string(&args[2]).unwrap();
    let (mut before, mut total) = (0, 0);
    for l in text.lines().filter(|l| !l.starts_with('#')) {
        let (a, _) = l.split_once('=').unwrap();
        let t: Vec<u32> = a
            .split_whitespace()
            .skip(1)
            .map(|x| x.parse().unwrap())
            .collect();
        let rows: Vec<Vec<u32>> = t.chunks(4).map(|c| c.to_vec()).collect();
        let b = Board::new(&rows).unwrap();
        let inst = Instance::new(&b, &Goal::BlankLast).unwrap();
        let w = W(AtomicU64::new(0));
        let t = std::time::Instant::now();
        let f = solver.solve(&inst, &Guard::new(&w), 1);
        let bef = w.0.load(Ordering::Relaxed);
        if std::env::var("V").is_ok() {
            println!(
                "{} before {} total {} {:?}",
                f.lower_bound,
                bef,
                f.counts.generated,
                t.elapsed()
            );
        }
        before += bef;
        total += f.counts.generated;
    }
    println!("before {} total {}", before, total);
}

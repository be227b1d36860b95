use noyes::pattern::*;
use noyes::search::*;
use noyes::*;
use std::time::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let size = Size::new(4, 4).unwrap();
    let parts: Vec<Vec<usize>> = match args[1].as_str() {
        "small" => vec![
            vec![0, 1, 4, 5, 8, 9, 12],
            vec![2, 3, 6, 7, 10, 11, 14],
            vec![13],
        ],
        "large" => vec![(0..8).collect(), (8..15).collect()],
        s => s
            .split('/')
            .map(|p| {
                p.split(',')
                    .map(|x| x.parse::<usize>().unwrap() - 1)
                    .collect()
            })
            .collect(),
    };
    let len: usize = args[2].parse().unwrap();
    let threads: usize = args.get(4).map_or(1, |s| s.parse().unwrap());
    let pats: Vec<Pattern> = parts
        .iter()
        .map(|p| Pattern::new(size, 15, p).unwrap())
        .collect();
    let t = Instant::now();
    let taken = Shelf::new("/tmp/noyes-pattern-tables")
        .take(&pats, &Guard::new(&Silent))
        .unwrap();
    println!("tables {:?} {:?}", t.elapsed(), taken.troubles);
    let t = Instant::now();
    let solver = PatternSolver::new(taken.additive);
    println!("solver {:?}", t.elapsed());
    let text = std::fs::read_to_string(&args[3]).unwrap();
    let boards: Vec<(Board, u32)> = text
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| {
            let (a, b) = l.split_once('=').unwrap();
            let t: Vec<u32> = a
                .split_whitespace()
                .skip(1)
                .map(|x| x.parse().unwrap())
                .collect();
            let rows: Vec<Vec<u32>> = t.chunks(4).map(|c| c.to_vec()).collect();
            (Board::new(&rows).unwrap(), b.trim().parse().unwrap())
        })
        .collect();
    let verbose = std::env::var("V").is_ok();
    let reps: usize = std::env::var("REPS").map_or(3, |s| s.parse().unwrap());
    let mut best = f64::MAX;
    for _ in 0..reps {
        let (mut ex, mut ge) = (0, 0);
        let mut maxt = 0f64;
        let t0 = Instant::now();
        for (i, (b, n)) in boards.iter().enumerate() {
            let inst = Instance::new(b, &Goal::BlankLast).unwrap();
            let t = Instant::now();
            let f = solver.solve(&inst, &Guard::new(&Silent), threads);
            let dt = t.elapsed().as_secs_f64();
            maxt = maxt.max(dt);
            assert_eq!(f.lower_bound, *n);
            let m = f.moves.unwrap();
            if std::env::var("NOV").is_err() {
                noyes::verify::verify(b, inst.goal(), &m).unwrap();
                assert_eq!(m.len() as u32, *n);
            }
            ex += f.counts.expanded;
            ge += f.counts.generated;
            if verbose {
                println!(
                    "{} {} ex {} ge {} {:.3} ms",
                    i + 1,
                    n,
                    f.counts.expanded,
                    f.counts.generated,
                    dt * 1e3
                );
            }
        }
        let t = t0.elapsed().as_secs_f64() / boards.len() as f64;
        best = best.min(t);
        println!(
            "mean {:.4} ms max {:.2} ms expanded {} generated {} ns/gen {:.1}",
            t * 1e3,
            maxt * 1e3,
            ex / boards.len() as u64,
            ge / boards.len() as u64,
            t * 1e9 / (ge as f64 / boards.len() as f64)
        );
    }
    println!("best {:.4} ms", best * 1e3);
}

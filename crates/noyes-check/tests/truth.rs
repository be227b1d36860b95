//! The checker against what is published of small boards, and against false certificates.

use noyes_check::{
    BoundCounts, Certificate, CheckError, Goal, Grid, Metric, Oracle, Slide, distance, parse_moves,
    replay, write_moves,
};

/// Boards of the 8-puzzle at each distance: OEIS A089473 for the blank in a corner, single tiles.
const EIGHT_PUZZLE: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn layers_are_the_published_ones() {
    let oracle = Oracle::new(&Goal::BlankLast.grid(3, 3), Metric::Single).unwrap();
    assert_eq!(oracle.layers(), EIGHT_PUZZLE);
    // Half of all boards are reached, from any goal and in either metric.
    for goal in Goal::ALL {
        for metric in [Metric::Single, Metric::Multi] {
            let oracle = Oracle::new(&goal.grid(2, 4), metric).unwrap();
            assert_eq!(oracle.layers().iter().sum::<usize>(), 20_160);
        }
    }
    let most = |rows, cols| {
        let oracle = Oracle::new(&Goal::BlankLast.grid(rows, cols), Metric::Single);
        oracle.unwrap().layers().len() - 1
    };
    // The depths of small rectangles: OEIS A151944.
    assert_eq!((most(2, 2), most(2, 3), most(2, 4)), (6, 21, 36));
    assert!(Oracle::new(&Goal::Snail.grid(3, 4), Metric::Single).is_none());
}

#[test]
fn parity_says_what_the_search_finds() {
    let goal = Goal::Snail.grid(2, 3);
    let oracle = Oracle::new(&goal, Metric::Single).unwrap();
    let mut tiles: Vec<u16> = (0..6).collect();
    let mut solvable = 0;
    each_permutation(&mut tiles, 0, &mut |tiles| {
        let board = Grid::new(2, 3, tiles.to_vec()).unwrap();
        assert_eq!(board.can_become(&goal), oracle.distance(&board).is_some());
        solvable += usize::from(board.can_become(&goal));
    });
    assert_eq!(solvable, 360);
}

fn each_permutation(tiles: &mut [u16], from: usize, work: &mut impl FnMut(&[u16])) {
    if from == tiles.len() {
        return work(tiles);
    }
    for other in from..tiles.len() {
        tiles.swap(from, other);
        each_permutation(tiles, from + 1, work);
        tiles.swap(from, other);
    }
}

#[test]
fn boards_are_read_in_every_form() {
    let wanted = Grid::new(2, 3, vec![1, 2, 3, 4, 0, 5]).unwrap();
    for text in [
        "2 3\n1 2 3\n4 0 5\n",
        "2 3\n1 2 3 4\n0 5\n",
        "1 2 3/4 0 5",
        "1,2,3/4,_,5",
        "[[1,2,3],[4,0,5]]",
        "[[1, 2, 3],\n [4, 0, 5]]",
        "1 2 3\n4 . 5",
    ] {
        assert_eq!(text.parse::<Grid>().as_ref(), Ok(&wanted), "{text:?}");
    }
    assert_eq!("1 2 3 0".parse::<Grid>(), "1 2/3 0".parse());
    assert_eq!("2\n1 2\n3 0".parse::<Grid>(), "1 2/3 0".parse());
    for text in [
        "",
        "1",
        "hello",
        "1 2/3 3",
        "1 2/3 4",
        "1 2/3",
        "[[1,2],[3,0]",
        "1 2 3 0 4",
        "-1 2/3 0",
        "99999 1/2 0",
        "3\n1 2\n3 0",
    ] {
        assert!(
            matches!(text.parse::<Grid>(), Err(CheckError::Board(_))),
            "{text:?}"
        );
    }
}

#[test]
fn moves_are_read_replayed_and_counted() {
    let moves = parse_moves("R2U2LD").unwrap();
    assert_eq!(write_moves(&moves), "R2U2LD");
    assert_eq!(
        (Metric::Single.count(&moves), Metric::Multi.count(&moves)),
        (6, 4)
    );
    for text in [
        "R0",
        "R127",
        "R99999999999999999999",
        "RX",
        "0 L",
        "5 LL",
        "5 L 6",
        "5",
    ] {
        assert!(
            matches!(parse_moves(text), Err(CheckError::Moves(_))),
            "{text:?}"
        );
    }
    let board = Goal::BlankLast.grid(3, 3);
    let error = replay(&board, &parse_moves("DU2").unwrap()).unwrap_err();
    let (number, slide) = (3, Slide::Up);
    assert_eq!(error, CheckError::OffBoard { number, slide });
    let far = replay(&board, &parse_moves("D2RU").unwrap()).unwrap();
    assert_eq!(distance(&far, &board, Metric::Single, 1000), Some(4));
    assert_eq!(distance(&far, &board, Metric::Multi, 1000), Some(3));
    assert_eq!(distance(&far, &board, Metric::Single, 3), None);
}

fn certificate() -> Certificate {
    let board = "0 1 3/4 2 5/7 8 6".parse().unwrap();
    Certificate {
        directions: Some("LULU".to_owned()),
        length: Some(4),
        lower_bound: Some(4),
        optimal: true,
        algorithm: "ida".to_owned(),
        heuristic: "pattern".to_owned(),
        bounds: vec![
            BoundCounts {
                bound: 2,
                expanded: 0,
                generated: 1,
            },
            BoundCounts {
                bound: 4,
                expanded: 3,
                generated: 5,
            },
        ],
        expanded: 4,
        generated: 6,
        ..Certificate::new("noyes 0.1.0", &board, &Goal::BlankLast.grid(3, 3))
    }
}

#[test]
fn a_true_certificate_passes_and_is_read_back() {
    let true_one = certificate();
    let checked = true_one.check().unwrap();
    assert!(checked.is_solved && checked.moves.len() == 4);
    assert_eq!(Certificate::read(&true_one.to_json()), Ok(true_one));
    let unsolvable = Certificate {
        tiles: vec![0, 3, 1, 4, 2, 5, 7, 8, 6],
        solvable: false,
        directions: None,
        length: None,
        lower_bound: None,
        optimal: false,
        bounds: Vec::new(),
        ..certificate()
    };
    assert!(!unsolvable.check().unwrap().is_solved);
}

#[test]
fn every_false_statement_is_found() {
    type Lie = Box<dyn Fn(&mut Certificate)>;
    let lies: Vec<(&str, Lie)> = vec![
        ("moves", Box::new(|c| c.directions = Some("LUUL".into()))),
        ("end", Box::new(|c| c.directions = Some("LUL".into()))),
        ("letters", Box::new(|c| c.directions = Some("LULX".into()))),
        ("length", Box::new(|c| c.length = Some(2))),
        ("no length", Box::new(|c| c.length = None)),
        ("bound above", Box::new(|c| c.lower_bound = Some(6))),
        (
            "parity",
            Box::new(|c| (c.lower_bound, c.optimal) = (Some(3), false)),
        ),
        ("not optimal", Box::new(|c| c.optimal = false)),
        ("optimal", Box::new(|c| c.lower_bound = Some(2))),
        ("unsolvable", Box::new(|c| c.solvable = false)),
        (
            "solvable",
            Box::new(|c| c.tiles = vec![0, 3, 1, 4, 2, 5, 7, 8, 6]),
        ),
        ("no permutation", Box::new(|c| c.tiles = vec![1; 9])),
        ("size", Box::new(|c| c.rows = 4)),
        (
            "huge",
            Box::new(|c| (c.rows, c.cols) = (usize::MAX, usize::MAX)),
        ),
        ("goal", Box::new(|c| c.goal = "snail".into())),
        ("goal name", Box::new(|c| c.goal = "home".into())),
        ("goal tiles", Box::new(|c| c.goal_tiles.swap(0, 1))),
        ("metric", Box::new(|c| c.metric = "double".into())),
        ("order", Box::new(|c| c.bounds.reverse())),
        ("work", Box::new(|c| c.expanded = 1)),
        ("bounds", Box::new(|c| c.bounds[1].bound = 8)),
    ];
    for (what, lie) in &lies {
        let mut one = certificate();
        lie(&mut one);
        assert!(one.check().is_err(), "{what}");
    }
}

#[test]
fn what_is_no_certificate_is_refused() {
    let text = certificate().to_json();
    for end in 0..text.len() {
        assert!(Certificate::read(&text[..end]).is_err(), "cut at {end}");
    }
    for (from, to) in [
        ("\"certificate\":1", "\"certificate\":2"),
        ("\"length\":4", "\"length\":-4"),
        ("\"length\":4", "\"length\":4,\"length\":4"),
        ("\"length\":4", "\"length\":4,\"more\":1"),
        ("[0,1,", "[0.5,1,"),
        ("[0,1,", "[70000,1,"),
    ] {
        assert_ne!(text, text.replace(from, to));
        assert!(Certificate::read(&text.replace(from, to)).is_err(), "{to}");
    }
    assert!(Certificate::read(&"[".repeat(1_000_000)).is_err());
}

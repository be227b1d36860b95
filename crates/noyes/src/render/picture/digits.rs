//! Digits as strokes: a few lines and arcs each, drawn at any height.

/// A point, in units of the digit's height; y grows downwards.
pub(in crate::render) type Point = (f64, f64);

/// How wide a digit is, and how far the next one begins.
pub(super) const WIDTH: f64 = 0.54;
pub(super) const PITCH: f64 = 0.74;
/// Half of a stroke's thickness.
pub(super) const STROKE: f64 = 0.075;

/// The strokes of a digit, each a run of points, within a box of [`WIDTH`] by 1.
pub(super) fn strokes(digit: u8) -> Vec<Vec<Point>> {
    let w = WIDTH;
    let middle = w / 2.0;
    match digit {
        0 => vec![arc((middle, 0.5), (middle, 0.5), 0.0, 360.0)],
        1 => vec![vec![(0.08, 0.2), (0.32, 0.0), (0.32, 1.0)]],
        2 => {
            let mut line = arc((middle, 0.28), (middle, 0.28), 180.0, 392.0);
            line.extend([(0.0, 1.0), (w, 1.0)]);
            vec![line]
        }
        3 => vec![
            arc((0.25, 0.25), (0.25, 0.25), 205.0, 450.0),
            arc((0.25, 0.73), (0.29, 0.27), 270.0, 515.0),
        ],
        4 => vec![vec![(0.42, 1.0), (0.42, 0.0), (0.0, 0.7), (w, 0.7)]],
        5 => {
            let mut line = vec![(0.48, 0.0), (0.08, 0.0), (0.03, 0.47)];
            line.extend(arc((0.24, 0.68), (0.30, 0.32), 232.0, 510.0));
            vec![line]
        }
        6 => vec![six()],
        7 => vec![vec![(0.0, 0.0), (w, 0.0), (0.17, 1.0)]],
        8 => vec![
            arc((middle, 0.25), (0.235, 0.25), 0.0, 360.0),
            arc((middle, 0.74), (middle, 0.26), 0.0, 360.0),
        ],
        9 => vec![six().into_iter().map(|(x, y)| (w - x, 1.0 - y)).collect()],
        _ => Vec::new(),
    }
}

/// A stem that falls into a full round.
fn six() -> Vec<Point> {
    let middle = WIDTH / 2.0;
    let (begin, bend, end) = ((0.40, 0.0), (0.0, 0.32), (0.0, 0.69));
    let stem = (0..8).map(|step| {
        let t = f64::from(step) / 8.0;
        let mix = |a: f64, b: f64, c: f64| {
            (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
        };
        (mix(begin.0, bend.0, end.0), mix(begin.1, bend.1, end.1))
    });
    stem.chain(arc((middle, 0.69), (middle, 0.31), 180.0, -180.0))
        .collect()
}

/// An arc of an ellipse, angles in degrees clockwise from the right.
fn arc(center: Point, radius: Point, from: f64, to: f64) -> Vec<Point> {
    let steps = ((to - from).abs() / 15.0).ceil() as usize;
    (0..=steps)
        .map(|step| {
            let angle = from + (to - from) * step as f64 / steps as f64;
            let (sin, cos) = angle.to_radians().sin_cos();
            (center.0 + radius.0 * cos, center.1 + radius.1 * sin)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_fills_its_box_and_stays_in_it() {
        for digit in 0..10 {
            let points: Vec<Point> = strokes(digit).into_iter().flatten().collect();
            assert!(points.len() >= 3, "{digit}");
            let near = |value: f64| value > -0.08 && value < 1.04;
            assert!(
                points
                    .iter()
                    .all(|p| near(p.1) && p.0 > -0.08 && p.0 < WIDTH + 0.08)
            );
            let top = points.iter().map(|p| p.1).fold(1.0, f64::min);
            let bottom = points.iter().map(|p| p.1).fold(0.0, f64::max);
            assert!(top < 0.03 && bottom > 0.97, "{digit}: {top} to {bottom}");
        }
    }
}

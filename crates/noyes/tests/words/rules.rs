//! Which words are not used, what is written instead, and where an old word is right.

/// Where a word is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In code, comments, documents and paths, as a word or as a part of a name, in any case.
    Everywhere,
    /// In the names of code, as a whole name or a part of one: the word is good English in prose.
    Names,
    /// As this very name in code: in other forms the word is fine.
    Exactly,
}

use Scope::{Everywhere, Exactly, Names};

/// Scope, word or phrase, and what is written instead. `…` stands for one to eight words.
pub const RULES: &[(Scope, &str, &str)] = &[
    // Lookups in pattern databases.
    (Names, "look", "`probe` or `lookup`"),
    (Names, "looks", "`probe`, `lookup` or `PatternSums`"),
    (Exactly, "Lookups", "`PatternSums` or `IndexTables`"),
    (Everywhere, "look ups", "lookups"),
    (Everywhere, "tight look", "tight sum"),
    (Everywhere, "tight looks", "tight sums"),
    (Everywhere, "each look", "each sum, each lookup"),
    (Everywhere, "every look", "every sum, every lookup"),
    (Everywhere, "all looks", "all sums, all lookups"),
    (Everywhere, "two looks", "two lookups"),
    // The transposition table.
    (Everywhere, "boards met", "the transposition table"),
    (Everywhere, "board met", "a transposition"),
    (Everywhere, "met before", "reached before"),
    (Everywhere, "ida memory", "`transpositions`"),
    (Names, "visited table", "`weighted_ida::Transpositions`"),
    // The nodes of A* and its kin.
    (Names, "arena", "`search_graph`"),
    // IDA*.
    (
        Everywhere,
        "pattern ida lanes",
        "`pattern_ida::arch::avx512`",
    ),
    (
        Everywhere,
        "pattern ida stages",
        "`pattern_ida::arch::scalar`",
    ),
    (Exactly, "lanes", "`arch::avx512`"),
    (Everywhere, "dive", "`search_below`"),
    (Everywhere, "dives", "`search_below`"),
    (Everywhere, "descent", "`root_distances`"),
    (Everywhere, "deep ida", "`compound_ida`"),
    (Everywhere, "deep solver", "`CompoundSolver`"),
    (Everywhere, "deep effort", "`ProofOptions`"),
    (Names, "is deep", "`needs_compound`"),
    (Everywhere, "tests deep", "`tests/compound.rs`"),
    (Everywhere, "deepen", "`prove`"),
    (Exactly, "Between", "`BetweenIterations`"),
    (Names, "standing", "`proof_state`"),
    (Names, "standings", "`proof_states`"),
    (Names, "effort", "`options`"),
    (Exactly, "Touch", "`TableRef`"),
    (Everywhere, "kit", "`Context`"),
    (Everywhere, "tally", "`NodeCounts`"),
    (Everywhere, "crew", "`Workers`"),
    (Everywhere, "sift", "prune"),
    (Everywhere, "sifts", "prunes"),
    (Everywhere, "sifted", "pruned"),
    (Everywhere, "sifting", "pruning"),
    // The multi-tile metric.
    (Everywhere, "push solver", "`MultiTileSolver`"),
    (Names, "pushes", "`multi_tile`"),
    // Beams.
    (Everywhere, "tour", "euler beam"),
    (Everywhere, "tours", "euler beams"),
    (Everywhere, "ratchet", "`WidthSchedule`"),
    (Everywhere, "court", "`ScoreContext`"),
    (Names, "judge", "`score`"),
    (Exactly, "Room", "`LayerSlice`"),
    (Names, "own tiles", "`line_conflicts`"),
    (Everywhere, "outlook", "blank potential"),
    (Everywhere, "outlooks", "blank potentials"),
    (Everywhere, "euler beam ground", "`MutableBoard`"),
    (Exactly, "worth", "`weights`, or what it is"),
    (Exactly, "Worth", "`Weights`"),
    (Everywhere, "rescue", "`unstick`"),
    (Everywhere, "rescues", "`unstick`"),
    // Heuristics.
    (Names, "jams", "`blocked_groups`"),
    (Exactly, "Places", "`Coordinates`"),
    (Exactly, "Larger", "`Max`"),
    // Solves and tables.
    (Names, "every shortest", "`all_shortest`"),
    (Exactly, "Expectation", "`Estimate`"),
    (Names, "fetch tables", "`ensure_tables`"),
    (Exactly, "fetch", "`ensure`"),
    (Exactly, "Fetched", "`EnsuredTables`"),
    (Exactly, "Taken", "`EnsuredTables`"),
    (Everywhere, "table choice just", "`TableChoice::Tier`"),
    (Everywhere, "shelf", "`TableStore`"),
    (Exactly, "VARIABLE", "`TABLES_ENV`"),
    // Boards and trees. The course says game tree, so help and documents may.
    (Names, "game tree", "`search_tree`"),
    (Exactly, "Steps", "`SlideTable`"),
    (Everywhere, "slider", "`source_cell`"),
    // Modules of the command.
    (Everywhere, "mod claim", "`answer_text`"),
    (Everywhere, "mod detour", "`cycles`"),
    (Everywhere, "mod pace", "`eta`"),
    (Everywhere, "mod nearby", "`suggest`"),
    (Everywhere, "mod fitting", "`truncate`"),
    (Everywhere, "mod judge", "`review`"),
    (Everywhere, "mod watch", "`progress::terminal`"),
    (Everywhere, "mod stream", "`progress::jsonl`"),
    (Everywhere, "mod narrow", "`margin`"),
    (Everywhere, "mod deal", "`new_board`"),
    (Everywhere, "mod show", "`playback`"),
    (Everywhere, "mod stray", "`unmatched`"),
    // Riddles.
    (Everywhere, "file's head", "the module documentation"),
    (Everywhere, "head of the file", "the module documentation"),
    (Everywhere, "whoever", "the caller, the thread, the process"),
    (Everywhere, "nobody", "no caller, no thread"),
    (Everywhere, "nobody's", "no caller's, no thread's"),
    (Everywhere, "somebody", "a caller, a thread, a tile"),
    (Everywhere, "somebody's", "a caller's, a thread's"),
    (Everywhere, "their luck", "randomised"),
    (Everywhere, "nothing any more", "what is the case"),
    (Everywhere, "so many … as", "the number"),
];

/// Where an old word is right: the end of the path (empty for all files), the phrase, the reason.
pub const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "",
        "euler tour",
        "the word of graph theory for the walk of an euler beam",
    ),
    ("", "gradient descent", "the word of machine learning"),
];

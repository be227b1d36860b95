//! The serialised form of search trees, behind the feature `serde`.

use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::{Refused, SearchTree, SearchTrees, TreeNode, TreeStep};

impl Serialize for SearchTrees {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.board.nodes.first().map(|node| node.board.size());
        let mut object = serializer.serialize_struct("SearchTrees", 7)?;
        object.serialize_field("schema", &1)?;
        object.serialize_field("rows", &size.map_or(0, |size| size.rows()))?;
        object.serialize_field("cols", &size.map_or(0, |size| size.cols()))?;
        object.serialize_field("solvable", &self.is_solvable)?;
        object.serialize_field("steps", &self.board.steps)?;
        object.serialize_field("nodes", &Nodes(&self.board.nodes))?;
        match &self.twin {
            Some(twin) => object.serialize_field("twin", twin)?,
            None => object.skip_field("twin")?,
        }
        object.end()
    }
}

impl Serialize for SearchTree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("SearchTree", 2)?;
        object.serialize_field("steps", &self.steps)?;
        object.serialize_field("nodes", &Nodes(&self.nodes))?;
        object.end()
    }
}

/// Nodes with their numbers.
struct Nodes<'a>(&'a [TreeNode]);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for node in self.0.iter().enumerate() {
            list.serialize_element(&Numbered(node))?;
        }
        list.end()
    }
}

struct Numbered<'a>((usize, &'a TreeNode));

impl Serialize for Numbered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (id, node) = self.0;
        let mut object = serializer.serialize_struct("TreeNode", 6)?;
        object.serialize_field("id", &id)?;
        object.serialize_field("parent", &node.parent)?;
        object.serialize_field("tiles", node.board.tiles())?;
        object.serialize_field("moves", &node.moves)?;
        object.serialize_field("distance", &node.distance)?;
        object.serialize_field("priority", &node.priority())?;
        object.end()
    }
}

impl Serialize for TreeStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("TreeStep", 5)?;
        object.serialize_field("dequeued", &self.dequeued)?;
        object.serialize_field("inserted", &self.inserted)?;
        object.serialize_field("refused", &self.refused)?;
        object.serialize_field("queue", &self.queue)?;
        match self.passed_over.is_empty() {
            true => object.skip_field("passed_over")?,
            false => object.serialize_field("passed_over", &self.passed_over)?,
        }
        object.end()
    }
}

impl Serialize for Refused {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Refused", 2)?;
        object.serialize_field("board", self.board.tiles())?;
        object.serialize_field("why", self.why.words())?;
        object.end()
    }
}

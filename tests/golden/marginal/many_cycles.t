Where cycles are many, atoms say what is reached; they are no atoms of the model, and have no names. Here 32,768 paths
lead from node 1 to node 17, and one edge goes on from there to node 18, or one back to node 1, but not both.
--- file m.mln
Edge(node, node)
acyclic Edge.
1 Edge(17, 18)
1 Edge(18, 1)
--- run-sh awk 'BEGIN { for (i = 1; i <= 18; i++) for (j = 1; j <= 18; j++) if (i != 17 && i < j && j < 18) print "Edge(" i ", " j ")"; else if (!(i == 17 && j == 18 || i == 18 && j == 1)) print "!Edge(" i ", " j ")" }' > e.db
--- run kerf marginal --quiet -q Edge m.mln e.db
--- stdout
Edge(17, 18) 0.4223187983
Edge(18, 1) 0.4223187983
--- run kerf marginal --quiet -q Edge --method=exact --format=tsv --all m.mln e.db
--- stdout
Edge	17	18	0.42231879825151825	0.42231879824709767	0.4223187982559388	exact		
Edge	18	1	0.42231879825151825	0.42231879824709795	0.42231879825593854	exact		

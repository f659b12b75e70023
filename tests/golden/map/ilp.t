# Integer programming gives the same answer as the others (smokers.t).
--- skip-if no-clp
--- copy examples/smokers/smokers.mln
--- copy examples/smokers/smokers.db
--- run kerf map --quiet --solver=ilp smokers.mln smokers.db
--- stdout
Smokes(Anna)

# A server that is not there.
--- skip-if no-libpq
--- copy examples/smokers/smokers.mln
--- copy examples/smokers/smokers.db
--- run kerf map --quiet --store=postgres://nobody@/none?host=/nowhere smokers.mln smokers.db
--- stderr
kerf: error: the store cannot be reached: connection to server on socket "/nowhere/.s.PGSQL.5432" failed: No such file or directory
1 error
--- exit 6

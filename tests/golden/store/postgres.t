# A server that is not there.
--- skip-if no-libpq
--- copy examples/smokers/smokers.mln
--- copy examples/smokers/smokers.db
--- run kerf map --quiet --store=postgres://nobody@/none?host=/nowhere smokers.mln smokers.db
--- stderr
kerf: error: the store cannot be reached: connection to server on socket "/nowhere/.s.PGSQL.5432" failed: No such file or directory
1 error
--- exit 6
# The library is loaded when it is needed, and here it cannot be.
--- run-sh mkdir broken; touch broken/libpq.so.5; LD_LIBRARY_PATH=broken kerf map --quiet --store=postgres://nobody@/none?host=/nowhere smokers.mln smokers.db
--- stderr
kerf: error: the store needs libpq.so.5, which cannot be loaded
  hint: install libpq, the client of PostgreSQL
1 error
--- exit 3

# Files that cannot be read.
--- run kerf check missing.mln
--- stderr
kerf: error: cannot read missing.mln: no such file or directory
1 error
--- exit 3
--- run kerf check .
--- stderr
kerf: error: cannot read .: is a directory
1 error
--- exit 3
--- run kerf check ""
--- stderr
kerf: error: cannot read '': no such file or directory
1 error
--- exit 3
--- file m.mln
P(t)
1 P(x)
--- run kerf check --quiet m.mln missing.db
--- stderr
kerf: error: cannot read missing.db: no such file or directory
1 error
--- exit 3
--- run kerf check --quiet m.mln .
--- stderr
kerf: error: cannot read .: is a directory
1 error
--- exit 3
--- run kerf check --quiet m.mln/x
--- stderr
kerf: error: cannot read m.mln/x: a part of the path is not a directory
1 error
--- exit 3
--- run-sh ln -s loop loop; kerf check --quiet loop
--- stderr
kerf: error: cannot read loop: too many levels of symbolic links
1 error
--- exit 3
--- run-sh kerf check --quiet $(printf 'x%.0s' $(seq 300))
--- stderr
kerf: error: cannot read xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: the name is too long
1 error
--- exit 3
--- run-sh kerf check --quiet - <&-
--- stderr
kerf: error: cannot read standard input: it is closed
1 error
--- exit 3

# gzip that is cut off, corrupt, or followed by something else.
--- run-sh { echo 'P(t)'; seq 1 3000 | sed 's/.*/1 P(x&)/'; } | gzip -9n >whole.mln.gz; head -c 300 whole.mln.gz >cut.mln.gz; kerf check --quiet cut.mln.gz
--- stderr
kerf: error: cannot read cut.mln.gz: gzip data is cut off
1 error
--- exit 3
--- run-sh { head -c 100 whole.mln.gz; printf '\377\377\377\377\377\377'; tail -c +107 whole.mln.gz; } >bad.mln.gz; kerf check --quiet bad.mln.gz
--- stderr
kerf: error: cannot read bad.mln.gz: gzip data is corrupt
1 error
--- exit 3
--- run-sh { cat whole.mln.gz; echo more; } >more.mln.gz; kerf check --quiet more.mln.gz
--- stderr
kerf: error: cannot read more.mln.gz: there is something else after the gzip data
1 error
--- exit 3
--- run-sh seq 1 9000 | sed 's/.*/P(A&)/' | gzip -9n >whole.db.gz; head -c 9000 whole.db.gz >cut.db.gz; kerf check --quiet m.mln cut.db.gz
--- stderr
cut.db.gz: error: cannot read on: gzip data is cut off
1 error
--- exit 3
--- run-sh head -c 9 whole.db.gz >head.db.gz; kerf check --quiet m.mln head.db.gz
--- stderr
head.db.gz: error: cannot read on: gzip data is cut off
1 error
--- exit 3
--- run-sh { cat whole.db.gz; echo more; } >more.db.gz; kerf check --quiet m.mln more.db.gz
--- stderr
more.db.gz: error: cannot read on: there is something else after the gzip data
1 error
--- exit 3

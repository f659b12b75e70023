# What a run writes is never its store: not the file, nor what SQLite keeps beside it, there or not yet.
--- skip-if no-sqlite
--- copy examples/smokers/smokers.mln
--- copy examples/smokers/smokers.db
--- run-sh mkdir sub
--- run kerf map --quiet --store=sqlite:new.store -o new.store smokers.mln smokers.db
--- stderr
kerf: 'new.store' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:new.store -o ./new.store smokers.mln smokers.db
--- stderr
kerf: './new.store' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:new.store --report=./new.store smokers.mln smokers.db
--- stderr
kerf: './new.store' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:new.store --stats=sub/../new.store smokers.mln smokers.db
--- stderr
kerf: 'sub/../new.store' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:new.store --certificate=./new.store smokers.mln smokers.db
--- stderr
kerf: './new.store' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:new.store --report=new.store-wal smokers.mln smokers.db
--- stderr
kerf: 'new.store-wal' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:new.store --report=./new.store-journal smokers.mln smokers.db
--- stderr
kerf: './new.store-journal' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:new.store -o ./new.store-shm smokers.mln smokers.db
--- stderr
kerf: './new.store-shm' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:sub/new.store --report=./sub//new.store smokers.mln smokers.db
--- stderr
kerf: './sub//new.store' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run-sh ls; ls sub
--- stdout
smokers.db
smokers.mln
sub
--- run-sh kerf map --quiet --store=sqlite:new.store --report=sub/new.store -o new.store-answer smokers.mln smokers.db; ls . sub
--- stdout
.:
new.store
new.store-answer
smokers.db
smokers.mln
sub

sub:
new.store
--- exit 0

# One that was another's name until the store was there.
--- run-sh ln -s late.store link; kerf map --quiet --store=sqlite:late.store --report=link smokers.mln smokers.db
--- stderr
kerf: 'link' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2

# Nothing is in a store that is not there, and it does not appear.
--- run kerf map --quiet --store=sqlite:none.store smokers.mln
--- stderr
kerf: error: there is no evidence in the store, nor was any given
  hint: name the evidence; kerf load keeps it for later runs
1 error
--- exit 3
--- run kerf show --quiet --stage=sql --store=sqlite:none.store smokers.mln
--- stderr
kerf: error: there is no evidence in the store, nor was any given
  hint: name the evidence; kerf load keeps it for later runs
1 error
--- exit 3
--- run-sh ls | grep none
--- exit 1

# The time limit holds while another run keeps this one from the store, too.
--- file hold.py
import sqlite3, subprocess
db = sqlite3.connect("new.store", isolation_level=None)
db.execute("BEGIN IMMEDIATE")
run = ["kerf", "map", "--quiet", "--query=Smokes", "--store=sqlite:new.store"]
raise SystemExit(subprocess.run(run + ["--time-limit=0.2", "smokers.mln", "other.db"]).returncode)
--- file other.db
Friends(Anna, Bob)
--- run python3 hold.py
--- stderr
kerf: error: the time limit was over before all evidence was in the store
  hint: kerf load has no limit, and keeps it for later runs
1 error
--- exit 5

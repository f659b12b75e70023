# A store in a file: filled once, used again, never anything but kerf's own.
--- skip-if no-sqlite
--- copy examples/smokers/smokers.mln
--- copy examples/smokers/smokers.db
--- file other.db
Friends(Anna, Bob)
Smokes(Bob)
--- run kerf load --quiet --store=sqlite:here.store smokers.mln smokers.db
--- run-sh cp here.store before && kerf load --quiet --store=sqlite:here.store smokers.mln smokers.db && cmp here.store before
--- run kerf map --quiet --store=sqlite:here.store smokers.mln smokers.db
--- stdout
Smokes(Anna)
--- run kerf map --store=sqlite::memory: smokers.mln smokers.db
--- stdout
Smokes(Anna)
--- stderr
smokers.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 43, cost 4.8, 3 iterations, [[[\d.]+]] s
--- exit 0

# Statistics are the same but for times and memory.
--- file compare.py
import json, sys
def read(name):
    all = json.load(open(name))
    for one in [all] + all["trace"]:
        one.pop("seconds"), one.pop("peak_rss_bytes", None)
    return all
print("the same" if read("a") == read("b") else (read("a"), read("b")))
--- run kerf map --quiet --stats=a -o x smokers.mln smokers.db
--- run kerf map --quiet --stats=b -o y --store=sqlite:here.store smokers.mln smokers.db
--- run-sh python3 compare.py && cmp x y
--- stdout
the same
--- exit 0

# Other evidence takes its place.
--- run kerf map --quiet --query=Smokes --store=sqlite:here.store smokers.mln other.db
--- stdout
Smokes(Bob)
--- exit 0

# What is not kerf's stays as it is.
--- run-sh printf 'this is no database, however long it may be' >text; kerf load --quiet --store=sqlite:text smokers.mln smokers.db
--- stderr
kerf: error: the store text: file is not a database
  hint: name a file that is not there yet
1 error
--- exit 6
--- run-sh python3 -c 'import sqlite3; c = sqlite3.connect("mine"); c.execute("CREATE TABLE x (y)"); c.commit()'; cp mine before; kerf map --quiet --store=sqlite:mine smokers.mln smokers.db; echo $?; cmp mine before
--- stdout
6
--- stderr
kerf: error: mine is a database, but not one of kerf's; it stays as it is
  hint: name a file that is not there yet
1 error
--- run kerf map --quiet --store=sqlite:no/such/folder/file smokers.mln smokers.db
--- stderr
kerf: error: the store no/such/folder/file: unable to open database file
  hint: name a file in a folder that is there and where you may write
1 error
--- exit 6

--- run-sh mkdir folder; kerf load --quiet --store=sqlite:folder smokers.mln smokers.db
--- stderr
kerf: error: the store folder: unable to open database file
  hint: name a file in a folder that is there and where you may write
1 error
--- exit 6

# A file that was copied in part: SQLite itself would take the rest of the last page for zeros.
--- run-sh cp here.store part && truncate -s -100 part && kerf map --quiet --store=sqlite:part smokers.mln
--- stderr
kerf: error: the store part: its end is missing
  hint: it is damaged: if it is kerf's, remove it and load the evidence again
1 error
--- exit 6
--- run-sh cp here.store part && truncate -s 4096 part && kerf map --quiet --store=sqlite:part smokers.mln
--- stderr
kerf: error: the store part: database disk image is malformed
  hint: it is damaged: if it is kerf's, remove it and load the evidence again
1 error
--- exit 6

# A name is that of a file, whatever SQLite might make of it.
--- run kerf load --quiet --store=sqlite:file:x?mode=memory smokers.mln smokers.db
--- run-sh ls file*; kerf map --quiet --store=sqlite:file:x?mode=memory smokers.mln
--- stdout
file:x?mode=memory
Smokes(Anna)
--- exit 0

# Names of stores.
--- run kerf map --quiet --store=sqlite: smokers.mln smokers.db
--- stderr
kerf: there is no store 'sqlite:': memory, sqlite:FILE or postgres://...
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=mysql://here smokers.mln smokers.db
--- stderr
kerf: there is no store 'mysql:...': memory, sqlite:FILE or postgres://...
Try 'kerf map -h'.
--- exit 2
--- run kerf load --quiet smokers.mln smokers.db
--- stderr
kerf: load into which store? --store=sqlite:FILE, or postgres://... with a --schema
Try 'kerf load -h'.
--- exit 2
--- run kerf load --quiet --store=postgres:///x smokers.mln smokers.db
--- stderr
kerf: load into which store? --store=sqlite:FILE, or postgres://... with a --schema
Try 'kerf load -h'.
--- exit 2
--- run kerf check --store=memory smokers.mln
--- stderr
kerf: 'kerf check' has no option --store
Try 'kerf check -h'.
--- exit 2

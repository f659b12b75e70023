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
--- stdout
Smokes(Anna)
--- stderr
kerf: 'link' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
# Nothing is in a store that is not there, and it does not appear.
--- run-sh kerf map --quiet --store=sqlite:none.store smokers.mln; echo $?; ls none.store
--- stdout
3
--- stderr
kerf: error: there is no evidence in the store, nor was any given
  hint: name the evidence; kerf load keeps it for later runs
1 error
ls: cannot access 'none.store': No such file or directory
--- exit 2
--- run-sh kerf show --quiet --stage=sql --store=sqlite:none.store smokers.mln; echo $?; ls none.store
--- stdout
3
--- stderr
kerf: error: there is no evidence in the store, nor was any given
  hint: name the evidence; kerf load keeps it for later runs
1 error
ls: cannot access 'none.store': No such file or directory
--- exit 2

# What cannot be compared.
--- file truth.db
Smokes(Anna)
--- file bad.db
?Smokes(Anna)
0.5 Smokes(Bob)
Anna = Mother(Bob)
Smokes(Anna
--- run kerf eval --truth=truth.db bad.db
--- stderr
bad.db:1:1: error: only what is true or false can be compared, not what is unknown
  ?Smokes(Anna)
  ^~~~~~~~~~~~~
bad.db:2:1: error: only 0 or 1 can be compared, not a probability
  0.5 Smokes(Bob)
  ^~~~~~~~~~~~~~~
bad.db:3:1: error: only atoms can be compared, no mappings of functions
  Anna = Mother(Bob)
  ^~~~~~~~~~~~~~~~~~
bad.db:4:12: error: the line ends where , or ) is expected
  Smokes(Anna
             ^
  hint: an atom must be on one line
4 errors
--- exit 3
--- run kerf eval truth.db
--- stderr
kerf: what is true? --truth=FILE says it
Try 'kerf eval -h'.
--- exit 2
--- run kerf eval --truth=truth.db
--- stderr
kerf: which answer? The word after 'eval' is its file
Try 'kerf eval -h'.
--- exit 2
--- run kerf eval --truth=truth.db truth.db truth.db
--- stderr
kerf: one answer at a time; -i FILE names a model
Try 'kerf eval -h'.
--- exit 2
--- run kerf eval --truth=nowhere.db truth.db
--- stderr
kerf: error: cannot read nowhere.db: no such file or directory
1 error
--- exit 3
--- run kerf eval --truth=- -
--- stderr
kerf: standard input can be read only once
Try 'kerf eval -h'.
--- exit 2
--- run kerf eval --truth=truth.db -o truth.db truth.db
--- stderr
kerf: 'truth.db' is an input: it will not be overwritten
Try 'kerf eval -h'.
--- exit 2

# An interrupt ends the run with 130 and leaves no file behind.
--- file m.mln
P(t)
1 P(x)
--- run-sh mkfifo f; timeout --preserve-status -s INT 1 kerf check --quiet -o out m.mln f; echo $?; ls -A
--- stdout
130
f
m.mln

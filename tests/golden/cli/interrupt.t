# An interrupt ends the run with 130 and leaves no file behind.
--- file m.mln
P(t)
1 P(x)
--- run-sh mkfifo f; timeout --preserve-status -s INT 1 kerf check --quiet -o out m.mln f; echo $?; ls -A
--- stdout
130
f
m.mln
--- exit 0

# One that ends a search does not end the writing of what that has found, long as it may be.
--- file all.mln
*Q(t)
P(t)
1 Q(x) => P(x)
--- run-sh mkfifo g; kerf map --quiet -o out all.mln g & p=$!; exec 3>g; seq -f 'Q(C%.0f)' 3000 >&3; kill -TERM $p; exec 3>&-; wait $p; echo $?; wc -l < out
--- stdout
130
3000

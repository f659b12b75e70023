# Where only rounding is left of a score, the lines of the iterations say 0, as the last line does.
--- file z.mln
*Q(t)
P(t)
R(t)
1.1 P(x)
2.2 P(x)
-3.3 P(x)
1.1 Q(x) ^ !R(x)
2.2 Q(x) ^ !R(x)
-3.3 Q(x)
1.1 R(x) ^ P(x)
2.2 R(x)
-3.3 R(x)
P(A).
--- run-sh printf 'Q(A)\nQ(B)\nQ(C)\n' | kerf map -v z.mln - 2>&1 | grep -o 'score.*gap [^,]*\|optimal: score [^,]*'
--- stdout
score 0, bound 3.3, gap 3.3
score 0, bound 0, gap 0
optimal: score 0

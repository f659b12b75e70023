# A count that pays between two sides shows at no fractional point: every route must charge it even so.
--- skip-if no-clp asan valgrind: 144 runs take minutes there
--- file m.mln
item = {A, B, C, D, E, F}
kind = {K, L}
Has(item, kind?)
Link(kind, kind)
-1 EXIST k (Has(x, k) ^ Link(k, k))
-2 FORALL k (Has(x, k) <=> Link(k, k))
-1 |k : Has(x, k)| = 1
2 Has(B, L)
--- file wide.mln
item = {A, B, C, D, E}
In(item)
-3 |x : In(x)| = 2
-1 |x : In(x)| = 0
-1 |x : In(x)| = 1
-2 |x : In(x)| >= 4
-0.5 |x : In(x)| <= 2
-2.5 |x : In(x)| = 3
1 In(A)
--- run-sh for s in auto exact ilp; do for g in auto cuts full; do for o in --simplify --no-simplify --no-lift --no-branch; do kerf map --quiet --query=Has,Link --solver=$s --ground=$g $o m.mln >a.db 2>/dev/null; kerf verify --quiet --examples=0 --query=Has,Link m.mln a.db 2>/dev/null | sed -n 2p; kerf map --quiet --query=In --solver=$s --ground=$g $o wide.mln >b.db 2>/dev/null; kerf verify --quiet --query=In --examples=0 wide.mln b.db 2>/dev/null | sed -n 2p; done; done; done | sort | uniq -c | sed 's/^ *//'
--- stdout
36 cost             1
36 cost             1.5

# Alchemy's name for the value of a function, which LoMRF's compiler writes for it.
--- file values.mln
HoldsAt(fluent, time)
Happens(event, time)
event walking(id)
fluent meet(id, id)
2 !Happens(v0, t) v !isReturnValueOfwalking(v0, p) v HoldsAt(v1, t) v !isReturnValueOfmeet(v1, p, p)
!HoldsAt(v, t) v !isReturnValueOfmeet(v, p, p) v isReturnValueOfmeet(v, p, p).
isReturnValueOfmeets(v, p).
isReturnValueOfmeet(v, p).
--- run kerf check --quiet values.mln
--- stderr
values.mln:7:1: error: predicate isReturnValueOfmeets is not declared
  isReturnValueOfmeets(v, p).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: declare it: isReturnValueOfmeets(type, type)
values.mln:8:1: error: predicate isReturnValueOfmeet is not declared
  isReturnValueOfmeet(v, p).
  ^~~~~~~~~~~~~~~~~~~~~~~~~
  hint: declare it: isReturnValueOfmeet(type, type)
2 errors
--- exit 3
--- file good.mln
HoldsAt(fluent, time)
Happens(event, time)
event walking(id)
fluent meet(id, id)
2 !Happens(v0, t) v !isReturnValueOfwalking(v0, p) v HoldsAt(v1, t) v !isReturnValueOfmeet(v1, p, p)
--- file good.db
W = walking(Ann)
M = meet(Ann, Ann)
Happens(W, 1)
--- run kerf map --quiet -q HoldsAt good.mln good.db
--- stdout
HoldsAt(M, 1)
--- run-sh kerf show --stage=model good.mln 2>/dev/null | grep -A 1 ^formula
--- stdout
formula
  !Happens(v0, t) v v0 != walking(p) v HoldsAt(v1, t) v v1 != meet(p, p)

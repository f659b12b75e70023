# LoMRF's weighted definite clauses are refused by their name
--- file m.mln
Happens(event, time)
InitiatedAt(fluent, time)
2 InitiatedAt(Loaded, t) :- Happens(Load, t)
--- run kerf check --quiet m.mln
--- stderr
m.mln:3:26: error: LoMRF's definite clauses (:-) are not supported
  2 InitiatedAt(Loaded, t) :- Happens(Load, t)
                           ^~
  hint: write body => head, and the completion that LoMRF adds to it
1 error
--- exit 3

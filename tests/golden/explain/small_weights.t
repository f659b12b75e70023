Weights far below 1 are weighed against each other, not against 1: the other value costs what it costs.
--- file m.mln
person = {Anna, Bob}
*Known(person)
Smokes(person)
Coughs(person)
-1e-12 Smokes(x) v Coughs(x) v Known(x)
3e-12 Smokes(x) => Coughs(x)
--- file e.db
Known(Bob)
--- run kerf explain --quiet m.mln e.db Smokes(Anna)
--- stdout
Smokes(Anna) is false
  Smokes(Anna) being true would cost 1e-12 more
  flips along:
    Coughs(Anna) becomes true
  only with Smokes(Anna) being true, this is paid for:
    -1e-12  Smokes(Anna) v Coughs(Anna) v Known(Anna)  (F1, m.mln:5)
      Smokes(Anna) is false, else true
      Coughs(Anna) is false, else true
      Known(Anna) is false, not given
--- run kerf explain --quiet m.mln e.db Coughs(Anna)
--- stdout
Coughs(Anna) is false
  Coughs(Anna) being true would cost 1e-12 more
  only with Coughs(Anna) being true, this is paid for:
    -1e-12  Smokes(Anna) v Coughs(Anna) v Known(Anna)  (F1, m.mln:5)
      Smokes(Anna) is false
      Coughs(Anna) is false, else true
      Known(Anna) is false, not given

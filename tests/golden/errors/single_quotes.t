# Single quotes are a part of the constant: said once for each type.
--- file m.mln
*Lives(person, city)
Happy(person)
1 Lives(p, c) => Happy(p)
--- file e.db
Lives('Anna', "Rome")
Lives(O'Brien, Rome)
Lives('Bob', Rome)
--- run kerf map --quiet m.mln e.db
--- stdout
Happy("'Anna'")
Happy("'Bob'")
Happy("O'Brien")
--- stderr
kerf: warning: 'Anna', a constant of type person, has its quotes as a part of it
  hint: quote constants by "

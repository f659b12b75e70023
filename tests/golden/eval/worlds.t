# Worlds are matched in order.
--- file truth.db
>> one
Smokes(Anna)
>> two
Smokes(Bob)
--- file answer.db
>> one
Smokes(Bob)
>> two
Smokes(Bob)
--- run kerf eval --quiet --truth=truth.db answer.db
--- stdout
  predicate  precision  recall   F1  right  wrong  missed
  Smokes           0.5     0.5  0.5      1      1       1
  all              0.5     0.5  0.5      1      1       1
--- run kerf eval --quiet --truth=truth.db --format=json answer.db
--- stdout
{"worlds":2,"true_positives":1,"false_positives":1,"false_negatives":1,"precision":0.5,"recall":0.5,"f1":0.5,"predicates":[{"predicate":"Smokes","symmetric":false,"true_positives":1,"false_positives":1,"false_negatives":1,"precision":0.5,"recall":0.5,"f1":0.5}]}
--- file plain.db
Smokes(Bob)
---
Smokes(Bob)
---
--- run kerf eval --quiet --truth=truth.db plain.db
--- stdout
  predicate  precision  recall   F1  right  wrong  missed
  Smokes           0.5     0.5  0.5      1      1       1
  all              0.5     0.5  0.5      1      1       1
--- file other.db
>> one
>> three
--- run kerf eval --truth=truth.db other.db
--- stderr
other.db: error: world 2 is called three, but in the truth two
  hint: the worlds of both files stand in the same order
1 error
--- exit 3
--- file few.db
Smokes(Bob)
--- run kerf eval --truth=truth.db few.db
--- stderr
few.db: error: it ends after world 1, but the truth has more
1 error
--- exit 3
--- run kerf eval --truth=few.db truth.db
--- stderr
few.db: error: it ends after world 1, but the answer has more
1 error
--- exit 3

# Precision, recall and F1 of an answer.
--- file truth.db
Smokes(Anna)
Smokes("Bob")
!Smokes(Carl)
Smokes(Dora) 0
Cancer(Anna)
Friends(Anna, Bob)
--- file answer.db
Smokes(Anna)
Smokes(Bob) 1
Smokes(Carl)
!Cancer(Anna)
--- run kerf eval --truth=truth.db answer.db
--- stdout
  predicate  precision  recall      F1  right  wrong  missed
  Cancer             -       0       0      0      0       1
  Smokes        0.6667       1     0.8      2      1       0
  all           0.6667  0.6667  0.6667      2      1       1
--- stderr
kerf: note: left out, the answer has none of it: Friends
  hint: to count it nevertheless, name it with --query
--- run kerf eval --truth=truth.db --query=Smokes answer.db
--- stdout
  predicate  precision  recall   F1  right  wrong  missed
  Smokes        0.6667       1  0.8      2      1       0
  all           0.6667       1  0.8      2      1       0
--- stderr
kerf: note: left out: Cancer, Friends
--- run kerf eval --truth=truth.db -q Smokes,Friends,Nobody --format=json answer.db
--- stdout
{"worlds":1,"true_positives":2,"false_positives":1,"false_negatives":1,"precision":0.6666666666666666,"recall":0.6666666666666666,"f1":0.6666666666666666,"predicates":[{"predicate":"Friends","symmetric":false,"true_positives":0,"false_positives":0,"false_negatives":1,"precision":null,"recall":0,"f1":0},{"predicate":"Nobody","symmetric":false,"true_positives":0,"false_positives":0,"false_negatives":0,"precision":null,"recall":null,"f1":null},{"predicate":"Smokes","symmetric":false,"true_positives":2,"false_positives":1,"false_negatives":0,"precision":0.6666666666666666,"recall":1,"f1":0.8}]}
--- stderr
kerf: note: left out: Cancer
--- run kerf eval --quiet --truth=truth.db -o result.txt answer.db
--- run-sh head -n 2 result.txt
--- stdout
  predicate  precision  recall      F1  right  wrong  missed
  Cancer             -       0       0      0      0       1
--- exit 0

# A model says what is hidden.
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
Old(person)
1 Smokes(x) => Cancer(x)
--- file some.db
Smokes(Anna)
--- run kerf eval --truth=truth.db --model=m.mln some.db
--- stdout
  predicate  precision  recall      F1  right  wrong  missed
  Cancer             -       0       0      0      0       1
  Old                -       -       -      0      0       0
  Smokes             1     0.5  0.6667      1      0       1
  all                1  0.3333     0.5      1      0       2
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: note: left out, the answer has none of it: Friends
  hint: to count it nevertheless, name it with --query
--- run kerf eval --truth=truth.db -i nowhere.mln some.db
--- stderr
kerf: error: cannot read nowhere.mln: no such file or directory
1 error
--- exit 3

# Unordered pairs: either way round will do, and nothing is said of P(a,a).
--- file pairs.db
Same(A, B)
Same(B, A)
Same(A, A)
Same(C, B)
--- file found.db
Same(B, A)
Same(B, B)
Same(B, C)
Same(C, B)
Same(D, A)
--- run kerf eval --quiet --truth=pairs.db found.db
--- stdout
  predicate  precision  recall      F1  right  wrong  missed
  Same             0.4     0.5  0.4444      2      3       2
  all              0.4     0.5  0.4444      2      3       2
--- run kerf eval --quiet --truth=pairs.db --symmetric=Same found.db
--- stdout
  predicate  precision  recall   F1  right  wrong  missed
  Same          0.6667       1  0.8      2      1       0
  all           0.6667       1  0.8      2      1       0
--- exit 0

# Nothing was answered, nothing is true.
--- file nothing.db
--- run kerf eval --truth=nothing.db nothing.db
--- stdout
  predicate  precision  recall  F1  right  wrong  missed
  all                -       -   -      0      0       0
--- stderr
kerf: warning: nothing is evaluated: the answer and the truth have no predicate in common
  hint: name predicates with --query
--- run kerf eval --truth=truth.db nothing.db -q Smokes
--- stdout
  predicate  precision  recall  F1  right  wrong  missed
  Smokes             -       0   0      0      0       2
  all                -       0   0      0      0       2
--- stderr
kerf: note: left out: Cancer, Friends
--- run kerf eval --truth=nothing.db answer.db --format=json
--- stdout
{"worlds":1,"true_positives":0,"false_positives":0,"false_negatives":0,"precision":null,"recall":null,"f1":null,"predicates":[]}
--- stderr
kerf: warning: nothing is evaluated: the answer and the truth have no predicate in common
  hint: name predicates with --query
kerf: note: left out, the truth has none of it: Smokes, Cancer
  hint: to count it nevertheless, name it with --query
--- exit 0

# gzip, standard input.
--- file truth.gz gz
Smokes(Anna)
--- run kerf eval --quiet --truth=truth.gz -
--- stdin
Smokes(Anna)
--- stdout
  predicate  precision  recall  F1  right  wrong  missed
  Smokes             1       1   1      1      0       0
  all                1       1   1      1      0       0
--- exit 0

# What only one of the files has is left out, and said.
--- file more.db
Smokes(Anna)
Same(Anna, Anna)
--- run kerf eval --truth=truth.db more.db
--- stdout
  predicate  precision  recall      F1  right  wrong  missed
  Smokes             1     0.5  0.6667      1      0       1
  all                1     0.5  0.6667      1      0       1
--- stderr
kerf: note: left out, the truth has none of it: Same
  hint: to count it nevertheless, name it with --query
kerf: note: left out, the answer has none of it: Cancer, Friends
  hint: to count it nevertheless, name it with --query
--- run kerf eval --truth=truth.db --query=Smokes,Same more.db
--- stdout
  predicate  precision  recall      F1  right  wrong  missed
  Same               0       -       0      0      1       0
  Smokes             1     0.5  0.6667      1      0       1
  all              0.5     0.5     0.5      1      1       1
--- stderr
kerf: note: left out: Cancer, Friends
--- file else.db
Same(Anna, Anna)
--- run kerf eval --quiet --truth=truth.db else.db
--- stdout
  predicate  precision  recall  F1  right  wrong  missed
  all                -       -   -      0      0       0
--- stderr
kerf: warning: nothing is evaluated: the answer and the truth have no predicate in common
  hint: name predicates with --query
--- run kerf eval --quiet --truth=truth.db --symmetric=Smoke,Friends more.db
--- stdout
  predicate  precision  recall      F1  right  wrong  missed
  Smokes             1     0.5  0.6667      1      0       1
  all                1     0.5  0.6667      1      0       1
--- stderr
kerf: warning: --symmetric names Smoke, which neither the answer nor the truth has

# A certificate: map proves its bound, verify checks the proof in exact arithmetic.
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
1.5 Smokes(x) => Cancer(x)
1.1 Friends(x,y) ^ Smokes(x) => Smokes(y)
2 Smokes(Anna)
1.4 Cancer(x)
2.2 !Cancer(x)
|x : Cancer(x)| <= 1.
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Carl)
--- run kerf map --quiet m.mln e.db -o a.db --certificate=c.txt
--- exit 0
--- run cat c.txt
--- run kerf verify --quiet m.mln e.db a.db --bound=c.txt
--- run kerf verify --quiet --format=json m.mln e.db a.db --bound c.txt
--- run kerf verify --quiet m.mln e.db a.db --bound=c.txt --bound-only
--- run kerf verify --quiet --format=json m.mln e.db a.db --bound=c.txt --bound-only

# An answer that costs more: the bound still holds, but is not reached.
--- file worse.db
Cancer(Anna)
--- run kerf verify --quiet --examples=0 m.mln e.db worse.db --bound=c.txt

# Two worlds, two proofs; a certificate of one is not enough, nor one of three.
--- file two.db
>> one
Friends(Anna, Bob)
>> two
Friends(Bob, Anna)
--- run kerf map --quiet m.mln two.db -o two_a.db --certificate=two.txt
--- run kerf verify --quiet --examples=0 m.mln two.db two_a.db --bound=two.txt
--- run kerf verify --quiet m.mln two.db two_a.db --bound=c.txt
--- run kerf verify --quiet m.mln e.db a.db --bound=two.txt

# A formula that is neither a clause nor a count is left out, and that is said.
--- file other.mln
*Person(person)
P(person)
Q(person)
R(person)
1 Person(x) => P(x) ^ Q(x) ^ !R(x) v R(x) ^ !P(x) ^ !Q(x)
3 Person(x) => !P(x)
3 Person(x) => !R(x)
--- file other.db
Person(A)
--- run kerf map --quiet other.mln other.db -o other_a.db --certificate=other.txt
--- run kerf verify --quiet --examples=0 other.mln other.db other_a.db --bound=other.txt

# No time at all: a proof of nothing much is still a proof.
--- run kerf map --quiet m.mln e.db -o m.mln --certificate=x.txt
--- run kerf map --quiet m.mln e.db -o x.db --certificate=x.db
--- run kerf map --quiet m.mln e.db -o x.db --certificate=y.db --stats=y.db
--- run kerf map --quiet m.mln e.db -o x.db --certificate=e.db
--- run kerf map --quiet m.mln e.db -o x.db --certificate=no/such/place
--- run kerf verify --quiet m.mln e.db a.db --bound-only
--- run kerf verify --quiet m.mln e.db a.db --bound=none.txt

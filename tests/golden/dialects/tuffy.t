# A model in Tuffy's style, with its evidence and query file.
--- file prog.mln
// closed world
*wrote(author, paper)
*refers(paper, paper)
**venue(paper, conf v)
*conf_weight(paper, double w)
cat(paper, topic)
sameVenue(paper, paper)

3  wrote(a1, p1), wrote(a1, p2), cat(p1, c) => cat(p2, c)
2  refers(p1, p2), cat(p1, c), [p1 != p2]
   => cat(p2, c)
-1 cat(p, c)
5  cat(p, c1), cat(p, c2) => c1 = c2
!cat(p, "Theory") v sameVenue(p, p).
EXIST c cat(p, c).
w: conf_weight(p, w) => cat(p, "Theory")
0.5 venue(p1, x), venue(p2, x) => sameVenue(p1, p2) v sameVenue(p2, p1)
05 sameVenue(p1, p2) => sameVenue(p2, p1)
--- file evidence.db
wrote(Jo, P1)
wrote(Jo, P2)
refers(P1, P2)
!cat(P1, Logic)
0.8 cat(P2, Logic)
venue("P1", "A conference, of sorts")
conf_weight(P1, 1.25)
--- file query.db
cat(x, y)
--- run kerf check prog.mln evidence.db
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 7 atoms of evidence

types
  author  1  from evidence
  paper   2  from evidence
  conf    1  from evidence
  topic   2  from formulas and evidence

predicates
  *wrote(author, paper)          observed  by the * in declarations  2 true
  *refers(paper, paper)          observed  by the * in declarations  1 true
  **venue(paper, conf v)         observed  by the * in declarations  1 true
  *conf_weight(paper, double w)  observed  by the * in declarations  1 true
  cat(paper, topic)              hidden    by the * in declarations  1 false, 1 soft
  sameVenue(paper, paper)        hidden    by the * in declarations

formulas
  F1  3              line 9   !wrote(a1, p1) v !wrote(a1, p2) v !cat(p1, c) v cat(p2, c)
  F2  2              line 10  !refers(p1, p2) v !cat(p1, c) v p1 = p2 v cat(p2, c)
  F3  -1             line 12  cat(p, c)
  F4  5              line 13  !cat(p, c1) v !cat(p, c2) v c1 = c2
  F5  hard           line 14  !cat(p, Theory) v sameVenue(p, p)
  F6  hard           line 15  EXIST c cat(p, c)
  F7  from data (w)  line 16  !conf_weight(p, w) v cat(p, Theory)
  F8  0.5            line 17  !venue(p1, x) v !venue(p2, x) v sameVenue(p1, p2) v sameVenue(p2, p1)
  F9  5              line 18  !sameVenue(p1, p2) v sameVenue(p2, p1)
--- stderr
prog.mln:9:17: note: read as tuffy because of `,`
  3  wrote(a1, p1), wrote(a1, p2), cat(p1, c) => cat(p2, c)
                  ^
  hint: --dialect=NAME overrides this
prog.mln:18:1: warning: the weight 05 is read as 5
  05 sameVenue(p1, p2) => sameVenue(p2, p1)
  ^~
  hint: write 0.5 if a fraction is meant
--- run kerf check --quiet --dialect=tuffy --query-file=query.db prog.mln evidence.db
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 7 atoms of evidence

types
  author  1  from evidence
  paper   2  from evidence
  conf    1  from evidence
  topic   2  from formulas and evidence

predicates
  *wrote(author, paper)          observed  by the * in declarations  2 true
  *refers(paper, paper)          observed  by the * in declarations  1 true
  **venue(paper, conf v)         observed  by the * in declarations  1 true
  *conf_weight(paper, double w)  observed  by the * in declarations  1 true
  cat(paper, topic)              hidden    by the * in declarations  1 false, 1 soft
  sameVenue(paper, paper)        hidden    by the * in declarations

formulas
  F1  3              line 9   !wrote(a1, p1) v !wrote(a1, p2) v !cat(p1, c) v cat(p2, c)
  F2  2              line 10  !refers(p1, p2) v !cat(p1, c) v p1 = p2 v cat(p2, c)
  F3  -1             line 12  cat(p, c)
  F4  5              line 13  !cat(p, c1) v !cat(p, c2) v c1 = c2
  F5  hard           line 14  !cat(p, Theory) v sameVenue(p, p)
  F6  hard           line 15  EXIST c cat(p, c)
  F7  from data (w)  line 16  !conf_weight(p, w) v cat(p, Theory)
  F8  0.5            line 17  !venue(p1, x) v !venue(p2, x) v sameVenue(p1, p2) v sameVenue(p2, p1)
  F9  5              line 18  !sameVenue(p1, p2) v sameVenue(p2, p1)
--- stderr
prog.mln:18:1: warning: the weight 05 is read as 5
  05 sameVenue(p1, p2) => sameVenue(p2, p1)
  ^~
  hint: write 0.5 if a fraction is meant
--- run kerf show --quiet --dialect=tuffy prog.mln
--- stdout
type author
type conf
type paper
type topic
  named by formulas (1) Theory
predicate *wrote(author, paper)
  observed: by the * in declarations
predicate *refers(paper, paper)
  observed: by the * in declarations
predicate **venue(paper, conf v)
  observed: by the * in declarations
predicate *conf_weight(paper, double w)
  observed: by the * in declarations
predicate cat(paper, topic)
  hidden: by the * in declarations
predicate sameVenue(paper, paper)
  hidden: by the * in declarations
formula
  !wrote(a1, p1) v !wrote(a1, p2) v !cat(p1, c) v cat(p2, c)
  weight: 3
  free: a1 author, p1 paper, p2 paper, c topic
formula
  !refers(p1, p2) v !cat(p1, c) v p1 = p2 v cat(p2, c)
  weight: 2
  free: p1 paper, p2 paper, c topic
formula
  cat(p, c)
  weight: -1
  free: p paper, c topic
formula
  !cat(p, c1) v !cat(p, c2) v c1 = c2
  weight: 5
  free: p paper, c1 topic, c2 topic
formula
  !cat(p, Theory) v sameVenue(p, p)
  hard
  free: p paper
formula
  EXIST c cat(p, c)
  hard
  free: p paper
  bound: c topic
formula
  !conf_weight(p, w) v cat(p, Theory)
  weight: the value of w
  free: p paper, w (a number)
formula
  !venue(p1, x) v !venue(p2, x) v sameVenue(p1, p2) v sameVenue(p2, p1)
  weight: 0.5
  free: p1 paper, x conf, p2 paper
formula
  !sameVenue(p1, p2) v sameVenue(p2, p1)
  weight: 5
  free: p1 paper, p2 paper
--- stderr
prog.mln:18:1: warning: the weight 05 is read as 5
  05 sameVenue(p1, p2) => sameVenue(p2, p1)
  ^~
  hint: write 0.5 if a fraction is meant
--- run kerf check --quiet -i prog.mln -e evidence.db -q cat
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 7 atoms of evidence

types
  author  1  from evidence
  paper   2  from evidence
  conf    1  from evidence
  topic   2  from formulas and evidence

predicates
  *wrote(author, paper)          observed  by --query  2 true
  *refers(paper, paper)          observed  by --query  1 true
  **venue(paper, conf v)         observed  by --query  1 true
  *conf_weight(paper, double w)  observed  by --query  1 true
  cat(paper, topic)              hidden    by --query  1 false, 1 soft
  sameVenue(paper, paper)        observed  by --query

formulas
  F1  3              line 9   !wrote(a1, p1) v !wrote(a1, p2) v !cat(p1, c) v cat(p2, c)
  F2  2              line 10  !refers(p1, p2) v !cat(p1, c) v p1 = p2 v cat(p2, c)
  F3  -1             line 12  cat(p, c)
  F4  5              line 13  !cat(p, c1) v !cat(p, c2) v c1 = c2
  F5  hard           line 14  !cat(p, Theory) v sameVenue(p, p)
  F6  hard           line 15  EXIST c cat(p, c)
  F7  from data (w)  line 16  !conf_weight(p, w) v cat(p, Theory)
  F8  0.5            line 17  !venue(p1, x) v !venue(p2, x) v sameVenue(p1, p2) v sameVenue(p2, p1)
  F9  5              line 18  !sameVenue(p1, p2) v sameVenue(p2, p1)
--- stderr
prog.mln:18:1: warning: the weight 05 is read as 5
  05 sameVenue(p1, p2) => sameVenue(p2, p1)
  ^~
  hint: write 0.5 if a fraction is meant

# The bibliography of examples/citations is what its script writes, byte by byte.
--- copy examples/citations citations
--- run-sh mkdir again && python3 citations/generate.py again && ls again
--- stdout
citations.db
citations.txt
truth.db
--- run-sh for f in again/*; do cmp "$f" "citations/${f#again/}"; done

# The truth, shown as an answer.
--- run-sh python3 citations/show.py citations/citations.txt citations/truth.db | tail -n 1
--- stdout
60 citations of 18 papers
--- run kerf check --quiet citations/citations.mln citations/citations.db
--- stdout
[[...]]
types
  bib     60  from evidence
[[...]]

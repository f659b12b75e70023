# Tables that are no text, a list of columns that is not closed, and what is wrong at the first byte.
--- file m.mln
*Phone(id, phone)
Same(id, id)
1 Phone(a, p) ^ Phone(b, p) => Same(a, b)
--- file phones.csv
id,phone
1,555
--- run kerf check --quiet m.mln --table 'Phone=phones.csv(id, phone'
--- stderr
kerf: error: cannot read phones.csv(id, phone: no such file or directory
  hint: columns are chosen by --table 'P=FILE(1, 2)'
1 error
--- exit 3
--- run-sh printf PAR1 > phones.parquet; kerf check --quiet m.mln --table Phone=phones.parquet
--- stderr
phones.parquet: error: Parquet and Arrow files are not read here
  hint: write it as CSV for --table, or hand its rows over in Python
1 error
--- exit 3
--- run-sh printf ARROW1 > phones.arrow; kerf check --quiet m.mln phones.arrow
--- stderr
phones.arrow: error: Parquet and Arrow files are not read here
  hint: write it as CSV for --table, or hand its rows over in Python
1 error
--- exit 3
--- run-sh printf '"1","2' > open.csv; kerf check --quiet m.mln --table Phone=open.csv
--- stderr
open.csv:1:5: error: this quote is not closed
  "1","2
      ^
  hint: a quote within a quoted cell is doubled: ""
1 error
--- exit 3
--- run-sh printf '\377\3761\0' > utf16.csv; kerf check --quiet m.mln --table Phone=utf16.csv
--- stderr
utf16.csv:1:1: error: byte 0xff is not valid UTF-8
  ??1?
  ^
  hint: this looks like UTF-16: save the file as UTF-8
1 error
--- exit 3
--- run-sh : > empty.csv; kerf check --quiet m.mln --table Phone=empty.csv | tail -n 1
--- stdout
  F1  1  line 3  !Phone(a, p) v !Phone(b, p) v Same(a, b)
--- stderr
empty.csv: warning: this table is empty
--- run-sh for f in a.xlsx a.ods a.json a.zip a.pracmln a.tar.gz a.bz2 a.xz; do kerf check --quiet m.mln --table Phone=$f; done 2>&1 | grep -v '^1 error'
--- stdout
a.xlsx: error: spreadsheets are not read here
  hint: write it as CSV for --table, or hand its rows over in Python
a.ods: error: spreadsheets are not read here
  hint: write it as CSV for --table, or hand its rows over in Python
a.json: error: JSON files are not read here
  hint: write it as CSV for --table, or hand its rows over in Python
a.zip: error: archives are not read here
  hint: unpack it first
a.pracmln: error: archives are not read here
  hint: unpack it first
a.tar.gz: error: archives are not read here
  hint: unpack it first
a.bz2: error: files packed by other than gzip are not read here
  hint: unpack it first
a.xz: error: files packed by other than gzip are not read here
  hint: unpack it first
--- run kerf check --quiet m.mln e.json
--- stderr
e.json: error: JSON files are not read here
  hint: write it as CSV for --table, or hand its rows over in Python
1 error
--- exit 3

# Two outputs never go to one file, however it is spelled.
--- file m.mln
*Friends(person, person)
Smokes(person)
1 Smokes(x)
1 Friends(x, y) ^ Smokes(x) => Smokes(y)
--- file e.db
Friends(A, B)
--- file t.db
Friends(A, B)
Smokes(A)
--- file l.mln
*Friends(person, person)
Smokes(person)
Smokes(x)
Friends(x, +y) ^ Smokes(x)
--- run kerf map --quiet m.mln e.db -o x.db --certificate=./x.db
--- stderr
kerf: --output and --certificate cannot go to one file, './x.db'
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet m.mln e.db -o x.db --stats=.//x.db
--- stderr
kerf: --output and --stats cannot go to one file, './/x.db'
Try 'kerf map -h'.
--- exit 2
--- run-sh mkdir sub && kerf map --quiet m.mln e.db -o sub//x.db --report=sub/../sub/x.db
--- stderr
kerf: --output and --report cannot go to one file, 'sub/../sub/x.db'
Try 'kerf map -h'.
--- exit 2
--- run-sh ln -s sub folder && kerf map --quiet m.mln e.db --stats=folder/x.db --report=sub/x.db
--- stderr
kerf: --stats and --report cannot go to one file, 'sub/x.db'
Try 'kerf map -h'.
--- exit 2
--- run-sh ln -s x.db dangling && kerf map --quiet m.mln e.db -o dangling --stats=x.db
--- stderr
kerf: --output and --stats cannot go to one file, 'x.db'
Try 'kerf map -h'.
--- exit 2
--- run-sh ln -s ../x.db sub/up && kerf map --quiet m.mln e.db -o sub/up --certificate=dangling
--- stderr
kerf: --output and --certificate cannot go to one file, 'dangling'
Try 'kerf map -h'.
--- exit 2
--- run-sh kerf map --quiet m.mln e.db -o x.db --stats="$PWD/x.db"
--- stderr
kerf: --output and --stats cannot go to one file, '$TMP/x.db'
Try 'kerf map -h'.
--- exit 2
--- run kerf learn --quiet l.mln t.db -o y.mln --log=sub/../y.mln
--- stderr
kerf: --output and --log cannot go to one file, 'sub/../y.mln'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet l.mln t.db -o y.mln --report=./y.weights
--- stderr
kerf: --report and the weights beside --output cannot go to one file, 'y.weights'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet l.mln t.db -o y.mln --log=c --checkpoint=./c
--- stderr
kerf: --log and --checkpoint cannot go to one file, './c'
Try 'kerf learn -h'.
--- exit 2
--- run-sh ls
--- stdout
dangling
e.db
folder
l.mln
m.mln
sub
t.db
--- exit 0

# One is there: hard and symbolic links.
--- run-sh echo old > x.db; ln x.db hard; kerf map --quiet m.mln e.db -o x.db --stats=hard
--- stderr
kerf: --output and --stats cannot go to one file, 'hard'
Try 'kerf map -h'.
--- exit 2
--- run-sh ln -s x.db soft; kerf map --quiet m.mln e.db --report=soft --certificate=hard
--- stderr
kerf: --certificate and --report cannot go to one file, 'soft'
Try 'kerf map -h'.
--- exit 2
--- run-sh cat x.db
--- stdout
old
--- exit 0

# Standard output is one of them, under any name.
--- run kerf map --quiet m.mln e.db --stats=/dev/stdout
--- stderr
kerf: standard output (no --output) and --stats cannot go to one file, '/dev/stdout'
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet m.mln e.db -o /dev/fd/1 --certificate=-
--- stderr
kerf: --output and --certificate cannot go to one file, '-'
Try 'kerf map -h'.
--- exit 2
--- run-sh kerf map --quiet m.mln e.db --stats=x.db > x.db
--- stderr
kerf: standard output (no --output) and --stats cannot go to one file, 'x.db'
Try 'kerf map -h'.
--- exit 2
--- run-sh kerf learn --quiet l.mln t.db -o y.mln --log=- --report=/proc/self/fd/1
--- stderr
kerf: --report and --log cannot go to one file, '-'
Try 'kerf learn -h'.
--- exit 2
--- run-sh mkfifo pipe; kerf map --quiet m.mln e.db -o pipe --stats=./pipe
--- stderr
kerf: --output and --stats cannot go to one file, './pipe'
Try 'kerf map -h'.
--- exit 2

# Nothing is lost on a device, nor where standard output is not used.
--- run kerf map --quiet m.mln e.db -o /dev/null --stats=/dev/null --certificate=/dev/null --report=/dev/null
--- run-sh kerf map --quiet m.mln e.db -o y.db > y.db; cat y.db
--- stdout
Smokes(A)
Smokes(B)
--- run-sh kerf map --quiet m.mln e.db -o /dev/stderr --stats=/dev/null
--- stderr
Smokes(A)
Smokes(B)
--- exit 0

# An output into a descriptor that the shell has open is written there, not to a file of its name.
--- run-sh exec 3> z.db; kerf map --quiet m.mln e.db -o /dev/fd/3; echo end >&3; cat z.db
--- stdout
Smokes(A)
Smokes(B)
end
--- run kerf map --quiet m.mln e.db -o /dev/fd/77
--- stderr
kerf: error: cannot write /dev/fd/77: it is closed
1 error
--- exit 6

# An output is never an input.
--- run kerf map --quiet m.mln e.db --certificate=./e.db
--- stderr
kerf: './e.db' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run-sh kerf map --quiet m.mln - -o e.db < e.db
--- stderr
kerf: 'e.db' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run-sh kerf map --quiet m.mln e.db >> e.db
--- stderr
kerf: 'standard output' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf learn --quiet l.mln t.db -o y.mln --dev=t.db --log=./t.db
--- stderr
kerf: './t.db' is an input: it will not be overwritten
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet l.mln t.db -o y.mln --checkpoint=l.mln
--- stderr
kerf: 'l.mln' is an input: it will not be overwritten
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet l.mln t.db -o y.mln --dev=e.db --report=e.db
--- stderr
kerf: 'e.db' is an input: it will not be overwritten
Try 'kerf learn -h'.
--- exit 2
--- run kerf verify --quiet m.mln t.db e.db -o sub/../e.db
--- stderr
kerf: 'sub/../e.db' is an input: it will not be overwritten
Try 'kerf verify -h'.
--- exit 2
--- run kerf verify --quiet m.mln t.db e.db --bound=hard -o soft
--- stderr
kerf: 'soft' is an input: it will not be overwritten
Try 'kerf verify -h'.
--- exit 2
--- run kerf eval --quiet --truth=t.db e.db -o ./t.db
--- stderr
kerf: './t.db' is an input: it will not be overwritten
Try 'kerf eval -h'.
--- exit 2
--- run-sh cat e.db t.db x.db
--- stdout
Friends(A, B)
Friends(A, B)
Smokes(A)
--- exit 0

# A model that follows an option that writes a file is not taken for that file.
--- run kerf map --quiet --changes m.mln e.db
--- stderr
kerf: --changes writes a file, and 'm.mln' is named like a model
Try 'kerf map -h'.
--- exit 2

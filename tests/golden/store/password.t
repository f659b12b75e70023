# The password in the address of a store is shown nowhere.
--- skip-if no-libpq
--- copy examples/smokers/smokers.mln
--- copy examples/smokers/smokers.db
--- file try.sh
for store; do
    echo "-- $store" | sed 's/hunter2/PASSWORD/g'
    kerf map --quiet -vv --stats=s --report=r "--store=$store" smokers.mln smokers.db > out 2>&1
    echo "exit $?" >> out
    cat s r >> out 2>/dev/null
    grep -v "read in" out
    ! grep -l 'hunter2\|unter2' out || echo SHOWN
done

# The address is good, the server is not there.
--- run sh try.sh 'postgres://me:hunter2@/none?host=/nowhere' 'postgres://me@/none?host=/nowhere&password=hunter2' 'postgresql://me@/none?host=/nowhere&%70assword=hunter2' 'postgres://me:%68unter2@/none?host=/nowhere'
--- stdout
-- postgres://me:PASSWORD@/none?host=/nowhere
kerf: error: the store cannot be reached: connection to server on socket "/nowhere/.s.PGSQL.5432" failed: No such file or directory
1 error
exit 6
-- postgres://me@/none?host=/nowhere&password=PASSWORD
kerf: error: the store cannot be reached: connection to server on socket "/nowhere/.s.PGSQL.5432" failed: No such file or directory
1 error
exit 6
-- postgresql://me@/none?host=/nowhere&%70assword=PASSWORD
kerf: error: the store cannot be reached: connection to server on socket "/nowhere/.s.PGSQL.5432" failed: No such file or directory
1 error
exit 6
-- postgres://me:%68unter2@/none?host=/nowhere
kerf: error: the store cannot be reached: connection to server on socket "/nowhere/.s.PGSQL.5432" failed: No such file or directory
1 error
exit 6
--- exit 0

# It is malformed, mostly by the password.
--- run sh try.sh 'postgres://me:a/hunter2@host/none' 'postgres://me:1/hunter2@host/none' 'postgres://me:hunter2' 'postgres://me:hunter2@[::1/none' 'postgres://me@/none?password:hunter2' 'postgres://me@/none?hunter2=1' 'postgres://me:hunter2%zz@/none' 'postgres://me:1?hunter2/x@host/none' 'postgres://me:%00hunter2@host/none' 'postgres://me@host:hunter2/none'
--- stdout
-- postgres://me:a/PASSWORD@host/none
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
-- postgres://me:1/PASSWORD@host/none
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
-- postgres://me:PASSWORD
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
-- postgres://me:PASSWORD@[::1/none
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
-- postgres://me@/none?password:PASSWORD
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
-- postgres://me@/none?PASSWORD=1
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
-- postgres://me:PASSWORD%zz@/none
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
-- postgres://me:1?PASSWORD/x@host/none
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
-- postgres://me:%00PASSWORD@host/none
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
-- postgres://me@host:PASSWORD/none
kerf: error: the address of the store cannot be understood
  hint: it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and digits write %, and their code as two hexadecimal digits
1 error
exit 6
--- exit 0

# It is in another form.
--- run sh try.sh 'host=/nowhere password=hunter2' 'postgres:host=/nowhere password=hunter2' 'postgres:/me:hunter2@host' 'mysql://me:hunter2@host/none'
--- stdout
-- host=/nowhere password=PASSWORD
kerf: there is no store 'host...': memory, sqlite:FILE or postgres://...
Try 'kerf map -h'.
exit 2
-- postgres:host=/nowhere password=PASSWORD
kerf: there is no store 'postgres:...': memory, sqlite:FILE or postgres://...
Try 'kerf map -h'.
exit 2
-- postgres:/me:PASSWORD@host
kerf: there is no store 'postgres:...': memory, sqlite:FILE or postgres://...
Try 'kerf map -h'.
exit 2
-- mysql://me:PASSWORD@host/none
kerf: there is no store 'mysql:...': memory, sqlite:FILE or postgres://...
Try 'kerf map -h'.
exit 2
--- exit 0

# It stands in the wrong place.
--- run kerf map --quiet smokers.mln postgres://me:hunter2@host/none
--- stderr
kerf: error: cannot read postgres://me:***@host/none: no such file or directory
1 error
--- exit 3
--- run kerf check --quiet postgres://me:hun/ter2@host/none
--- stderr
kerf: error: cannot read postgres://me:***@host/none: no such file or directory
1 error
--- exit 3
--- run kerf postgres://me:hunter2@host
--- stderr
kerf: 'postgres://me:***@host' is no command; that comes first: kerf map MODEL FILE
Try 'kerf -h'.
--- exit 2
--- run kerf map --quiet --dialect=postgres://me:hunter2@host smokers.mln
--- stderr
kerf: bad value 'postgres://me:***@host' for option --dialect: expected one of auto|kerf|alchemy|tuffy|rockit|lomrf|pracmln|thebeast
Try 'kerf map -h'.
--- exit 2
--- run kerf check --quiet --store=postgres://me:hunter2@host smokers.mln
--- stderr
kerf: 'kerf check' has no option --store
Try 'kerf check -h'.
--- exit 2
--- run kerf map --quiet smokers.mln -o postgres://me:hunter2@host/answer
--- stderr
kerf: error: cannot write postgres://me:***@host/answer: no such file or directory
1 error
--- exit 6
--- run kerf map --quiet smokers.mln --table=Friends=postgres://me:hunter2@host/none
--- stderr
kerf: 'postgres://me:***@host/none' is no table: postgres:TABLE(COLUMN, ...)
Try 'kerf map -h'.
--- exit 2
--- run-sh mkdir -p x:/me:hunter2@host && echo Smokes > x://me:hunter2@host/q && kerf map --quiet --query-file=x://me:hunter2@host/q --report=r smokers.mln smokers.db && grep -o 'query-file=[^<]*' r
--- stdout
Smokes(Anna)
query-file=x://me:***@host/q

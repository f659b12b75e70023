What rounding leaves of small weights when a large one goes is no cost: all is ground anew then.
--- file m.mln
*Known(person)
Quiet
-1e12 *Quiet v Known(x)
-0.3 *Quiet v Known(x)
--- file e.db
person = {Anna}
--- file changes.txt

+Known(Anna)
--- run kerf map --quiet --format=json --changes-from=changes.txt m.mln e.db
--- stdout
{"world":"1","status":"optimal","score":-1000000000000.3,"cost":1000000000000.3,"bound":-1000000000000.3,"atoms":[]}
{"world":"2","status":"optimal","score":-2000000000000.6,"cost":0,"bound":-2000000000000.6,"atoms":[]}

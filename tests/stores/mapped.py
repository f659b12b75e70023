"""Tables of somebody's own as evidence: the same answer as from a file, nothing touched, clear
errors.

Part of run.py, which hands each test what it needs."""
import contextlib
import random
import re
import subprocess
import time

import kerftest

HERE_TOO = "Smokes(Anna)\n"
ONE_QUERY = "a mapping is one query: Predicate = SELECT column, ... FROM table"
LEAVE_OUT = "leave these rows out by WHERE"
A_LINE = ("a line of a mapping is a predicate, = and a query",
          "Predicate = SELECT column, ... FROM table")
WRONG = [  # mapping line, what is said of it, and the hint
    ("Friends = SELECT a FROM friend", "it takes 2 arguments, the query gives 1 column",
     "give a column for each argument, in order"),
    ("Friends = SELECT a, b FROM nowhere", 'relation "nowhere" does not exist',
     "name it with its schema: schema.table; it must be in the store's database"),
    ("Friends = SELECT a, b FROM no.where", 'relation "no.where" does not exist',
     "name it with its schema: schema.table; it must be in the store's database"),
    ("Friends = SELECT a, c FROM friend", 'column "c" does not exist',
     "look at the columns: \\d table in psql"),
    ("Friends = SELECT a, b FROM friend; DROP TABLE friend", 'syntax error at or near ";"',
     ONE_QUERY),
    ("Friends = SELECT a, b FROM friend) AS q; DROP TABLE friend; --",
     'syntax error at or near ")"',
     ONE_QUERY),
    ("Friends = WITH x AS (DELETE FROM friend RETURNING *) SELECT a, b FROM x", "data-modifying",
     "a mapping is one query that changes nothing"),
    ("Friends = SELECT a, NULLIF(b, 'Bob') FROM friend", "column 2 is NULL in 1 of 2 rows",
     "leave these rows out: WHERE column IS NOT NULL"),
    ("Friends = SELECT a, b::bytea FROM friend",
     "column 2 (b) is of type bytea, which is no constant",
     "give it as text in the mapping: encode(column, 'hex'), column->>'key', ..."),
    ("Friends = SELECT a, ARRAY[b] FROM friend",
     "is of type character varying[], which is no constant",
     "give it as text in the mapping"),
    ("Age = SELECT who, who FROM age",
     "the last argument is a number, but column 2 (who) is of type text",
     "convert it in the mapping: CAST(column AS double precision)"),
    ("Age = SELECT who, 'NaN'::float8 FROM age", "column 2 has numbers that are not finite",
     LEAVE_OUT),
    ("Age = SELECT who, 1e400::numeric FROM age", "the table of Age: \"1000",
     "a number is beyond what a double holds: leave such rows out by WHERE"),
    ("Flag = SELECT 1 FROM nowhere", "the table of Flag: relation \"nowhere\" does not exist",
     "name it"),
    ("likes = SELECT a, b FROM friend",
     "it takes 2 arguments and has a value, the query gives 2 columns",
     "give a column for each argument, in order, then the value"),
    ("likes = SELECT a, b, b::bytea FROM friend",
     "the table of likes: column 3 (b) is of type bytea, which is no constant", "give it as text"),
    ("likes = SELECT a, b, NULL::text FROM friend", "column 3 is NULL in 2 of 2 rows",
     "leave these rows out"),
    ("likes = SELECT a, a, b FROM friend UNION ALL SELECT a, a, a FROM friend",
     "likes(Anna,Anna) is Bob here but Anna at wrong.txt:2", ""),
    ("Strict = SELECT 'C'", "the tables name C, which is not among the constants listed for type s",
     ""),
    ("Nothing = SELECT 1", "there is no predicate or function Nothing", "declare it in the model"),
    ("Friends SELECT", *A_LINE),
    ("Friends = SELECT a, b\0 FROM friend", *A_LINE),
]
MAPPING = """# Who knows whom,
Friends = SELECT a, b FROM friend  -- a comment of SQL's own

// and how old they are; the number may be of any type.
Age = SELECT who, years FROM public.age;
"""
TABLES = """CREATE TABLE friend (a text, b varchar(20));
INSERT INTO friend VALUES ('Anna', 'Bob'), ('Bob', 'Carl');
CREATE TABLE age (who text, years numeric);
INSERT INTO age VALUES ('Dora', 17.6), ('Carl', 17.5);"""
STATE = "SELECT oid, relfilenode, relacl FROM pg_class WHERE relname IN ('friend', 'age') ORDER BY 1; " \
        "SELECT a, b, xmin FROM friend ORDER BY 1; SELECT who, years, xmin FROM age ORDER BY 1"


def with_tables(test):
    """Tables, before and after; what a test does not say it changes must be as it was."""
    def run(t):
        t.postgres.sql(TABLES)
        (t.work / "map.txt").write_text(MAPPING)
        (t.work / "here.db").write_text(HERE_TOO)
        before = t.postgres.sql(STATE)
        try:
            what = test(t)
            if not what and t.postgres.sql(STATE) != before and "changes" not in test.__name__:
                what = "the tables are not as they were"
            return what or (f"left behind: {t.postgres.schemas()}" if t.postgres.schemas()
                            else None)
        finally:
            t.postgres.sql("DROP TABLE friend, age")
    run.__name__ = test.__name__
    return run


def mapped(t, *arguments, mapping="map.txt", evidence="here.db"):
    return t.map(f"--store={t.postgres.name()}", f"--mapping={mapping}", *arguments,
                 evidence=evidence)


@with_tables
def mapped_answer(t):
    tables = ["--table=Friends=postgres:FRIEND(a, B)",
              '--table=Age=postgres:"public".age(who,"years")']
    return t.answers(mapped(t)) or t.answers(
        t.map(f"--store={t.postgres.name()}", *tables, evidence="here.db"))


@with_tables
def mapped_with_a_file(t):
    """A file may say some of it again, and more."""
    (t.work / "both.db").write_text("Friends(Bob, Carl)\nFriends(Carl, Eve)\nSmokes(Anna)\n")
    (t.work / "all.db").write_text("Friends(Bob, Carl)\nFriends(Carl, Eve)\nSmokes(Anna)\n"
                                   "Friends(Anna, Bob)\nAge(Dora, 17.6)\nAge(Carl, 17.5)\n")
    got, wanted = mapped(t, evidence="both.db"), t.map(evidence="all.db")
    return None if got == wanted else f"{got}, not {wanted}"


@with_tables
def mapped_hidden(t):
    (t.work / "hidden.txt").write_text(MAPPING + "Smokes = SELECT 'Anna'\n")
    return t.answers(t.map(f"--store={t.postgres.name()}", "--mapping=hidden.txt", "--query=Smokes",
                           evidence="empty.db"))


# A function, a predicate without arguments, one with a number alone.
TEAMS = """team of(person, sport)
*Plays(person, sport)
*Rain()
*Heat(float)
Wins(team)
Sad(person)
1.5 Plays(x, s) ^ !Rain() => Wins(of(x, s))
0.7 Plays(x, s) ^ Wins(of(x, s)) => !Sad(x)
0.4 Heat(h) ^ h > 30 => Sad(x)
0.2 Rain() => Sad(x)
-2.1 Wins(t)
"""
TEAM_TABLES = """CREATE TABLE plays (person text, sport text, team int);
CREATE TABLE weather (day int, rain boolean, heat numeric);"""
TEAM_MAPPING = """of = SELECT person, sport, team FROM plays
Plays = SELECT person, sport FROM plays
Rain = SELECT day, heat FROM weather WHERE rain
Heat = SELECT heat FROM weather
"""


def some_teams(seed):
    """Rows of both tables, and the same as evidence in a file."""
    some = random.Random(seed)
    pairs = [(p, s) for p in range(6) for s in range(4) if some.random() < 0.5]
    plays = [(f"P{p}", f"S{s}", some.randrange(3, 9)) for p, s in pairs]
    weather = [(day, some.random() < 0.3, some.randrange(20, 40)) for day in range(seed % 3)]
    evidence = "".join(f"Plays({p}, {s})\n{team} = of({p}, {s})\n" for p, s, team in plays)
    evidence += "".join(f"Heat({heat})\n" + "Rain()\n" * rain for _, rain, heat in weather)
    return plays, weather, evidence


def mapped_functions(t):
    """And predicates without arguments: the same answers as from files, whatever the tables
    hold."""
    (t.work / "teams.mln").write_text(TEAMS)
    (t.work / "teams.txt").write_text(TEAM_MAPPING)
    t.postgres.sql(TEAM_TABLES)
    seen, what = set(), None
    store, kept = f"--store={t.postgres.name()}", "--schema=teams"
    for seed in range(12):
        plays, weather, evidence = some_teams(seed)
        (t.work / "teams.db").write_text(evidence)
        t.postgres.sql("TRUNCATE plays, weather")
        for table, rows in ("plays", plays), ("weather", weather):
            for row in rows:
                t.postgres.sql(f"INSERT INTO {table} VALUES {row}")
        expected = t.kerf("map", "--quiet", "--query=Wins,Sad", "teams.mln", "teams.db")
        seen.add(expected)
        for got in (t.kerf("map", "--quiet", "--query=Wins,Sad", store, kept, "--mapping=teams.txt",
                           "teams.mln"),
                    t.kerf("map", "--quiet", "--query=Wins,Sad", store, kept, "teams.mln")):
            if got != expected:
                what = what or f"{seed}: {got}, not {expected}"
    tables = ["--table=of=postgres:plays(person, sport, team)",
              "--table=Rain=postgres:weather(day)"]
    (t.work / "teams.db").write_text("".join(f"Plays({p}, {s})\n" for p, s, _ in plays))
    got = t.kerf("map", "--quiet", "--query=Wins,Sad", store, *tables, "teams.mln", "teams.db")
    (t.work / "teams.db").write_text("".join(f"Plays({p}, {s})\n{team} = of({p}, {s})\n"
                                             for p, s, team in plays) + "Rain()\n")
    expected = t.kerf("map", "--quiet", "--query=Wins,Sad", "teams.mln", "teams.db")
    t.postgres.sql("DROP TABLE plays, weather; DROP SCHEMA IF EXISTS teams CASCADE")
    if len(seen) < 8 or any(code != 0 for code, _, _ in seen):
        return f"answers in memory: {seen}"
    return what or (None if got == expected and weather else f"by name: {got}, not {expected}")


@with_tables
def mapped_once(t):
    """A query is asked once, so that it may give other rows whenever it is asked."""
    t.postgres.sql("CREATE SEQUENCE times")
    (t.work / "random.txt").write_text(
        "Friends = SELECT a, 'x' || random()::text FROM friend WHERE nextval('times') > 0\n"
        "Age = SELECT who, random() FROM age TABLESAMPLE BERNOULLI (50)\n")
    got = mapped(t, mapping="random.txt")
    times = t.postgres.sql("SELECT last_value FROM times")
    t.postgres.sql("DROP SEQUENCE times")
    return None if got[0] == 0 and times == "2" else f"{got}, asked {times} times"


@with_tables
def mapped_errors(t):
    (t.work / "wrong.mln").write_text((t.work / "m.mln").read_text()
                                      + "s = {A, B}\n*Flag()\n*Strict(s)\n1 Strict(x) => Flag()\n"
                                      + "person likes(person, person)\n")
    for line, said, hint in WRONG:
        (t.work / "wrong.txt").write_text("# one\n" + line + "\n")
        code, out, error = t.kerf("map", "--quiet", "--strict-types",
                                  f"--store={t.postgres.name()}",
                                  "--mapping=wrong.txt", "wrong.mln", "here.db")
        listed = "Strict" in line  # of all tables together
        place = "wrong.txt:" if listed else "wrong.txt:2:"
        if code != 3 or out or said not in error or hint not in error or place not in error:
            return f"{line!r}: {code}, {error}"
    store = f"--store={t.postgres.name()}"
    for table in ("friend", "friend(a,b", "friend(a,b) x", "friend(a;b)", 'friend("a,b)', "(a,b)",
                  "friend(a,b); DROP TABLE friend"):
        code, out, error = t.map(store, f"--table=Friends=postgres:{table}", evidence="here.db")
        if code != 2 or "is no table: postgres:TABLE(COLUMN, ...)" not in error:
            return f"{table}: {code}, {error}"
    code, out, error = t.map("--mapping=map.txt", evidence="here.db")
    if code != 3 or "tables can be used in place on a PostgreSQL server only" not in error:
        return f"in memory: {error}"


@with_tables
def mapped_without_permission(t):
    t.postgres.sql("CREATE ROLE guest LOGIN; GRANT CREATE ON DATABASE postgres TO guest")
    store = f"--store={t.postgres.name('guest')}"
    code, out, error = t.map(store, "--mapping=map.txt", evidence="here.db")
    said = "permission denied for table friend" in error and "GRANT SELECT" in error
    what = None if said else error
    t.postgres.sql("GRANT SELECT ON friend, age TO guest")
    what = what or t.answers(t.map(store, "--mapping=map.txt", evidence="here.db"))
    t.postgres.sql("REVOKE SELECT ON friend, age FROM guest; "
                   "REVOKE CREATE ON DATABASE postgres FROM guest; DROP ROLE guest")
    t.postgres.sql("UPDATE pg_class SET relacl = NULL WHERE relname IN ('friend', 'age')")
    return what


@with_tables
def mapped_without_encoding(t):
    t.postgres.sql("CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
    store = "--store=" + t.postgres.name().replace("@/postgres", "@/ascii")
    code, out, error = t.map(store, "--mapping=map.txt", evidence="here.db")
    t.postgres.sql("DROP DATABASE ascii")
    said = "texts in a database of encoding SQL_ASCII may mean anything"
    return None if code == 3 and said in error and "make a database with ENCODING 'UTF8'" in error \
        else error


def mapped_nasty_names(t):
    """Of tables, columns and constants; each constant alone in its column, too."""
    from run import NASTY
    plain = [text.replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"').replace("\\\\",
                                                                                        "\\")
             for text in NASTY] + ["", " ", "a;b", "--", "/*", "Z\u0308", "\u202e"]
    quoted = ['"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
              .replace("\t", "\\t") + '"' for text in plain]
    (t.work / "nasty.db").write_text("".join(f"Friends({text}, Bob)\n" for text in quoted))
    (t.work / "anna.db").write_text("".join(f"Smokes({text})\n" for text in quoted))
    expected = t.kerf("map", "--quiet", "--query=Smokes", "m.mln", "nasty.db", "anna.db")
    table, column = '"we"";ird $1 %s"', '"a""; DROP TABLE x; --"'
    rows = ", ".join(f"(convert_from('\\x{text.encode().hex()}', 'UTF8'))" for text in plain)
    (t.work / "nasty.sql").write_text(f"CREATE TABLE {table} ({column} text, b text DEFAULT "
                                      f"'Bob'); "
                                      f"INSERT INTO {table} VALUES {rows};")
    subprocess.run([t.postgres.binaries / "psql", "-Xq", t.postgres.name(), "-f",
                    t.work / "nasty.sql"],
                   check=True)
    got = t.map(f"--store={t.postgres.name()}", "--query=Smokes",
                f"--table=Friends=postgres:{table}({column}, b)", evidence="anna.db")
    t.postgres.sql(f"DROP TABLE {table}")
    if expected[0] != 0 or expected[1].count("\n") < len(plain):
        return f"in memory: {expected}"
    return None if got == expected else f"{got}, not {expected}"


@with_tables
def mapped_table_changes(t):
    """Somebody empties a table while it is read: the state at the beginning counts."""
    (t.work / "slow.txt").write_text(MAPPING.replace(
        "FROM friend", "FROM friend CROSS JOIN (SELECT pg_sleep(0.4)) AS s"))
    expected = t.map()
    run = subprocess.Popen(["kerf", "map", "--quiet", f"--store={t.postgres.name()}",
                            "--mapping=slow.txt", "m.mln", "here.db"], cwd=t.work, env=t.env,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    asked = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(0.4)%' AND " \
            "wait_event = 'PgSleep'"
    while run.poll() is None and t.postgres.sql(asked) == "0":
        time.sleep(0.02)
    t.postgres.sql("DELETE FROM friend; INSERT INTO age VALUES ('Eve', 99)")
    out, error = run.communicate(timeout=kerftest.TIMEOUT)
    got = (run.returncode, out, error)
    return None if got == expected else f"{got}, not {expected}"


@with_tables
def mapped_and_kept_changes(t):
    """Evidence that was loaded stays as it was then."""
    store = [f"--store={t.postgres.name()}", "--schema=kept"]
    loaded = t.kerf("load", "--quiet", *store, "--mapping=map.txt", "m.mln", "here.db")
    t.postgres.sql("DELETE FROM friend")
    got = t.kerf("map", "--quiet", *store, "m.mln")
    t.postgres.sql("DROP SCHEMA kept CASCADE")
    return None if loaded == (0, "", "") and got == t.map() else f"{loaded}, {got}"


@with_tables
def mapped_side_by_side(t):
    runs = [subprocess.Popen(["kerf", "map", "--quiet", f"--store={t.postgres.name()}",
                              "--mapping=map.txt", "m.mln", "here.db"], cwd=t.work, env=t.env,
                             stdout=subprocess.PIPE, text=True) for _ in range(4)]
    outputs = {run.communicate()[0] for run in runs}
    return None if outputs == {t.map()[1]} else f"{outputs}"


def any_number_of_connections(t):
    """A larger world, whose answer must be the same bytes; so must be what is counted on the
    way."""
    random.seed(1)
    people = [f"P{i}" for i in range(2000)]
    rows = sorted({(random.choice(people), random.choice(people)) for _ in range(6000)})
    (t.work / "large.db").write_text("".join(f"Friends({a}, {b})\n" for a, b in rows)
                                     + "Smokes(P1)\n!Smokes(P2)\n")
    (t.work / "large.mln").write_text("*Friends(person, person)\nSmokes(person)\nRich(person)\n"
                                      "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                                      "1.25 Friends(x,y) ^ Friends(y,z) ^ Smokes(x) => Smokes(z)\n"
                                      "1.3 Friends(x,y) ^ Friends(y,z) ^ Rich(z) => Rich(x)\n"
                                      "1.1 Friends(x,y) ^ Friends(z,y) ^ Smokes(x) => Rich(z)\n"
                                      "|y : Rich(y) ^ Friends(x,y)| <= 40.\n")
    seen, most = [], {}
    for threads in (0, 1, 4):
        run = subprocess.Popen(
            ["kerf", "map", "--quiet", "--stats=stats.json", "--max-iterations=5",
             *([f"--store={t.postgres.name()}", f"--threads={threads}"] if threads else []),
             "large.mln", "large.db"], cwd=t.work, env=t.env, stdout=subprocess.PIPE, text=True)
        asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'kerf'"
        out = None
        while out is None:  # also of a run that ends between two questions
            most[threads] = max(most.get(threads, 0), int(t.postgres.sql(asked)))
            with contextlib.suppress(subprocess.TimeoutExpired):
                out = run.communicate(timeout=0.05)[0]
        stats = (t.work / "stats.json").read_text()
        seen.append((run.returncode, out, *re.findall(
            r'"(?:score|bound|iterations|groundings|atoms)": *[^,}]*', stats)))
    if most[4] <= most[1]:
        return f"connections: {most}"
    return None if len(set(seen)) == 1 and seen[0][1] else f"{[s[:1] + s[2:] for s in seen]}"


@with_tables
def statements_are_explained(t):
    for option in "-vv", "--analyze":
        code, out, error = t.kerf("map", option, "--quiet", f"--store={t.postgres.name()}",
                                  "--mapping=map.txt", "m.mln", "here.db")
        texts = re.findall(r"^kerf: debug: (SELECT.*)$", error, re.M)
        if code != 0 or "Execution Time" not in error or not texts:
            return f"{option}: {error}"
        if "p0_friends" not in error.lower():
            return f"{option}: no statement names the table"


@with_tables
def statements_are_shown(t):
    code, out, error = t.kerf("show", "--quiet", "--stage=sql", f"--store={t.postgres.name()}",
                              "--mapping=map.txt", "m.mln", "here.db")
    wanted = ["CREATE TEMP TABLE i_0 AS SELECT CAST(q.c0 AS TEXT)", "SELECT a, b FROM friend",
              "INSERT INTO pg_temp.t_p0_Friends SELECT d0.id, d1.id",
              "  when Smokes(x) becomes true"]
    missing = [text for text in wanted if text not in out]
    return f"{code}, {error}: {missing} not in {out}" if missing else None


TESTS = [mapped_answer, mapped_with_a_file, mapped_hidden, mapped_functions, mapped_once,
         mapped_errors, mapped_without_permission, mapped_without_encoding,
         mapped_nasty_names, mapped_table_changes, mapped_and_kept_changes, mapped_side_by_side,
         any_number_of_connections, statements_are_explained,
         statements_are_shown]

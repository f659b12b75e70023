"""Stores under settings that others made: of the server, of its users, of files and their folders.

Part of run.py, which hands each test what it needs."""
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import threading
import time

import faults
import run


def with_options(t, options):
    """The same, with settings for every session that it opens."""
    return run.Test(t.work, t.env | {"PGOPTIONS": options}, t.postgres)


# ---------------------------------------------------------------------------- files

def as_nobody(t, folder, *arguments):
    """What kerf says to somebody who owns nothing; None where it cannot be run so."""
    user = {}
    if os.geteuid() == 0:
        who = pwd.getpwnam("nobody")
        user = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
    kerf = pathlib.Path(shutil.which("kerf",
                                     path=t.env["PATH"])).resolve()  # not in a private folder
    try:
        done = subprocess.run([kerf, *arguments], cwd=folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=t.env | {"HOME": str(folder)}, **user)
    except PermissionError:
        print("stores: NOT TESTED: files that may only be read, for nobody else may run kerf")
        return None
    return done.returncode, done.stdout, done.stderr


def file_to_read_only(t):
    """It lacks an index, and gets none; a folder where SQLite cannot write is another matter."""
    (t.work / "to.mln").write_text("*Friends(person, person)\n*Age(person, float)\nSmokes(person)\n"
                                   "1 Smokes(y) ^ Friends(x,y) => Smokes(x)\n-0.1 Smokes(x)\n")
    t.map("--store=sqlite:read.store")
    expected = t.kerf("map", "--quiet", "to.mln", "e.db")
    with tempfile.TemporaryDirectory(prefix="kerf-read-") as name:
        folder = pathlib.Path(name)
        for file in "read.store", "to.mln":
            shutil.copy(t.work / file, folder)
            (folder / file).chmod(0o444)
        folder.chmod(0o777)
        command = ["map", "--quiet", "--store=sqlite:read.store", "to.mln"]
        got = as_nobody(t, folder, *command)
        if got is None:
            return None
        for beside in folder.glob("read.store-*"):
            beside.unlink()
        folder.chmod(0o555)
        refused = as_nobody(t, folder, *command)
        folder.chmod(0o777)
    if got != expected:
        return f"{got}, not {expected}"
    return t.fails(refused, "hint: SQLite writes beside a file even to read it")


def file_on_a_full_disk(t):
    """What was there stays, and is used again."""
    with faults.small_disk("1m") as folder:
        if not folder:
            print("stores: NOT TESTED: a file on a full disk, for none could be mounted")
            return None
        store = f"--store=sqlite:{folder}/full.store"
        before = t.map(store)
        refused = t.kerf("load", "--quiet", store, "large.mln", "large.db")
        after = t.kerf("map", "--quiet", store, "m.mln")
    return t.answers(before) or t.answers(after) or t.fails(
        refused, "database or disk is full\n  hint: make room")


# ---------------------------------------------------------------------------- sessions

def idle_for_long(t):
    """A run that reads slowly is not ended for that."""
    slow = t.work / "idle.db"
    os.mkfifo(slow)

    def write():
        with open(slow, "w") as to:
            for line in (t.work / "e.db").read_text().splitlines():
                print(line, file=to, flush=True)
                time.sleep(0.3)
    writer = threading.Thread(target=write)
    writer.start()
    got = with_options(t,
                       "-c idle_in_transaction_session_timeout=200 -c "
                       "idle_session_timeout=200").map(
        f"--store={t.postgres.name()}", evidence="idle.db")
    writer.join()
    slow.unlink()
    return t.answers(got)


def same_constants(t):
    """Dates and numbers are written in one way, whatever the user is used to."""
    (t.work / "when.mln").write_text("*When(day, share, span)\nDay(day)\nShare(share)\nSpan(span)\n"
                                     "1 When(d,s,t) => Day(d)\n1 When(d,s,t) => Share(s)\n"
                                     "1 When(d,s,t) => Span(t)\n")
    (t.work / "when.map").write_text("When = SELECT DATE '2026-11-15', 0.1::float8 + 0.2, "
                                     "INTERVAL '36 hours'\n")
    usual = "-c datestyle=German -c extra_float_digits=-5 -c intervalstyle=iso_8601"
    got = with_options(t, usual).kerf("map", "--quiet", f"--store={t.postgres.name()}",
                                      "--mapping=when.map", "when.mln")
    expected = 'Day("2026-11-15")\nShare("0.30000000000000004")\nSpan("36:00:00")\n'
    return None if got == (0, expected, "") else f"{got}"


def strings_of_old(t):
    """Where backslashes mean something, a schema with a name much like a run's stays, too."""
    old = with_options(t, "-c standard_conforming_strings=off")
    store, kept = f"--store={t.postgres.name()}", "--schema=kerf-run-1"
    what = t.answers(old.map(store, kept)) or t.answers(old.map(store))
    if not what and t.postgres.schemas() != ["kerf-run-1"]:
        what = f"there are {t.postgres.schemas()}"
    t.postgres.sql('DROP SCHEMA IF EXISTS "kerf-run-1" CASCADE')
    return what


# ---------------------------------------------------------------------------- schemas

def names_of_schemas(t):
    store = f"--store={t.postgres.name()}"
    for name in "", "s" * 64, "\u00e9" * 32:
        what = t.fails(t.map(store, f"--schema={name}"),
                       f"the name of a schema has 1 to 63 bytes, not {len(name.encode())}")
        if what or t.postgres.schemas():
            return what or f"{t.postgres.schemas()}"
    what = t.answers(t.map(store, f"--schema={'s' * 63}"))
    t.postgres.sql(f"DROP SCHEMA {'s' * 63} CASCADE")
    return what


def number_of_a_run_taken(t):
    """By what another user's run left behind, on a server that has begun to count anew."""
    t.postgres.sql("CREATE ROLE guest LOGIN; GRANT CREATE ON DATABASE postgres TO guest; DO $$ "
                   "BEGIN "
                   "FOR i IN 1..300 LOOP EXECUTE format('CREATE SCHEMA kerf_run_%s', "
                   "pg_backend_pid() + i); END LOOP; END $$")
    what = t.answers(t.map(f"--store={t.postgres.name('guest')}"))
    left = len(t.postgres.schemas())
    t.postgres.sql("DO $$ DECLARE s text; BEGIN FOR s IN SELECT nspname FROM pg_namespace WHERE "
                   "nspname ~ "
                   "'^kerf_run_' LOOP EXECUTE format('DROP SCHEMA %I', s); END LOOP; END $$; "
                   "REVOKE CREATE ON DATABASE postgres FROM guest; DROP ROLE guest")
    return what or (None if left == 300 else f"{left} schemas, not 300")


def more_tables_than_locks(t):
    """What could be made step by step must not be in the way of every later run, for all of it
    cannot be locked at once."""
    t.postgres.sql("ALTER SYSTEM SET max_locks_per_transaction TO 10")
    t.postgres.sql("ALTER SYSTEM SET max_connections TO 10")
    t.postgres.stop()
    t.postgres.start()
    said = []
    for n in 60, 80, 100, 130, 170, 220:
        (t.work / "many.mln").write_text("".join(f"*P{i}(t, t)\n0.1 P{i}(x, y) ^ Q(y) => Q(x)\n"
                                                 for i in range(n)) + "Q(t)\n-0.3 Q(x)\n")
        (t.work / "many.db").write_text("".join(f"P{i}(A{i % 7}, B)\n" for i in range(n)))
        said.append(t.kerf("map", "--quiet", f"--store={t.postgres.name()}", "many.mln", "many.db"))
        what = t.answers(t.map(f"--store={t.postgres.name()}"))
        what = what or (f"left behind: {t.postgres.schemas()}" if t.postgres.schemas() else None)
        if what:
            break
    t.postgres.sql("ALTER SYSTEM RESET ALL")
    t.postgres.stop()
    t.postgres.start()
    return what or t.fails(said[-1], "raise max_locks_per_transaction")


def killed_while_it_fills(t):
    """The next run need not wait for the server to notice: it does so itself."""
    store = [f"--store={t.postgres.name()}", "--schema=again"]
    (t.work / "asleep.map").write_text("Friends = SELECT 'a', pg_sleep(30)::text\n")
    first = subprocess.Popen(["kerf", "load", "--quiet", *store, "--mapping=asleep.map", "m.mln"],
                             cwd=t.work, env=t.env)
    asked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    while first.poll() is None and t.postgres.sql(asked) == "0":
        time.sleep(0.05)
    first.kill()
    first.wait()
    what = t.answers(t.map(*store))
    t.postgres.sql("DROP SCHEMA IF EXISTS again CASCADE")
    return what


# ---------------------------------------------------------------------------- what is said

def connections_refused(t):
    t.postgres.sql("CREATE ROLE single LOGIN CONNECTION LIMIT 1; GRANT CREATE ON DATABASE postgres "
                   "TO single")
    what = t.fails(t.map(f"--store={t.postgres.name('single')}"),
                   "hint: kerf needs two connections at least")
    t.postgres.sql("REVOKE CREATE ON DATABASE postgres FROM single; DROP ROLE single; "
                   "CREATE ROLE locked LOGIN PASSWORD 'right'")
    what = what or t.fails(t.map(f"--store={t.postgres.name('locked')}"),
                           "hint: check the user, and the password in ~/.pgpass or PGPASSWORD")
    t.postgres.sql("DROP ROLE locked")
    missing = t.postgres.name().replace("@/postgres", "@/missing")
    what = what or t.fails(t.map(f"--store={missing}"),
                           "hint: create the database first: createdb NAME")
    cut = run.begin_long_run(t)
    t.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name "
                   "= 'kerf'")
    out, error = cut.communicate()
    t.map(f"--store={t.postgres.name()}")  # tidies up
    return what or t.fails((cut.returncode, out, error),
                           "hint: run it again when the server is there")


def writing_refused(t):
    got = with_options(t, "-c default_transaction_read_only=on").map(f"--store={t.postgres.name()}")
    return t.fails(got, "hint: kerf makes a schema for each run: name the primary server")


def letters_that_are_not_there(t):
    t.postgres.sql("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    store = "--store=" + t.postgres.name().replace("@/postgres", "@/latin")
    (t.work / "latin.db").write_text('Friends("Zo\u00eb", Bob)\nSmokes("Zo\u00eb")\n')
    (t.work / "greek.db").write_text('Friends("\u03a9", Bob)\n')
    got, expected = t.map(store, evidence="latin.db"), t.map(evidence="latin.db")
    what = t.fails(t.map(store, evidence="greek.db"), "hint: make a database with ENCODING 'UTF8'")
    t.postgres.sql("DROP DATABASE latin")
    return what or (None if got == expected else f"{got}, not {expected}")


def marks_in_a_mapping(t):
    """One of byte order is passed over; a parameter has no value."""
    store = f"--store={t.postgres.name()}"
    (t.work / "mark.map").write_bytes("\ufeffFriends = VALUES ('Anna', 'Bob'), ('Bob', 'Carl')\r\n"
                                      "Age = VALUES ('Dora', 17.6), ('Carl', 17.5)".encode())
    (t.work / "mark.db").write_text("Smokes(Anna)\n")
    what = t.answers(t.map(store, "--mapping=mark.map", evidence="mark.db"))
    (t.work / "mark.map").write_text("\nFriends = SELECT 'Anna', $1\n")
    code, _, error = t.map(store, "--mapping=mark.map", evidence="mark.db")
    said = code == 3 and "mark.map:2: error" in error and "a mapping has no parameters" in error
    (t.work / "mark.map").write_text("Friends = SELECT 'Anna', 'a'::text + 'b'::text\n")
    _, _, other = t.map(store, "--mapping=mark.map", evidence="mark.db")
    if "operator does not exist: text + text\n  hint: No operator matches" not in other:
        return f"the server's own hint is missing: {other}"
    return what or (None if said else f"{code}, {error}")


def password_is_shown_nowhere(t):
    """Neither with an answer nor without one; the server does not ask for it."""
    for user, code in ("kerf", 0), ("nobody_else", run.FAILURE):
        store = f"--store={t.postgres.name(user, 'hunter2')}&sslpassword=hunter2"
        got = t.kerf("map", "-vv", store, "--report=page", "--stats=stats", "m.mln", "e.db")
        texts = [got[1], got[2]] + [(t.work / name).read_text() for name in ("page", "stats")
                                    if (t.work / name).exists()]
        if got[0] != code or (code == 0 and f"--store=postgres://{user}:***@" not in texts[2]):
            return f"{got}"
        if any("hunter2" in text for text in texts):
            return f"{user}: it is shown"
        for name in "page", "stats":
            (t.work / name).unlink(missing_ok=True)


ANYWHERE = [file_to_read_only, file_on_a_full_disk]
ON_A_SERVER = [idle_for_long, same_constants, strings_of_old, names_of_schemas,
               number_of_a_run_taken,
               more_tables_than_locks, killed_while_it_fills, connections_refused, writing_refused,
               letters_that_are_not_there, marks_in_a_mapping, password_is_shown_nowhere]

"""Stores that are used again: after a crash of the server, by several runs at once, with files that
say something else than their bytes alone do.

Part of run.py, which hands each test what it needs."""
import contextlib
import os
import pty
import random
import select
import signal
import sqlite3
import subprocess
import threading
import time

# Its index is built by the first run, not by the load: the load does not know the formula.
LINKS = "*Link(page, page)\n*Bad(page)\nHot(page)\n"
BACKWARDS = LINKS + "1.5 Bad(x) ^ Link(y,x) => Hot(y)\n-0.5 Hot(x)\n"

CHANGED_ROWS = "rows in the store are not those that were stored\n" \
               "  hint: remove it, and load the evidence again"


def names_of_files(t):
    """The same bytes are two tables: one with commas, one with tabs."""
    (t.work / "table.mln").write_text("*P(thing, thing)\nQ(thing)\n1 P(x,y) => Q(x)\n")
    for ending in "csv", "tsv":
        (t.work / f"table.{ending}").write_text("a\tb,c\n")
    for ending in "csv", "tsv":
        table = f"--table=P=table.{ending}"
        expected = t.kerf("map", "--quiet", table, "table.mln")
        got = t.kerf("map", "--quiet", "--store=sqlite:table.store", table, "table.mln")
        if expected[0] != 0 or got != expected:
            return f"{ending}: {got}, not {expected}"


def tables_beside_kerfs(t):
    """Somebody looked at the file with another tool, and left a table with an odd name."""
    store = "--store=sqlite:beside.store"
    t.map(store)
    with sqlite3.connect(t.work / "beside.store") as db:
        db.execute('CREATE TABLE "my ""own"" x" (y)')
    db.close()
    got = t.map(store, evidence="other.db")
    return None if got == t.map(evidence="other.db") else f"{got}"


@contextlib.contextmanager
def locked(t, name, unreadable=False):
    """A store that somebody else writes to; if it is much, nobody can read meanwhile."""
    t.map(f"--store=sqlite:{name}")
    db = sqlite3.connect(t.work / name, isolation_level=None, check_same_thread=False)
    if unreadable:
        db.execute("PRAGMA journal_mode = DELETE")
    db.execute("BEGIN EXCLUSIVE" if unreadable else "BEGIN IMMEDIATE")
    try:
        yield db
    finally:
        db.close()


def begin_waiting(t, name, *arguments, **streams):
    """A run that wants to write there, too."""
    return subprocess.Popen(["kerf", "map", f"--store=sqlite:{name}", *arguments, "m.mln",
                             "other.db"],
                            cwd=t.work, env=t.env | {"TERM": "xterm"}, text=True,
                            **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams))


def file_in_use(t):
    """Somebody else writes, for longer than one waits: a minute, in which other tests go on."""
    holding = contextlib.ExitStack()
    holding.enter_context(locked(t, "busy.store"))
    begin = time.monotonic()
    run = begin_waiting(t, "busy.store", "--quiet")

    def ending():
        with holding:
            out, error = run.communicate(timeout=120)
        if time.monotonic() - begin < 59:
            return f"it waits for {time.monotonic() - begin:.1f} s only"
        return t.fails((run.returncode, out, error),
                       "error: the store busy.store: database is locked\n"
                       "  hint: another run fills it or builds an index: run it again after that")
    return ending


def file_in_use_for_a_while(t):
    """It is waited for, and on a terminal that is said."""
    expected = t.map(evidence="other.db")
    ours, theirs = pty.openpty()
    with locked(t, "while.store") as db:
        run = begin_waiting(t, "while.store", stderr=theirs)
        os.close(theirs)
        said = b""
        while b"waiting" not in said and select.select([ours], [], [], 10)[0]:
            said += os.read(ours, 1000)
        db.execute("ROLLBACK")
        reader = threading.Thread(target=drain, args=[ours])
        reader.start()
        out = run.communicate(timeout=60)[0]
        reader.join()
    if b"another run writes to the store while.store: waiting for 1 s" not in said:
        return f"{said}"
    return None if (run.returncode, out) == expected[:2] else f"{run.returncode}, {out}, {said}"


def drain(terminal):
    with contextlib.suppress(OSError):  # the other side is closed
        while os.read(terminal, 1000):
            pass
    os.close(terminal)


def file_in_use_until_stopped(t):
    """An interrupt and a time limit end the waiting."""
    late = "error: the time limit was over before all evidence was in the store\n" \
           "  hint: kerf load has no limit, and keeps it for later runs"
    for unreadable in False, True:
        what = stop_waiting(t, late, unreadable)
        if what:
            return f"unreadable: {unreadable}, {what}"
    if (t.work / "answer.db").exists():
        return "there is an answer"


def stop_waiting(t, late, unreadable):
    with locked(t, "stopped.store", unreadable):
        for arguments in [], ["-o", "answer.db"]:
            run = begin_waiting(t, "stopped.store", "--quiet", *arguments)
            time.sleep(0.5)
            begin = time.monotonic()
            run.send_signal(signal.SIGINT)
            run.communicate(timeout=120)
            if run.returncode != 130 or time.monotonic() - begin > 5:
                return f"{arguments}: exit {run.returncode} after {time.monotonic() - begin:.1f} s"
            begin = time.monotonic()
            code, out, error = t.map("--store=sqlite:stopped.store", "--time-limit=0.5", *arguments,
                                     evidence="other.db")
            if (code, out) != (5, "") or late not in error or time.monotonic() - begin > 5:
                return f"{arguments}: {code}, {out}, {error} after {time.monotonic() - begin:.1f} s"
    return None


def crashed_server(t):
    """It empties all tables that are not in its log: nothing is there then, rather than no
    evidence."""
    store = [f"--store={t.postgres.name()}", "--schema=crashed"]
    t.kerf("load", "--quiet", *store, "m.mln", "e.db")
    t.postgres.stop(signal.SIGQUIT)
    t.postgres.start()
    code, out, error = t.kerf("map", "--quiet", *store, "m.mln")
    if code != 3 or out or "there is no evidence in the store, nor was any given" not in error:
        return f"without evidence: {code}, {out}, {error}"
    what = t.answers(t.map(*store)) or t.answers(t.kerf("map", "--quiet", *store, "m.mln"))
    t.postgres.sql("DROP SCHEMA crashed CASCADE")
    return what


def schema_like_a_runs(t):
    """The next run would take it for one that was left behind."""
    for command in "load", "map":
        what = t.fails(t.kerf(command, "--quiet", f"--store={t.postgres.name()}",
                              "--schema=kerf_run_mine", "m.mln", "e.db"),
                       "the schema kerf_run_mine would be taken for that of a single run, and "
                       "dropped\n"
                       "  hint: give it a name that does not begin with kerf_run_")
        if what or t.postgres.schemas():
            return what or f"{t.postgres.schemas()}"


def schema_of_somebody_else(t):
    """Another user reads it, once that is granted; an index that the owner's runs built or not is
    no matter."""
    (t.work / "to.mln").write_text("*Friends(person, person)\n*Age(person, float)\nSmokes(person)\n"
                                   "1 Smokes(y) ^ Friends(x,y) => Smokes(x)\n-0.1 Smokes(x)\n")
    expected = t.kerf("map", "--quiet", "to.mln", "e.db")
    t.kerf("load", "--quiet", f"--store={t.postgres.name()}", "--schema=lent", "to.mln", "e.db")
    t.postgres.sql("CREATE ROLE guest LOGIN; GRANT CREATE ON DATABASE postgres TO guest")
    store = [f"--store={t.postgres.name('guest')}", "--schema=lent"]
    what = t.fails(t.kerf("map", "--quiet", *store, "to.mln"),
                   "permission denied for schema lent\n  hint: GRANT it to the user that kerf "
                   "connects as")
    t.postgres.sql("GRANT USAGE ON SCHEMA lent TO guest; GRANT SELECT ON ALL TABLES IN SCHEMA lent "
                   "TO guest")
    got = t.kerf("map", "--quiet", *store, "to.mln")
    other = t.fails(t.map(*store, evidence="other.db"), "must be owner of schema lent")
    t.postgres.sql("DROP SCHEMA lent CASCADE; REVOKE CREATE ON DATABASE postgres FROM guest; DROP "
                   "ROLE guest")
    return what or other or (None if got == expected else f"{got}, not {expected}")


def same_index_at_once(t):
    """Runs that begin together and need an index that nobody has built yet."""
    (t.work / "links.mln").write_text(LINKS + "-0.5 Hot(x)\n")
    (t.work / "backwards.mln").write_text(BACKWARDS)
    some = random.Random(1)
    pages = [(some.randrange(2000), some.randrange(2000)) for _ in range(200_000)]
    with open(t.work / "links.db", "w") as links:
        links.write("Bad(P7)\nBad(P8)\n")
        links.writelines(f"Link(P{a}, P{b})\n" for a, b in pages)
    expected = t.kerf("map", "--quiet", "backwards.mln", "links.db")
    store = [f"--store={t.postgres.name()}", "--schema=links"]
    t.kerf("load", "--quiet", *store, "links.mln", "links.db")
    runs = [subprocess.Popen(["kerf", "map", "--quiet", *store, "backwards.mln"], cwd=t.work,
                             env=t.env,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(4)]
    got = [(run.returncode, *texts) for run, texts in [(run, run.communicate()) for run in runs]]
    t.postgres.sql("DROP SCHEMA links CASCADE")
    wrong = [one for one in got if one != expected]
    return f"{len(wrong)} of {len(got)}: {wrong[0][0]} {wrong[0][2]}" if wrong else None


def changed_large_file(t):
    """Rows of a table that is too large to be checked when it is opened are checked as they are
    read."""
    (t.work / "wide.mln").write_text(LINKS + "1.5 Link(x,y) => Hot(x)\n-0.5 Hot(x)\n")
    (t.work / "wide.db").write_text("".join(f"Link(P{i}, P{i % 7})\n" for i in range(20_000)))
    t.kerf("load", "--quiet", "--store=sqlite:wide.store", "wide.mln", "wide.db")
    with sqlite3.connect(t.work / "wide.store") as db:
        db.execute("UPDATE p0_Link SET a0 = a0 || 'x' WHERE a0 = 19000")
    db.close()
    return t.fails(t.kerf("map", "--quiet", "--store=sqlite:wide.store", "wide.mln"), CHANGED_ROWS)


def changed_schema(t):
    """Another program wrote to the tables of a schema that is kept."""
    store = [f"--store={t.postgres.name()}", "--schema=changed"]
    for change, said in [
            ("DELETE FROM changed.p0_Friends", CHANGED_ROWS),
            ("UPDATE changed.p0_Friends SET a1 = 999", CHANGED_ROWS),
            ("ALTER TABLE changed.p0_Friends ALTER a1 TYPE text", CHANGED_ROWS),
            ("ALTER TABLE changed.p0_Friends ALTER a1 TYPE bigint USING a1 + 4294967296",
             CHANGED_ROWS),
            ("UPDATE changed.kerf_notes SET c = 1 WHERE k = 2", "notes in the store are not those"),
            ("UPDATE changed.d1_person SET name = name || 'x'", "constants in the store are not")]:
        t.kerf("load", "--quiet", *store, "m.mln", "e.db")
        t.postgres.sql(change)
        what = t.fails(t.kerf("map", "--quiet", *store, "m.mln"), said)
        t.postgres.sql("DROP SCHEMA changed CASCADE")
        if what:
            return f"{change}: {what}"


ANYWHERE = [names_of_files, tables_beside_kerfs, changed_large_file, file_in_use,
            file_in_use_for_a_while, file_in_use_until_stopped]
ON_A_SERVER = [changed_schema, crashed_server, schema_like_a_runs, schema_of_somebody_else,
               same_index_at_once]

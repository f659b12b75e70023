#!/usr/bin/env python3
"""Stores against each other, and against what goes wrong around them.

Usage: run.py [-v] [PART OF A NAME...]

Starts a PostgreSQL server of its own: in a temporary folder, on a socket only, as an unprivileged
user where the tests run as root; it is ended by its process id. Random programs must give the same
bytes on every store (100, or 2,000 with KERF_LONG=1); texts that break out of SQL elsewhere must
come back unharmed; and faults must end in a message that says what to do, with nothing of anybody
else's touched. Without a server package the tests that need it are left out, and that is said.
"""
import contextlib
import glob
import os
import pathlib
import pwd
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "lib"), str(HERE)]
import kerftest  # noqa: E402

PROGRAMS = 2000 if os.environ.get("KERF_LONG") else 100
DIFFERENTIAL = pathlib.Path(os.environ.get("DIFFERENTIAL", kerftest.ROOT / "build/differential"))
LOCK = 1801810534  # the number that kerf's advisory locks begin with
FAILURE = 6

MODEL = """*Friends(person, person)
*Age(person, float)
Smokes(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
0.4 Age(x,a) ^ a > 17.5 => Smokes(x)
-0.3 Smokes(x)
"""
# Every join of it goes on for minutes.
LONG = """*R(t, t)
Q(t)
-1 R(x,y) ^ R(y,z) ^ R(z,u) ^ R(u,x) => Q(x) v Q(y)
1 Q(x)
"""
# Of much evidence a little matters.
LARGE = """*Link(page, page)
*Bad(page)
Hot(page)
1.5 Bad(x) ^ Link(x,y) => Hot(y)
0.7 EXIST y (Link(x,y) ^ Bad(y)) => Hot(x)
-0.5 Hot(x)
"""
LARGE_ROWS, LARGE_PAGES = 500_000, 2000
LIMIT = 1 << 20  # of memory, in bytes
NASTY = ["'; DROP TABLE kerf; --", "\\\\'", '\\"', "$1", "?1", "%s%n", "a\\nb\\tc", "NULL", "\\\\N",
         "x" * 10000] + [chr(c) for c in (0xe9, 0x20ac, 0xffff, *range(0x10400, 0x110000, 0x10000))]


# ---------------------------------------------------------------------------- the server

class Server:
    """A cluster in a folder of its own. `stop` and `start` may be called again and again."""

    def __init__(self, binaries, folder):
        self.binaries, self.folder, self.process = binaries, pathlib.Path(folder), None
        self.user = {}
        if os.geteuid() == 0:
            who = pwd.getpwnam("nobody")
            os.chown(folder, who.pw_uid, who.pw_gid)
            self.user = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
        os.chmod(folder, 0o711)
        self.run("initdb", "-D", self.folder / "data", "-U", "kerf", "--auth=trust", "-E", "UTF8",
                 "--locale=C", "--no-sync")
        hba = "local all locked scram-sha-256\nlocal all all trust\n"
        (self.folder / "data/pg_hba.conf").write_text(hba)
        self.start()

    def run(self, program, *arguments):
        subprocess.run([self.binaries / program, *arguments], check=True, cwd=self.folder,
                       stdout=subprocess.DEVNULL, **self.user)

    def start(self):
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [self.binaries / "postgres", "-D", self.folder / "data", "-k", self.folder,
             "-c", "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off",
             "-c", "autovacuum=off"],
            cwd=self.folder, stdout=log, stderr=log, **self.user)
        for _ in range(300):
            if self.sql("SELECT 1", check=False) == "1":
                return
            time.sleep(0.1)
        raise SystemExit(f"the server does not start: {(self.folder / 'log').read_text()}")

    def stop(self, sig=signal.SIGINT):
        """SIGQUIT is a crash; what came before it is written first, so that recovery is quick."""
        if sig == signal.SIGQUIT:
            self.sql("CHECKPOINT", check=False)
        self.process.send_signal(sig)
        self.process.wait()

    def name(self, user="kerf", password=""):
        colon = f":{password}" if password else ""
        return f"postgres://{user}{colon}@/postgres?host={self.folder}"

    def sql(self, text, check=True):
        done = subprocess.run([self.binaries / "psql", "-XAt", self.name(), "-c", text],
                              check=check,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return done.stdout.strip()

    def schemas(self):
        return self.sql("SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_|^information' "
                        "AND nspname <> 'public' ORDER BY 1").split()

    @contextlib.contextmanager
    def holding(self, text):
        """Somebody else's connection, which has done this and stays."""
        other = subprocess.Popen([self.binaries / "psql", "-XAt", self.name()], text=True,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            other.stdin.write(text + ";\nSELECT 'done';\n")
            other.stdin.flush()
            while "done" not in (other.stdout.readline() or "done"):
                pass
            yield
        finally:
            other.stdin.close()
            other.stdout.close()
            other.wait()


@contextlib.contextmanager
def server():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")) or [shutil.which("initdb") or ""]
    if not found[-1] or not pathlib.Path(found[-1]).with_name("postgres").exists():
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="kerf-pg-") as folder:
        one = Server(pathlib.Path(found[-1]).parent, folder)
        try:
            yield one
        finally:
            one.stop()


# ---------------------------------------------------------------------------- tests

class Test:
    """What every test has at hand; each returns what is wrong, or None; or what tells it at the
    end."""

    def __init__(self, work, env, postgres):
        self.work, self.env, self.postgres = work, env, postgres

    def kerf(self, *arguments):
        done = subprocess.run(["kerf", *arguments], cwd=self.work, env=self.env, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=kerftest.TIMEOUT)
        return done.returncode, done.stdout, done.stderr

    def map(self, *arguments, evidence="e.db"):
        return self.kerf("map", "--quiet", *arguments, "m.mln", evidence)

    def fails(self, result, text):
        code, out, error = result
        return None if (code, out) == (FAILURE, "") and text in error else f"{text}: got {result}"

    def answers(self, result):
        expected = self.map()
        return None if result == expected else f"{result}, not {expected}"


def same_bytes(t):
    env = t.env | ({"KERF_TEST_POSTGRES": t.postgres.name()} if t.postgres else {})
    done = subprocess.run([DIFFERENTIAL.resolve(), "stores", "1", str(PROGRAMS)], env=env,
                          text=True,
                          stdout=subprocess.PIPE, cwd=kerftest.ROOT)
    wrong = [line for line in done.stdout.splitlines() if "FAILS" in line]
    held = sum(" holds" in line for line in done.stdout.splitlines())
    if wrong or done.returncode != 0 or held < PROGRAMS * 0.9:
        return "\n".join(wrong[:5]) or f"only {held} of {PROGRAMS} programs hold"


def same_explanations(t):
    """An explanation begins with what was ground in the store, and cites its rows."""
    (t.work / "same.mln").write_text(
        "*Title(paper, title)\nSame(paper, paper)\n-1 Same(x, y)\n"
        "3 Title(x, t) ^ Title(y, t) => Same(x, y)\nSame(x, y) => Same(y, x).\n"
        "Same(x, y) ^ Same(y, z) => Same(x, z).\n")
    (t.work / "same.db").write_text(
        "Title(P1, T1)\nTitle(P2, T1)\nTitle(P3, T2)\n!Same(P1, P3)\nSame(P2, P3) 0.9\n")
    asked = ["kerf", "explain", "--quiet", "--format=json", "same.mln", "same.db", "Same(P1, P2)",
             "Same(P2, P3)", "Same(P3, P1)", "Same(P1, P3)", "Title(P1, T1)", "Title(P1, T2)"]
    stores = [[], ["--store=sqlite::memory:"]]
    if t.postgres:
        stores.append([f"--store={t.postgres.name()}"])
    said = [subprocess.run(asked + store, cwd=t.work, env=t.env, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True) for store in stores]
    if said[0].returncode != 0 or said[0].stdout.count('"kind"') != 6:
        return f"in memory: {said[0].stdout}"
    for store, other in zip(stores, said):
        if other.stdout != said[0].stdout:
            return f"{store[0]} explains otherwise: {other.stdout}"
    refused = subprocess.run(asked + stores[1] + ["--least-change=Title"], cwd=t.work, env=t.env,
                             stderr=subprocess.PIPE, text=True)
    if "a least change needs evidence in memory" not in refused.stderr:
        return f"a least change: {refused.stderr}"


def same_probabilities(t):
    """Exact, sampled and both at once, with formulas that wait or not: the bytes of memory."""
    (t.work / "chances.mln").write_text(
        "*Title(paper, title)\n*Score(paper, paper, double)\nSame(paper, paper)\nGood(paper)\n"
        "w: Score(x, y, w) ^ Same(x, y)\n1.2 Title(x, t) ^ Title(y, t) => Same(x, y)\n"
        "0.5 Same(x, y) ^ Same(y, z) => Same(x, z)\nSame(x, y) => Same(y, x).\n"
        "0.7 |x : Good(x)| <= 2\n")
    (t.work / "chances.db").write_text(
        ">> one\nTitle(P1, T1)\nTitle(P2, T1)\nTitle(P3, T2)\nTitle(P4, T3)\nTitle(P5, T2)\n"
        "Title(P6, T2)\nTitle(P7, T1)\nScore(P1, P3, -0.8)\n!Same(P1, P4)\nSame(P2, P3) 0.9\n"
        ">> two\nTitle(P1, T1)\nTitle(P2, T1)\nScore(P2, P1, 0.4)\nGood(P1) 0.7\n")
    (t.work / "few.db").write_text("Title(P1, T1)\nTitle(P2, T1)\nSame(P1, P1) 0.9\n")
    for how in (["chances.db"], ["--method=exact", "few.db"], ["--method=mcsat", "chances.db"],
                ["--ground=cuts", "few.db"]):  # every draw of what waits asks the store
        asked = ["marginal", "--quiet", "--all", "--format=tsv", "--samples=80", "--burn-in=20",
                 "chances.mln", *how]
        expected = t.kerf(*asked)
        if expected[1].count("\n") < 6:
            return f"{how} in memory: {expected}"
        stores = [["--store=sqlite::memory:"]]
        if t.postgres:
            stores.append([f"--store={t.postgres.name()}"])
        for store in stores:
            told = t.kerf(*asked, *store)
            if told != expected:
                return f"{how}, {store[0]}: {told}, not {expected}"


def nasty_texts(t):
    quoted = [f'"{text}"' for text in NASTY]
    (t.work / "nasty.db").write_text("".join(
        f"Friends({text}, Bob)\nSmokes({text})\n" for text in quoted))
    expected = t.map("--query=Smokes", evidence="nasty.db")
    if expected[0] != 0 or expected[1].count("\n") <= len(NASTY):
        return f"in memory: {expected}"
    stores = [["--store=sqlite:nasty.store"]]
    if t.postgres:
        stores.append([f"--store={t.postgres.name()}", "--schema=nasty"])
    for store in stores:
        if t.map("--query=Smokes", *store, evidence="nasty.db") != expected:
            return f"{store[0]} gives another answer"
    plain = {text.replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"')
             .replace("\\\\", "\\") for text in NASTY} | {"Bob"}
    db = sqlite3.connect(t.work / "nasty.store")
    table = db.execute("SELECT name FROM sqlite_master WHERE name LIKE 'd%_person'").fetchone()[0]
    stored = {row[0] for row in db.execute(f"SELECT name FROM {table}")}
    db.close()
    if stored != plain:
        return f"SQLite holds other texts: {stored ^ plain}"
    if t.postgres:
        name = t.postgres.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'nasty' "
                              "AND tablename LIKE 'd%person'")
        count = t.postgres.sql(f"SELECT count(*), max(length(name)) FROM nasty.{name}")
        if count != f"{len(plain)}|10000":
            return f"PostgreSQL holds other texts: {count}"
        hashes = t.postgres.sql(f"SELECT encode(convert_to(name, 'UTF8'), 'hex') FROM nasty.{name}")
        if {bytes.fromhex(line).decode() for line in hashes.split()} != plain:
            return "PostgreSQL holds other texts"
        t.postgres.sql("DROP SCHEMA nasty CASCADE")


def all_stores(t, name):
    """Options for each of them, with a place where evidence stays."""
    yield [f"--store=sqlite:{name}.store"]
    if t.postgres:
        yield [f"--store={t.postgres.name()}", f"--schema={name}"]


def larger_than_memory(t):
    """Ten times the limit is not enough in memory; the limit is, where evidence is elsewhere."""
    def run(*arguments):
        return t.kerf("map", "--quiet", "large.mln", *arguments)
    expected = run("large.db")
    if expected[0] != 0 or expected[1].count("\n") < 100:
        return f"without a limit: {expected}"
    limit = f"--memory-limit={LIMIT}"
    refused = run(f"--memory-limit={10 * LIMIT}", "large.db")
    if refused[:2] != (FAILURE, "") or "out of memory: the limit is" not in refused[2]:
        return f"in memory: {refused}"
    for store in all_stores(t, "large"):
        if run(limit, *store, "large.db") != expected:
            return f"{store[0]} gives another answer: {run(limit, *store, 'large.db')[2]}"
        if run(limit, *store) != expected:
            return f"{store[0]} gives another answer the second time"
    if t.postgres:
        t.postgres.sql("DROP SCHEMA large CASCADE")


def kept_for_later(t):
    """Without the files that it was loaded from."""
    for store in all_stores(t, "later"):
        shutil.copy(t.work / "e.db", t.work / "gone.db")
        wrong = t.kerf("load", "--quiet", *store, "m.mln", "gone.db")
        (t.work / "gone.db").unlink()
        if wrong != (0, "", ""):
            return f"load: {wrong}"
        if t.kerf("map", "--quiet", *store, "m.mln") != t.map():
            return f"{store[0]} gives another answer"
    if t.postgres:
        t.postgres.sql("DROP SCHEMA later CASCADE")


def broken_off(t):
    """A load that is interrupted or killed leaves what was there before."""
    for store in all_stores(t, "broken"):
        for sig in signal.SIGINT, signal.SIGKILL:
            t.kerf("load", "--quiet", *store, "large.mln", "little.db")
            before = t.kerf("map", "--quiet", *store, "large.mln")
            run = subprocess.Popen(["kerf", "load", "--quiet", *store, "large.mln", "large.db"],
                                   cwd=t.work, env=t.env, stderr=subprocess.DEVNULL)
            time.sleep(0.3)
            run.send_signal(sig)
            if run.wait() == 0:
                return "the load is too quick to be broken off"
            if t.postgres and sig == signal.SIGKILL:
                t.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                               "WHERE application_name = 'kerf'")
                time.sleep(0.2)
            after = t.kerf("map", "--quiet", *store, "large.mln")
            if before[0] != 0 or before != after:
                return f"{store[0]}, {sig.name}: {after}, not {before}"
    if t.postgres:
        t.postgres.sql("DROP SCHEMA broken CASCADE")


def filling_out_of_time(t):
    """The limit holds for what is read into a store, too; what was there stays."""
    for store in all_stores(t, "slow"):
        t.kerf("load", "--quiet", *store, "large.mln", "little.db")
        before = t.kerf("map", "--quiet", *store, "large.mln")
        code, out, error = t.kerf("map", "--quiet", *store, "--time-limit=0.05", "large.mln",
                                  "large.db")
        if (code, out) != (5,
                           "") or "the time limit was over before all evidence was in" not in error:
            return f"{store[0]}: {code}, {out}, {error}"
        after = t.kerf("map", "--quiet", *store, "large.mln")
        if before[0] != 0 or before != after:
            return f"{store[0]}: {after}, not {before}"
    if t.postgres:
        t.postgres.sql("DROP SCHEMA slow CASCADE")


def side_by_side(t):
    """Several runs fill and use one file at once; again and again, for it is a matter of
    microseconds."""
    for i in range(20):
        runs = [subprocess.Popen(["kerf", "map", "--quiet", f"--store=sqlite:shared{i}.store",
                                  "m.mln",
                                  "e.db"], cwd=t.work, env=t.env, stdout=subprocess.PIPE, text=True)
                for _ in range(6)]
        outputs = {run.communicate()[0] for run in runs}
        if outputs != {t.map()[1]}:
            return f"{outputs}"


def plain_run(t):
    store = f"--store={t.postgres.name()}"
    return t.answers(t.map(store)) or (f"left behind: {t.postgres.schemas()}"
                                       if t.postgres.schemas() else None)


def schema_that_stays(t):
    store = [f"--store={t.postgres.name()}", "--schema=It's \"mine\""]
    wrong = t.kerf("load", "--quiet", *store, "m.mln", "e.db")
    if wrong != (0, "", ""):
        return f"load: {wrong}"
    before = t.postgres.sql("SELECT oid FROM pg_namespace WHERE nspname LIKE 'It%'")
    what = t.answers(t.map(*store))
    if before != t.postgres.sql("SELECT oid FROM pg_namespace WHERE nspname LIKE 'It%'"):
        return "evidence was stored again"
    other = t.map(*store, evidence="other.db")
    if other != t.map(evidence="other.db"):
        return f"other evidence: {other}"
    schemas = t.postgres.sql("SELECT count(*) FROM pg_namespace WHERE nspname ~ 'kerf_run|It'")
    t.postgres.sql("DROP SCHEMA \"It's \"\"mine\"\"\" CASCADE")
    return what or (None if schemas == "1" else "other schemas were left behind")


def schema_in_the_way(t):
    t.postgres.sql("CREATE SCHEMA theirs; CREATE TABLE theirs.x (y int)")
    what = t.fails(t.map(f"--store={t.postgres.name()}", "--schema=theirs"),
                   "the schema theirs is not one of kerf's; it stays as it is")
    t.postgres.sql("DROP TABLE theirs.x; DROP SCHEMA theirs")
    return what


def schema_in_use(t):
    store = [f"--store={t.postgres.name()}", "--schema=kept"]
    t.kerf("load", "--quiet", *store, "m.mln", "e.db")
    lock = f"({LOCK}, hashtext('kept'))"
    with t.postgres.holding(f"SELECT pg_advisory_lock{lock}"):
        what = t.fails(t.map(*store), "the schema kept is being filled by another run")
    with t.postgres.holding(f"SELECT pg_advisory_lock_shared{lock}"):
        what = what or t.answers(t.map(*store))
        what = what or t.fails(t.map(*store, evidence="other.db"),
                               "the schema kept is in use by another run, with other evidence")
    t.postgres.sql("DROP SCHEMA kept CASCADE")
    return what


def wrong_password(t):
    t.postgres.sql("CREATE ROLE locked LOGIN PASSWORD 'right'")
    what = t.fails(t.map(f"--store={t.postgres.name('locked', 'wrong')}"),
                   "password authentication failed")
    what = what or t.fails(t.map(f"--store={t.postgres.name('locked', 'right')}"),
                           "permission denied for database postgres")
    t.postgres.sql("GRANT CREATE ON DATABASE postgres TO locked")
    what = what or t.answers(t.map(f"--store={t.postgres.name('locked', 'right')}"))
    t.postgres.sql("REVOKE CREATE ON DATABASE postgres FROM locked; DROP ROLE locked")
    return what


def begin_long_run(t, *arguments, word="SELECT"):
    """Begun: its long query runs, no longer one of the short ones before it."""
    run = subprocess.Popen(["kerf", "map", "--quiet", f"--store={t.postgres.name()}", *arguments,
                            "long.mln", "long.db"], cwd=t.work, env=t.env, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
    asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'kerf' AND " \
            f"query LIKE '{word}%' AND state = 'active' AND " \
            "clock_timestamp() - query_start > interval '300 ms'"
    for _ in range(300):
        if run.poll() is None and t.postgres.sql(asked) == "1":
            return run
        time.sleep(0.05)
    run.kill()
    raise SystemExit(f"the long run does not begin: {run.communicate()}")


def killed_run(t):
    """What it leaves behind the next run drops; a schema of that kind in use stays."""
    run = begin_long_run(t)
    run.kill()
    run.communicate()
    left = t.postgres.schemas()
    t.postgres.sql("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
                   "WHERE application_name = 'kerf'")
    t.postgres.sql("CREATE SCHEMA kerf_run_theirs")
    busy = begin_long_run(t)
    used = set(t.postgres.schemas()) - {"kerf_run_theirs"}
    what = t.answers(t.map(f"--store={t.postgres.name()}"))
    after = set(t.postgres.schemas())
    busy.send_signal(signal.SIGINT)
    busy.communicate(timeout=kerftest.TIMEOUT)
    t.postgres.sql("DROP SCHEMA kerf_run_theirs")
    if len(left) != 1 or left[0] in used or len(used) != 1:
        return f"left behind {left}, then {used}"
    if after != used | {"kerf_run_theirs"}:
        return f"{after} after another run, not {used}"
    return what or (f"left behind: {t.postgres.schemas()}" if t.postgres.schemas() else None)


def interrupted_run(t):
    for arguments, word in ([], "SELECT"), (["--analyze"], "EXPLAIN ANALYZE"):
        run = begin_long_run(t, *arguments, word=word)
        begin = time.monotonic()
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=kerftest.TIMEOUT)
        if run.returncode != 130 or time.monotonic() - begin > 10:
            return f"exit {run.returncode} after {time.monotonic() - begin:.1f} s"


def run_out_of_time(t):
    for how in [], ["--analyze"]:
        begin = time.monotonic()
        code, out, error = t.kerf("map", "--quiet", f"--store={t.postgres.name()}",
                                  "--time-limit=1", *how, "long.mln", "long.db")
        late = time.monotonic() - begin > 10
        said = "the time ended before any world was evaluated" in error
        if (code, out) != (5, "") or not said or late:
            return f"exit {code} after {time.monotonic() - begin:.1f} s: {error}"


def connection_cut(t):
    run = begin_long_run(t)
    t.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                   "WHERE application_name = 'kerf'")
    out, error = run.communicate(timeout=kerftest.TIMEOUT)
    # The server's last words may be lost with the connection: then libpq has its own.
    words = "FATAL:  terminating", "server closed the connection unexpectedly"
    said = next((word for word in words if word in error), words[0])
    return t.fails((run.returncode, out, error), f"the store on PostgreSQL: {said}") \
        or t.answers(t.map(f"--store={t.postgres.name()}"))


def server_stopped(t):
    run = begin_long_run(t)
    t.postgres.stop(signal.SIGQUIT)
    out, error = run.communicate(timeout=kerftest.TIMEOUT)
    what = t.fails((run.returncode, out, error), "hint: run it again when the server is there")
    what = what or t.fails(t.map(f"--store={t.postgres.name()}"), "the store cannot be reached")
    t.postgres.start()
    return what or t.answers(t.map(f"--store={t.postgres.name()}"))


ANYWHERE = [same_bytes, same_explanations, same_probabilities, nasty_texts, side_by_side,
            larger_than_memory, kept_for_later, broken_off, filling_out_of_time]
ON_A_SERVER = [plain_run, schema_that_stays, schema_in_the_way, schema_in_use, wrong_password,
               killed_run, interrupted_run, run_out_of_time, connection_cut, server_stopped]


def main():
    import cluster
    import delta
    import faults
    import mapped
    import reuse
    import settings
    passed = failed = 0
    later = []

    def count(test, what):
        nonlocal passed, failed
        passed, failed = passed + (what is None), failed + (what is not None)
        if what:
            print(f"FAIL {test.__name__}: {what}")
        elif "-v" in sys.argv[1:]:
            print(f"ok {test.__name__}", flush=True)

    wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    with server() as postgres, kerftest.sandbox() as (work, env):
        version = subprocess.run(["kerf", "version"], env=env, stdout=subprocess.PIPE, text=True)
        if "no SQLite" in version.stdout:
            print("stores: NOT TESTED: this kerf was built without SQLite")
            return kerftest.record("stores", 0, 0)
        if "no libpq" in version.stdout:
            postgres = None
        if not postgres:
            print("stores: NOT TESTED ON POSTGRESQL: no server, or this kerf was built without it; "
                  "./bootstrap check-stores installs both")
        (work / "m.mln").write_text(MODEL)
        (work / "e.db").write_text("Friends(Anna, Bob)\nFriends(Bob, Carl)\nAge(Dora, 17.6)\n"
                                   "Age(Carl, 17.5)\nSmokes(Anna)\n")
        (work / "other.db").write_text("Friends(Anna, Eve)\nSmokes(Eve)\n")
        (work / "large.mln").write_text(LARGE)
        (work / "little.db").write_text("Bad(P1)\nLink(P1, P2)\n")
        with open(work / "large.db", "w") as large:
            large.writelines(f"Bad(P{i})\n" for i in range(0, LARGE_PAGES, 500))
            some = random.Random(1)
            large.writelines(f"Link(P{some.randrange(LARGE_PAGES)}, "
                             f"P{some.randrange(LARGE_PAGES)})\n"
                             for _ in range(LARGE_ROWS))
        (work / "long.mln").write_text(LONG)
        (work / "long.db").write_text("".join(f"R(C{i}, C{j})\n" for i in range(160)
                                              for j in range(160) if (i * j) % 3))
        t = Test(work, env, postgres)
        (work / "empty.db").write_text("")
        tests = ANYWHERE + reuse.ANYWHERE + settings.ANYWHERE + (
            ON_A_SERVER + reuse.ON_A_SERVER + settings.ON_A_SERVER + mapped.TESTS + faults.TESTS
            + cluster.TESTS + delta.TESTS
            if postgres else [])
        tests = [test for test in tests if not wanted
                 or any(word in test.__name__ for word in wanted)]
        for number, test in enumerate(tests):
            kerftest.progress(number, len(tests))
            what = test(t)
            if callable(what):  # it only waits: others may go on
                later.append((test, what))
            else:
                count(test, what)
        for test, what in later:
            count(test, what())
    return kerftest.record("stores", passed, failed)


if __name__ == "__main__":
    sys.exit(main())

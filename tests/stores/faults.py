"""What goes wrong around a server while tables of somebody's own are evidence: each fault ends in a
message that says what to do, the tables stay as they are, and the next run gives the answer.

Part of run.py, which hands each test what it needs."""
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

import kerftest
from mapped import mapped, with_tables

SLOW = "FROM friend CROSS JOIN (SELECT pg_sleep({})) AS s"


def begin_mapped_run(t, seconds):
    """One that waits so long each time it reads a table, and is at it."""
    (t.work / "slow.txt").write_text((t.work / "map.txt").read_text().replace(
        "FROM friend", SLOW.format(seconds)))
    run = subprocess.Popen(["kerf", "map", "--quiet", f"--store={t.postgres.name()}",
                            "--mapping=slow.txt", "m.mln", "here.db"], cwd=t.work, env=t.env,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'kerf' AND " \
            "wait_event = 'PgSleep'"
    for _ in range(300):
        if run.poll() is None and t.postgres.sql(asked) == "1":
            return run
        time.sleep(0.02)
    run.kill()
    raise SystemExit(f"the slow run does not begin: {run.communicate()}")



@contextlib.contextmanager
def server_options(t, text):
    before, t.env = t.env, t.env | {"PGOPTIONS": text}
    try:
        yield
    finally:
        t.env = before


@with_tables
def lock_of_somebody_else(t):
    with t.postgres.holding("BEGIN; LOCK TABLE age IN ACCESS EXCLUSIVE MODE"), \
            server_options(t, "-c lock_timeout=300ms"):
        code, out, error = mapped(t)
    said = re.search(r"psql \(process \d+, user kerf\) has locked public.age: wait for it, or end "
                     r"it with "
                     r"SELECT pg_terminate_backend\(\d+\)", error)
    if code != 6 or "canceling statement due to lock timeout" not in error or not said:
        return error
    return t.answers(mapped(t))


def ends_soon(t, *arguments):
    """By an interrupt that it could hold, and by a time limit."""
    command = ["kerf", "map", "--quiet", f"--store={t.postgres.name()}", *arguments]
    run = subprocess.Popen([*command, "-o", "answer.db"], cwd=t.work, env=t.env,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    begin = time.monotonic()
    run.send_signal(signal.SIGINT)
    out, error = run.communicate(timeout=kerftest.TIMEOUT)
    if (run.returncode, out) != (130, "") or time.monotonic() - begin > 10:
        return f"exit {run.returncode} after {time.monotonic() - begin:.1f} s: {error}"
    begin = time.monotonic()
    code, out, error = t.kerf(*command[1:], "--time-limit=1")
    if (code, out) != (5, "") or time.monotonic() - begin > 10:
        return f"exit {code} after {time.monotonic() - begin:.1f} s: {error}"
    late = "the time limit was over before all evidence was in the store", "in so short a time", \
        "the time ended before any world was evaluated"
    return None if any(text in error for text in late) else error


@with_tables
def lock_until_stopped(t):
    """Somebody's lock on a table of his own, and on each of kerf's that a run reads."""
    with t.postgres.holding("BEGIN; LOCK TABLE age IN ACCESS EXCLUSIVE MODE"):
        what = ends_soon(t, "--mapping=map.txt", "m.mln", "here.db")
    t.kerf("load", "--quiet", f"--store={t.postgres.name()}", "--schema=kept", "m.mln", "e.db")
    for table in "kerf", "kerf_notes", "p0_friends", "d1_person":
        with t.postgres.holding(f"BEGIN; LOCK TABLE kept.{table} IN ACCESS EXCLUSIVE MODE"):
            what = what or ends_soon(t, "--schema=kept", "m.mln")
    t.postgres.sql("DROP SCHEMA kept CASCADE")
    return what


@with_tables
def sleep_until_stopped(t):
    (t.work / "slow.txt").write_text((t.work / "map.txt").read_text().replace(
        "FROM friend", SLOW.format(30)))
    return ends_soon(t, "--mapping=slow.txt", "m.mln", "here.db")


def looked_at_from_outside(t):
    """Somebody reads a run's own tables: it ends nevertheless, and a later one tidies up."""
    from run import begin_long_run
    run = begin_long_run(t)
    schema = t.postgres.schemas()[0]
    table, begin = "", time.monotonic()
    while not table and time.monotonic() - begin < 30:  # until they are committed
        table = t.postgres.sql(f"SELECT min(tablename) FROM pg_tables WHERE schemaname = "
                               f"'{schema}'")
    with t.postgres.holding(f"BEGIN; SELECT FROM {schema}.\"{table}\" LIMIT 1"):
        begin = time.monotonic()
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=kerftest.TIMEOUT)
        what = t.answers(t.map(f"--store={t.postgres.name()}"))
        seconds, left = time.monotonic() - begin, t.postgres.schemas()
    what = what or t.answers(t.map(f"--store={t.postgres.name()}"))
    if run.returncode != 130 or seconds > 15 or left != [schema]:
        return f"exit {run.returncode} after {seconds:.1f} s, {left} not {schema}"
    return what or (f"left behind: {t.postgres.schemas()}" if t.postgres.schemas() else None)


@with_tables
def statement_timeout(t):
    (t.work / "slow.txt").write_text((t.work / "map.txt").read_text().replace(
        "FROM friend", SLOW.format(5)))
    with server_options(t, "-c statement_timeout=300ms"):
        what = t.fails(mapped(t, mapping="slow.txt"),
                       "canceling statement due to statement timeout")
    return what or t.answers(mapped(t))


@with_tables
def cut_while_tables_are_read(t):
    run = begin_mapped_run(t, 2)
    t.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                   "WHERE application_name = 'kerf'")
    out, error = run.communicate(timeout=kerftest.TIMEOUT)
    return t.fails((run.returncode, out, error), "hint: run it again when the server is there") \
        or t.answers(mapped(t))


@with_tables
def stopped_while_tables_are_read(t):
    run = begin_mapped_run(t, 2)
    t.postgres.stop(signal.SIGQUIT)
    out, error = run.communicate(timeout=kerftest.TIMEOUT)
    t.postgres.start()
    return t.fails((run.returncode, out, error), "hint: run it again when the server is there") \
        or t.answers(mapped(t))


@with_tables
def interrupted_while_tables_are_read(t):
    run = begin_mapped_run(t, 30)
    begin = time.monotonic()
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=kerftest.TIMEOUT)
    if run.returncode != 130 or time.monotonic() - begin > 10:
        return f"exit {run.returncode} after {time.monotonic() - begin:.1f} s"
    asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'kerf'"
    for _ in range(100):  # the server finds out that nobody waits for it
        if t.postgres.sql(asked) == "0":
            return t.answers(mapped(t))
        time.sleep(0.1)
    return "the server goes on"


@with_tables
def cut_at_any_time(t):
    """Whatever is under way when the connections go: the answer, or a failure that is said."""
    expected, failures = t.map(), 0
    for i in range(12):
        run = subprocess.Popen(["kerf", "map", "--quiet", f"--store={t.postgres.name()}",
                                "--mapping=map.txt", "--threads=3", "m.mln", "here.db"], cwd=t.work,
                               env=t.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.01 + 0.012 * i)
        t.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                       "WHERE application_name = 'kerf'")
        out, error = run.communicate(timeout=kerftest.TIMEOUT)
        got = (run.returncode, out, error)
        failures += got != expected
        if got != expected and (got[0] != 6 or out or "error: the store" not in error):
            return f"{got}"
    return t.answers(mapped(t)) if failures else "no run was cut"


@contextlib.contextmanager
def small_disk(size):
    """A file system of that size, or None where one may not make any."""
    with tempfile.TemporaryDirectory(prefix="kerf-disk-") as folder:
        made = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "kerf-test", folder],
            stderr=subprocess.DEVNULL).returncode == 0
        try:
            yield pathlib.Path(folder) if made else None
        finally:
            if made:
                subprocess.run(["umount", folder], check=True)


@with_tables
def disk_full(t):
    """A disk of 2 MB for what kerf keeps; where none can be made, a limit on temporary files."""
    (t.work / "large.txt").write_text(
        "Friends = SELECT 'P' || i, 'P' || (i * 7919) % 100000 FROM generate_series(1, 100000) AS "
        "i\n")
    with small_disk("2m") as folder:
        if folder:
            room = folder / "room"
            room.mkdir(mode=0o700)
            os.chown(room, t.postgres.user["user"], t.postgres.user["group"])
            folder.chmod(0o711)
            t.postgres.sql(f"CREATE TABLESPACE small LOCATION '{room}'")
            with server_options(t, "-c default_tablespace=small -c temp_tablespaces=small"):
                what = t.fails(mapped(t, mapping="large.txt"), "No space left on device")
                what = what or t.fails(mapped(t, mapping="large.txt"),
                                       "hint: make room on the server's disk and run it again")
            t.postgres.sql("DROP TABLESPACE small")
        else:
            print("stores: NOT TESTED: a full disk, for none could be mounted; temp_file_limit is")
            what = None
    with server_options(t, "-c temp_file_limit=64kB -c work_mem=64kB"):
        what = what or t.fails(mapped(t, mapping="large.txt"), "hint: the server allows no larger "
                                                               "temporary files")
    return what or t.answers(mapped(t))


@with_tables
def too_many_connections(t):
    """Fewer than wanted will do."""
    t.postgres.sql("CREATE ROLE few LOGIN CONNECTION LIMIT 3; GRANT CREATE ON DATABASE postgres TO "
                   "few; "
                   "GRANT SELECT ON friend, age TO few")
    store = f"--store={t.postgres.name('few')}"
    what = t.answers(t.map(store, "--threads=8", "--mapping=map.txt", evidence="here.db"))
    t.postgres.sql("REVOKE SELECT ON friend, age FROM few; REVOKE CREATE ON DATABASE postgres FROM "
                   "few; "
                   "DROP ROLE few")
    t.postgres.sql("UPDATE pg_class SET relacl = NULL WHERE relname IN ('friend', 'age')")
    return what


def half_a_schema(t):
    """What ends before a schema is marked as kerf's leaves none that nobody would drop."""
    t.postgres.sql("CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS "
                   "$$ BEGIN RAISE 'not now'; END $$")
    t.postgres.sql("CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('COMMENT') "
                   "EXECUTE FUNCTION public.refuse()")
    try:
        what = t.fails(t.map(f"--store={t.postgres.name()}"), "not now")
    finally:
        t.postgres.sql("DROP EVENT TRIGGER refuse")
        t.postgres.sql("DROP FUNCTION public.refuse")
    return what or (f"left behind: {t.postgres.schemas()}" if t.postgres.schemas() else None)


TESTS = [half_a_schema, lock_of_somebody_else, lock_until_stopped, sleep_until_stopped,
         looked_at_from_outside,
         statement_timeout, cut_while_tables_are_read,
         stopped_while_tables_are_read, interrupted_while_tables_are_read, cut_at_any_time,
         disk_full,
         too_many_connections]

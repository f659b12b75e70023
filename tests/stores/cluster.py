"""Evidence that is spread over three servers: one holds a partitioned table whose parts are foreign
tables (postgres_fdw) on the two others. kerf speaks to the one; the answer is that of one file.

Part of run.py, which hands each test what it needs."""
import contextlib
import random
import tempfile

PARTS = """CREATE EXTENSION postgres_fdw;
CREATE SERVER s1 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '{}', dbname 'postgres');
CREATE SERVER s2 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '{}', dbname 'postgres');
CREATE USER MAPPING FOR kerf SERVER s1 OPTIONS (user 'kerf');
CREATE USER MAPPING FOR kerf SERVER s2 OPTIONS (user 'kerf');
CREATE TABLE knows (a text, b text) PARTITION BY HASH (a);
CREATE FOREIGN TABLE knows_1 PARTITION OF knows FOR VALUES WITH (MODULUS 3, REMAINDER 0) SERVER s1
    OPTIONS (table_name 'knows');
CREATE FOREIGN TABLE knows_2 PARTITION OF knows FOR VALUES WITH (MODULUS 3, REMAINDER 1) SERVER s2
    OPTIONS (table_name 'knows');
CREATE TABLE knows_3 PARTITION OF knows FOR VALUES WITH (MODULUS 3, REMAINDER 2);
CREATE FOREIGN TABLE old (who text, years float8) SERVER s2;"""


@contextlib.contextmanager
def more_servers(t, n):
    """Beside the one that is there, in folders of their own."""
    with contextlib.ExitStack() as stack:
        servers = []
        for _ in range(n):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kerf-pg-"))
            servers.append(type(t.postgres)(t.postgres.binaries, folder))
            stack.callback(servers[-1].stop)
        yield servers


def spread_over_three(t):
    random.seed(2)
    people = [f"P{i}" for i in range(60)]
    rows = sorted({(random.choice(people), random.choice(people)) for _ in range(200)})
    ages = [(who, random.randrange(10, 30) + 0.25) for who in people]
    (t.work / "knows.db").write_text("".join(f"Friends({a}, {b})\n" for a, b in rows)
                                     + "".join(f"Age({who}, {years})\n" for who, years in ages))
    (t.work / "some.db").write_text("Smokes(P1)\n!Smokes(P2)\n")
    (t.work / "knows.txt").write_text("Friends = SELECT a, b FROM knows\n"
                                      "Age = SELECT who, years FROM old\n")
    expected = t.kerf("map", "--quiet", "m.mln", "knows.db", "some.db")
    with more_servers(t, 2) as (one, two):
        for server in (one, two):
            server.sql("CREATE TABLE knows (a text, b text)")
        two.sql("CREATE TABLE old (who text, years float8)")
        t.postgres.sql(PARTS.format(one.folder, two.folder))
        try:
            t.postgres.sql("INSERT INTO knows VALUES "
                           + ", ".join(f"('{a}', '{b}')" for a, b in rows))
            t.postgres.sql("INSERT INTO old VALUES " + ", ".join(f"('{a}', {b})" for a, b in ages))
            counts = [int(server.sql("SELECT count(*) FROM knows")) for server in (one, two)]
            if min(counts) < 20 or sum(counts) > len(rows) - 20:
                return f"the parts are not spread: {counts}"
            mapped = [f"--store={t.postgres.name()}", "--mapping=knows.txt"]
            for threads in (1, 4):
                got = t.map(*mapped, f"--threads={threads}", evidence="some.db")
                if got != expected:
                    return f"{got}, not {expected}"
            one.stop()
            what = t.fails(t.map(*mapped, evidence="some.db"), "could not connect to server")
            one.start()
            got = t.map(*mapped, evidence="some.db")
            if what or got != expected or t.postgres.schemas():
                return what or f"after a part came back: {got}, {t.postgres.schemas()}"
        finally:
            t.postgres.sql("DROP TABLE knows; DROP EXTENSION postgres_fdw CASCADE")


STANDING_IN = """SET allow_system_table_mods TO on;
CREATE TABLE public.asked (at serial, what text, name text, key text);
CREATE FUNCTION pg_catalog.create_reference_table(t regclass) RETURNS void LANGUAGE sql AS
    $$ INSERT INTO public.asked (what, name) SELECT 'everywhere', relname FROM pg_class WHERE oid = t $$;
CREATE FUNCTION pg_catalog.create_distributed_table(t regclass, key text) RETURNS void LANGUAGE sql AS
    $$ INSERT INTO public.asked (what, name, key) SELECT 'spread', c.relname, a.attname FROM pg_class AS c
       JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = key WHERE c.oid = t $$;"""


def tables_of_a_cluster(t):
    """What is asked of Citus, of functions that stand in for its own and note that."""
    (t.work / "chain.txt").write_text(
        "Friends = SELECT 'P' || i, 'P' || i + 1 FROM generate_series(1, 12000) AS i\n"
        "Age = SELECT 'P' || i, 20 FROM generate_series(1, 5) AS i\n")
    (t.work / "chain.db").write_text("".join(f"Friends(P{i}, P{i + 1})\n" for i in range(1, 12001))
                                     + "".join(f"Age(P{i}, 20)\n" for i in range(1, 6)))
    (t.work / "some.db").write_text("!Smokes(P100)\n")
    store = [f"--store={t.postgres.name()}", "--distribute", "--mapping=chain.txt"]
    refused = t.map(*store, evidence="some.db")
    shown = t.kerf("show", "--quiet", "--stage=sql", *store, "m.mln", "some.db")
    t.postgres.sql(STANDING_IN)
    got = t.map(*store, evidence="some.db")
    asked = t.postgres.sql("SELECT what, name, key FROM asked ORDER BY at").split()
    t.postgres.sql("SET allow_system_table_mods TO on; DROP FUNCTION "
                   "pg_catalog.create_reference_table, "
                   "pg_catalog.create_distributed_table; DROP TABLE asked")
    expected = t.kerf("map", "--quiet", "m.mln", "chain.db", "some.db")
    wanted = ["everywhere|d1_person|", "spread|p0_friends|a0", "everywhere|p1_age|",
              "everywhere|w2_smokes|"]
    if asked != wanted or got != expected:
        return f"{asked}, {got[0]} {got[2]}"
    if "SELECT create_distributed_table('p0_Friends', 'a0');\n" not in shown[1]:
        return f"shown: {shown}"
    return t.fails(refused, "the server is no Citus cluster: CREATE EXTENSION citus, or leave out "
                            "--distribute")


TESTS = [spread_over_three, tables_of_a_cluster]

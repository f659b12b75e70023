"""What separation after flips reads of evidence that has nothing to do with them.

Part of run.py, which hands each test what it needs."""
import json

CHAINS, LINKS, OTHERS = 20, 14, 40000
MODEL = "*Next(p, p)\nS(p)\n-0.1 S(x)\nNext(x, y) ^ S(x) => S(y).\n"


def pays_for_flips(t):
    """Each round makes some atoms more true: rows of other links are read by the first rounds
    only."""
    (t.work / "chains.mln").write_text(MODEL)
    (t.work / "chains.db").write_text(
        "".join(f"S(C{c}_0)\n" for c in range(CHAINS))
        + "".join(f"Next(C{c}_{i}, C{c}_{i + 1})\n" for c in range(CHAINS) for i in range(LINKS))
        + "".join(f"Next(X{i}, Y{i % 977})\n" for i in range(OTHERS)))
    expected = t.kerf("map", "--quiet", "--ground=cuts", "chains.mln", "chains.db")
    store = [f"--store={t.postgres.name()}", "--schema=chains"]
    loaded = t.kerf("load", "--quiet", *store, "chains.mln", "chains.db")
    t.postgres.sql("SELECT pg_stat_reset()")
    got = t.kerf("map", "--stats=chains.json", "--quiet", "--ground=cuts", "--threads=1", *store,
                 "chains.mln")
    rounds = len(json.loads((t.work / "chains.json").read_text())["trace"])
    read = "SELECT seq_tup_read, idx_scan FROM pg_stat_user_tables WHERE relname = 'p0_next'"
    rows, lookups = map(int, t.postgres.sql(read).split("|"))
    t.postgres.sql("DROP SCHEMA chains CASCADE")
    if expected[0] != 0 or got != expected or loaded[0] != 0:
        return f"another answer: {got}, {loaded}"
    if rounds < LINKS or lookups < LINKS or rows > 5 * OTHERS:
        return f"{rounds} rounds, {lookups} lookups, {rows:,} rows read one after another"


TESTS = [pays_for_flips]

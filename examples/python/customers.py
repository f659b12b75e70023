#!/usr/bin/env python3
"""Which rows of customers.csv are the same customer?

From a CSV file to clusters: pairs that are worth a look, what speaks for and against each, weights
learned from a labelled part, the best clustering of the rest, and why.
"""
# %% [markdown]
# ## The table
# 894 rows; the column `customer` is the truth, which only the labelled part and the scores may use.
# %%
import csv
import difflib
import itertools
import pathlib

import kerf

HERE = pathlib.Path(globals().get("__file__", "customers.py")).parent
with open(HERE / "customers.csv", encoding="utf-8") as file:
    rows = {r["id"]: r for r in csv.DictReader(file)}
print(len(rows), "rows,", len({r["customer"] for r in rows.values()}), "customers")


# %% [markdown]
# ## Pairs
# Two rows are worth a look if they share a telephone, an address of mail, or a street and house with
# the first letter of a name.
# %%
def keys(r):
    if r["phone"]:
        yield "phone", r["phone"]
    if r["email"]:
        yield "email", r["email"]
    if r["street"]:
        yield "place", r["street"].split()[-1], r["city"], r["name"][0]
    yield "name", r["name"].split()[-1][:4], r["name"][0]


blocks = {}
for r in rows.values():
    for key in keys(r):
        blocks.setdefault(key, []).append(r["id"])
pairs = sorted({p for ids in blocks.values() for p in itertools.combinations(ids, 2)})
print(len(pairs), "pairs of", len(rows) * (len(rows) - 1) // 2)


# %% [markdown]
# ## What speaks for and against a pair
# %%
def level(a, b):
    ratio = difflib.SequenceMatcher(None, a, b).ratio()
    return "same" if ratio == 1 else "near" if ratio > 0.85 else "alike" if ratio > 0.6 else "other"


def first_names(a, b):
    a, b = a.split()[0], b.split()[0]
    if a.endswith(".") or b.endswith("."):
        return "initial" if a[0] == b[0] else "other"
    return level(a, b)


def features(a, b):
    yield "pair"
    yield "first " + first_names(a["name"], b["name"])
    yield "last " + level(a["name"].split()[-1], b["name"].split()[-1])
    for field in "street", "city", "phone", "email":
        yield field + " " + (level(a[field], b[field]) if a[field] and b[field] else "missing")


found = {(a, b): list(features(rows[a], rows[b])) for a, b in pairs}

# %% [markdown]
# ## The model
# A weight for every feature (`+f`), to be learned. Being the same is symmetric and transitive.
# %%
MODEL = """
*Says(id, id, feature)
Same(id, id)
says: Says(a, b, +f) => Same(a, b)
Same(a, b) => Same(b, a).
Same(a, b) ^ Same(b, c) => Same(a, c).
"""
model = kerf.Model.from_string(MODEL)


def world(some):
    """Evidence of some pairs."""
    return {"Says": [(a, b, f) for a, b in some for f in found[a, b]]}


def truth(ids):
    """All pairs of the same customer, in both directions; one is the same as itself."""
    by_customer = {}
    for i in ids:
        by_customer.setdefault(rows[i]["customer"], []).append(i)
    return [p for same in by_customer.values() if len(same) > 1 for p in itertools.product(same, same)]


# %% [markdown]
# ## Learning
# The labelled part is a third of the components of the pairs, so that nothing of the rest is seen. A few
# of them together are a world.
# %%
parts = kerf.clusters(pairs, among=rows).groups()


def inside(ids):
    ids = set(ids)
    return [(a, b) for a, b in pairs if a in ids and b in ids]


def learn_from(third):
    """Weights learned from one third of the parts, and the rows of the others."""
    labelled = [part for i, part in enumerate(parts) if i % 3 == third]
    rest = [row for i, part in enumerate(parts) if i % 3 != third for row in part]
    batches = [sum(labelled[i::13], []) for i in range(13)]
    worlds = [world(inside(batch)) | {"Same": truth(batch)} for batch in batches]
    return kerf.learn(model, worlds, method="mira", epochs=10), rest


learned, rest = learn_from(0)
print(f"{learned.info['parameters']} weights from {learned.info['worlds']} worlds, "
      f"F1 there {learned.info['f1']:.3f}")


# %% [markdown]
# ## The best clustering of the rest, proven
# %%
def ask(learned, rest):
    session = learned.session()
    for predicate, table in world(inside(rest)).items():
        session.add(predicate, table)
    return session, session.map(time_limit=60)


session, result = ask(learned, rest)
clusters = result.clusters("Same", among=rest)
print(result)
print(len(clusters.groups()), "clusters of", len(rest), "rows")


# %% [markdown]
# ## How good is it?
# Beside it: connected components of the pairs above a threshold, at the threshold that is best for
# them, chosen by the truth itself. Each third is the labelled part once, so that nothing depends on
# which one was chosen.
# %%
def f1(groups, rest):
    """Of pairs, in the rows that are not labelled."""
    answer = [p for g in groups for p in itertools.permutations(g, 2)]
    return kerf.evaluate({"Same": truth(rest)}, {"Same": answer}, predicates="Same",
                         symmetric="Same").f1


def scores_of(learned, rest):
    weights = learned.table("says")
    return {p: sum(weights.get(f, 0.0) for f in found[p]) for p in inside(rest)}


def components(score, rest):
    """F1 of connected components at the best threshold."""
    return max(f1(kerf.clusters([p for p in score if score[p] > t], among=rest).groups(), rest)
               for t in sorted(set(round(s, 1) for s in score.values())))


score = scores_of(learned, rest)
reached = [(f1(clusters.groups(), rest), components(score, rest))]
for third in 1, 2:
    other, others_rest = learn_from(third)
    groups = ask(other, others_rest)[1].clusters("Same", among=others_rest).groups()
    reached.append((f1(groups, others_rest), components(scores_of(other, others_rest), others_rest)))
for ours, theirs in reached:
    print(f"  F1 {ours:.4f} beside {theirs:.4f}")
ours, theirs = (sum(column) / 3 for column in zip(*reached))
print(f"F1 {ours:.4f}; connected components at their best threshold: {theirs:.4f}")

# %% [markdown]
# ## Why?
# A pair that is apart although much speaks for it.
# %%
together = set(result.true("Same"))
a, b = max((p for p in score if p not in together), key=score.get)
print(rows[a], rows[b], sep="\n")
print(session.explain("Same", a, b))

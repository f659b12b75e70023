#!/usr/bin/env python3
"""Labels the roles of a toy corpus: who gives what to whom?

Weights come from a few labelled sentences, and hard formulas see to it that a verb has each role
once.
"""
# %% [markdown]
# ## A corpus
# A phrase has a head, a position before or after its verb, and a marker.
# %%
import kerf

TRAINING = [
    ("gives", [("Anna", "before", "none", "giver"), ("book", "after", "none", "thing"),
               ("Bob", "after", "to", "receiver")]),
    ("gives", [("Bob", "before", "none", "giver"), ("Anna", "after", "none", "receiver"),
               ("flower", "after", "none", "thing")]),
    ("sends", [("Carl", "before", "none", "giver"), ("letter", "after", "none", "thing"),
               ("Dora", "after", "to", "receiver")]),
    ("gets", [("Dora", "before", "none", "receiver"), ("letter", "after", "none", "thing"),
              ("Carl", "after", "from", "giver")]),
    ("gets", [("Anna", "before", "none", "receiver"), ("flower", "after", "none", "thing"),
              ("Bob", "after", "from", "giver")]),
]
TEST = [
    ("sends", [("Emil", "before", "none", "giver"), ("Frieda", "after", "to", "receiver"),
               ("parcel", "after", "none", "thing")]),
    ("gets", [("Frieda", "before", "none", "receiver"), ("book", "after", "none", "thing"),
              ("Emil", "after", "from", "giver")]),
    ("gives", [("Dora", "before", "none", "giver"), ("Carl", "after", "none", "receiver"),
               ("letter", "after", "none", "thing")]),
]

# %% [markdown]
# ## The model
# `role!`: a phrase has exactly one role. A weight for each combination marked by `+` is learned.
# %%
model = kerf.Model.from_string("""
*Verb(verb)
*Head(phrase, head)
*Place(phrase, place)
*Marker(phrase, marker)
Role(phrase, role!)
role = {giver, receiver, thing}

head: Head(p, +h) ^ Role(p, +r)
place: Verb(+v) ^ Place(p, +s) ^ Role(p, +r)
marker: Marker(p, +m) ^ Role(p, +r)
// Two phrases of a sentence are not the same thing.
!Role(p, r) v !Role(q, r) v p = q.
""")


def world(verb, phrases, with_roles=True):
    ids = [f"p{i}" for i in range(len(phrases))]
    tables = {"Verb": [verb], "Head": [(i, p[0]) for i, p in zip(ids, phrases)],
              "Place": [(i, p[1]) for i, p in zip(ids, phrases)],
              "Marker": [(i, p[2]) for i, p in zip(ids, phrases)]}
    roles = {"Role": [(i, p[3]) for i, p in zip(ids, phrases)]}
    return tables | roles if with_roles else tables


# %% [markdown]
# ## Learning
# %%
learned = kerf.learn(model, [world(*s) for s in TRAINING], method="mira", epochs=10)
print(f"{learned.info['parameters']} weights, F1 on the training sentences {learned.info['f1']:.2f}")
strongest = sorted(learned.table("place").items(), key=lambda item: -abs(item[1]))[:3]
print(*(f"{' '.join(key)}: {weight:.2f}" for key, weight in strongest), sep="\n")

# %% [markdown]
# ## New sentences
# %%
right = total = 0
for verb, phrases in TEST:
    with learned.session() as session:
        for predicate, table in world(verb, phrases, with_roles=False).items():
            session.add(predicate, table)
        answer = dict(session.map().true("Role"))
    told = ", ".join(f"{p[0]} {answer[f'p{i}']}" for i, p in enumerate(phrases))
    print(f"{verb}: {told}")
    right += sum(answer[f"p{i}"] == p[3] for i, p in enumerate(phrases))
    total += len(phrases)
print(f"{right} of {total} right")

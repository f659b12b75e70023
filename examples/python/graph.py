#!/usr/bin/env python3
"""Repairs a small knowledge graph whose statements were extracted from text, each with a confidence.

Rules say which statements go together. The most probable graph drops some, adds others, and tells
why.
"""
# %% [markdown]
# ## Statements with confidences
# %%
import kerf

STATEMENTS = {
    "subject": ["Vienna", "Vienna", "Austria", "Graz", "Graz", "Haydn", "Haydn", "Haydn", "Rohrau",
                "Mozart", "Salzburg", "Danube", "Graz", "Austria"],
    "relation": ["capital", "located", "located", "located", "located", "born", "born", "kind",
                 "located", "born", "located", "kind", "kind", "kind"],
    "object": ["Austria", "Austria", "Europe", "Austria", "Australia", "Rohrau", "Vienna", "Person",
               "Austria", "Salzburg", "Austria", "River", "City", "Country"],
    "confidence": [0.97, 0.9, 0.95, 0.8, 0.35, 0.75, 0.6, 0.9, 0.7, 0.95, 0.85, 0.9, 0.8, 0.95],
}

# %% [markdown]
# ## What must hold, and what usually does
# A statement of low confidence may still be true if others ask for it, and the other way round.
# %%
model = kerf.Model.from_string("""
Fact(thing, relation, thing)
*Stated(thing, relation, thing)
*Continent(thing)

// One is born in one place, and located in one country.
birth: !Fact(x, "born", y) v !Fact(x, "born", z) v y = z.
place: 6 !Fact(x, "located", y) v !Fact(x, "located", z) v y = z v Continent(y) v Continent(z)
// A capital is located in its country, which is one.
capital: 6 Fact(x, "capital", y) => Fact(x, "located", y)
country: 6 Fact(x, "capital", y) => Fact(y, "kind", "Country")
// Who was born is a person; where one was born is no person.
person: 6 Fact(x, "born", y) => Fact(x, "kind", "Person")
somewhere: !Fact(x, "born", y) v !Fact(y, "kind", "Person").
// What nobody has stated needs a reason.
new: 2 Fact(x, r, y) => Stated(x, r, y)
""", query="Fact")

session = model.session()
session.add("Fact", STATEMENTS, probability="confidence")
session.add("Stated", STATEMENTS, columns=["subject", "relation", "object"])
session.add("Continent", ["Europe"])

# %% [markdown]
# ## The most probable graph
# %%
result = session.map()
print(result)
for row in result.true("Fact"):
    print("  ", *row)

# %% [markdown]
# ## Where it departs from what was extracted
# %%
for change in result.changes():
    print(change)

# %% [markdown]
# ## How sure is it?
# Marginal probabilities are another question: of each statement over all graphs.
# %%
chances = session.marginal()
for row, p in chances.rows("Fact"):
    if row in (("Graz", "located", "Austria"), ("Graz", "located", "Australia"), ("Mozart", "kind", "Person")):
        print(f"   {p:.3f}", *row)

# %% [markdown]
# ## Somebody looks it up
# A certain fact takes the place of a probable one, and the session is asked again.
# %%
session.add("Fact", [("Haydn", "born", "Vienna")])
after = set(session.map().true("Fact"))
print("gone:", *set(result.true("Fact")) - after)

"""Other models, made from the text of one by leaving formulas out."""
import itertools
import re

GLOBAL = "// ---- Global ----"  # roles.mln: what comes after it is about several candidates
LABEL = re.compile(r"([\w-]+):")


def labels(lines):
    """The labels that formulas have; those of weights in front of a formula, too."""
    return {found[1] for found in map(LABEL.match, lines) if found}


def global_labels(text):
    before, mark, after = text.partition(GLOBAL)
    if not mark or not labels(after.splitlines()):
        raise ValueError(f"no formulas after {GLOBAL}")
    return labels(after.splitlines())


def lemma_labels(text):
    """Templates with the verb's lemma in them."""
    return {label for label in labels(text.splitlines()) if label.startswith("Lemma_")}


def without(text, dropped):
    """The model without the formulas of these labels. At least one must be there."""
    kept = [line for line in text.splitlines(keepends=True)
            if not ((found := LABEL.match(line)) and found[1] in dropped)]
    if len(kept) == len(text.splitlines()):
        raise ValueError("there is nothing to leave out")
    return "".join(kept)


def only(text, chosen):
    """The lines with the formulas of these labels."""
    return "".join(line for line in text.splitlines(keepends=True)
                   if (found := LABEL.match(line)) and found[1] in chosen)


# ---- Pairs of roles (pairs.mln)

VALUES = {"v": ("active", "passive", "reduced"), "a": ("before", "after"), "b": ("before", "after")}


def pair_rows(text, more):
    """Of roles.mln and pairs.mln: a .weights file with a row of 0 for every value and pair of roles: pairs that the truth never has are
    those with something against each other, and learning gives no row to what it never sees true."""
    roles = re.findall(r'"([^"]+)"', text.partition("label = {")[2].partition("}")[0])
    rows = []
    for line in more.splitlines():
        found = LABEL.match(line)
        if found and found[1].startswith("pair"):
            names = re.findall(r"\+(\w)", line)
            choices = (VALUES.get(name, roles) for name in names)
            rows += ["\t".join((found[1], *values, "0")) for values in itertools.product(*choices)]
    return "\n".join(rows) + "\n"

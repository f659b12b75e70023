"""Other models, made from the text of one by leaving formulas out."""
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

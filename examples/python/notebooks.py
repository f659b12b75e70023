#!/usr/bin/env python3
"""Makes a notebook of each example: a cell for each `# %%`, text for each `# %% [markdown]`."""
import json
import pathlib
import re

HERE = pathlib.Path(__file__).parent
NAMES = "customers", "graph", "roles"


def cells(script):
    head, *parts = re.split(r"^# %%(.*)\n", script, flags=re.M)
    title = re.search(r'"""(.*?)"""', head, re.S).group(1).strip()
    yield "markdown", "# " + title
    for mark, text in zip(parts[::2], parts[1::2]):
        text = text.strip("\n")
        if "[markdown]" in mark:
            yield "markdown", re.sub(r"^# ?", "", text, flags=re.M)
        else:
            yield "code", text


def cell(number, kind, text):
    made = {"cell_type": kind, "id": f"cell-{number}", "metadata": {},
            "source": text.splitlines(keepends=True)}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def notebook(script):
    """The text of the notebook of a script."""
    made = [cell(i, *c) for i, c in enumerate(cells(script))]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
              "language_info": {"name": "python"}}
    return json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}, indent=1,
                      ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in NAMES:
        script = (HERE / f"{name}.py").read_text(encoding="utf-8")
        (HERE / f"{name}.ipynb").write_text(notebook(script), encoding="utf-8")

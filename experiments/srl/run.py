#!/usr/bin/env python3
"""The role labelling study: Table 1 and Figure 1 of Riedel 2008.

Usage: run.py --out=FOLDER (--corpora=FOLDER | --small) [--work=FOLDER] [--model=FILE] [--frames=N]
              [--seeds=N] [--jobs=N] [--rounds=N] [--limit=SECONDS] [--only=test|table|ablations|text]

    --corpora   where conll05/ is
    --small     invented sentences instead: minutes
    --work      where conversions and trainings are kept, and found by the next run (OUT/srl-work)
    --model     a learned model to test, instead of training one with settings.py
    --frames    the first N verbs of each set only
    --seeds     trainings of the whole model that differ in the order of worlds (3)
    --jobs      trainings at a time (1); what is timed runs alone in any case
    --rounds    of what is timed; the shortest time counts (3)
    --limit     of one verb, seconds on the wall (60); what is not finished then is shown as such
    --only      measure one part, or nothing, and take the rest from OUT/srl.json

Writes OUT/srl.json (every run), srl.md (the part of RESULTS.md) and srl-time.svg. Stopped, it goes on with the
training that it was at: those that are done are kept.
"""
import argparse
import json
import multiprocessing.pool
import pathlib
import subprocess
import sys
import tempfile

import figure
import invent
import models
import score
import settings
import table
import text
from measure import ROLES, Set, beside, candidates, learn, solve
from machine import here

PARTS = ["test", "table", "ablations"]
CPI_ILP = ["--solver=ilp"]


class Study:
    def __init__(self, args, corpora, folder):
        self.args, self.corpora, self.folder = args, corpora, folder
        self.work = pathlib.Path(args.work or pathlib.Path(args.out) / "srl-work")
        self.work.mkdir(parents=True, exist_ok=True)
        self.roles = ROLES.read_text()
        self.sets = {name: Set(self.work, corpora, name, args.frames) for name in ("wsj", "brown")}

    def train(self, model, seed):
        return learn(self.work, Set(self.work, self.corpora, "train", self.args.frames), model, seed)

    def seeds(self):
        """Of the trainings of the whole model; a model that is given is one."""
        return range(settings.SEED, settings.SEED + (0 if self.args.model else self.args.seeds))

    def local(self):
        return models.without(self.roles, models.global_labels(self.roles))

    def without_lemmas(self):
        return models.without(self.roles, models.lemma_labels(self.roles))

    def train_all(self):
        """Every training that the parts need: what is learned here, they find."""
        Set(self.work, self.corpora, "train", self.args.frames)
        todo = [(self.roles, seed) for seed in self.seeds()]
        todo += [(self.local(), settings.SEED), (self.without_lemmas(), settings.SEED)]
        with multiprocessing.pool.ThreadPool(self.args.jobs) as pool:
            pool.starmap(self.train, todo)

    def whole(self):
        """The model that everything but the ablations is about."""
        if self.args.model:
            return pathlib.Path(self.args.model), {"given": pathlib.Path(self.args.model).name}
        return self.train(self.roles, settings.SEED)

    def answer(self, model, name, samples=0):
        """(runs, score) of a whole set by CPI-ILP."""
        runs, said = solve(self.folder, CPI_ILP, model, self.sets[name].worlds(), self.args.limit)
        (self.folder / "said").write_text(said)
        return runs, score.score(self.corpora, name, score.read_answer(self.folder / "said"),
                                 self.args.frames, samples)

    def f1(self, model):
        return {name: self.answer(model, name)[1]["f1"] for name in self.sets}

    # ---- Parts

    def test(self):
        model, training = self.whole()
        found = {"training": training}
        for name in self.sets:
            runs, found[name] = self.answer(model, name, table.SAMPLES)
            found[name]["proven"] = sum(r["status"] == "optimal" for r in runs)
            print(f"  {name}: {len(runs)} verbs, {found[name]['proven']} proven, F1 {100 * found[name]['f1']:.2f}",
                  flush=True)
            if name == "wsj":
                found["runs"] = self.with_candidates(runs, model)
        return found

    def with_candidates(self, runs, model):
        """Other rounds for shorter times; what the figure needs."""
        worlds = self.sets["wsj"].worlds()
        rounds = [runs, *(solve(self.folder, CPI_ILP, model, worlds, self.args.limit)[0]
                          for _ in range(self.args.rounds - 1))]
        sizes = candidates(worlds)
        return [{"status": same[0]["status"], "candidates": sizes[same[0]["world"]],
                 "iterations": same[0].get("iterations"),
                 "seconds": min((r["seconds"] for r in same if "seconds" in r), default=None)}
                for same in zip(*rounds)]

    def table(self):
        worlds = self.sets["wsj"].worlds()[:table.FRAMES]
        return table.measure(self.folder, self.corpora, "wsj", self.whole()[0], worlds, self.args.limit,
                             self.args.rounds)

    def ablations(self):
        apart = models.global_labels(self.roles)
        found = []

        def add(name, model, training):
            found.append({"name": name, "training": training} | self.f1(model))
            print(f"  {name}: F1 {100 * found[-1]['wsj']:.2f}, {100 * found[-1]['brown']:.2f}", flush=True)
        whole, known = self.whole()
        add("whole", whole, known)
        for seed in self.seeds()[1:]:
            add("whole", *self.train(self.roles, seed))
        add("global formulas in training only",
            beside(whole, "local", models.without(whole.read_text(), apart)), None)
        local, known = self.train(self.local(), settings.SEED)
        add("global formulas neither in training nor in the test", local, known)
        add("global formulas in the test only",
            beside(local, "global", local.read_text() + models.only(self.roles, apart)), None)
        add("without formulas of the lemma and something else",
            *self.train(self.without_lemmas(), settings.SEED))
        return found


def measure(args, before, keep):
    result = before | {"small": args.small, "limit": args.limit, "frames": args.frames, "rounds": args.rounds,
                       "candidates": settings.CANDIDATES, "options": settings.LEARN_OPTIONS}
    with tempfile.TemporaryDirectory(prefix="kerf-srl-") as tmp:
        folder = pathlib.Path(tmp)
        corpora = pathlib.Path(args.corpora or args.out) / ("" if args.corpora else "srl-invented")
        if args.small:
            invent.corpora(corpora)
        study = Study(args, corpora, folder)
        if args.only is None:
            print(f"role labelling, training ({args.jobs} at a time)", flush=True)
            study.train_all()
        for part in PARTS:
            if args.only in (None, part):
                print(f"role labelling, {part}", flush=True)
                result[part] = getattr(study, part)()
                result[f"{part} measured"] = here()
                keep(result)
    return result


def parse():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--out", required=True)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--corpora")
    source.add_argument("--small", action="store_true")
    for name in "work", "model":
        parser.add_argument(f"--{name}")
    for name, standard in {"frames": None, "seeds": 3, "jobs": 1, "rounds": 3, "limit": 60}.items():
        parser.add_argument(f"--{name}", type=int, default=standard)
    parser.add_argument("--only", choices=[*PARTS, "text"])
    return parser.parse_args()


def main():
    args = parse()
    out = pathlib.Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    kept = out / "srl.json"

    def keep(result):
        kept.write_text(json.dumps(result, indent=1) + "\n")
    result = json.loads(kept.read_text()) if args.only and kept.exists() else {}
    try:
        if args.only != "text":
            result = measure(args, result, keep)
    except (OSError, ValueError, subprocess.CalledProcessError) as e:
        sys.exit(f"run.py: {e}")
    except KeyboardInterrupt:
        sys.exit("run.py: interrupted; the same command goes on from here")
    missing = [part for part in PARTS if part not in result]
    if missing:
        print(f"{kept} written; missing: {', '.join(missing)}")
        return
    (out / "srl.md").write_text("\n".join(text.lines(result)))
    (out / "srl-short.md").write_text("\n".join(text.short(result)) + "\n")
    (out / "srl-time.svg").write_text(figure.figure(result["test"]["runs"]))
    print(f"{out / 'srl.md'} written")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Hand-made cases for what the study makes of answers."""
import pathlib
import tempfile
import types
import unittest
import unittest.mock

import corpus
import figure
import invent
import measure
import models
import table
import text

TEXT = """*Candidate(node)
// Type: is not a formula
Type: Type(n, +a) ^ Role(n, +r)
Lemma_Type: Lemma(+a) ^ Type(n, +b) ^ Role(n, +r)

// ---- Global ----

overlap: Overlap(n, m) ^ Role(n, r) => !Role(m, s).
"""


class Models(unittest.TestCase):
    def test_formulas_are_left_out_by_label(self):
        self.assertEqual(models.global_labels(TEXT), {"overlap"})
        self.assertEqual(models.lemma_labels(TEXT), {"Lemma_Type"})
        left = models.without(TEXT, {"overlap", "Lemma_Type"})
        self.assertEqual(set(TEXT.splitlines()) - set(left.splitlines()),
                         {line for line in TEXT.splitlines() if line.startswith(("overlap", "Lemma_"))})
        self.assertEqual(models.only(TEXT, {"overlap"}), TEXT.splitlines(keepends=True)[-1])

    def test_leaving_out_nothing_is_an_error(self):
        with self.assertRaises(ValueError):
            models.without(TEXT, {"other"})
        with self.assertRaises(ValueError):
            models.global_labels("Type: P(x)\n")

    def test_the_model_has_what_ablations_leave_out(self):
        roles = measure.ROLES.read_text()
        self.assertIn("overlap", models.global_labels(roles))
        self.assertFalse(models.global_labels(roles) & models.lemma_labels(roles))
        self.assertTrue(models.lemma_labels(roles))


class Invented(unittest.TestCase):
    def test_sentences_read_back(self):
        with tempfile.TemporaryDirectory() as tmp:
            invent.corpora(tmp)
            for name, n in {"devel": 60, "train": 400}.items():
                found = [s for stem in corpus.files(tmp, name) for s in corpus.sentences(stem)]
                self.assertEqual(len(found), n)
                roles = {label for s in found for f in s.frames for label, _, _ in f.pieces}
                self.assertLess({"V", "A0", "A1", "R-A0", "AM-MOD"}, roles)
                for s in found:
                    self.assertTrue(s.frames)
                    for f in s.frames:
                        self.assertIn(("V", f.token, f.token + 1), f.pieces)


def stats(name, status):
    times = dict.fromkeys(["load", "compile", "separate", "solve"], 0.25)
    return {"world": name, "status": status, "hard_violations": int(status == "unproved"), "gap": 0, "cost": 1,
            "iterations": 1, "stopped": "converged", "atoms": 1, "groundings": 1, "formulas": [], "seconds": times}


def fake_map(folder, _options, _model, evidence, _limit):
    """Like kerf: stops at the world "bad", and then writes no answer."""
    names = [line[3:] for line in evidence.read_text().splitlines()]
    code = 5 if "bad" in names else 0
    done = names[:names.index("bad") + 1] if code else names
    (folder / "answer").unlink(missing_ok=True)
    if not code:
        (folder / "answer").write_text("".join(f">> {n}\n" for n in names))
    worlds = [stats(n, "unproved" if n == "bad" else "optimal") for n in done]
    return types.SimpleNamespace(code=code, late=False, stats={"worlds": worlds} if len(worlds) > 1 else worlds[0])


class Answers(unittest.TestCase):
    def test_worlds_without_an_answer_do_not_hide_others(self):
        worlds = [(n, f">> {n}\n") for n in ("a", "bad", "b", "c", "bad")]
        with tempfile.TemporaryDirectory() as tmp, unittest.mock.patch("measure.run_map", fake_map):
            runs, said = measure.solve(pathlib.Path(tmp), [], None, worlds, 1)
        self.assertEqual([r["world"] for r in runs], ["a", "bad", "b", "c", "bad"])
        self.assertEqual(["answer" in r for r in runs], [True, False, True, True, False])
        self.assertEqual(said, ">> a\n>> b\n>> c\n")

    def test_a_seed_takes_the_place_of_that_of_the_settings(self):
        seeds = [o for o in measure.options_with(7) if o.startswith("--seed")]
        self.assertEqual(seeds, ["--seed=7"])


class Text(unittest.TestCase):
    RUN = {"status": "optimal", "delta": 0.0, "violations": 0, "answer": True}

    def result(self, **cpu):
        return {s: {"runs": [self.RUN], "cpu": cpu.get(s, 0.001), "score": {"f1": 0.8}} for s in table.SYSTEMS}

    def test_what_is_worse_than_the_paper_is_named(self):
        found = self.result(ILP=5.0)
        self.assertEqual(list(table.behind(found)), ["seconds of ILP (5.0000 against 4.6000)"])
        found["C-ILP"]["score"] = {"f1": 0.70}
        test = {"wsj": {"f1": 0.74}}
        self.assertEqual(list(text.behind({"table": found, "test": test})),
                         ["F1 on the whole WSJ test set (74.0 against 77.1)",
                          "seconds of ILP (5.0000 against 4.6000)", "F1 of C-ILP (0.70 against 0.79)"])

    def test_runs_without_answer_or_proof_are_named(self):
        found = {"C-M-10k": {"runs": [{"world": "w1", "status": "unproved", "gap": 2, "violations": 1}]},
                 "ILP": {"runs": [{"world": "w1", "status": "bounded", "gap": 0.5, "answer": True}]}}
        self.assertEqual(list(table.unfinished(found)),
                         ["- C-M-10k, w1: unproved, gap 2, violations 1, no answer",
                          "- ILP, w1: bounded, gap 0.5"])

    def test_models_that_differ_in_the_seed_are_one_row(self):
        known = {"weights": 1000, "cpu": 9.0}
        found = [{"name": "whole", "training": known, "wsj": f1, "brown": 0.5} for f1 in (0.7, 0.8)]
        rows = list(text.ablation_rows([*found, {"name": "other", "training": None, "wsj": 0.6, "brown": 0.4}]))
        self.assertEqual(rows[2:], ["| whole, 2 seeds | 75.00 ± 7.07 | 50.00 ± 0.00 | 1,000 | 9 ± 0 |",
                                    "| other | 60.00 | 40.00 |  |  |"])

    def test_invented_sentences_have_no_name_of_a_corpus(self):
        score = {"frames": 1, "proven": 1, "precision": 1, "recall": 1, "f1": 1, "f1_from": 1, "f1_to": 1}
        rows = "\n".join([*text.test_rows({"wsj": score, "brown": score}, True), *text.ablation_rows([], True)])
        self.assertNotRegex(rows, "WSJ|Brown|paper")

    def test_the_figure_has_marks_for_every_number_of_candidates(self):
        runs = [{"status": "optimal", "candidates": n, "seconds": 0.001 * n} for n in (1, 2, 4) for _ in range(5)]
        late = {"status": "bounded", "candidates": 9, "seconds": 9.0}
        self.assertEqual(figure.figure([*runs, late]).count(' mark"'), 6)
        rows = list(figure.rows([*runs, late]))
        self.assertIn("- growth exponent, means of 5 verbs and more, 1 to 4 candidates: 1.00", rows)
        self.assertIn("- line through all verbs: 0.00 + 1.000 · candidates ms, R² 1.00", rows)
        self.assertIn("- not proven or without candidates, left out: 1 of 16 verbs", rows)


if __name__ == "__main__":
    unittest.main()

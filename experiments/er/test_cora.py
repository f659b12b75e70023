#!/usr/bin/env python3
"""Hand-made cases for cora.py and what the study makes of it."""
import math
import pathlib
import tempfile
import unittest

import cora
import generate
import growth
import invent
import table
import measured  # after table, which finds it


def part_of(text):
    return cora.read(text.split())


class Likeness(unittest.TestCase):
    # Of three strings, "a" is in one, "b" and "c" in two.
    WORDS = {"x": {"a", "b"}, "y": {"b", "c"}, "z": {"c"}}

    def test_words_weigh_by_how_rare_they_are(self):
        a, b = math.log(3), math.log(3 / 2)
        v = cora.vectors(self.WORDS)
        self.assertAlmostEqual(cora.cosine(v["x"], v["y"]), b * b / (math.hypot(a, b) * math.hypot(b, b)))
        self.assertAlmostEqual(cora.cosine(v["y"], v["z"]), math.sqrt(0.5))
        self.assertEqual(cora.cosine(v["x"], v["z"]), 0)
        self.assertAlmostEqual(cora.cosine(v["x"], v["x"]), 1)

    def test_a_word_that_all_have_says_nothing(self):
        v = cora.vectors({"x": {"the"}, "y": {"the"}, "z": {"the"}})
        self.assertEqual(cora.cosine(v["x"], v["y"]), 0)

    def test_every_ordered_pair_has_one_score(self):
        pairs = [(x, y) for _, x, y in cora.scores(self.WORDS)]
        self.assertEqual(sorted(pairs), [(x, y) for x in "xyz" for y in "xyz"])

    def test_scores_are_alike_both_ways(self):
        found = {(x, y): k for k, x, y in cora.scores(self.WORDS)}
        self.assertEqual(found["x", "z"], 0)
        self.assertEqual(found["y", "z"], 80)
        self.assertEqual(found["x", "x"], 100)
        for x, y in found:
            self.assertEqual(found[x, y], found[y, x])


class Buckets(unittest.TestCase):
    def test_upper_ends_belong_to_a_bucket(self):
        for likeness, bucket in [(0, 0), (1e-6, 20), (.2, 20), (.2001, 40), (.4, 40), (.6, 60), (.6001, 80),
                                 (.8, 80), (.8001, 100), (1, 100)]:
            self.assertEqual(cora.bucket(likeness, False), bucket, likeness)

    def test_a_string_is_like_itself_even_without_words(self):
        self.assertEqual(cora.bucket(0, True), 100)


class Folds(unittest.TestCase):
    # B1, B2 and B3 are connected, though B1 and B3 are not a pair; B4 and B5 are; B6 stands alone.
    TEXT = """Author(B1,a) Author(B2,b) Author(B3,a) Author(B4,c) Author(B5,c) Author(B6,d)
        HasWordAuthor(a,w) HasWordAuthor(b,w) HasWordAuthor(c,v) HasWordAuthor(d,u)
        SameBib(B1,B2) SameBib(B3,B2) SameBib(B4,B5) SameAuthor(a,b) SameAuthor(a,d)"""

    def test_clusters_are_what_is_connected(self):
        self.assertEqual(cora.clusters(part_of(self.TEXT)), [["B1", "B2", "B3"], ["B4", "B5"], ["B6"]])

    def test_halves_keep_clusters_whole(self):
        self.assertEqual(cora.halves(part_of(self.TEXT)), [{"B1", "B2", "B3"}, {"B4", "B5", "B6"}])

    def test_a_part_knows_nothing_of_the_rest(self):
        half = cora.restrict(part_of(self.TEXT), {"B4", "B5", "B6"})
        self.assertEqual(list(cora.evidence(half)),
                         ["Author(B4,c)", "Author(B5,c)", "Author(B6,d)", "AuthorScore100(c,c)",
                          "AuthorScore0(c,d)", "AuthorScore0(d,c)", "AuthorScore100(d,d)"])
        self.assertEqual(list(cora.truth(half)), ["SameBib(B4,B5)"])

    def test_what_is_no_atom_is_an_error(self):
        with self.assertRaises(ValueError):
            cora.read(["Author(B1)"])

    def test_ten_folds_of_invented_citations(self):
        with tempfile.TemporaryDirectory() as tmp:
            folder = pathlib.Path(tmp)
            invent.corpora(folder, 40)
            counts = cora.convert(folder, folder)
            self.assertEqual((len(counts), sum(counts)), (10, 200))
            self.assertLessEqual(max(counts) - min(counts), 4)
            for i in range(5):
                self.check_halves(folder, i)

    def check_halves(self, folder, i):
        """No pair of the truth is lost, and no citation is in both halves."""
        def read(name):
            return cora.read((folder / name).read_text().splitlines())
        names = [f"{2 * i + side:02}.db" for side in (1, 2)]
        whole = read(f"cora/fold{i + 1}.db")
        pairs = [p for name in names for p in read("truth" + name).same["Bib"]]
        self.assertEqual(sorted(pairs), sorted(whole.same["Bib"]))
        bibs = [{line.split("(")[1].split(",")[0] for line in (folder / f"fold{name}").read_text().splitlines()
                 if line.startswith("Title(")} for name in names]
        self.assertFalse(bibs[0] & bibs[1])
        self.assertEqual(bibs[0] | bibs[1], set(whole.citations()))


class Study(unittest.TestCase):
    def test_the_model_loses_its_46_weights_and_nothing_else(self):
        text = table.MODEL.read_text()
        bare, n = table.without_weights(text)
        self.assertEqual(n, 46)
        for with_weight, without in zip(text.splitlines(), bare.splitlines()):
            self.assertTrue(with_weight.endswith(without))

    def test_proven_costs_that_differ_are_an_error(self):
        runs = [{"status": "optimal", "cost": 5.0}, {"status": "bounded", "cost": 7.0}]
        self.assertEqual(measured.optimum(runs), 5)
        self.assertIsNone(measured.optimum(runs[1:]))
        with self.assertRaises(ValueError):
            measured.optimum([*runs, {"status": "optimal", "cost": 5.1}])

    def test_better_is_to_the_digits_shown(self):
        self.assertEqual(table.COLUMNS["delta"].better(-3.0, -5.0), 1)
        self.assertEqual(table.COLUMNS["delta"].better(-3.1, -3.2), 0)
        self.assertEqual(table.COLUMNS["cpu"].better(2.0, 1.0), -1)
        self.assertEqual(table.COLUMNS["f1"].better(0.5, 0.6), -1)

    def test_what_is_worse_than_the_paper_is_named(self):
        run = {"delta": -5000.0, "violations": 0, "cpu": 1.0, "f1": 0.31}
        self.assertEqual(list(table.behind([{"M-100k": run} | {s: {} for s in table.PAPER if s != "M-100k"}])),
                         ["soft score of M-100k (-5,000 against -4,578)"])

    def test_runs_without_answer_or_proof_are_named(self):
        fine = {"status": "optimal", "f1": 1.0}
        folds = [{"C-M-1k": {"status": "unproved", "gap": 9, "violations": 32}, "ILP": fine},
                 {"C-M-1k": {"status": "bounded", "f1": 0.5}, "ILP": {"status": "over 9 s"}}]
        self.assertEqual(list(table.unfinished({"learned": folds, "published": []})),
                         ["- C-M-1k, fold 1, learned weights: unproved, gap 9, violations 32, no answer",
                          "- ILP, fold 2, learned weights: over 9 s, no answer"])

    def test_exponents_keep_means_and_large_sizes_apart(self):
        # Seed 2 takes three times as long, which must not count as growth.
        runs = [{"status": "optimal", "citations": n, "seed": seed, "cpu": 1e-4 * 3 ** (seed - 1) * n ** 1.5}
                for n in (100, 300, 500, 1000, 5000) for seed in ((1, 2) if n <= 500 else (1,))]
        runs.append({"status": "bounded", "citations": 9000, "seed": 1, "cpu": 1e6})
        found = growth.fits(runs)
        self.assertEqual([(what, points[0][0], points[-1][0]) for what, points in found],
                         [("means", 100, 500), ("means", 300, 500), ("seed 1", 100, 5000),
                          ("seed 1", 1000, 5000)])
        for _, points in found:
            self.assertAlmostEqual(growth.slope(points), 1.5)

    def test_the_fit_goes_through_what_it_fits(self):
        points = [(n, 2e-4 * n ** 1.2) for n in (50, 100, 400)]
        for (n, seconds), (m, fitted) in zip([points[0], points[-1]], growth.fitted(points)):
            self.assertEqual(n, m)
            self.assertAlmostEqual(seconds, fitted)

    def test_the_figure_has_a_mark_for_every_proven_run(self):
        runs = [{"status": "optimal", "citations": n, "seed": 1, "cpu": 1e-3 * n} for n in (50, 100, 400)]
        late = [{"status": "over 9 s", "citations": 500, "seed": 1, "cpu": 9.0}]
        svg = growth.figure({"one": runs + late, "other": runs})
        self.assertEqual(svg.count(' mark"'), 6)
        self.assertEqual(svg.count('class="l d1"'), 2)


class Invented(unittest.TestCase):
    def test_words_are_those_of_the_strings(self):
        citations = generate.invent_citations(1, 30)
        with tempfile.TemporaryFile("w+") as file:
            invent.write_atoms(file, citations)
            file.seek(0)
            part = cora.read(file)
        self.assertEqual(len(part.citations()), 30)
        for f, field in enumerate(generate.FIELDS):
            names = generate.name_strings(citations, f)
            self.assertEqual(part.words[field], {n: set(generate.words_of(s)) for s, n in names.items()})


if __name__ == "__main__":
    unittest.main()

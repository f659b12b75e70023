#!/usr/bin/env python3
"""Hand-made cases for score.py and corpus.py."""
import unittest

import corpus
import score


def total(gold, said):
    return tuple(sum(c[k] for c in score.compare(gold, said).values()) for k in range(3))


class Arguments(unittest.TestCase):
    def test_the_verb_does_not_count(self):
        self.assertEqual(score.arguments([("V", 1, 2), ("C-V", 4, 5)]), [])

    def test_continuations_join_the_last_one_before(self):
        pieces = [("A1", 0, 2), ("A1", 3, 4), ("C-A1", 6, 8), ("C-A1", 9, 10)]
        self.assertEqual(score.arguments(pieces),
                         [("A1", ((0, 2),)), ("A1", ((3, 4), (6, 8), (9, 10)))])

    def test_a_continuation_of_nothing_stands_for_itself(self):
        self.assertEqual(score.arguments([("C-A1", 6, 8), ("A0", 0, 2)]),
                         [("A0", ((0, 2),)), ("A1", ((6, 8),))])

    def test_references_are_labels_of_their_own(self):
        self.assertEqual(score.arguments([("A0", 0, 2), ("R-A0", 3, 4)]),
                         [("A0", ((0, 2),)), ("R-A0", ((3, 4),))])
        self.assertEqual(score.arguments([("R-A1", 0, 1), ("C-R-A1", 3, 4)]),
                         [("R-A1", ((0, 1), (3, 4)))])


class Comparing(unittest.TestCase):
    def test_all_right(self):
        pieces = [("A0", 0, 2), ("V", 2, 3), ("A1", 3, 6)]
        self.assertEqual(total(pieces, pieces), (2, 2, 2))

    def test_a_split_argument_needs_every_piece(self):
        gold = [("A1", 0, 2), ("C-A1", 5, 7)]
        self.assertEqual(total(gold, [("A1", 0, 2)]), (0, 1, 1))
        self.assertEqual(total(gold, [("A1", 0, 2), ("A1", 5, 7)]), (0, 2, 1))
        self.assertEqual(total(gold, [("C-A1", 5, 7), ("A1", 0, 2)]), (1, 1, 1))

    def test_spans_and_labels_both_count(self):
        gold = [("A0", 0, 2)]
        self.assertEqual(total(gold, [("A1", 0, 2)]), (0, 1, 1))
        self.assertEqual(total(gold, [("A0", 0, 3)]), (0, 1, 1))

    def test_the_same_label_twice(self):
        gold = [("AM-TMP", 0, 1), ("AM-TMP", 4, 6)]
        self.assertEqual(total(gold, [("AM-TMP", 4, 6), ("AM-TMP", 7, 8)]), (1, 2, 2))

    def test_measures(self):
        self.assertEqual(score.measure(0, 0, 0), (0, 0, 0))
        self.assertEqual(score.measure(1, 2, 4), (.5, .25, 1 / 3))


class Reading(unittest.TestCase):
    def test_spans(self):
        self.assertEqual(corpus.read_spans(["(A0*", "*)", "(V*)", "*", "(C-A1*)"]),
                         [("A0", 0, 2), ("V", 2, 3), ("C-A1", 4, 5)])

    def test_a_sentence_without_verbs(self):
        self.assertEqual(corpus.read_frames([["-"], ["-"]]), [])

    def test_verbs_have_a_column_each(self):
        frames = corpus.read_frames([["-", "(A0*)", "*"], ["say", "(V*)", "(A0*)"],
                                     ["go", "(A1*)", "(V*)"]])
        self.assertEqual([(f.token, f.lemma, f.pieces) for f in frames],
                         [(1, "say", [("A0", 0, 1), ("V", 1, 2), ("A1", 2, 3)]),
                          (2, "go", [("A0", 1, 2), ("V", 2, 3)])])

    def test_brackets_as_tokens(self):
        root, leaves = corpus.read_tree([["(", "(S1(S*"], ["NN", "(NP*)"], [")", "*))"]])
        self.assertEqual([leaf.label for leaf in leaves], ["(", "NN", ")"])
        s = root.children[0].children[0]
        self.assertEqual((s.label, s.start, s.end, [k.label for k in s.children]),
                         ("S", 0, 3, ["(", "NP", ")"]))


if __name__ == "__main__":
    unittest.main()

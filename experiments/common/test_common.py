#!/usr/bin/env python3
"""Hand-made cases for what both studies share."""
import pathlib
import re
import tempfile
import unittest

import measured
import page
import plot


class Lines(unittest.TestCase):
    def test_marks_within_a_line(self):
        self.assertEqual(page.inline("*M*: a **b** [c](d/e.md), `x*y*z` < 2"),
                         "<em>M</em>: a <strong>b</strong> c, <code>x*y*z</code> &lt; 2")

    def test_a_star_between_words_is_a_star(self):
        self.assertEqual(page.inline("n*m and 2 * 3"), "n*m and 2 * 3")

    def test_columns_of_numbers(self):
        self.assertTrue(page.is_number(["-15,806 ± 7,035", "0", "", "–", "out of memory", "93.0 to 96.3", "10, 0"]))
        self.assertFalse(page.is_number(["2.39 / 4.25", "1"]))
        self.assertFalse(page.is_number(["", "–"]))

    def test_cells_sort_by_their_first_number(self):
        self.assertEqual(page.cell("-15,806 ± 7,035", True), '<td class="n" data-v="-15806">-15,806 ± 7,035</td>')
        self.assertEqual(page.cell("out of memory", True), '<td class="n" data-v="">out of memory</td>')


class Blocks(unittest.TestCase):
    def test_continued_items_are_one(self):
        self.assertEqual(page.items(["- a", "  b", "- c"]), ["a b", "c"])

    def test_figures_are_inside(self):
        with tempfile.TemporaryDirectory() as tmp:
            folder = pathlib.Path(tmp)
            (folder / "f.svg").write_text(plot.loglog("f", "t", "x", "y", [plot.Series("s", [(1, 1), (10, 2)])]))
            lines = "\n".join(page.body("# t\n\n## h\n\n![caption](f.svg)\n", folder))
        self.assertIn("<h2>h</h2>\n<figure>\n<figcaption><strong>caption</strong></figcaption>\n<svg ", lines)
        self.assertNotIn("<style", lines)
        self.assertEqual(lines.count(' mark"'), 2)


class Labels(unittest.TestCase):
    def test_lines_are_named_at_their_ends(self):
        points = [(1, 1), (10, 2)]
        text = plot.loglog("f", "t", "x", "y", [plot.Series("a <b>", points), plot.Series("c" * 30, points)])
        self.assertIn(">a &lt;b&gt;</text>", text)
        places = [float(y) for y in re.findall(r'class="m c\d" x="[\d.]+" y="([\d.]+)"', text)]
        self.assertEqual(len(places), 3)
        self.assertEqual(sorted(places)[1] - min(places), plot.ROW)

    def test_long_names_have_several_rows(self):
        self.assertEqual(plot.rows("all pairs listed, 46 formulas"), ["all pairs listed,", "46 formulas"])
        self.assertEqual(len(plot.rows("pairs " * 40)), plot.MOST_ROWS)
        for row in plot.rows("pairs " * 40) + plot.rows("c" * 30):
            self.assertLessEqual(len(row), plot.MOST_LETTERS)


class Comparing(unittest.TestCase):
    COLUMN = measured.Column("seconds", 0, 2, False, unit=60)

    def test_what_is_no_number_is_not_compared(self):
        self.assertEqual(list(self.COLUMN.behind("ILP", 5.0, ("out of memory",))), [])
        self.assertEqual(list(self.COLUMN.behind("ILP", None, ("1",))), [])

    def test_units(self):
        self.assertEqual(list(self.COLUMN.behind("A", 61.0, ("1",))), ["seconds of A (61.00 against 60.00)"])
        self.assertEqual(list(self.COLUMN.behind("A", 60.0, ("1",))), [])

    def test_signs(self):
        self.assertEqual(self.COLUMN.signs([(1, 2), (2, 2.001), (3, 2), (None, 1)]), "seconds 1 / 1 / 1")

    def test_that_nothing_is_worse_is_said_too(self):
        self.assertEqual(measured.worse_line([]), ["- No number is worse than the paper's."])

    def test_numbers_stand_beside_each_other(self):
        self.assertEqual(measured.interleave(["a", "b", "c"], ("1", "2")), ["a", "1", "b", "2", "c"])
        self.assertEqual(measured.interleave(["a", "b"], ()), ["a", "b"])

    def test_spread(self):
        self.assertEqual(measured.spread([-0.001, 0.0], 1), "0.0 ± 0.0")
        self.assertEqual(measured.spread([1234.5], 1), "1,234.5")
        self.assertEqual(measured.spread([None], 1), "–")


if __name__ == "__main__":
    unittest.main()

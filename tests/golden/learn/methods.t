# An option that another method has is not passed over in silence.
--- file m.mln
*Word(place, word)
Tag(place)
Word(p, +w) ^ Tag(p)
--- file t.db
Word(1, the) Tag(1)
--- run kerf learn --quiet m.mln t.db -o out.mln --sigma=10
--- stderr
kerf: option --sigma: it belongs to method pll, and the method is mira
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o out.mln --method=perceptron --negatives=0.5
--- stderr
kerf: option --negatives: it belongs to method pll, and the method is perceptron
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o out.mln --method=perceptron --C=1
--- stderr
kerf: option --C: it belongs to method mira, and the method is perceptron
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o out.mln --method=perceptron --k=1
--- stderr
kerf: option --k: it belongs to method mira, and the method is perceptron
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o out.mln --method=perceptron --cost=Tag=2 --epochs=1 --no-shuffle --no-average --loss-augmented

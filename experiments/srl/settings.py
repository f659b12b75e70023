"""How the role labeller is trained: the one place that says so."""

CANDIDATES = "xue"  # or "wide": convert.py --wide
EPOCHS = 6
C = 0.01
SEED = 1
LEARN_OPTIONS = ["--method=mira", "--loss-augmented", f"--C={C}", f"--epochs={EPOCHS}",
                 f"--seed={SEED}"]

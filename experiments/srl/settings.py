"""How the role labeller is trained: the one place that says so. Chosen on the development set."""

CANDIDATES = "wide"  # convert.py --wide; or "xue"
EPOCHS = 8
C = 0.01
SEED = 1
LEARN_OPTIONS = ["--method=mira", "--loss-augmented", f"--C={C}", f"--epochs={EPOCHS}",
                 f"--seed={SEED}"]

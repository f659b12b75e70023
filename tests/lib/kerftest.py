"""What the test runners share: running commands, comparing output, counting.

Output is compared as lines of text. Bytes that are not UTF-8 survive unchanged; control characters
are shown by their pictures (ESC as U+241B), and the path of the temporary directory as $TMP.

In expected output, `[[REGEX]]` inside a line stands for a Python regular expression, and a line
`[[...]]` for any number of lines, none included.
"""
import contextlib
import difflib
import errno
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TIMEOUT = float(os.environ.get("KERF_TIMEOUT", "60"))  # a hang is a failure; no test comes near it
NO_NEWLINE = "\\ no newline at end"
ANY_LINES = "[[...]]"

# A job in the background, or under nohup, ignores some signals, and so would all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)

PICTURES = {c: 0x2400 + c for c in range(32) if chr(c) not in "\t\n"} | {127: 0x2421}


def default_jobs():
    """How many processes at a time: what tests/check.py says, or every core."""
    return int(os.environ.get("KERF_JOBS") or os.cpu_count() or 2)


def progress(done, total):
    """Tells tests/check.py how far a runner is."""
    if os.environ.get("KERF_PROGRESS"):
        with open(os.environ["KERF_PROGRESS"], "w") as f:
            f.write(f"{done} {total}\n")


def record(name, passed, failed):
    """Prints the closing line of a runner, tells the summary, and returns the exit code."""
    print(f"{name}: {passed} passed, {failed} failed", flush=True)
    if os.environ.get("KERF_RESULTS"):
        with open(os.environ["KERF_RESULTS"], "a") as f:
            f.write(f"{name} {passed} {failed}\n")
    return 1 if failed else 0


# ---------------------------------------------------------------------------- commands

@contextlib.contextmanager
def sandbox():
    """A fresh directory and an environment in which `kerf` is the program under test, beside those of examples/c."""
    kerf = pathlib.Path(os.environ.get("KERF", ROOT / "build" / "kerf")).resolve()
    if not os.access(kerf, os.X_OK):
        raise SystemExit(f"{kerf}: no such program; run make first")
    with tempfile.TemporaryDirectory(prefix="kerf-test-") as tmp:
        bin_dir, work = pathlib.Path(tmp, "bin"), pathlib.Path(tmp, "work")
        bin_dir.mkdir()
        work.mkdir()
        (bin_dir / "kerf").symlink_to(kerf)
        for example in (kerf.parent / "examples").glob("*"):
            (bin_dir / example.name).symlink_to(example)
        env = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
        env |= {
            "PATH": f"{bin_dir}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "HOME": tmp, "TMPDIR": tmp, "LC_ALL": "C", "TZ": "UTC",
        }
        yield work, env


class Outcome:
    """What a command did: bytes written, exit code (negative: the signal), and whether it hung."""

    def __init__(self, out, err, code, hung):
        self.out, self.err, self.code, self.hung = out, err, code, hung


def run(argv, cwd, env, stdin=b"", merged=False, tty=False):
    """Runs a command away from any terminal, or with its output on pseudo-terminals."""
    if tty:
        return run_on_terminal(argv, cwd, env)
    process = subprocess.Popen(
        argv, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merged else subprocess.PIPE, start_new_session=True)
    hung = False
    try:
        out, err = process.communicate(stdin, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        hung = True
        kill(process)
        out, err = process.communicate()
    return Outcome(out, err or b"", process.returncode, hung)


def kill(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run_on_terminal(argv, cwd, env):
    """Standard output and standard error are two terminals of 80 columns, so they stay apart."""
    import fcntl
    import pty
    import struct
    import termios

    def terminal():
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        mode = termios.tcgetattr(theirs)
        mode[1] &= ~termios.OPOST  # no CR before LF
        termios.tcsetattr(theirs, termios.TCSANOW, mode)
        return ours, theirs

    def drain(fd, into):
        while True:
            try:
                data = os.read(fd, 65536)
            except OSError as e:
                if e.errno == errno.EIO:  # how Linux tells that the other side has closed
                    return
                raise
            if not data:
                return
            into.append(data)

    terminals = [terminal(), terminal()]
    texts = [[], []]
    process = subprocess.Popen(
        argv, cwd=cwd, env=env | {"TERM": "xterm"}, stdin=subprocess.DEVNULL,
        stdout=terminals[0][1], stderr=terminals[1][1], start_new_session=True)
    for _, theirs in terminals:
        os.close(theirs)
    readers = [threading.Thread(target=drain, args=(t[0], text))
               for t, text in zip(terminals, texts)]
    for r in readers:
        r.start()
    hung = False
    try:
        process.wait(TIMEOUT)
    except subprocess.TimeoutExpired:
        hung = True
        kill(process)
        process.wait()
    for r in readers:
        r.join()
    for ours, _ in terminals:
        os.close(ours)
    return Outcome(b"".join(texts[0]), b"".join(texts[1]), process.returncode, hung)


# ---------------------------------------------------------------------------- text

def to_lines(data, work):
    """Bytes as comparable lines; a missing final newline becomes a line of its own."""
    text = data.decode("utf-8", "surrogateescape").replace(str(work), "$TMP").translate(PICTURES)
    if not text:
        return []
    if not text.endswith("\n"):
        return text.split("\n") + [NO_NEWLINE]
    return text[:-1].split("\n")


def to_bytes(lines):
    """The inverse, for files and standard input."""
    if lines and lines[-1] == NO_NEWLINE:
        text = "\n".join(lines[:-1])
    else:
        text = "".join(line + "\n" for line in lines)
    return text.encode("utf-8", "surrogateescape")


def line_matches(expected, actual):
    if "[[" not in expected:
        return expected == actual
    pattern, at = "", 0
    # The last "]]" of a run closes, so that a regex may end in a bracket expression.
    for m in re.finditer(r"\[\[(.*?)\]\](?!\])", expected):
        pattern += re.escape(expected[at:m.start()]) + f"(?:{m.group(1)})"
        at = m.end()
    return re.fullmatch(pattern + re.escape(expected[at:]), actual, re.S) is not None


def lines_match(expected, actual):
    """Do the actual lines fit the expected ones, wildcards included?"""
    if ANY_LINES not in expected:
        return len(expected) == len(actual) and all(map(line_matches, expected, actual))
    places = {0}  # how many actual lines the expected ones so far may have used up
    for line in expected:
        if line == ANY_LINES:
            places = set(range(min(places, default=len(actual) + 1), len(actual) + 1))
        else:
            places = {p + 1 for p in places if p < len(actual) and line_matches(line, actual[p])}
    return len(actual) in places


def merge(expected, actual):
    """The actual lines, but with those expected lines that match kept as they were written."""
    if lines_match(expected, actual):
        return expected
    if not any("[[" in line for line in expected):
        return actual
    n, m = len(expected), len(actual)
    best = [[0] * (m + 1) for _ in range(n + 1)]  # longest alignment of the suffixes
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            best[i][j] = (best[i + 1][j + 1] + 1 if line_matches(expected[i], actual[j])
                          else max(best[i + 1][j], best[i][j + 1]))
    merged, i = [], 0
    for j in range(m):
        while i < n and not line_matches(expected[i], actual[j]) and best[i + 1][j] == best[i][j]:
            i += 1
        if i < n and line_matches(expected[i], actual[j]):
            merged.append(expected[i])
            i += 1
        else:
            merged.append(actual[j])
    return merged


def diff(expected, actual, title):
    """A unified diff in which expected lines that match do not show as differences."""
    lines = difflib.unified_diff(expected, merge(expected, actual), f"{title} (expected)",
                                 f"{title} (actual)", lineterm="")
    return printable("\n".join("    " + line for line in lines))


def printable(text):
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def exit_name(code):
    return f"signal {-code}" if code < 0 else str(code)

# The version, and what it was built with.
--- run kerf version
--- stdout
kerf [[\d+\.\d+\.\d+]]
[[...]]
--- run kerf --version
--- stdout
kerf [[\d+\.\d+\.\d+]]
[[...]]
--- run kerf -V
--- stdout
kerf [[\d+\.\d+\.\d+]]
[[...]]
--- run kerf check -V
--- stdout
kerf [[\d+\.\d+\.\d+]]
[[...]]
--- run-sh kerf version | sed 1d | grep -v -E '^(zlib|gcc|clang|Clp|HiGHS|CBC|SQLite|libpq) [0-9]|^no (Clp|HiGHS or CBC|SQLite|libpq|liblbfgs)$|^liblbfgs$'
--- exit 1

#!/bin/sh
# check_symbols.sh SHARED STATIC -- the shared library exports kerf_* and nothing else; in the
# static one, every global name carries the prefix kerf_ or kf_, but for constants that a header of
# HiGHS defines where it is included.
set -eu

# offenders PATTERN: of nm's output, the names that do not match; fails if there are none at all.
offenders() {
    awk -v pattern="$1" '
        NF == 3 { seen = 1; if ($3 !~ pattern) { print "    " $3; bad = 1 } }
        END { exit bad || !seen }'
}

status=0
if ! nm -D --defined-only "$1" | offenders '^kerf_'; then
    echo "$1: exports names other than kerf_*, or none at all" >&2
    status=1
fi
if ! nm -g --defined-only "$2" | offenders '^(kerf|kf)_|^kHighs'; then
    echo "$2: defines global names without the prefix kerf_ or kf_ (static missing?)" >&2
    status=1
fi
exit $status

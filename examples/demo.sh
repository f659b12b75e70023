#!/bin/sh
# demo.sh -- what `make demo` shows: a short guided run over the bundled examples.
# Commands run in examples/smokers and examples/bibliography; nothing is written.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
kerf=${KERF:-$root/build/kerf}
case $kerf in
/*) ;;
*) kerf=$PWD/$kerf ;;
esac

bold='' dim='' plain=''
if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[0m')
fi

title() { printf '\n%s== %s%s\n' "$bold" "$1" "$plain"; }
say() { printf '%s\n' "$@"; }

# shellcheck disable=SC2317  # kerf() is called by the line that is evaluated
# try CODE LINE: shows a shell line in which `kerf` is the program, runs it, expects its exit code.
try() {
    printf '\n%s$ %s%s\n' "$bold" "$2" "$plain"
    code=0
    (kerf() { "$kerf" "$@"; } && eval "$2") 2>&1 || code=$?
    [ "$1" -eq 0 ] || printf '%s(exit code %d)%s\n' "$dim" "$code" "$plain"
    [ "$code" -eq "$1" ] || { say "demo: exit code $code, expected $1" >&2; exit 1; }
}

cd "$root/examples/smokers"
title '1. A model is a text file: declarations, then weighted and hard formulas.'
say
sed 's/^/    /' smokers.mln

title '2. kerf check reads it with its evidence and says what it understood.'
say 'Friends is given (*), Smokes and Cancer are to be found out. Each formula is shown in the' \
    'form that kerf works with; its weight counts once for every choice of x and y.'
try 0 'kerf check --quiet smokers.mln smokers.db'

title '3. Mistakes are shown where they are, with a remedy, several in one run.'
try 3 'kerf check --quiet mistakes.mln'

title '4. A model can be written for another engine, or kerf says why not.'
say 'RockIt knows clauses only; --partial leaves a comment where something cannot be said.'
try 0 'kerf convert --quiet --partial --to=rockit smokers.mln'

cd "$root/examples/bibliography"
title '5. Something bigger: which citations mean the same paper?'
say 'Weights come from a table of title similarities, one per pair.'
try 0 'head -n 3 titles.csv'
try 0 'kerf check --quiet bibliography.mln bibliography.db --table SimilarTitle=titles.csv'

say '' 'All of this is in examples/; README.md goes on from here.'

#!/bin/sh
# demo.sh -- what `make demo` shows: kerf on the bundled examples, in a minute.
# Commands run in examples/smokers and examples/citations; answers go to a temporary folder.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
kerf=${KERF:-$root/build/kerf}
case $kerf in
/*) ;;
*) kerf=$PWD/$kerf ;;
esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

bold='' dim='' plain=''
if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[0m')
fi

title() { printf '\n%s== %s%s\n' "$bold" "$1" "$plain"; }
say() { printf '%s\n' "$@"; }

# shellcheck disable=SC2317  # kerf() is called by the line that is evaluated
# try CODE LINE: shows a shell line in which `kerf` is the program and $tmp a folder, runs it, expects
# its exit code.
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

title '2. kerf map finds the most probable world.'
say 'Friends is given (*), Smokes and Cancer are to be found out. The last line is the certificate:' \
    'optimal, no other world scores more.'
try 0 'kerf map smokers.mln smokers.db'

title '3. Mistakes are shown where they are, with a remedy, several in one run.'
try 3 'kerf check --quiet mistakes.mln'

cd "$root/examples/citations"
title '4. Something bigger: 60 citations, badly typed. Which mean the same paper?'
say 'Four predicates to be found out together: the same paper, author, title, venue. 46 weighted' \
    'formulas and a hard one, that being the same is transitive:'
try 0 'grep -B 2 "=> SameBib(b1, b3)" citations.mln'
say '' 'It has 216,000 groundings here. With -v every iteration is a line: how many were needed so far, and' \
    'how the greatest score that is still possible comes down until an answer reaches it.'
# shellcheck disable=SC2016  # $tmp is expanded when the line runs
try 0 'kerf map -v --dialect=kerf citations.mln citations.db -o $tmp/answer.db --stats=$tmp/stats.json'
# shellcheck disable=SC2016
try 0 'python3 show.py citations.txt $tmp/answer.db --stats=$tmp/stats.json'

title '5. How good is that?'
say 'No answer is better under this model. The model itself can err: paper 1 above is two papers,' \
    '"Exact inference" and "Approximate inference". Pairs of citations, against what is true:'
# shellcheck disable=SC2016
try 0 'kerf eval --quiet --truth truth.db --query SameBib --symmetric SameBib $tmp/answer.db'

say '' 'All of this is in examples/; README.md goes on from here.'

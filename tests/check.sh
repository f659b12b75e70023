#!/bin/sh
# check.sh LAYER... -- runs `make check-LAYER` for each layer and adds up the counts.
#
# A failing layer never stops the ones after it. A runner with counts of its own appends the line
# "NAME PASSED FAILED" to $KERF_RESULTS; a layer that records nothing counts as one test, and one
# that fails without recording a failure counts as one failure. The last line printed is
# "N passed, N failed"; the exit code is 1 if anything failed.
set -u
LC_ALL=C
export LC_ALL
trap 'exit 130' INT TERM

dir=${BUILD:-build}/check
rm -rf "$dir"
mkdir -p "$dir" || exit 1

# Share the caller's job slots if there are any; else use every core.
case ${MAKEFLAGS-} in
*jobserver*) jobs= ;;
*) jobs=-j$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) ;;
esac

for layer in "$@"; do
    printf '\n== %s\n' "$layer"
    KERF_RESULTS=$(pwd)/$dir/$layer.counts
    export KERF_RESULTS
    : >"$KERF_RESULTS"
    begin=$(date +%s)
    # shellcheck disable=SC2086  # $jobs is one word or none
    "${MAKE:-make}" --no-print-directory -k $jobs WERROR=1 "check-$layer"
    code=$?
    end=$(date +%s)
    awk -v layer="$layer" -v code="$code" -v seconds="$((end - begin))" '
        { passed += $2; failed += $3 }
        END {
            if (code != 0 && !failed) failed = 1
            if (code == 0 && NR == 0) passed = 1
            printf "%-16s %6d passed, %d failed  (%d s)\n", layer, passed, failed, seconds
        }' "$KERF_RESULTS" >>"$dir/layers"
done

printf '\n'
cat "$dir/layers"
awk '
    { passed += $2; failed += $4 }
    END {
        printf "%d passed, %d failed\n", passed, failed
        exit failed > 0 || NR == 0
    }' "$dir/layers" >"$dir/summary"
code=$?
cat "$dir/summary"
exit "$code"

#!/bin/sh
# install_check.sh -- installs into an empty directory, builds and runs a program against what is
# there, and uninstalls again; not one file may be left or be missing.
set -eu
make=${MAKE:-make}
cc=${CC:-cc}
prefix=/usr/local
wanted=$(cat VERSION)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/kerf-install.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
root=$tmp/root

fail() {
    echo "install check: $*" >&2
    exit 1
}

"$make" --no-print-directory -s install DESTDIR="$root" PREFIX=$prefix >"$tmp/log" 2>&1 ||
    { cat "$tmp/log"; fail "make install failed"; }

cat >"$tmp/expected" <<END
bin/kerf
include/kerf.h
include/kerf_arrow.h
include/kerf_explain.h
include/kerf_facts.h
include/kerf_verify.h
lib/libkerf.a
lib/libkerf.so
lib/libkerf.so.0
lib/pkgconfig/kerf.pc
share/bash-completion/completions/kerf
share/man/man1/kerf.1
END
(cd "$root$prefix" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort) >"$tmp/found"
diff "$tmp/expected" "$tmp/found" || fail "the installed files are not those expected"
for f in bin/kerf share/man/man1/kerf.1 share/bash-completion/completions/kerf; do
    [ -s "$root$prefix/$f" ] || fail "$f is empty"
done
"$root$prefix/bin/kerf" version >/dev/null || fail "the installed kerf does not run"

cat >"$tmp/hello.c" <<'END'
#include <kerf.h>
#include <stdio.h>

int main(void)
{
    puts(kerf_version());
    return 0;
}
END
# Each header by itself, from C and from C++.
cxx=$(command -v c++ || true)
for header in "$root$prefix"/include/*.h; do
    echo "#include <${header##*/}>" >"$tmp/header.c"
    $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$root$prefix/include" -fsyntax-only "$tmp/header.c" ||
        fail "${header##*/} cannot be included by itself"
    [ -z "$cxx" ] || "$cxx" -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I"$root$prefix/include" \
        -fsyntax-only "$tmp/header.c" || fail "${header##*/} cannot be included from C++"
done
export PKG_CONFIG_PATH="$root$prefix/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root"
version=$(pkg-config --modversion kerf)
[ "$version" = "$wanted" ] || fail "kerf.pc is of version $version, not $wanted"
# shellcheck disable=SC2046,SC2086  # flags are several words
{
    $cc "$tmp/hello.c" -o "$tmp/shared" $(pkg-config --cflags --libs kerf)
    $cc "$tmp/hello.c" -o "$tmp/static" $(pkg-config --cflags kerf) "$root$prefix/lib/libkerf.a" \
        $(pkg-config --static --libs kerf | sed 's/-lkerf//g')
}
said=$(LD_LIBRARY_PATH="$root$prefix/lib" "$tmp/shared") || fail "the program does not run"
[ "$said" = "$wanted" ] || fail "the shared library is of version $said, not $wanted"
said=$("$tmp/static") || fail "the static program does not run"
[ "$said" = "$wanted" ] || fail "the static library is of version $said, not $wanted"

"$make" --no-print-directory -s uninstall DESTDIR="$root" PREFIX=$prefix >"$tmp/log" 2>&1 ||
    { cat "$tmp/log"; fail "make uninstall failed"; }
left=$(find "$root" ! -type d)
[ -z "$left" ] || fail "uninstall left files behind: $left"

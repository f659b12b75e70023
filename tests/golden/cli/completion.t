# The completion is good bash, and completes.
--- run-sh kerf generate bash >kerf.bash; bash -n kerf.bash
--- file complete.sh
# complete.sh WORD... -- what completing the last of the words gives, as the shell splits them
source ./kerf.bash
compopt() { :; }
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_kerf
printf '%s\n' "${COMPREPLY[@]}"
--- run bash complete.sh kerf ""
--- stdout
map
marginal
explain
learn
check
show
convert
ground
verify
eval
load
version
help
--help
--version
--- run bash complete.sh kerf ch
--- stdout
check
--- run bash complete.sh kerf check --di
--- stdout
--dialect=
--- run bash complete.sh kerf check --dialect = a
--- stdout
auto
alchemy
--- run bash complete.sh kerf check --dialect =
--- stdout
auto
kerf
alchemy
tuffy
rockit
lomrf
pracmln
thebeast
--- run bash complete.sh kerf convert --to = ""
--- stdout
alchemy
tuffy
rockit
lomrf
kerf
--- run bash complete.sh kerf ground --to = ""
--- stdout
wcnf
lp
mps
--- run bash complete.sh kerf show --st
--- stdout
--stage=
--store=
--strict-types
--- run bash complete.sh kerf help c
--- stdout
check
convert
--- run bash complete.sh kerf generate ""
--- stdout
man
bash
--help
--version
--- run bash complete.sh kerf version -
--- stdout
--help
--version
--- run bash complete.sh kerf check -i m.mln --q
--- stdout
--query=
--query-file=
--quiet
--- run bash complete.sh kerf check -i ""
--- run bash complete.sh kerf check m
--- run-sh bash -c 'source ./kerf.bash; complete -p kerf'
--- stdout
complete -o default -F _kerf kerf

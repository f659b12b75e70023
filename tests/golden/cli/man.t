# The manual page is good roff and has every command and option.
--- run-sh kerf generate man >kerf.1; command -v groff >/dev/null || exit 0; groff -man -ww -Tutf8 kerf.1 2>&1 >/dev/null
--- run-sh kerf generate man | grep -c '^\.TH KERF 1'
--- stdout
1
--- run-sh kerf generate man | grep -E '^\.(SH|SS)'
--- stdout
.SH NAME
.SH SYNOPSIS
.SH DESCRIPTION
.SH COMMANDS
.SS kerf map \fIMODEL\fR [\fIEVIDENCE\fR...]
.SS kerf marginal \fIMODEL\fR [\fIEVIDENCE\fR...]
.SS kerf explain \fIMODEL\fR [\fIEVIDENCE\fR...] \fIATOM\fR...
.SS kerf learn \fIMODEL\fR \fITRAINING\fR...
.SS kerf check \fIMODEL\fR [\fIEVIDENCE\fR...]
.SS kerf show \fIMODEL\fR [\fIEVIDENCE\fR...]
.SS kerf convert \-\-to=\fIDIALECT\fR \fIMODEL\fR [\fIEVIDENCE\fR...]
.SS kerf ground \-\-to=\fIFORMAT\fR \fIMODEL\fR [\fIEVIDENCE\fR...]
.SS kerf verify \fIMODEL\fR [\fIEVIDENCE\fR...] \fIANSWER\fR
.SS kerf eval \-\-truth=\fITRUTH\fR \fIANSWER\fR
.SS kerf load \-\-store=\fISTORE\fR \fIMODEL\fR [\fIEVIDENCE\fR...]
.SS kerf version
.SS kerf help [\fICOMMAND\fR]
.SS kerf generate man|bash
.SH OPTIONS
.SS Every command
.SS Commands that take files
.SS Commands that read a model: files
.SS Commands that read a model: how to read
.SS Some commands
.SS map
.SS marginal
.SS explain
.SS learn
.SS check
.SS show
.SS convert
.SS ground
.SS verify
.SS eval
.SS load
.SH "EXIT STATUS"
.SH FILES
.SH ENVIRONMENT
.SH EXAMPLES
.SH "SEE ALSO"
--- run-sh for c in check map learn load; do kerf $c --help; done | grep -o -e '--[a-z][a-z-]*' | sort -u | while read -r o; do kerf generate man | sed 's/\\-/-/g; s/\\f.//g' | grep -q -e "$o" || echo "$o is missing"; done
--- exit 0
# No line that begins with a dot or quote by accident, none with blanks at its end.
--- run-sh kerf generate man | grep -n -E "^'|[ 	]$"
--- exit 1

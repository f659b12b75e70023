/* option_text.h -- the value of an option, read from its text. */
#ifndef KF_OPTION_TEXT_H
#define KF_OPTION_TEXT_H

#include "base/base.h"

typedef union kf_value {
    bool flag;
    int64_t integer;
    double real;
    size_t size;
    int choice; /* index among the choices */
} kf_value;

/* Does the text fit the option? On false, `why` says what was expected. */
bool kf_option_parse(const kerf_option *, const char *text, kf_value *, char *why, size_t n);
int kf_option_choices(const kerf_option *); /* how many there are */

#endif

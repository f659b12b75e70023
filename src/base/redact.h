/* redact.h -- passwords are masked in every message. */
#ifndef KF_REDACT_H
#define KF_REDACT_H

/* Masks, in place, the passwords of addresses (SCHEME://USER:PASSWORD@HOST/..., ?password=...) in a
 * text. In doubt it masks too much: a password may hold any sign that ends it elsewhere. */
void kf_redact(char *text);

#endif

/* redact.c -- masks passwords in texts that people will see; see redact.h. */
#include "base/redact.h"

#include "base/base.h"

#include <string.h>

static const char MASK[] = "***";

/* [from, to) becomes the mask, or as much of it as there is room for. Returns what follows. */
static char *mask(char *from, char *to)
{
    size_t n = (size_t)(to - from) < sizeof MASK - 1 ? (size_t)(to - from) : sizeof MASK - 1;
    memcpy(from, MASK, n);
    memmove(from + n, to, strlen(to) + 1);
    return from + n;
}

/* A port, and the address goes on or ends. */
static bool is_port(const char *at)
{
    size_t n = strspn(at, "0123456789,");
    return strchr("/?' \t\n", at[n]) != NULL; /* or the end */
}

/* USER:PASSWORD@HOST, from behind the //. Returns where the rest begins. */
static char *mask_authority(char *at)
{
    char *after = *at == '[' ? at + strcspn(at, "]") : at; /* an address with colons */
    char *colon = strchr(after, ':');
    if (!colon) return at;
    char *sign = strrchr(colon, '@');
    if (sign) return mask(colon + 1, sign);
    return is_port(colon + 1) ? colon + 1 : mask(colon + 1, colon + strlen(colon));
}

/* Parameters that tell no secret; a name may be written with %XX, so that others may. */
static bool is_harmless(const char *name, size_t n)
{
    static const char *const names[] = { "host",    "hostaddr",
                                         "port",    "dbname",
                                         "user",    "connect_timeout",
                                         "ssl",     "application_name",
                                         "sslmode", "target_session_attrs" };
    for (size_t i = 0; i < KF_LENGTH(names); i++)
        if (strlen(names[i]) == n && memcmp(names[i], name, n) == 0) return true;
    return false;
}

/* ?name=value&name=value */
static void mask_parameters(char *at)
{
    at = strchr(at, '?');
    while (at && *at) {
        char *name = ++at;
        at += strcspn(at, "=&");
        if (*at != '=') continue;
        bool harmless = is_harmless(name, (size_t)(at - name));
        char *end = at + 1 + strcspn(at + 1, "&");
        at = harmless ? end : mask(at + 1, end);
    }
}

void kf_redact(char *text)
{
    for (char *at = text; (at = strstr(at, "://"));) {
        at = mask_authority(at + 3);
        mask_parameters(at);
    }
}

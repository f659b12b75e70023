/* about.c -- the version of the library, and the libraries and the compiler that it was built
 * with. */
#include "base/base.h"

#include <zlib.h>
#ifdef HAVE_CLP
#include <ClpConfig.h>
#define LINEAR "Clp " CLP_VERSION
#else
#define LINEAR "no Clp"
#endif
#define TEXT_OF(number) #number
#define DOTTED(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)
#if defined(HAVE_HIGHS)
#include <HConfig.h>
#define INTEGER "HiGHS " DOTTED(HIGHS_VERSION_MAJOR, HIGHS_VERSION_MINOR, HIGHS_VERSION_PATCH)
#elif defined(HAVE_CBC)
#include <CbcConfig.h>
#define INTEGER "CBC " CBC_VERSION
#else
#define INTEGER "no HiGHS or CBC"
#endif

#ifdef HAVE_SQLITE
#include <sqlite3.h>
#define FILES "SQLite " SQLITE_VERSION
#else
#define FILES "no SQLite"
#endif

#ifdef HAVE_POSTGRES
#include <pg_config.h>
#define SERVERS "libpq " PG_VERSION
#else
#define SERVERS "no libpq"
#endif

#ifdef HAVE_LBFGS
#define CLIMBER "liblbfgs"
#else
#define CLIMBER "no liblbfgs"
#endif

#ifndef KERF_VERSION_STRING
#error "define KERF_VERSION_STRING, as the Makefile does from the file VERSION"
#endif

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

const char *kerf_version(void)
{
    return KERF_VERSION_STRING;
}

const char *kerf_feature(size_t index)
{
    static const char *const features[] = {
        "zlib " ZLIB_VERSION, LINEAR, INTEGER, CLIMBER, FILES, SERVERS, COMPILER
    };
    return index < KF_LENGTH(features) ? features[index] : NULL;
}

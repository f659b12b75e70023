/* check.h -- preconditions and invariants, stated where they hold.
 *
 * assert() states a precondition at the entry of a module, or what a step has reached. A structure
 * with an invariant has a function kf_X_check() that asserts it, and KF_CHECK(kf_X_check(x)) calls
 * that after a step that changes the structure. A release build leaves both out (NDEBUG); builds
 * with sanitizers, and so the differential tests there, run them all. The body of kf_X_check()
 * stands between `#ifndef NDEBUG` and `#endif`. An assertion is about our own code: bad input is an
 * error with a message, never an assertion. */
#ifndef KF_CHECK_H
#define KF_CHECK_H

#include <assert.h>

#ifdef NDEBUG
#define KF_CHECK(call) ((void)0)
#else
#define KF_CHECK(call) (call)
#endif

#endif

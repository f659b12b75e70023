/* check_tree.h -- asserts the invariants of a syntax tree that was parsed. Call through
 * KF_CHECK(). */
#ifndef KF_CHECK_TREE_H
#define KF_CHECK_TREE_H

#include "lang/ast.h"

/* Names and places in range, nodes with as many kids and terms as their kind has, weights
 * finite. */
void kf_statement_check(const kf_program *, const kf_statement *);
void kf_program_check(const kf_program *); /* every statement, and the dialect is settled */

#endif

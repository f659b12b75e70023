/* print_tree.h -- the syntax tree as indented text: `kerf show --stage=tree`. */
#ifndef KF_PRINT_TREE_H
#define KF_PRINT_TREE_H

#include "lang/ast.h"

/* One node per line, two blanks per level; every statement with its line. */
void kf_print_tree(kf_text *, const kf_program *);

#endif

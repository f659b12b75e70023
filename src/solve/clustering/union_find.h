/* union_find.h -- sets of nodes that are joined: by node another one of its set, or itself. */
#ifndef KF_UNION_FIND_H
#define KF_UNION_FIND_H

#include <stdint.h>

/* The node that stands for the set; paths become shorter on the way. */
static inline uint32_t kf_find_root(uint32_t *root, uint32_t i)
{
    while (root[i] != i) {
        root[i] = root[root[i]];
        i = root[i];
    }
    return i;
}

#endif

/* report.h -- what people read: the syntax tree, the model, the summary of `kerf check`. */
#ifndef KF_REPORT_H
#define KF_REPORT_H

#include "model/convert/convert.h"
#include "evidence/evidence.h"

void kf_report_tree(kf_text *, const kf_program *);
void kf_report_model(kf_text *, const kf_model *);

typedef struct kf_worlds { /* what was seen over all worlds so far */
    uint32_t n;
    size_t rows;
    uint32_t *least, *most; /* sizes per type */
} kf_worlds;
/* world NULL: no evidence was read. */
void kf_report_summary(kf_text *, const kf_model *, const kf_evidence *, const kf_worlds *);

#endif

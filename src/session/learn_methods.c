/* learn_methods.c -- which options belong to which method of learning; see learning.h. */
#include "session/learning.h"

enum {
    MIRA = 1 << KF_METHOD_MIRA,
    PERCEPTRON = 1 << KF_METHOD_PERCEPTRON,
    PLL = 1 << KF_METHOD_PLL
};

/* The others, of which some are for inference, mean something to all methods. */
static const struct {
    int index;
    unsigned methods;
} options[] = {
    { KF_OPTION_clip, MIRA },
    { KF_OPTION_k, MIRA },
    { KF_OPTION_average, MIRA | PERCEPTRON },
    { KF_OPTION_cost, MIRA | PERCEPTRON },
    { KF_OPTION_epochs, MIRA | PERCEPTRON },
    { KF_OPTION_loss_augmented, MIRA | PERCEPTRON },
    { KF_OPTION_shuffle, MIRA | PERCEPTRON },
    { KF_OPTION_negatives, PLL },
    { KF_OPTION_sigma, PLL },
};

static const char *owners(unsigned methods)
{
    if (methods == MIRA) return "method mira";
    return methods == PLL ? "method pll" : "the methods mira and perceptron";
}

kerf_status kf_learning_check_options(kerf *k)
{
    for (size_t i = 0; i < KF_LENGTH(options); i++) {
        int index = options[i].index;
        if (!k->options.texts[index] || options[i].methods >> k->options.method & 1) continue;
        return kf_session_misuse(k, "option --%s: it belongs to %s, and the method is %s",
                                 kerf_option_get((size_t)index)->name, owners(options[i].methods),
                                 kerf_get(k, "method"));
    }
    return KERF_OK;
}

/* fuzz_weights.c -- any bytes as a table of weights. */
#include "kerf.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char model[] = "Word(word, page)\nTopic(topic, page)\n"
                            "wt: Word(+w, p) => Topic(+t, p)\n"
                            "prior: Topic(t, p)\n2 Topic(+t, p)\nTopic(t, p) v Word(w, p).\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kerf_config config = { .size = sizeof config, .memory_limit = (size_t)16 << 20 };
    kerf *k = kerf_new(&config);
    if (!k || kerf_read_model_memory(k, "m.mln", model, sizeof model - 1) != KERF_OK) abort();
    if (kerf_read_weights_memory(k, "fuzz.weights", data, size) != KERF_OK && !kerf_error(k)[0])
        abort();
    kerf_free(k);
    return 0;
}

#include "handle.h"
PyMethodDef kp_tables[] = {
    { NULL, NULL, 0, NULL },
};

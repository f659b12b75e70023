/* catch.c -- a C function that catches C++ exceptions; see catch.h.
 *
 * The unwinder asks the personality routine of each function on the stack whether it handles an
 * exception. A C function has none: one is named here by an assembler directive. It takes
 * everything but forced unwinding, by which threads are cancelled, and once the frames above are
 * unwound it leaves by longjmp. (Itanium C++ ABI: Exception Handling, section 1.6) */
#include "base/catch.h"

#if defined(HAVE_CLP) && defined(__ELF__)                                                          \
    && (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__riscv))

#include <setjmp.h>
#include <string.h>
#include <unwind.h>

/* Of the C++ runtime. */
void *begin_catch(void *exception) __asm__("__cxa_begin_catch");
void end_catch(void) __asm__("__cxa_end_catch");
/* a virtual table, then the name; NULL: the exception is not of C++ */
const char *const *caught_type(void) __asm__("__cxa_current_exception_type");

typedef struct catcher {
    jmp_buf here;
    struct _Unwind_Exception *volatile exception; /* NULL: nothing was thrown */
} catcher;

static _Thread_local catcher *innermost;

_Unwind_Reason_Code kf_catch_personality(int version, _Unwind_Action actions,
                                         _Unwind_Exception_Class class,
                                         struct _Unwind_Exception *exception,
                                         struct _Unwind_Context *context);

__attribute__((used)) _Unwind_Reason_Code kf_catch_personality(int version, _Unwind_Action actions,
                                                               _Unwind_Exception_Class class,
                                                               struct _Unwind_Exception *exception,
                                                               struct _Unwind_Context *context)
{
    (void)version, (void)class, (void)context;
    if (actions & _UA_FORCE_UNWIND) return _URC_CONTINUE_UNWIND;
    if (actions & _UA_SEARCH_PHASE) return _URC_HANDLER_FOUND;
    if (!(actions & _UA_HANDLER_FRAME)) return _URC_CONTINUE_UNWIND;
    innermost->exception = exception;
    longjmp(innermost->here, 1);
}

/* The function that catches. It must stay one, and be on the stack during the call. */
__attribute__((noinline)) static void pass_through(void (*call)(void *context), void *context)
{
    __asm__ volatile(".cfi_personality 0x1b, kf_catch_personality"); /* relative to its place */
    call(context);
    __asm__ volatile("");
}

static kf_caught dispose(struct _Unwind_Exception *exception)
{
    static const char *const of_memory[] = { "St9bad_alloc", "St20bad_array_new_length" };
    kf_caught caught = KF_CAUGHT_OTHER;
    begin_catch(exception);
    const char *const *type = caught_type();
    for (size_t i = 0; type && i < KF_LENGTH(of_memory); i++)
        if (strcmp(type[1], of_memory[i]) == 0) caught = KF_CAUGHT_MEMORY;
    end_catch();
    return caught;
}

kf_caught kf_catch(void (*call)(void *context), void *context)
{
    catcher c, *volatile outer = innermost;
    c.exception = NULL;
    if (setjmp(c.here) == 0) {
        innermost = &c;
        pass_through(call, context);
    }
    innermost = outer;
    return c.exception ? dispose(c.exception) : KF_CAUGHT_NOTHING;
}

#else

kf_caught kf_catch(void (*call)(void *context), void *context)
{
    call(context);
    return KF_CAUGHT_NOTHING;
}

#endif

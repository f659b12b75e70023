/* main.c -- the command line of kerf. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* ---- Interrupts --------------------------------------------------------------------------------- */

static volatile sig_atomic_t held, pending;

/* Nothing but a temporary file and an answer need care; else, and the second time, an interrupt ends
 * the run on the spot. */
static void on_interrupt(int signal_number)
{
    if (held > 0 && !pending) {
        pending = 1;
        return;
    }
    kerf_abandon_files();
    _exit(128 + signal_number);
}

void hold_interrupts(void)
{
    held = held + 1;
}

void release_interrupts(void)
{
    held = held - 1;
    if (held == 0 && pending) _exit(CLI_INTERRUPTED);
}

bool interrupted(void)
{
    return pending != 0;
}

static void prepare_signals(void)
{
    struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = SA_RESTART };
    struct sigaction old;
    sigemptyset(&action.sa_mask);
    /* A background job that ignores interrupts goes on ignoring them. */
    static const int signals[] = { SIGINT, SIGTERM };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    signal(SIGPIPE, SIG_DFL); /* a closed pipe ends the run in silence */
}

/* ---- Streams ------------------------------------------------------------------------------------ */

/* A stream that the caller closed must not become the first file that is opened. It is opened the
 * wrong way round, so that using it still fails. */
static void prepare_streams(void)
{
    static const int modes[] = { O_WRONLY, O_RDONLY, O_WRONLY };
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) (void)!open("/dev/null", modes[fd]);
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
}

static int close_output(int code)
{
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) != 0) failed = true;
    if (!failed) return code;
    message_line("error", "cannot write standard output");
    return code == CLI_OK ? CLI_FAILURE : code;
}

/* ---- Running ------------------------------------------------------------------------------------ */

static int run(cli *c)
{
    if (c->version) return run_version(c);
    if (c->brief_help && c->command) return print_brief_help(stdout, c->command), CLI_OK;
    if (c->brief_help) return print_overview(stdout), CLI_OK;
    if (c->full_help) return print_full_help(stdout, c->command), CLI_OK;
    if (c->command) return c->command->run(c);
    print_overview(stderr);
    return CLI_USAGE;
}

int main(int argc, char **argv)
{
    cli c = { 0 };
    prepare_memory();
    prepare_streams();
    prepare_signals();
    messages_init();
    int code = parse_arguments(&c, argc, argv);
    if (code == CLI_OK) code = run(&c);
    finish(&c);
    free_arguments(&c);
    return close_output(code);
}

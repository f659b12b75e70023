/* main.c -- the command line of kerf. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* ---- Interrupts ------------------------------------------------------------------------------ */

static volatile sig_atomic_t held, pending;
static atomic_int heeded; /* how many reasons there are not to be stopped by one */

/* Nothing but a temporary file and an answer need care; else, and the second time, an interrupt
 * ends the run on the spot. */
static void on_interrupt(int signal_number)
{
    if (held > 0 && !pending) {
        pending = 1;
        return;
    }
    kerf_abandon_files();
    _exit(128 + signal_number);
}

/* Others end the run as they would without us, but for its temporary files. */
static void on_end(int signal_number)
{
    kerf_abandon_files();
    signal(signal_number, SIG_DFL);
    raise(signal_number); /* blocked until the handler returns */
}

void hold_interrupts(void)
{
    held = held + 1;
}

void release_interrupts(void)
{
    held = held - 1;
    if (held > 0 || !pending) return;
    kerf_abandon_files();
    _exit(CLI_INTERRUPTED);
}

bool interrupted(void)
{
    return pending != 0;
}

void heed_interrupt(void)
{
    heeded++;
}

void begin_answer(void)
{
    heeded++;
}

void end_answer(void)
{
    heeded--;
}

bool asked_to_stop(void)
{
    return interrupted() && heeded == 0;
}

/* A background job that ignores a signal goes on ignoring it. */
static void handle(int signal_number, void (*handler)(int))
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART }, old;
    sigfillset(&action.sa_mask);
    if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(signal_number, &action, NULL);
}

static void prepare_signals(void)
{
    static const int endings[] = { SIGHUP, SIGQUIT, SIGALRM, SIGXCPU };
    handle(SIGINT, on_interrupt);
    handle(SIGTERM, on_interrupt);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) handle(endings[i], on_end);
    signal(SIGPIPE, SIG_DFL); /* a closed pipe ends the run in silence, */
    handle(SIGPIPE, on_end);  /* whatever the caller did about it */
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error like any other */
}

/* ---- Streams --------------------------------------------------------------------------------- */

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

/* ---- Running --------------------------------------------------------------------------------- */

static int run_command(cli *c)
{
    if (c->version) return run_version(c);
    if (c->brief_help && c->command) return print_brief_help(stdout, c->command), CLI_OK;
    if (c->brief_help) return print_overview(stdout), CLI_OK;
    if (c->full_help) return print_full_help(stdout, c->command), CLI_OK;
    if (c->command) return c->command->run(c);
    if (c->n_settings > 0)
        return usage_error(c, "a command comes first: kerf map MODEL FILE finds the best world");
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
    if (code == CLI_OK) code = run_command(&c);
    finish(&c);
    free_arguments(&c);
    return close_output(code);
}

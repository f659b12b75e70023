/* mip.c -- runs the MIP solver in a child process; see mip.h. */
#include "solve/mip/mip.h"

#include "base/check.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#define POLL_MILLISECONDS 100

/* ---- The MIP solver ---- */

#if !defined(HAVE_HIGHS) && !defined(HAVE_CBC)

const char *kf_mip_name(void)
{
    return NULL;
}

kf_mip_status kf_mip_run(const kf_mip *m, double *x)
{
    (void)m, (void)x;
    return KF_MIP_FAILED;
}

#endif

double kf_mip_cutoff(const kf_mip *m)
{
    long double cutoff = m->cutoff;
    if (!isfinite(m->cutoff)) return INFINITY;
    for (size_t j = 0; j < kf_lp_columns(m->lp); j++)
        if (m->lp->cost.at[j] < 0) cutoff += m->lp->cost.at[j];
    return (double)(cutoff * m->lp->scale);
}

/* ---- The child ---- */

static bool write_all(int file, const void *from, size_t n)
{
    for (const char *at = from; n > 0;) {
        ssize_t done = write(file, at, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

static void be_quiet(void)
{
    int null = open("/dev/null", O_RDWR);
    if (null < 0) return;
    for (int file = 0; file <= 2; file++) (void)dup2(null, file);
}

static _Noreturn void child(const kf_mip *m, int out)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGINT, SIG_IGN);                          /* of the terminal: our parent decides */
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 }); /* the solver aborts where memory ends */
    be_quiet();
    size_t n = kf_lp_columns(m->lp);
    double *x = calloc(n + 1, sizeof *x);
    kf_mip_status status = x ? kf_mip_run(m, x) : KF_MIP_FAILED;
    bool good = write_all(out, &status, sizeof status)
                && (status != KF_MIP_OPTIMAL || write_all(out, x, n * sizeof *x));
    _exit(good ? 0 : 1);
}

/* ---- The parent ---- */

/* false: the limits were reached, or (*gone) the child ended early. */
static bool read_all(int file, void *to, size_t n, const kf_limits *limits, bool *gone)
{
    for (char *at = to; n > 0;) {
        struct pollfd p = { .fd = file, .events = POLLIN };
        if (kf_limits_reached(limits)) return false;
        if (poll(&p, 1, POLL_MILLISECONDS) <= 0) continue;
        ssize_t done = read(file, at, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) *gone = true;
        if (done <= 0) return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

static kf_mip_status await(int file, size_t n, const kf_limits *limits, double *x)
{
    kf_mip_status status;
    bool gone = false;
    if (read_all(file, &status, sizeof status, limits, &gone)
        && (status != KF_MIP_OPTIMAL || read_all(file, x, n * sizeof *x, limits, &gone)))
        return status;
    return gone ? KF_MIP_FAILED : KF_MIP_STOPPED;
}

kf_mip_status kf_mip_solve(const kf_mip *m, const kf_limits *limits, double *x)
{
    int ends[2];
    KF_CHECK(kf_lp_check(m->lp));
    assert(!isnan(m->cutoff));
    if (!kf_mip_name() || pipe2(ends, O_CLOEXEC) != 0) return KF_MIP_FAILED;
    pid_t pid = fork();
    if (pid == 0) child(m, ends[1]);
    close(ends[1]);
    kf_mip_status status = KF_MIP_FAILED;
    if (pid > 0) {
        status = await(ends[0], kf_lp_columns(m->lp), limits, x);
        kill(pid, SIGKILL);
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
    }
    close(ends[0]);
    return status;
}

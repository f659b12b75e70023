/* libpq.h -- private to backend/postgres/: the functions of libpq that the driver calls.
 *
 * kf_pq_load() loads the library; after that, kf_pq.PQexec(...) calls it. */
#ifndef KF_LIBPQ_H
#define KF_LIBPQ_H

#include <libpq-fe.h>
#include <stdbool.h>

#define KF_PQ_FUNCTIONS(X)                                                                         \
    X(PQbackendPID)                                                                                \
    X(PQcancel)                                                                                    \
    X(PQclear)                                                                                     \
    X(PQcmdTuples)                                                                                 \
    X(PQconnectdbParams)                                                                           \
    X(PQconninfoFree)                                                                              \
    X(PQconninfoParse)                                                                             \
    X(PQconsumeInput)                                                                              \
    X(PQerrorMessage)                                                                              \
    X(PQescapeIdentifier)                                                                          \
    X(PQexec)                                                                                      \
    X(PQexecParams)                                                                                \
    X(PQfinish)                                                                                    \
    X(PQfname)                                                                                     \
    X(PQfreeCancel)                                                                                \
    X(PQfreemem)                                                                                   \
    X(PQftype)                                                                                     \
    X(PQgetCancel)                                                                                 \
    X(PQgetResult)                                                                                 \
    X(PQgetisnull)                                                                                 \
    X(PQgetlength)                                                                                 \
    X(PQgetvalue)                                                                                  \
    X(PQisBusy)                                                                                    \
    X(PQnfields)                                                                                   \
    X(PQntuples)                                                                                   \
    X(PQparameterStatus)                                                                           \
    X(PQputCopyData)                                                                               \
    X(PQputCopyEnd)                                                                                \
    X(PQresultErrorField)                                                                          \
    X(PQresultErrorMessage)                                                                        \
    X(PQresultStatus)                                                                              \
    X(PQsendDescribePrepared)                                                                      \
    X(PQsendPrepare)                                                                               \
    X(PQsendQuery)                                                                                 \
    X(PQsendQueryParams)                                                                           \
    X(PQsendQueryPrepared)                                                                         \
    X(PQsetNoticeProcessor)                                                                        \
    X(PQsetSingleRowMode)                                                                          \
    X(PQsocket)                                                                                    \
    X(PQstatus)                                                                                    \
    X(PQtransactionStatus)

typedef struct kf_pq_functions {
#define KF_FIELD(name) __typeof__(&(name)) name;
    KF_PQ_FUNCTIONS(KF_FIELD)
#undef KF_FIELD
} kf_pq_functions;

extern kf_pq_functions kf_pq;

bool kf_pq_load(void);

#endif

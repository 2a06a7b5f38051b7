#ifndef CPSIZER_CLIENT_MACHINE_QUERY_RUNNER_H_
#define CPSIZER_CLIENT_MACHINE_QUERY_RUNNER_H_

#include <functional>
#include <string>
#include <vector>

#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/machine/query.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::machine {

// Sends the queries, at most kMaxQueriesAtOnce at a time and none after kQueriesTimeout. Calls `done` once, with one
// reading for each query, in the order of `queries`. For each query, the credentials are read again from Secrets of the
// namespace. The credentials are sent only to the Prometheus server of the query, because redirects are not followed.
// `loop` and `client` must outlive the call.
void RunQueries(kube::EventLoop& loop, kube::ApiClient& client, const std::string& name_space,
                std::vector<Query> queries, std::function<void(std::vector<v1::MachineQueryReading>)> done);

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_QUERY_RUNNER_H_

#include "client/machine/query_runner.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/machine/limits.h"
#include "client/machine/read_query_answer.h"

namespace cpsizer::machine {
namespace {

v1::MachineQueryReading NotSent(const absl::Status& status) {
  v1::MachineQueryReading reading;
  reading.set_result(absl::IsUnauthenticated(status) ? v1::MACHINE_QUERY_RESULT_AUTH_FAILED
                                                     : v1::MACHINE_QUERY_RESULT_UNREACHABLE);
  reading.set_message(std::string(status.message()));
  return reading;
}

struct QueryRun : std::enable_shared_from_this<QueryRun> {
  kube::EventLoop& loop;
  kube::ApiClient& client;
  const std::string name_space;
  const std::vector<Query> queries;
  const std::function<void(std::vector<v1::MachineQueryReading>)> done;
  const absl::Time deadline;
  std::vector<v1::MachineQueryReading> readings;
  size_t next = 0;
  size_t ended = 0;

  QueryRun(kube::EventLoop& the_loop, kube::ApiClient& api_client, std::string the_name_space,
           std::vector<Query> the_queries, std::function<void(std::vector<v1::MachineQueryReading>)> when_done)
      : loop(the_loop),
        client(api_client),
        name_space(std::move(the_name_space)),
        queries(std::move(the_queries)),
        done(std::move(when_done)),
        deadline(loop.now() + kQueriesTimeout),
        readings(queries.size()) {}

  void Begin() {
    if (queries.empty()) return done({});
    for (size_t i = std::min(queries.size(), kMaxQueriesAtOnce); i > 0; --i) BeginNext();
  }

  void BeginNext() {
    if (next == queries.size()) return;
    const size_t index = next++;
    if (loop.now() >= deadline) {
      return End(index, NotSent(absl::UnavailableError(absl::StrCat("not sent, because the queries before it took ",
                                                                    absl::FormatDuration(kQueriesTimeout)))));
    }
    const Query& query = queries[index];
    if (query.authentication.empty()) return Send(index, SecretValues());
    ReadSecretValues(client, name_space, query.authentication,
                     [self = shared_from_this(), index](const absl::StatusOr<SecretValues>& values) {
                       values.ok() ? self->Send(index, *values) : self->End(index, NotSent(values.status()));
                     });
  }

  void Send(size_t index, const SecretValues& values) {
    const v1::AutoscalerPrometheusTrigger& prometheus = queries[index].prometheus;
    absl::StatusOr<QueryCredentials> credentials = MakeCredentials(AuthModesOf(prometheus), values);
    if (!credentials.ok()) return End(index, NotSent(credentials.status()));
    const bool has_credentials = !values.empty();
    absl::StatusOr<kube::HttpRequest> request = MakeQueryRequest(prometheus, *std::move(credentials));
    if (!request.ok()) return End(index, NotSent(request.status()));
    loop.http().Send(*std::move(request),
                     [self = shared_from_this(), index, has_credentials](const absl::StatusOr<std::string>& answer) {
                       self->End(index, ReadQueryAnswer(answer, has_credentials));
                     });
  }

  void End(size_t index, v1::MachineQueryReading reading) {
    reading.set_direction(queries[index].direction);
    reading.set_trigger(queries[index].trigger);
    readings[index] = std::move(reading);
    if (++ended == queries.size()) return done(std::move(readings));
    // Posts a task, so that the stack does not grow with the number of queries that end immediately.
    loop.Post([self = shared_from_this()] { self->BeginNext(); });
  }
};

}  // namespace

void RunQueries(kube::EventLoop& loop, kube::ApiClient& client, const std::string& name_space,
                std::vector<Query> queries, std::function<void(std::vector<v1::MachineQueryReading>)> done) {
  std::make_shared<QueryRun>(loop, client, name_space, std::move(queries), std::move(done))->Begin();
}

}  // namespace cpsizer::machine

#ifndef CPSIZER_TESTS_E2E_HOSTILE_WATCHED_SERVER_H_
#define CPSIZER_TESTS_E2E_HOSTILE_WATCHED_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/server_process.h"

namespace cpsizer::e2e {

// The resources that may still be in use after an attack.
struct Trace {
  // The memory may increase by this amount and by a fifth of the initial memory of the server. The amount is for partly
  // used pages, which no allocator returns. A fifth of the memory of an idle server is at most 4 MiB.
  size_t memory_bytes = size_t{8} << 20;
  size_t log_bytes = size_t{64} << 10;
};

// A real server under attack. Records the initial state of the server and checks whether the server returns to this
// state.
class WatchedServer {
 public:
  // Starts `command` and makes various usual calls. `command` must be the server with port 0 and an admin port; a shell
  // may start the server. `credentials` are the credentials of an authorized client.
  explicit WatchedServer(const std::vector<std::string>& command,
                         std::shared_ptr<grpc::ChannelCredentials> credentials = grpc::InsecureChannelCredentials());
  // Returns the command line of the server of this build with the flags for both ports and these additional flags.
  static std::vector<std::string> Command(const std::vector<std::string>& more_flags = {});

  const std::string& address() const { return process_->address(); }
  testing::ServerProcess& process() { return *process_; }
  // Returns a new connection.
  std::shared_ptr<grpc::Channel> Connect() const;

  // Records the current state as the initial state.
  void SetBaseline();

  // Returns the value of a metric without labels, or -1 if the metric does not exist.
  double Metric(absl::string_view name) const;

  // Waits until the value of the metric is from `least` to `most`. Returns false after a minute.
  bool AwaitMetric(absl::string_view name, double least, double most) const;

  // Waits until a call on a new connection succeeds. Returns false after a minute.
  bool AwaitNewConnection() const;

  // Fails the test unless the server has returned to its initial state. The same process must respond to the next
  // ordinary call. Connections, threads and memory must return to the initial state within a minute. The log must not
  // grow by more than the trace allows, and each new line must be JSON in printable ASCII. No method of cpsizer may
  // have returned INTERNAL or UNKNOWN.
  void ExpectUnchanged(const Trace& trace = {});

 private:
  void WarmUp() const;
  void ExpectCleanLog(size_t may_grow);
  std::string MetricsPage() const;

  const std::shared_ptr<grpc::ChannelCredentials> credentials_;
  std::unique_ptr<testing::ServerProcess> process_;
  std::string admin_address_;
  size_t memory_before_ = 0;
  size_t descriptors_before_ = 0;
  size_t threads_before_ = 0;
  size_t log_seen_ = 0;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HOSTILE_WATCHED_SERVER_H_

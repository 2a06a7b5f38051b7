#ifndef CPSIZER_TESTS_E2E_HOSTILE_WATCHED_SERVER_H_
#define CPSIZER_TESTS_E2E_HOSTILE_WATCHED_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/server_process.h"

namespace cpsizer::e2e {

// What an attack may leave behind.
struct Trace {
  // Beside a fifth of what the server had at first: pages that hold a little, which no allocator gives back. A fifth of
  // an idle server, 4 MiB, is not more than that.
  size_t memory_bytes = size_t{8} << 20;
  size_t log_bytes = size_t{64} << 10;
};

// The real server, to be attacked: it knows what the process was like before, and says whether it is so again.
class WatchedServer {
 public:
  // Starts `command`, which must be the server with port 0 and an admin port, perhaps behind a shell, and asks it all
  // sorts of ordinary things. `credentials` are those of a client that gets in.
  explicit WatchedServer(const std::vector<std::string>& command,
                         std::shared_ptr<grpc::ChannelCredentials> credentials = grpc::InsecureChannelCredentials());
  // The server of this build with more flags than the two ports.
  static std::vector<std::string> Command(const std::vector<std::string>& more_flags = {});

  const std::string& address() const { return process_->address(); }
  testing::ServerProcess& process() { return *process_; }
  // Another connection.
  std::shared_ptr<grpc::Channel> Connect() const;

  // What it has now is what it had at first, from here on.
  void TakeStock();

  // The value of a metric without labels; -1 if there is none.
  double Metric(absl::string_view name) const;

  // Waits until that value is between the two; false if it does not come to that in a minute.
  bool AwaitMetric(absl::string_view name, double least, double most) const;

  // Waits until a call on a new connection is answered; false if none is in a minute.
  bool AwaitNewConnection() const;

  // Fails unless the server is what it was before: the same process answers the next ordinary call; connections,
  // threads and memory have come back, for which it has a minute; the log grew by no more than the trace and holds
  // nothing raw; and nobody was answered INTERNAL or UNKNOWN by a method of ours.
  void ExpectUnmoved(const Trace& trace = {});

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

#ifndef CPSIZER_SERVER_RPC_SERVER_H_
#define CPSIZER_SERVER_RPC_SERVER_H_

#include <grpcpp/server.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "cpsizer/size_batch.h"
#include "server/process/admin/open_connections.h"
#include "server/process/event_loop.h"
#include "server/process/memory_releaser.h"
#include "server/rpc/acceptor.h"
#include "server/rpc/flood/flood_guard.h"
#include "server/rpc/health_service.h"
#include "server/rpc/reflection_index.h"
#include "server/rpc/reflection_service.h"
#include "server/rpc/security.h"
#include "server/rpc/server_metrics.h"
#include "server/rpc/server_options.h"
#include "server/rpc/sizing_service.h"
#include "server/rpc/unknown_method_service.h"

namespace cpsizer::server {

// Returns the default number of threads for batches. Half of the cores are left to all other calls.
int DefaultBatchThreads();

// The options of a Server, and the function that decides batches.
struct ServerSetup {
  ServerOptions options;
  BatchFunction batch_function = &SizeBatch::Decide;
  int batch_threads = DefaultBatchThreads();
};

// A running gRPC server with its services: sizing, health and reflection. Thread-safe, except for its destruction.
class Server {
 public:
  // Starts a server. When Start() returns, the server answers calls, and its health is SERVING. Errors, each with one
  // sentence: the errors of ResolveListenAddress(), Security::Load() and Listener::Open(); InvalidArgument if other
  // machines can reach the address, and neither TLS nor `insecure` is configured; Internal if gRPC does not start.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerSetup& setup);

  // Cancels calls in flight immediately.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Returns the address that the server listens on, such as `127.0.0.1:50051`.
  const std::string& address() const { return address_; }
  // Returns whether only this machine can reach the server.
  bool local() const { return local_; }
  ServerMetrics& metrics() { return metrics_; }
  const ServerMetrics& metrics() const { return metrics_; }
  int medium_calls_in_flight() const { return sizing_.medium_calls().count(); }
  int batches_in_flight() const { return sizing_.batches().count(); }
  size_t open_connections() const { return connections_.Count(); }
  // Returns the metrics of the service and of TLS. The metrics of the process are not included.
  std::vector<prometheus::MetricFamily> CollectMetrics() const;
  // Returns the status of the TLS files. Returns nullopt if TLS is not used.
  absl::optional<TlsStatus> tls_status() const { return security_->tls_status(); }
  // Returns the number of authorization rules. Returns 0 if all clients that can connect may call all methods.
  size_t authorization_rules() const;
  // Returns the error of the current content of --authorization-file. OK if the rules in the file are used, or if no
  // file is configured.
  absl::Status authorization_error() const;

  // Returns the thread that accepts connections, for other sockets of the process.
  EventThread& event_thread() { return event_thread_; }

  // Reads the certificates and the rules again if their files have changed, and releases freed memory. Must be called
  // about once per second, always from the same thread.
  void Poll();
  // Makes health checks return NOT_SERVING. Calls are still answered.
  void SetNotServing();
  // Refuses new connections. New calls get UNAVAILABLE.
  void RefuseNewCalls();
  // Ends the server. Waits for calls in flight, for at most `grace`, and then cancels them.
  void ShutDown(absl::Duration grace);
  // Returns the number of calls that ShutDown() has cancelled.
  int64_t cut_calls() const { return sizing_.cut_calls(); }

 private:
  Server(const ServerSetup& setup, bool local, std::string address, std::unique_ptr<Security> security);

  bool StartGrpc(const ServerOptions& options, Listener listener);

  const bool local_;
  const std::string address_;
  ServerMetrics metrics_;  // declared before the services, because they use it
  const std::unique_ptr<Security> security_;
  MemoryReleaser memory_;
  OpenConnections connections_;
  EventThread event_thread_;
  // Shared with the connections, because gRPC may close a connection after this object is destroyed.
  const std::shared_ptr<FloodGuard> floods_;
  SizingService sizing_;
  HealthService health_;
  UnknownMethodService unknown_methods_;
  ReflectionIndex reflection_index_;
  Reflection reflection_;
  // Declared after the services, so that it is destroyed before the services.
  std::unique_ptr<grpc::Server> grpc_;
  // Declared after grpc_, because the acceptor passes connections to grpc_.
  absl::optional<Acceptor> acceptor_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SERVER_H_

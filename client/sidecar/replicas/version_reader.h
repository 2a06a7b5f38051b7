#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_VERSION_READER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_VERSION_READER_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/sidecar/control/log.h"
#include "client/tree/node.h"

namespace cpsizer::sidecar {

// The version of the API server. It is read again every few minutes, because the API server can be upgraded. A version
// that was read remains valid if a later read fails.
//
// Must be used only on the thread of the event loop. No callback runs after this object is destroyed.
class VersionReader {
 public:
  // `loop` and `client` must outlive this object.
  VersionReader(kube::EventLoop& loop, kube::ApiClient& client, Log log);
  ~VersionReader();
  VersionReader(const VersionReader&) = delete;
  VersionReader& operator=(const VersionReader&) = delete;

  // Starts reading. Calls `done` once, after the first response or error. Must be called once.
  void Start(std::function<void()> done);

  // Returns the version, such as `v1.37.2`. Errors: the error of the last read, if no read succeeded.
  const absl::StatusOr<std::string>& version() const { return version_; }

 private:
  void Read();
  void OnResponse(const absl::StatusOr<tree::Node>& answer);

  kube::EventLoop& loop_;
  kube::ApiClient& client_;
  const Log log_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  absl::StatusOr<std::string> version_;
  std::function<void()> done_;
  kube::Timers::Id next_ = 0;
  bool warned_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_VERSION_READER_H_

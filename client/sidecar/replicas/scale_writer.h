#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_SCALE_WRITER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_SCALE_WRITER_H_

#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "client/kube/api_client.h"
#include "client/replicas/observer.h"

namespace cpsizer::sidecar {

// Writes the number of replicas of a scale. Writes nothing else.
class ScaleWriter {
 public:
  using StillWanted = std::function<bool()>;
  using Done = std::function<void(absl::Status)>;

  virtual ~ScaleWriter() = default;

  // Writes the scale that was read. Calls `still_wanted` immediately before the request is sent. Errors: Aborted if the
  // scale has changed, FailedPrecondition if the target is being deleted, Cancelled if `still_wanted` returns false.
  virtual void Write(const replicas::TargetScale& scale, int32_t replicas, StillWanted still_wanted, Done done) = 0;
};

// Writes to a real cluster. `client` must outlive this object.
class ApiScaleWriter : public ScaleWriter {
 public:
  explicit ApiScaleWriter(kube::ApiClient& client) : client_(client) {}
  ~ApiScaleWriter() override { *alive_ = false; }

  // Reads the target first, because the scale does not show whether the target is being deleted.
  void Write(const replicas::TargetScale& scale, int32_t replicas, StillWanted still_wanted, Done done) override;

 private:
  void Patch(const replicas::TargetScale& scale, int32_t replicas, StillWanted still_wanted, Done done);

  kube::ApiClient& client_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_SCALE_WRITER_H_

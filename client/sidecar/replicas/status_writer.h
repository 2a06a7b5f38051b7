#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_STATUS_WRITER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_STATUS_WRITER_H_

#include <functional>

#include "absl/status/statusor.h"
#include "client/kube/api_client.h"
#include "client/sidecar/replicas/autoscaler.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::sidecar {

// Writes the status of an autoscaler. Writes nothing else.
class StatusWriter {
 public:
  using StillWanted = std::function<bool()>;
  using Done = std::function<void(absl::StatusOr<Autoscaler>)>;

  virtual ~StatusWriter() = default;

  // Writes the status of the autoscaler. The result is the autoscaler after the write. Calls `still_wanted` immediately
  // before the request is sent. Errors: Aborted if the autoscaler no longer has the version that was read, Cancelled if
  // `still_wanted` returns false.
  virtual void Write(const Autoscaler& autoscaler, const v1::HorizontalPodAutoscalerStatus& status,
                     StillWanted still_wanted, Done done) = 0;
};

// Writes to a real cluster. `client` must outlive this object.
class ApiStatusWriter : public StatusWriter {
 public:
  explicit ApiStatusWriter(kube::ApiClient& client) : client_(client) {}

  void Write(const Autoscaler& autoscaler, const v1::HorizontalPodAutoscalerStatus& status, StillWanted still_wanted,
             Done done) override;

 private:
  kube::ApiClient& client_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_STATUS_WRITER_H_

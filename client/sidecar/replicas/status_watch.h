#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_STATUS_WATCH_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_STATUS_WATCH_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::sidecar {

// Detects that another controller has changed the status of one autoscaler. The result of our own write may be unknown,
// for example because its response was lost. Therefore a status that is read is first compared with the statuses that
// were sent. Field managers are not compared, because another sidecar without the same lease has the same field
// manager.
class StatusWatch {
 public:
  using Status = v1::HorizontalPodAutoscalerStatus;

  // Must be called when a write of `status` is sent. `version` is the resourceVersion that the write requires.
  void Sent(absl::string_view version, const Status& status);
  // Must be called when the API server has stored a write. `status` is the status in its response.
  void Wrote(const Status& status);
  // Must be called with the status that was read, and with the resourceVersion of its object. Returns whether another
  // controller has changed the status since the last call of Observe() or Wrote(). Returns false for the first status.
  bool Observe(absl::string_view version, const Status& status);
  // Must be called if another process of this sidecar may have written the status.
  void Reset() { *this = StatusWatch(); }

 private:
  struct Write {
    std::string version;
    Status status;
  };

  absl::optional<Status> known_;  // the last status that was read or written
  std::vector<Write> sent_;       // the writes whose result is unknown; few entries
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_STATUS_WATCH_H_

#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_HEALTH_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_HEALTH_H_

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/kube/http/backoff.h"
#include "client/sidecar/size/seams.h"

namespace cpsizer::sidecar {

// How the service has answered of late.
class ServiceHealth {
 public:
  explicit ServiceHealth(const Seams& seams) : seams_(seams) {}

  // A call failed, with this error. How long to wait before the next one: longer each time.
  absl::Duration Failed(const absl::Status& status);
  // A call was answered: the next failure is a first one.
  void Answered();

  // Why the last call failed; empty after an answer.
  const std::string& trouble() const { return trouble_; }

 private:
  const Seams seams_;
  kube::Backoff backoff_;
  int failures_ = 0;  // since the last answer
  std::string trouble_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_HEALTH_H_

#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SHADOW_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SHADOW_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/size/plan.h"

namespace cpsizer::sidecar {

// Observe mode: tells what would be written, once for each cluster and again when that changes.
class Shadow {
 public:
  using WouldDo = std::function<void(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size)>;

  Shadow(Counters& counters, WouldDo would_do) : counters_(counters), would_do_(std::move(would_do)) {}

  void Show(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size);
  void Forget(const std::string& key) { told_.erase(key); }
  // How many clusters stand how, by AgreementOf(); those that are not sized are left out.
  std::map<std::string, int64_t> CountByAgreement() const;

 private:
  Counters& counters_;
  const WouldDo would_do_;
  struct Told {
    std::string news;
    absl::string_view agreement;
  };
  absl::flat_hash_map<std::string, Told> told_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_SHADOW_H_

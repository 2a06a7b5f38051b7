#include "client/sidecar/size/shadow.h"

#include "absl/strings/str_cat.h"
#include "client/sidecar/size/would_do.h"

namespace cpsizer::sidecar {

void Shadow::Show(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
  const absl::string_view agreement = AgreementOf(cluster, size);
  if (!agreement.empty()) ++counters_.shadow[std::string(agreement)];
  std::string news = absl::StrCat(static_cast<int>(vpa), " ", size.write, " ", agreement, " ", size.reason);
  Told& told = told_[KeyOf(cluster)];
  if (told.news == news) return;
  told = {std::move(news), agreement};
  would_do_(cluster, vpa, size);
}

std::map<std::string, int64_t> Shadow::CountByAgreement() const {
  std::map<std::string, int64_t> counts;
  for (const auto& [key, told] : told_) {
    if (!told.agreement.empty()) ++counts[std::string(told.agreement)];
  }
  return counts;
}

}  // namespace cpsizer::sidecar

#include "client/sidecar/shadow.h"

#include "absl/strings/str_cat.h"
#include "client/sidecar/would_do.h"

namespace cpsizer::sidecar {

void Shadow::Show(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
  const absl::string_view agreement = AgreementOf(cluster, size);
  if (!agreement.empty()) ++counters_.shadow[std::string(agreement)];
  std::string news = absl::StrCat(static_cast<int>(vpa), " ", size.write, " ", agreement, " ", size.reason);
  std::string& told = told_[KeyOf(cluster)];
  if (told == news) return;
  told = std::move(news);
  would_do_(cluster, vpa, size);
}

}  // namespace cpsizer::sidecar

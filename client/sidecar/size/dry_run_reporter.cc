#include "client/sidecar/size/dry_run_reporter.h"

#include "absl/strings/str_cat.h"
#include "client/sidecar/size/dry_run.h"

namespace cpsizer::sidecar {

void DryRunReporter::Show(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
  const absl::string_view agreement = AgreementOf(cluster, size);
  const std::string key = KeyOf(cluster);
  agreements_.Note(key, agreement);
  std::string news = absl::StrCat(static_cast<int>(vpa), " ", size.write, " ", agreement, " ", size.reason);
  std::string& reported = reported_[key];
  if (reported == news) return;
  reported = std::move(news);
  on_dry_run_(cluster, vpa, size);
}

}  // namespace cpsizer::sidecar

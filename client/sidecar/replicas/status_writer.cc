#include "client/sidecar/replicas/status_writer.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/kube/requests.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/replicas/autoscaler_status.h"

namespace cpsizer::sidecar {

void ApiStatusWriter::Write(const Autoscaler& autoscaler, const v1::HorizontalPodAutoscalerStatus& status,
                            StillWanted still_wanted, Done done) {
  const std::string path = absl::StrCat("/apis/autoscaling/v2/namespaces/", kube::PercentEncoded(autoscaler.name_space),
                                        "/horizontalpodautoscalers/", kube::PercentEncoded(autoscaler.name), "/status");
  absl::StatusOr<kube::HttpRequest> request = kube::MergePatch({path, autoscaler.uid, autoscaler.resource_version},
                                                               {{"status", StatusJson(status)}}, kFieldManager);
  if (!request.ok()) return done(request.status());
  client_.Send(
      *std::move(request),
      [done = std::move(done)](const absl::StatusOr<tree::Node>& answer) {
        if (!answer.ok()) return done(answer.status());
        done(ReadAutoscalerObject(*answer));
      },
      std::move(still_wanted));
}

}  // namespace cpsizer::sidecar

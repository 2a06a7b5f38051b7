#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "tests/testing/real_api/fake_metrics_apis.h"

namespace cpsizer::testing {
namespace {

using kube::Json;

constexpr char kApiServices[] = "/apis/apiregistration.k8s.io/v1/apiservices";

struct GroupVersion {
  const char* group;
  const char* version;
};

constexpr GroupVersion kApis[] = {
    {kResourceMetrics, "v1beta1"}, {kCustomMetrics, "v1beta2"}, {kExternalMetrics, "v1beta1"}};

Json ApiService(const GroupVersion& api, int port, absl::string_view authority) {
  const Json service = {{"name", "metrics"}, {"namespace", "metrics"}, {"port", port}};
  return {{"metadata", {{"name", absl::StrCat(api.version, ".", api.group)}}},
          {"spec",
           {{"group", api.group},
            {"version", api.version},
            {"groupPriorityMinimum", 100},
            {"versionPriority", 100},
            {"service", service},
            {"caBundle", absl::Base64Escape(authority)}}}};
}

absl::Status CheckAvailable(ApiUser& admin, const GroupVersion& api) {
  const auto service = admin.Get(absl::StrCat(kApiServices, "/", api.version, ".", api.group));
  if (!service.ok()) return service.status();
  const Json conditions = kube::Find(*service, {"status", "conditions"});
  for (const Json& condition : conditions) {
    if (condition["type"] == "Available" && condition["status"] == "True") {
      return admin.Get(absl::StrCat("/apis/", api.group, "/", api.version)).status();
    }
  }
  return absl::UnavailableError(absl::StrCat(api.group, " is not available: ", conditions.dump()));
}

}  // namespace

// A Service of type ExternalName directs the aggregator of the API server to this machine.
absl::Status FakeMetricsApis::Install(ApiUser& admin) const {
  const Json name = {{"name", "metrics"}};
  const Json service = {{"metadata", name}, {"spec", {{"type", "ExternalName"}, {"externalName", "localhost"}}}};
  absl::Status status = admin.Create("/api/v1/namespaces", {{"metadata", name}}).status();
  if (status.ok()) status = admin.Create("/api/v1/namespaces/metrics/services", service).status();
  for (const GroupVersion& api : kApis) {
    if (!status.ok()) return status;
    status = admin.Create(kApiServices, ApiService(api, front_.port(), authority_.pem())).status();
  }
  for (const GroupVersion& api : kApis) {
    if (status.ok()) status = admin.Eventually([&] { return CheckAvailable(admin, api); });
  }
  return status;
}

}  // namespace cpsizer::testing

#include "client/cli/size/policy_note.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/print_error.h"
#include "client/objects/sizing_fields.h"

namespace cpsizer::cli {
namespace {

constexpr v1::SizeCpuPolicy kInstalledPolicy = v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED;
constexpr char kPolicies[] =
    "CPU is used with when-capacity-configured, the default here, but not with when-fraction-configured, which an "
    "installed sidecar uses; choose one with --cpu-policy";

bool SameAnswer(const v1::RecommendSizeResponse& a, const v1::RecommendSizeResponse& b) {
  return a.outcome() == b.outcome() && a.recommended_size() == b.recommended_size() &&
         a.would_recommend() == b.would_recommend();
}

}  // namespace

bool PolicyMayMatter(const SourceFlags& source, v1::SizeCpuPolicy policy,
                     const v1::ClusterSizingConfiguration& config) {
  if (source.files.empty() || policy != v1::SIZE_CPU_POLICY_UNSPECIFIED) return false;
  const auto& sizes = config.spec().sizes();
  // The name of the field is enough: a text that is not valid causes an error of each decision.
  const bool in_annotation = absl::StrContains(objects::FractionsOf(config), "kubeAPIServerCPUFraction");
  const bool has_fraction =
      in_annotation || config.spec().resource_based_autoscaling().has_kube_api_server_cpu_fraction() ||
      std::any_of(sizes.begin(), sizes.end(),
                  [](const v1::SizeConfiguration& size) { return size.capacity().has_kube_api_server_cpu_fraction(); });
  return !has_fraction && std::any_of(sizes.begin(), sizes.end(),
                                      [](const v1::SizeConfiguration& size) { return size.capacity().has_cpu(); });
}

void MarkPolicyDependent(const FleetInput& input, const std::vector<v1::BatchRecommendSizeResult>& results,
                         BlockingService& client, std::vector<bool>& marks) {
  marks.resize(input.clusters.size());
  v1::RecommendSizeOptions options = input.options;
  options.set_cpu_policy(kInstalledPolicy);
  const absl::StatusOr<FleetResponse> other =
      DecideFleet({input.sources, options, input.clusters, input.now}, client, [](size_t) {});
  if (!other.ok() || results.size() != marks.size()) return;
  for (size_t i = 0; i < marks.size(); ++i) {
    if (!SameAnswer(results[i].response(), other->results[i].response())) marks[i] = true;
  }
}

bool DependsOnPolicy(v1::RecommendSizeRequest request, const v1::RecommendSizeResponse& response,
                     BlockingService& client) {
  request.mutable_options()->set_cpu_policy(kInstalledPolicy);
  const absl::StatusOr<v1::RecommendSizeResponse> other =
      client.Call(&SizingService::RecommendSize, std::move(request));
  return other.ok() && !SameAnswer(response, *other);
}

void NotePolicy(const std::vector<bool>& marks, Screen& err) {
  const auto depending = std::count(marks.begin(), marks.end(), true);
  if (depending == 0) return;
  const std::string answers =
      marks.size() == 1 ? "the result depends"
                        : absl::StrCat("the results for ", depending, " of ", marks.size(), " clusters depend");
  PrintNote(absl::StrCat(answers, " on the CPU policy: ", kPolicies), err);
}

void NotePolicyWithoutClusters(Screen& err) {
  PrintNote(absl::StrCat("results with this configuration depend on the CPU policy: ", kPolicies), err);
}

}  // namespace cpsizer::cli

#include "client/cli/input/live_cluster.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "client/cli/input/listed_kind.h"
#include "client/cli/input/live_autoscalers.h"
#include "client/kube/http/url.h"
#include "client/objects/api_paths.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"
#include "client/objects/inventory_builder.h"
#include "client/objects/lease/cpu_policies.h"
#include "client/objects/lease/sidecar_lease.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

// SizingResources() has the configuration, and AddAutoscalers() lists the autoscalers.
constexpr objects::KindSet kListedHere =
    objects::kUserKinds.With({objects::ObjectKind::kCapacityNode})
        .Without({objects::ObjectKind::kConfiguration, objects::ObjectKind::kHorizontalPodAutoscaler});

// Returns the path of a kind of HyperShift in `name_space`, or in all namespaces.
std::string HyperShiftPath(const std::string& name_space, const char* plural) {
  return absl::StrCat(objects::kHostedClusterGroup, name_space.empty() ? "" : "/namespaces/",
                      kube::PercentEncoded(name_space), "/", plural);
}

// Adds the autoscalers, if the user is allowed to list them. Some users may read the configuration but not the
// autoscalers.
absl::Status AddAutoscalers(ClusterConnection& connection, const std::string& name_space, LiveCluster& cluster) {
  absl::Status status =
      ListAutoscalers(connection, name_space, cluster.inventory.replicas.autoscalers, cluster.inventory.problems);
  if (absl::IsNotFound(status)) {
    cluster.absent.emplace_back("horizontalpodautoscalers.autoscaling");
    return absl::OkStatus();
  }
  if (!absl::IsPermissionDenied(status)) return status;
  cluster.not_listed.push_back(absl::StrCat("the autoscalers are left out, because listing them is not allowed: ",
                                            std::string(status.message())));
  return absl::OkStatus();
}

absl::StatusOr<v1::SizeCpuPolicy> ReadCpuPolicy(const absl::StatusOr<tree::Node>& lease) {
  if (!lease.ok()) return lease.status();
  const absl::string_view name = objects::PublishedCpuPolicy(*lease);
  const v1::SizeCpuPolicy policy = objects::CpuPolicyNamed(name);
  if (policy != v1::SIZE_CPU_POLICY_UNSPECIFIED) return policy;
  return absl::NotFoundError(
      absl::StrCat("the annotation ", objects::kCpuPolicyAnnotation,
                   name.empty() ? " is missing"
                                : absl::StrCat(" is not a policy: ", objects::EscapeCut(name, kMaxQuotedValueBytes))));
}

}  // namespace

std::vector<kube::Resource> SizingResources(const std::string& name_space) {
  const std::string configurations = absl::StrCat(objects::kConfigurationGroup, "/", objects::kConfigurations);
  const std::string vpas = absl::StrCat(objects::kVpaGroup, "/", objects::kVpas);
  return {kube::Resource{configurations, absl::StrCat("metadata.name=", objects::kConfigurationName)},
          kube::Resource{HyperShiftPath(name_space, objects::kHostedClusters), ""},
          kube::Resource{vpas, absl::StrCat("metadata.name=", objects::kVpaName)},
          kube::Resource{objects::kMachineSets, ""},
          kube::Resource{HyperShiftPath(name_space, objects::kNodePools), ""},
          kube::Resource{HyperShiftPath("", objects::kHostedControlPlanes), ""}};
}

bool IsForNodeCounts(const kube::Resource& resource) {
  const std::string plural = PluralOf(resource);
  return plural == objects::kNodePools || plural == objects::kHostedControlPlanes;
}

std::string PluralOf(const kube::Resource& resource) {
  return resource.path.substr(resource.path.rfind('/') + 1);
}

std::string QualifiedPluralOf(const kube::Resource& resource) {
  const std::vector<absl::string_view> steps = absl::StrSplit(resource.path, '/', absl::SkipEmpty());
  const bool has_group = steps.size() > 2 && steps[0] == "apis";
  return has_group ? absl::StrCat(PluralOf(resource), ".", steps[1]) : PluralOf(resource);
}

absl::StatusOr<LiveCluster> ReadLiveCluster(const ClusterFlags& flags, const objects::KindSet& kinds,
                                            objects::MistypedValues mistyped_values) {
  const absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(flags);
  if (!connection.ok()) return connection.status();
  objects::InventoryBuilder builder(kinds, objects::kNoKinds, mistyped_values);
  std::vector<std::string> absent;
  std::vector<std::string> not_listed;
  const auto leave_out = [&not_listed](absl::string_view plural, const absl::Status& status) {
    not_listed.push_back(absl::StrCat(
        "the ", plural, " are left out, because listing them is not allowed: ", std::string(status.message())));
  };
  const auto add = [&builder](const tree::Node& object) {
    objects::ProblemList problems(NameOfObject(object), builder.inventory().problems);
    builder.AddDocument(object, problems);
  };
  for (const kube::Resource& resource : SizingResources(flags.name_space)) {
    const absl::Status status = (*connection)->List(resource, add);
    // It is not an error if the cluster does not serve a kind, or if the user may not read the numbers of nodes.
    if (absl::IsNotFound(status)) {
      if (!IsForNodeCounts(resource)) absent.push_back(QualifiedPluralOf(resource));
    } else if (absl::IsPermissionDenied(status) && IsForNodeCounts(resource)) {
      leave_out(PluralOf(resource), status);
    } else if (!status.ok()) {
      return status;
    }
  }
  for (const objects::KnownKind& known : objects::kKnownKinds) {
    if (!kListedHere.Has(known.kind) || !kinds.Has(known.kind)) continue;
    const ListedKind kind = Listed(known.kind);
    const absl::Status status = ListKind(**connection, kind, flags.name_space, builder);
    if (absl::IsPermissionDenied(status)) {
      leave_out(kind.plural, status);
    } else if (!status.ok() && !absl::IsNotFound(status)) {
      return status;
    }
  }
  const absl::StatusOr<tree::Node> lease =
      (*connection)->Get(absl::StrCat(objects::LeasesPath(objects::kInstalledNamespace), "/", objects::kSizesLease));
  LiveCluster cluster = {builder.Finish(),
                         std::move(absent),
                         std::move(not_listed),
                         ReadCpuPolicy(lease),
                         /*installed_vpa_settings=*/"",
                         /*server_version=*/absl::nullopt};
  if (lease.ok()) cluster.installed_vpa_settings = std::string(objects::PublishedVpaSettings(*lease));
  if (kinds.Has(objects::ObjectKind::kHorizontalPodAutoscaler)) {
    const absl::Status status = AddAutoscalers(**connection, flags.name_space, cluster);
    if (!status.ok()) return status;
    cluster.server_version = ReadServerVersion(**connection);
  }
  return cluster;
}

}  // namespace cpsizer::cli

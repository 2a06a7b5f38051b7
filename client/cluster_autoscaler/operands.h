#ifndef CPSIZER_CLIENT_CLUSTER_AUTOSCALER_OPERANDS_H_
#define CPSIZER_CLIENT_CLUSTER_AUTOSCALER_OPERANDS_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/kube/resource_path.h"

// The objects that the operator of the cluster-autoscaler writes. Source: section 8 of
// docs/reference/cluster-autoscaler.md.
namespace cpsizer::cluster_autoscaler {

// The name of the only ClusterAutoscaler that the controller reads.
inline constexpr char kSingletonName[] = "default";

struct Operand {
  absl::string_view api_version;
  absl::string_view kind;
  kube::ApiResource resource;
  absl::string_view suffix;  // the end of the name of the object
};

inline constexpr kube::ApiResource kDeployments = {"/apis/apps/v1", "deployments"};
inline constexpr kube::ApiResource kNetworkPolicies = {"/apis/networking.k8s.io/v1", "networkpolicies"};

// The operands in the order in which they are written.
inline constexpr Operand kOperands[] = {
    {"v1", "Service", {"/api/v1", "services"}, ""},
    {"monitoring.coreos.com/v1", "ServiceMonitor", {"/apis/monitoring.coreos.com/v1", "servicemonitors"}, ""},
    {"monitoring.coreos.com/v1", "PrometheusRule", {"/apis/monitoring.coreos.com/v1", "prometheusrules"}, ""},
    {"networking.k8s.io/v1", "NetworkPolicy", kNetworkPolicies, "-default-deny"},
    {"networking.k8s.io/v1", "NetworkPolicy", kNetworkPolicies, "-allow-egress-to-dns"},
    {"networking.k8s.io/v1", "NetworkPolicy", kNetworkPolicies, "-allow-egress-to-api-server"},
    {"networking.k8s.io/v1", "NetworkPolicy", kNetworkPolicies, "-allow-ingress-to-webhooks"},
    {"networking.k8s.io/v1", "NetworkPolicy", kNetworkPolicies, "-allow-ingress-to-metrics"},
    {"apps/v1", "Deployment", kDeployments, ""},
};

inline std::string NameOf(const Operand& operand) {
  return absl::StrCat("cluster-autoscaler-", kSingletonName, operand.suffix);
}

}  // namespace cpsizer::cluster_autoscaler

#endif  // CPSIZER_CLIENT_CLUSTER_AUTOSCALER_OPERANDS_H_

#include <string>
#include <utility>

#include "server/engine/cluster_autoscaler/planned_objects.h"

namespace cpsizer {
namespace {

constexpr char kIngress[] = "Ingress";
constexpr char kEgress[] = "Egress";

PlannedValue Port(absl::string_view protocol, int port, absl::string_view source = "") {
  return PlannedValue::Map(
      {{"protocol", PlannedValue::Text(std::string(protocol))}, {"port", PlannedValue::Number(port, source)}});
}

PlannedObject Policy(const ObjectMaker& maker, absl::string_view suffix, std::vector<PlannedValue::Member> rules,
                     std::vector<PlannedValue> types) {
  std::vector<PlannedValue::Member> spec = {{"podSelector", PlannedValue::Map({{"matchLabels", maker.PodLabels()}})}};
  for (PlannedValue::Member& rule : rules) spec.push_back(std::move(rule));
  spec.emplace_back("policyTypes", PlannedValue::List(std::move(types)));
  return maker.Make("networking.k8s.io/v1", "NetworkPolicy", suffix, {},
                    {{"spec", PlannedValue::WholeMap(std::move(spec))}});
}

// Returns a policy that allows ports in one direction. If there are `peers`, the ports are allowed only for these
// peers.
PlannedObject AllowPorts(const ObjectMaker& maker, absl::string_view suffix, absl::string_view direction,
                         std::vector<PlannedValue> peers, std::vector<PlannedValue> ports) {
  const bool is_egress = direction == kEgress;
  std::vector<PlannedValue::Member> rule;
  if (!peers.empty()) rule.emplace_back(is_egress ? "to" : "from", PlannedValue::List(std::move(peers)));
  rule.emplace_back("ports", PlannedValue::List(std::move(ports)));
  return Policy(maker, suffix,
                {{is_egress ? "egress" : "ingress", PlannedValue::List({PlannedValue::Map(std::move(rule))})}},
                {PlannedValue::Text(std::string(direction))});
}

PlannedValue DnsPods() {
  const auto selector = [](std::string key, std::string value) {
    return PlannedValue::Map(
        {{"matchLabels", PlannedValue::WholeMap({{std::move(key), PlannedValue::Text(std::move(value))}})}});
  };
  return PlannedValue::Map({{"namespaceSelector", selector("kubernetes.io/metadata.name", "openshift-dns")},
                            {"podSelector", selector("dns.operator.openshift.io/daemonset-dns", "default")}});
}

}  // namespace

std::vector<PlannedObject> MakeNetworkPolicies(const ObjectMaker& maker) {
  std::vector<PlannedObject> policies;
  policies.push_back(Policy(maker, "-default-deny", {}, {PlannedValue::Text(kEgress), PlannedValue::Text(kIngress)}));
  policies.push_back(
      AllowPorts(maker, "-allow-egress-to-dns", kEgress, {DnsPods()}, {Port("TCP", 5'353), Port("UDP", 5'353)}));
  policies.push_back(AllowPorts(maker, "-allow-egress-to-api-server", kEgress, {}, {Port("TCP", 6'443)}));
  policies.push_back(AllowPorts(maker, "-allow-ingress-to-webhooks", kIngress, {},
                                {Port("TCP", maker.settings().webhooks_port, "operator.webhooksPort")}));
  policies.push_back(AllowPorts(maker, "-allow-ingress-to-metrics", kIngress, {}, {Port("TCP", 8'085)}));
  return policies;
}

}  // namespace cpsizer

#include "client/machine/query.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/kube/http/url.h"
#include "client/machine/limits.h"
#include "client/objects/read_list.h"

namespace cpsizer::machine {
namespace {

void AddQueries(v1::MachineDirection direction, const v1::AutoscalerScalingDefinition& definition,
                std::vector<Query>& queries) {
  if (definition.has_enabled() && !definition.enabled()) return;
  for (int i = 0; i < definition.triggers_size(); ++i) {
    const v1::AutoscalerTrigger& trigger = definition.triggers(i);
    const std::string& type = trigger.type().empty() ? trigger.trigger_type() : trigger.type();
    if (!absl::EqualsIgnoreCase(type, "prometheus")) continue;
    queries.push_back({direction, i, trigger.prometheus(), trigger.authentication_ref().name()});
  }
}

bool IsPlain(absl::string_view address) {
  return std::all_of(address.begin(), address.end(), [](char c) { return absl::ascii_isgraph(c); });
}

}  // namespace

std::vector<Query> QueriesOf(const v1::ControlPlaneMachineSetAutoscaler& autoscaler) {
  std::vector<Query> queries;
  AddQueries(v1::MACHINE_DIRECTION_UP, autoscaler.spec().scale_up(), queries);
  AddQueries(v1::MACHINE_DIRECTION_DOWN, autoscaler.spec().scale_down(), queries);
  return queries;
}

absl::StatusOr<kube::HttpRequest> MakeQueryRequest(const v1::AutoscalerPrometheusTrigger& prometheus,
                                                   QueryCredentials credentials) {
  absl::string_view address = prometheus.server_address();
  const bool is_url = absl::StartsWithIgnoreCase(address, "https://") || absl::StartsWithIgnoreCase(address, "http://");
  if (!is_url || !IsPlain(address) || address.find_first_of("?#@") != absl::string_view::npos) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", objects::ShownValue(address), "\" is not an absolute http or https URL with only a host and a port"));
  }
  if (!credentials.headers.empty() && absl::StartsWithIgnoreCase(address, "http:")) {
    return absl::UnauthenticatedError("credentials are not sent over http; use https, or no authModes");
  }
  while (absl::ConsumeSuffix(&address, "/")) {
  }
  const size_t scheme_end = address.find("://");
  auto endpoint = std::make_shared<kube::HttpEndpoint>();
  endpoint->server = absl::StrCat(absl::AsciiStrToLower(address.substr(0, scheme_end)), address.substr(scheme_end));
  endpoint->tls = std::move(credentials.tls);
  endpoint->tls.insecure = prometheus.unsafe_ssl() || prometheus.insecure_skip_tls_verify();
  kube::Query parameters;
  parameters.Add("query", prometheus.query());
  if (!prometheus.namespace_().empty()) parameters.Add("namespace", prometheus.namespace_());
  kube::HttpRequest request;
  request.path = parameters.AppendTo("/api/v1/query");
  request.headers = std::move(credentials.headers);
  request.headers.emplace_back("Accept: application/json");
  request.timeout = kQueryTimeout;
  request.max_answer_bytes = kMaxQueryAnswerBytes;
  request.fresh_connection = true;
  request.endpoint = std::move(endpoint);
  return request;
}

}  // namespace cpsizer::machine

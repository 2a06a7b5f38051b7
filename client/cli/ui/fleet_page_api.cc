#include "client/cli/ui/fleet_page_api.h"

#include <sstream>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/ui/api_answer.h"
#include "client/cli/ui/api_body.h"
#include "client/cli/ui/cluster_detail.h"
#include "client/cli/ui/reference_json.h"
#include "client/cli/ui/replay_answer.h"
#include "client/cli/ui/service_methods.h"
#include "client/cli/ui/verb_answers.h"
#include "client/cli/ui/what_if.h"

namespace cpsizer::cli {
namespace {

ui::ApiResponse NoSuchPath() {
  return ErrorAnswer(absl::NotFoundError("the page has no such path"));
}

}  // namespace

ui::ApiResponse FleetPageApi::Answer(const ui::ApiRequest& request) {
  if (client_ == nullptr) {
    std::ostringstream printed;
    Screen err(printed, Terminal());
    client_ = ChooseClient(options_.server, err);
    if (client_ == nullptr) return ErrorAnswer(absl::UnavailableError(PrintedErrors(printed.str())));
  }
  return request.is_post ? Post(request) : Get(request);
}

ui::ApiResponse FleetPageApi::Get(const ui::ApiRequest& request) {
  if (request.path == "/api/status") return JsonAnswer(state_.StatusText());
  if (request.path == "/api/fleet") return GetFleet();
  if (request.path == "/api/cluster") {
    const bool reads_cluster = options_.is_live() && !state_.stale().has_value();
    return ClusterDetail(options_, *state_.snapshot(), request.query, reads_cluster, *client_);
  }
  if (request.path == "/api/replicas") return GetView(kReplicasView, [this] { return ReplicasAnswer(options_); });
  if (request.path == "/api/machines") return GetView(kMachinesView, [this] { return MachinesAnswer(options_); });
  if (request.path == "/api/cpu-requests") {
    return GetView(kCpuRequestsView, [this] { return CpuRequestsAnswer(options_); });
  }
  if (request.path == "/api/cluster-autoscaler") {
    return GetView(kClusterAutoscalerView, [this] { return ClusterAutoscalerAnswer(options_); });
  }
  if (request.path == "/api/reference") {
    if (reference_ == nullptr) reference_ = JsonAnswer(ReferenceJson()).body;
    return {200, reference_};
  }
  return NoSuchPath();
}

ui::ApiResponse FleetPageApi::Post(const ui::ApiRequest& request) {
  absl::string_view method = request.path;
  if (absl::ConsumePrefix(&method, kServicePath)) return CallMethod(method, request.body, *client_);
  const absl::StatusOr<tree::Node> body = ParseBody(request.body);
  if (!body.ok()) return ErrorAnswer(body.status());
  const std::shared_ptr<const FleetSnapshot> snapshot = state_.snapshot();
  if (request.path == "/api/validate") return ValidateText(options_, *snapshot, *body, *client_);
  if (request.path == "/api/diff") return DiffText(options_, snapshot, *body, *client_, current_);
  if (request.path == "/api/replicas/simulate") {
    return GetView(kReplicasView, [&] { return SimulateAnswer(options_, *body); });
  }
  if (request.path == "/api/replay") {
    return GetView(kHistoryView, [&] { return ReplayAnswer(options_, *snapshot, *body, *client_); });
  }
  return NoSuchPath();
}

ui::ApiResponse FleetPageApi::GetFleet() {
  std::shared_ptr<const FleetSnapshot> snapshot = state_.snapshot();
  if (snapshot != shown_) {
    fleet_ = std::make_shared<const std::string>(FleetText(*snapshot));
    shown_ = std::move(snapshot);
  }
  return {200, fleet_, shown_->revision};
}

ui::ApiResponse FleetPageApi::GetView(absl::string_view view, const std::function<ui::ApiResponse()>& answer) const {
  if (!absl::c_linear_search(state_.views(), view)) {
    return ErrorAnswer(absl::NotFoundError(absl::StrCat("there is no data for the view ", view)));
  }
  const absl::optional<Stale> stale = view == kHistoryView ? absl::nullopt : state_.stale();
  if (stale.has_value()) {
    return ErrorAnswer(absl::UnavailableError(stale->error));
  }
  return answer();
}

}  // namespace cpsizer::cli

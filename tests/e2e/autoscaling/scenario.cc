#include "tests/e2e/autoscaling/scenario.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/testing/real_api/manifests.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;
using kube::TextAt;
using ScenarioNames = std::set<std::string>;

// An entry of `change` may have only these fields.
const ScenarioNames kChangeable = {"spec",    "replicas", "pods",      "strangers", "external",
                                   "objects", "answers",  "recreated", "gone",      "ends"};

const ScenarioNames kScenario = {"name",   "section",   "version",  "annotations", "target",  "observed",
                                 "change", "flips",     "words",    "rivals",      "spec",    "replicas",
                                 "pods",   "strangers", "external", "objects",     "answers", "ends"};

const ScenarioNames kScenarioPods = {"count",  "phase", "ready",    "turned",     "started", "deleted", "sampled",
                                     "window", "usage", "requests", "containers", "custom",  "spec"};

const ScenarioNames kTarget = {"kind", "apiVersion", "selector"};

absl::Status Check(const Json& object, const ScenarioNames& known, absl::string_view what) {
  for (const auto& field : object.items()) {
    if (known.count(field.key()) == 0) {
      return absl::InvalidArgumentError(absl::StrCat(what, " has an unknown field ", field.key()));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPods(const Json& fields, absl::string_view what) {
  for (const char* list : {"pods", "strangers"}) {
    const Json pods = FieldOr(fields, list, Json::array());
    for (const Json& pod : pods) {
      if (absl::Status status = Check(pod, kScenarioPods, absl::StrCat(what, ", ", list)); !status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

absl::Status CheckScenario(const Json& fields) {
  const std::string name(TextAt(fields, {"name"}));
  for (const char* required : {"name", "section", "spec", "ends"}) {
    if (!fields.contains(required)) return absl::InvalidArgumentError(absl::StrCat(name, " has no ", required));
  }
  absl::Status status = Check(fields, kScenario, name);
  status.Update(Check(FieldOr(fields, "target", Json::object()), kTarget, name));
  status.Update(CheckPods(fields, name));
  const Json changes = FieldOr(fields, "change", Json::array());
  for (const Json& change : changes) {
    status.Update(Check(change, kChangeable, absl::StrCat(name, ", a change")));
    status.Update(CheckPods(change, name));
    if (!change.contains("ends")) status.Update(absl::InvalidArgumentError(absl::StrCat(name, ": a change ends?")));
  }
  return status;
}

}  // namespace

absl::StatusOr<std::vector<Scenario>> ReadScenarios(const std::string& file, size_t first) {
  const absl::StatusOr<std::vector<Json>> documents = testing::ReadManifests("tests/e2e/autoscaling/scenarios/" + file);
  if (!documents.ok()) return documents.status();
  std::vector<Scenario> scenarios;
  for (const Json& fields : *documents) {
    if (absl::Status status = CheckScenario(fields); !status.ok()) return status;
    scenarios.push_back({std::string(TextAt(fields, {"name"})), std::string(TextAt(fields, {"section"})),
                         absl::StrFormat("scenario-%02d", first + scenarios.size()), fields});
  }
  return scenarios;
}

Json FieldsAfter(const Scenario& scenario, size_t changes) {
  Json fields = scenario.fields;
  for (size_t i = 0; i < changes; ++i) {
    for (const auto& field : scenario.fields["change"][i].items()) fields[field.key()] = field.value();
  }
  return fields;
}

size_t ChangesOf(const Scenario& scenario) {
  return FieldOr(scenario.fields, "change", Json::array()).size();
}

Json FieldOr(const Json& fields, const char* name, Json otherwise) {
  const auto field = fields.find(name);
  return field == fields.end() ? std::move(otherwise) : *field;
}

}  // namespace cpsizer::e2e

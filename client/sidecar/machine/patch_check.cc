#include "client/sidecar/machine/patch_check.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/objects/field_traits.h"
#include "client/objects/machine_objects.h"

namespace cpsizer::sidecar {
namespace {

using Field = google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using Json = nlohmann::json;

constexpr char kVersionPointer[] = "/metadata/resourceVersion";
constexpr char kWeight[] = "weight";
// A size may have the field `instanceSize` instead of `instanceType`.
constexpr char kInstanceType[] = "instanceType";
constexpr char kInstanceSize[] = "instanceSize";

// Returns the value of a field of a size; null if the size does not have the field.
Json ValueIn(const Message& size, absl::string_view json_name) {
  const Field* const field = objects::FieldNamed(*size.GetDescriptor(), json_name);
  if (field == nullptr) return nullptr;
  if (field->cpp_type() == Field::CPPTYPE_INT64) {
    if (!size.GetReflection()->HasField(size, field)) return nullptr;
    return size.GetReflection()->GetInt64(size, field);
  }
  const std::string text = size.GetReflection()->GetString(size, field);
  if (text.empty() && json_name == kInstanceType) return ValueIn(size, kInstanceSize);
  return text.empty() ? Json(nullptr) : Json(text);
}

// The sizes of the autoscaler, which are in a list for one platform. One of two messages has this list.
struct Sizes {
  explicit Sizes(const v1::ControlPlaneMachineSetAutoscaler& autoscaler) {
    const v1::AutoscalerMachineTemplate& outer =
        autoscaler.spec().machine_configuration().machines_v1beta1_machine_openshift_io();
    Find(outer);
    Find(outer.machine_configurations());
  }
  void Find(const Message& candidate) {
    std::vector<const Field*> fields;  // the fields that are set; empty lists are not included
    candidate.GetReflection()->ListFields(candidate, &fields);
    for (const Field* const field : fields) {
      if (!field->is_repeated()) continue;
      holder = &candidate;
      list = field;
    }
  }
  int count() const { return holder == nullptr ? 0 : holder->GetReflection()->FieldSize(*holder, list); }
  const Message& at(int index) const { return holder->GetReflection()->GetRepeatedMessage(*holder, list, index); }

  const Message* holder = nullptr;
  const Field* list = nullptr;
};

bool HasWeight(const Sizes& sizes, const v1::MachineLadderSize& size) {
  return size.index() >= 0 && size.index() < sizes.count() && ValueIn(sizes.at(size.index()), kWeight) == size.weight();
}

std::string WhyNotNext(const Sizes& sizes, const v1::RecommendMachineResponse& response) {
  const v1::MachineLadderSize &current = response.current(), &target = response.target();
  if (!response.has_current() || !response.has_target() || current.weight() == target.weight()) {
    return "a change without two sizes";
  }
  if (!HasWeight(sizes, current) || !HasWeight(sizes, target)) return "a size that the autoscaler does not have";
  const bool up = response.outcome() == v1::MACHINE_OUTCOME_SCALE_UP;
  if (up != (target.weight() > current.weight())) return "a change in the other direction";
  for (int i = 0; i < sizes.count(); ++i) {
    const Json weight = ValueIn(sizes.at(i), kWeight);
    const bool between = up ? weight > current.weight() && weight < target.weight()
                            : weight < current.weight() && weight > target.weight();
    if (between) return "a change of more than one step";
  }
  return "";
}

// Returns the reason why an operation must not be sent, or an empty text if it may be sent.
std::string WhyForbidden(const Json& operation, const std::string& version, const Message& target,
                         bool& tests_version) {
  if (!operation.is_object() || operation.size() != 3) return "a malformed operation";
  const Json op = operation.value("op", Json()), path = operation.value("path", Json());
  if (!op.is_string() || !path.is_string() || !operation.contains("value")) return "a malformed operation";
  const std::string pointer = path;
  if (op == "test" && pointer == kVersionPointer && operation["value"] == version) {
    tests_version = true;
    return "";
  }
  absl::string_view name = pointer;
  if (!absl::ConsumePrefix(&name, objects::kProviderSpecPointer) || name == kWeight || name == kInstanceSize ||
      objects::FieldNamed(*target.GetDescriptor(), name) == nullptr) {
    return absl::StrCat("a patch of ", pointer);
  }
  if (op == "test") return "";
  const bool sets = op == "replace" || op == "add";
  return sets && operation["value"] == ValueIn(target, name) ? "" : absl::StrCat("another value of ", pointer);
}

std::string WhyUnsafe(const std::string& patch, const std::string& version, const Message& target) {
  const Json operations = Json::parse(patch, nullptr, /*allow_exceptions=*/false);
  if (!operations.is_array() || operations.empty()) return "a patch that is not a list";
  bool tests_version = false;
  for (const Json& operation : operations) {
    std::string why = WhyForbidden(operation, version, target, tests_version);
    if (!why.empty()) return why;
  }
  return tests_version ? "" : "a patch without a test of the resource version";
}

}  // namespace

std::string WhyNotAllowed(const v1::RecommendMachineRequest& request, const v1::RecommendMachineResponse& response) {
  const Sizes sizes(request.control_plane_machine_set_autoscaler());
  std::string why = WhyNotNext(sizes, response);
  if (!why.empty()) return why;
  return WhyUnsafe(response.patch(), request.control_plane_machine_set().metadata().resource_version(),
                   sizes.at(response.target().index()));
}

}  // namespace cpsizer::sidecar

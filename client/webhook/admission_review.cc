#include "client/webhook/admission_review.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/tree/parse_json.h"
#include "server/engine/base/text.h"

namespace cpsizer::webhook {
namespace {

constexpr char kApiVersion[] = "admission.k8s.io/v1";
constexpr char kKind[] = "AdmissionReview";
// This field is skipped. It is the largest part of many objects, and no finding refers to it.
constexpr absl::string_view kManagedFields = "managedFields";

using tree::Node;
using tree::TextAt;

absl::Status NotAReview(absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("the body is not an ", kKind, " of ", kApiVersion, ": ", why));
}

Operation OperationNamed(absl::string_view name) {
  if (name == "CREATE") return Operation::kCreate;
  if (name == "UPDATE") return Operation::kUpdate;
  if (name == "DELETE") return Operation::kDelete;
  return Operation::kOther;
}

// Moves the value of `key` out of `map`. Returns a null value if there is none.
Node TakeNode(Node& map, absl::string_view key) {
  Node* const value = map.Find(key);
  return value == nullptr ? Node() : std::move(*value);
}

absl::StatusOr<AdmissionReview> ReadRequest(Node& request) {
  AdmissionReview review;
  review.uid = std::string(TextAt(request, {"uid"}));
  if (review.uid.empty()) return NotAReview("request.uid is missing or not a string");
  if (review.uid.size() > kMaxUidBytes) return NotAReview("request.uid is too long");
  review.operation_text = std::string(TextAt(request, {"operation"}));
  review.operation = OperationNamed(review.operation_text);
  review.sub_resource = std::string(TextAt(request, {"subResource"}));
  const absl::string_view group = TextAt(request, {"kind", "group"});
  review.api_version = absl::StrCat(group, group.empty() ? "" : "/", TextAt(request, {"kind", "version"}));
  review.kind = std::string(TextAt(request, {"kind", "kind"}));
  if (review.kind.empty()) return NotAReview("request.kind.kind is missing or not a string");
  review.name_space = std::string(TextAt(request, {"namespace"}));
  review.name = std::string(TextAt(request, {"name"}));
  review.user = std::string(TextAt(request, {"userInfo", "username"}));
  const Node& dry_run = tree::Find(request, {"dryRun"});
  review.dry_run = dry_run.kind == tree::NodeKind::kBool && dry_run.integer == 1;
  review.object = TakeNode(request, "object");
  review.old_object = TakeNode(request, "oldObject");
  return review;
}

}  // namespace

absl::StatusOr<AdmissionReview> ReadAdmissionReview(absl::string_view body) {
  absl::Status error;
  Node root = tree::ParseJson(body, kManagedFields, &error);
  if (absl::IsResourceExhausted(error)) return NotAReview("it has too many values");
  if (absl::IsOutOfRange(error)) return NotAReview(absl::StrCat("it ", error.message()));
  if (!root.is_map()) return NotAReview("it is not a JSON object");
  const absl::string_view api_version = TextAt(root, {"apiVersion"});
  const absl::string_view kind = TextAt(root, {"kind"});
  if (api_version != kApiVersion || kind != kKind) {
    return NotAReview(absl::StrCat("its apiVersion is \"", Quoted(api_version), "\", its kind \"", Quoted(kind), "\""));
  }
  Node* const request = root.Find("request");
  if (request == nullptr || !request->is_map()) return NotAReview("it has no request");
  return ReadRequest(*request);
}

std::string FormatAdmissionReview(absl::string_view uid, const ReviewResult& result) {
  nlohmann::ordered_json response = {{"uid", std::string(uid)}, {"allowed", result.allowed}};
  if (!result.message.empty()) {
    nlohmann::ordered_json& status = response["status"];
    if (!result.allowed) {
      status["code"] = result.code;
      status["reason"] = std::string(result.reason);
    }
    status["message"] = result.message;
  }
  if (!result.warnings.empty()) response["warnings"] = result.warnings;
  const nlohmann::ordered_json review = {
      {"apiVersion", kApiVersion}, {"kind", kKind}, {"response", std::move(response)}};
  return review.dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace cpsizer::webhook

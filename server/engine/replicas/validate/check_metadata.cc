#include "server/engine/replicas/validate/check_metadata.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/kubernetes_names.h"
#include "server/engine/base/label_errors.h"
#include "server/engine/base/text.h"
#include "server/engine/replicas/validate/check_reference.h"

namespace cpsizer {
namespace {

using TextMap = google::protobuf::Map<std::string, std::string>;

constexpr absl::string_view kAnnotations = "metadata.annotations";
constexpr absl::string_view kFinalizers = "metadata.finalizers";
constexpr absl::string_view kLabels = "metadata.labels";
constexpr absl::string_view kOwners = "metadata.ownerReferences";
// The form of the keys of labels and annotations, and of finalizers: LabelKeyError() is empty.
constexpr absl::string_view kQualifiedName =
    "a qualified name: at most 63 letters, digits, -, _ and ., with a letter or digit at both ends, optionally after a "
    "DNS subdomain and /, such as example.com/name";
constexpr absl::string_view kLabelValue =
    "a label value: at most 63 letters, digits, -, _ and ., with a letter or digit at both ends";
constexpr absl::string_view kOrphan = "orphan";
constexpr absl::string_view kForeground = "foregroundDeletion";

// Returns the entries in the order of their keys. The API server checks a map in random order.
std::vector<std::pair<absl::string_view, absl::string_view>> Sorted(const TextMap& map) {
  std::vector<std::pair<absl::string_view, absl::string_view>> entries;
  entries.reserve(map.size());
  for (const auto& entry : map) entries.emplace_back(entry.first, entry.second);
  std::sort(entries.begin(), entries.end());
  return entries;
}

// `what` is the end of the noun for `text`, such as ` of label "app"`.
void ReportForm(absl::string_view noun, absl::string_view text, absl::string_view what, absl::string_view form,
                absl::string_view path, Findings& findings) {
  findings.Add(Rule::kNameInvalid, path, text, absl::StrCat(noun, " \"", Quoted(text), "\"", what, " is not ", form));
}

void CheckLabels(const TextMap& labels, Findings& findings) {
  for (const auto& [key, value] : Sorted(labels)) {
    if (!LabelKeyError(key).empty()) ReportForm("the key", key, "", kQualifiedName, kLabels, findings);
    if (LabelValueError(value).empty()) continue;
    ReportForm("the value", value, absl::StrCat(" of label \"", Quoted(key), "\""), kLabelValue, kLabels, findings);
  }
}

// Returns the text in lower case, as Go does. Go also has ASCII letters in lower case for two other characters.
std::string GoLowerCase(absl::string_view text) {
  return absl::AsciiStrToLower(absl::StrReplaceAll(text, {{"\u0130", "i"}, {"\u212a", "k"}}));
}

void CheckAnnotations(const TextMap& annotations, Findings& findings) {
  size_t bytes = 0;
  for (const auto& [key, value] : Sorted(annotations)) {
    bytes += key.size() + value.size();
    if (LabelKeyError(GoLowerCase(key)).empty()) continue;
    ReportForm("the key", key, "", kQualifiedName, kAnnotations, findings);
  }
  if (bytes <= kMaxAnnotationBytes) return;
  findings.Add(Rule::kLimitExceeded, kAnnotations, absl::StrCat(bytes),
               absl::StrCat("the keys and values of the annotations have ", bytes, " bytes, at most ",
                            kMaxAnnotationBytes, " are allowed"));
}

void CheckOwner(const v1::OwnerReference& owner, const std::string& path, Findings& findings) {
  const std::string& api_version = owner.api_version();
  if (CheckGiven(api_version, {path, -1, "apiVersion"}, findings) &&
      (!IsGroupVersion(api_version) || absl::EndsWith(api_version, "/"))) {
    findings.Add(Rule::kApiVersionInvalid, absl::StrCat(path, ".apiVersion"), api_version,
                 absl::StrCat("\"", Quoted(api_version), "\" is not a group and a version"));
  }
  CheckGiven(owner.kind(), {path, -1, "kind"}, findings);
  CheckGiven(owner.name(), {path, -1, "name"}, findings);
  CheckGiven(owner.uid(), {path, -1, "uid"}, findings);
  if (owner.kind() == "Event" && (api_version == "v1" || api_version == "/v1")) {
    findings.Add(Rule::kFieldForbidden, path, owner.kind(), "an Event of v1 cannot be the owner of an object");
  }
}

void CheckOwners(const v1::ObjectMeta& metadata, int kubernetes_minor, Findings& findings) {
  std::string controller;
  for (int i = 0; i < metadata.owner_references_size(); ++i) {
    const v1::OwnerReference& owner = metadata.owner_references(i);
    CheckOwner(owner, kubernetes_minor >= 37 ? Indexed(kOwners, i) : std::string(kOwners), findings);
    if (!owner.controller()) continue;
    const std::string name = absl::StrCat(Quoted(owner.kind()), "/", Quoted(owner.name()));
    if (controller.empty()) {
      controller = name;
      continue;
    }
    findings.Add(Rule::kFieldForbidden, kOwners, "true",
                 absl::StrCat("controller is true for ", controller, " and for ", name,
                              "; only one owner can be the controller"));
  }
}

bool Contains(const google::protobuf::RepeatedPtrField<std::string>& list, absl::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// The API server checks the form of all finalizers before it searches for domains.
void CheckFinalizers(const google::protobuf::RepeatedPtrField<std::string>& finalizers, Findings& findings) {
  for (const std::string& finalizer : finalizers) {
    if (LabelKeyError(finalizer).empty()) continue;
    ReportForm("the finalizer", finalizer, "", kQualifiedName, kFinalizers, findings);
  }
  if (Contains(finalizers, kOrphan) && Contains(finalizers, kForeground)) {
    findings.Add(Rule::kFieldForbidden, kFinalizers, "",
                 "the finalizers orphan and foregroundDeletion exclude each other");
  }
  for (int i = 0; i < finalizers.size(); ++i) {
    const std::string& finalizer = finalizers[i];
    if (absl::StrContains(finalizer, "/") || finalizer == "kubernetes" || finalizer == kOrphan ||
        finalizer == kForeground) {
      continue;
    }
    findings.Add(Rule::kNameInvalid, Indexed(kFinalizers, i), finalizer,
                 absl::StrCat("the finalizer \"", Quoted(finalizer),
                              "\" has no domain, such as example.com/name, and is not kubernetes, orphan or "
                              "foregroundDeletion"));
  }
}

}  // namespace

void CheckAutoscalerMetadata(const v1::ObjectMeta& metadata, int kubernetes_minor, Findings& findings) {
  CheckName(metadata.name(), kDnsSubdomain, {"metadata", -1, "name"}, findings);
  if (!metadata.namespace_().empty()) {
    CheckName(metadata.namespace_(), kDnsLabel, {"metadata", -1, "namespace"}, findings);
  }
  CheckLabels(metadata.labels(), findings);
  CheckAnnotations(metadata.annotations(), findings);
  CheckOwners(metadata, kubernetes_minor, findings);
  CheckFinalizers(metadata.finalizers(), findings);
}

}  // namespace cpsizer

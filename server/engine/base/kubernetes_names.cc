#include "server/engine/base/kubernetes_names.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cpsizer/limits.h"

namespace cpsizer {
namespace {

constexpr size_t kMaxDnsLabelBytes = 63;

bool IsLowerAlphanumeric(char c) {
  return absl::ascii_islower(static_cast<unsigned char>(c)) || absl::ascii_isdigit(static_cast<unsigned char>(c));
}

bool IsAlphanumeric(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

// Returns whether `part` matches [a-z0-9]([-a-z0-9]*[a-z0-9])?, of any length.
bool HasFormOfDnsLabel(absl::string_view part) {
  return !part.empty() && IsLowerAlphanumeric(part.front()) && IsLowerAlphanumeric(part.back()) &&
         std::all_of(part.begin(), part.end(), [](char c) { return IsLowerAlphanumeric(c) || c == '-'; });
}

// Returns whether `part` can be the part of a qualified name after the slash. The syntax of a label value is the same,
// but a label value may be empty.
bool IsNamePart(absl::string_view part) {
  return !part.empty() && part.size() <= kMaxLabelValueBytes && IsAlphanumeric(part.front()) &&
         IsAlphanumeric(part.back()) && std::all_of(part.begin(), part.end(), [](char c) {
           return IsAlphanumeric(c) || c == '-' || c == '_' || c == '.';
         });
}

bool IsQualifiedName(absl::string_view prefix, absl::string_view name) {
  return IsDnsSubdomain(prefix) && IsNamePart(name);
}

bool IsStandardContainerResource(absl::string_view name) {
  return name == "cpu" || name == "memory" || name == "ephemeral-storage" ||
         (absl::StartsWith(name, "hugepages-") && IsNamePart(name));
}

}  // namespace

bool IsDnsLabel(absl::string_view name) {
  return name.size() <= kMaxDnsLabelBytes && HasFormOfDnsLabel(name);
}

bool IsDnsSubdomain(absl::string_view name) {
  if (name.size() > kMaxNameBytes) return false;
  for (const absl::string_view part : absl::StrSplit(name, '.')) {
    if (!HasFormOfDnsLabel(part)) return false;
  }
  return true;
}

bool IsPathSegment(absl::string_view name) {
  return name != "." && name != ".." && name.find_first_of("/%") == absl::string_view::npos;
}

bool IsContainerResource(absl::string_view name) {
  const size_t slash = name.find('/');
  if (slash == absl::string_view::npos) return IsStandardContainerResource(name);
  const absl::string_view prefix = name.substr(0, slash);
  if (!IsQualifiedName(prefix, name.substr(slash + 1))) return false;
  // Kubernetes accepts all names in its own domain.
  if (absl::StrContains(name, "kubernetes.io/")) return true;
  // A ResourceQuota writes `requests.` before the name; the name with this prefix must still be valid.
  constexpr absl::string_view kQuotaPrefix = "requests.";
  return !absl::StartsWith(prefix, kQuotaPrefix) && IsDnsSubdomain(absl::StrCat(kQuotaPrefix, prefix));
}

}  // namespace cpsizer

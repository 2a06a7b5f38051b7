#include "client/kube/resource_version.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace cpsizer::kube {
namespace {

bool IsNumber(absl::string_view text) {
  return !text.empty() && text.front() != '0' && std::all_of(text.begin(), text.end(), absl::ascii_isdigit);
}

}  // namespace

bool IsOlder(absl::string_view a, absl::string_view b) {
  if (!IsNumber(a) || !IsNumber(b)) return false;
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace cpsizer::kube

#include "cpsizer/rules.h"

namespace cpsizer {

absl::string_view SeverityWord(v1::Severity severity) {
  switch (severity) {
    case v1::SEVERITY_ERROR:
      return "error";
    case v1::SEVERITY_WARNING:
      return "warning";
    default:
      return "note";
  }
}

}  // namespace cpsizer

#ifndef CPSIZER_CLIENT_CLI_REPORT_ASSETS_H_
#define CPSIZER_CLIENT_CLI_REPORT_ASSETS_H_

#include "absl/strings/string_view.h"

namespace cpsizer::cli {

// A file of the source tree that is a part of the program.
struct EmbeddedText {
  absl::string_view text;
  absl::string_view sha256;  // in hexadecimal
};

extern const EmbeddedText kReportStyle;   // report.css
extern const EmbeddedText kReportScript;  // report.js

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPORT_ASSETS_H_

#ifndef CPSIZER_CLIENT_UI_ASSETS_H_
#define CPSIZER_CLIENT_UI_ASSETS_H_

#include "absl/strings/string_view.h"

namespace cpsizer::ui {

// A file of page/dist that is a part of the program.
struct EmbeddedText {
  absl::string_view text;
  absl::string_view sha256;  // in hexadecimal
};

extern const EmbeddedText kPageIndex;   // index.html
extern const EmbeddedText kPageScript;  // page.js
extern const EmbeddedText kPageStyle;   // page.css

// The script and the style of a report in HTML, with the charts of the page.
extern const EmbeddedText kReportScript;  // report.js
extern const EmbeddedText kReportStyle;   // report.css

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_ASSETS_H_

#ifndef CPSIZER_CLIENT_CLI_UI_OPEN_BROWSER_H_
#define CPSIZER_CLIENT_CLI_UI_OPEN_BROWSER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace cpsizer::cli {

// A file with an HTML page that redirects the browser to a URL. All users of a machine can read the arguments of a
// process, so a URL with a secret must not be an argument of the browser. Only the user can read the file.
class RedirectFile {
 public:
  // Creates the file in $XDG_RUNTIME_DIR, or else in $TMPDIR or /tmp. Errors: Unavailable if it cannot be written.
  static absl::StatusOr<std::unique_ptr<RedirectFile>> Create(const std::string& url);
  // Removes the file.
  ~RedirectFile();
  RedirectFile(const RedirectFile&) = delete;
  RedirectFile& operator=(const RedirectFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit RedirectFile(std::string path) : path_(std::move(path)) {}

  const std::string path_;
};

// Opens the file or URL `target` in the browser of the desktop, with xdg-open. Returns false if there is no such
// program. `target` must not contain a secret.
bool OpenBrowser(const std::string& target);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_OPEN_BROWSER_H_

#ifndef CPSIZER_CLIENT_UI_PAGE_FILES_H_
#define CPSIZER_CLIENT_UI_PAGE_FILES_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/ui/assets.h"
#include "server/process/web_server/web_request.h"

namespace cpsizer::ui {

// The files of the page, also compressed. Thread-safe.
class PageFiles {
 public:
  PageFiles();

  // Returns the response to a GET or HEAD request. Returns nullopt if there is no such file.
  absl::optional<server::WebResponse> Answer(const server::WebRequest& request) const;

 private:
  struct File {
    absl::string_view path;
    absl::string_view content_type;
    std::string tag;  // the value of ETag
    std::shared_ptr<const std::string> text;
    std::shared_ptr<const std::string> compressed;
  };

  static File Make(absl::string_view path, absl::string_view content_type, const EmbeddedText& file);

  const std::vector<File> files_;
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_PAGE_FILES_H_

#include "client/ui/page_files.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "client/ui/gzip.h"
#include "client/ui/page_responses.h"

namespace cpsizer::ui {
namespace {

constexpr int kBestCompression = 9;

}  // namespace

PageFiles::PageFiles()
    : files_({Make("/", "text/html; charset=utf-8", kPageIndex),
              Make("/page.js", "text/javascript; charset=utf-8", kPageScript),
              Make("/page.css", "text/css; charset=utf-8", kPageStyle)}) {}

PageFiles::File PageFiles::Make(absl::string_view path, absl::string_view content_type, const EmbeddedText& file) {
  return {path, content_type, absl::StrCat("W/\"", file.sha256, "\""), std::make_shared<const std::string>(file.text),
          std::make_shared<const std::string>(Gzip(file.text, kBestCompression))};
}

absl::optional<server::WebResponse> PageFiles::Answer(const server::WebRequest& request) const {
  const auto file = std::find_if(files_.begin(), files_.end(),
                                 [&request](const File& candidate) { return candidate.path == request.path; });
  if (file == files_.end()) return absl::nullopt;
  server::WebResponse response;
  // The browser keeps the file, and asks each time whether it has changed.
  response.headers = {{"Cache-Control", "no-cache"}, {"ETag", file->tag}, {"Vary", "Accept-Encoding"}};
  if (HasTag(request, file->tag)) {
    response.code = 304;
    return response;
  }
  response.content_type = std::string(file->content_type);
  const bool compress = !file->compressed->empty() && AcceptsGzip(request.Values("Accept-Encoding"));
  response.body = compress ? file->compressed : file->text;
  if (compress) response.headers.emplace_back("Content-Encoding", "gzip");
  return response;
}

}  // namespace cpsizer::ui

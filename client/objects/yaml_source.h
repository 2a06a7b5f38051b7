#ifndef CPSIZER_CLIENT_OBJECTS_YAML_SOURCE_H_
#define CPSIZER_CLIENT_OBJECTS_YAML_SOURCE_H_

#include <cstddef>
#include <streambuf>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::objects {

// Hands a text to yaml-cpp in small pieces, and ends it early if yaml-cpp takes in more than kMaxPendingIndicators
// without telling of anything. After the text it hands out the mark of a document's end: without that, yaml-cpp takes a
// quoted string that is never closed for a good one.
class YamlSource : public std::streambuf {
 public:
  // `text` must outlive this.
  explicit YamlSource(absl::string_view text);

  // yaml-cpp has told of something.
  void Heard() { pending_ = 0; }
  // Ends the text here.
  void Stop() { stopped_ = true; }
  // Whether too much was taken in.
  bool gave_up() const { return gave_up_; }

 protected:
  int_type underflow() override;

 private:
  void HandOut(absl::string_view piece);

  absl::string_view rest_;
  std::string end_;  // handed out once `rest_` is empty
  bool ended_ = false;
  bool stopped_ = false;
  bool gave_up_ = false;
  size_t pending_ = 0;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_YAML_SOURCE_H_

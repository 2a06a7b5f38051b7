#ifndef CPSIZER_CLIENT_OBJECTS_YAML_SOURCE_H_
#define CPSIZER_CLIENT_OBJECTS_YAML_SOURCE_H_

#include <cstddef>
#include <streambuf>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::objects {

// Passes a text to yaml-cpp in small pieces. Ends the text early if yaml-cpp reads more than kMaxPendingIndicators
// indicators without an event. Adds the end-of-document marker after the text. Without this marker, yaml-cpp accepts a
// quoted string that is not closed.
class YamlSource : public std::streambuf {
 public:
  // `text` must outlive this object.
  explicit YamlSource(absl::string_view text);

  // Must be called for each event of yaml-cpp.
  void ResetLimit() { pending_ = 0; }
  // Ends the text at the current position.
  void Stop() { stopped_ = true; }
  // Returns whether yaml-cpp read more than kMaxPendingIndicators indicators without an event.
  bool exceeded_limit() const { return exceeded_limit_; }

 protected:
  int_type underflow() override;

 private:
  void SetPiece(absl::string_view piece);

  absl::string_view rest_;
  std::string end_;  // passed to yaml-cpp after `rest_`
  bool ended_ = false;
  bool stopped_ = false;
  bool exceeded_limit_ = false;
  size_t pending_ = 0;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_YAML_SOURCE_H_

#ifndef CPSIZER_CLIENT_HISTORY_SERIES_RANGE_EVENTS_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_RANGE_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/history/series/json_input.h"
#include "client/history/series/sample.h"
#include "client/history/series/sample_time.h"
#include "client/history/series/series_options.h"
#include "client/history/series/series_selector.h"

namespace cpsizer::history {

// The events of RapidJSON for one response of /api/v1/query_range. Each event returns false to stop at an error, which
// is in error(). Not thread-safe.
class RangeEvents {
 public:
  // The response is read from `input`.
  RangeEvents(JsonInput& input, SeriesSelector& selector, SeriesCounts& counts,
              absl::FunctionRef<absl::Status(const Sample&)> take)
      : input_(input), selector_(selector), counts_(counts), take_(take) {}

  const absl::Status& error() const { return error_; }
  // Returns an error unless the response was complete. Must be called after its last event.
  absl::Status Finish() const;

  // The events of RapidJSON, which parses numbers as strings. JsonInput has their texts.
  bool Null() { return Other(); }
  bool Bool(bool value);
  bool RawNumber(const char*, size_t, bool) { return Number(); }
  bool String(const char*, size_t, bool) { return Text(); }
  bool Key(const char*, size_t, bool);
  bool StartObject() { return Begin(true); }
  bool StartArray() { return Begin(false); }
  bool EndObject(size_t) { return End(); }
  bool EndArray(size_t) { return End(); }
  // RapidJSON requires these functions, but does not call them, because it parses numbers as strings.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  // The objects and lists of a response, from the outside to the inside. kOther is read but not used.
  enum class Level : uint8_t { kFile, kResponse, kWarnings, kData, kResult, kSeries, kLabels, kValues, kPoint, kOther };

  bool Begin(bool is_object);
  bool End();
  bool Number();
  bool Text();
  // Takes a value that is not used. Fails if a value is not expected here.
  bool Other();
  // Returns the level of an object or a list that begins in the current level.
  Level Inner() const;
  void BeginSeries();
  bool BeginValues();

  bool ReadLabel(absl::string_view text);
  bool ReadValue(absl::string_view text);
  // Takes a number of nodes.
  bool TakeNodes(absl::string_view text);
  // Takes a value of a series about OOM kills.
  bool TakeOomKill(double value);

  // Stop with an error about the current token.
  bool Fail(const absl::Status& error);
  bool Unexpected();

  JsonInput& input_;
  SeriesSelector& selector_;
  SeriesCounts& counts_;
  const absl::FunctionRef<absl::Status(const Sample&)> take_;

  std::vector<Level> levels_ = {Level::kFile};
  std::string key_;
  absl::Status error_;

  std::string status_;
  std::string error_text_;
  std::string result_type_;
  bool has_result_ = false;
  bool is_partial_ = false;
  std::string warning_;

  SeriesLabels labels_;
  bool has_labels_ = false;
  SelectedSeries series_;
  Sample sample_ = {};
  size_t point_items_ = 0;
  TimeReader time_reader_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_RANGE_EVENTS_H_

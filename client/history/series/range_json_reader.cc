#include "client/history/series/range_json_reader.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include "absl/strings/str_cat.h"
#include "client/history/series/json_input.h"
#include "client/history/series/limits.h"
#include "client/history/series/range_events.h"

namespace cpsizer::history {
namespace {

// In place: the strings are put into JsonInput and not on the stack of the parser.
constexpr unsigned kParseFlags =
    rapidjson::kParseInsituFlag | rapidjson::kParseStopWhenDoneFlag | rapidjson::kParseNumbersAsStringsFlag;

// Returns the error of the parser, which stopped in the current token of `json`.
absl::Status ParseError(rapidjson::ParseErrorCode code, JsonInput& json) {
  std::string message = absl::StrCat("is not JSON: ", rapidjson::GetParseError_En(code));
  if (json.AtEnd()) message = "the JSON ends too early; is the file complete?";
  if (json.is_token_too_long()) {
    message = absl::StrCat("a string or number is longer than ", kInputPieceBytes, " bytes");
  }
  return json.ErrorAtToken(absl::InvalidArgumentError(message));
}

}  // namespace

absl::Status ReadRangeJson(Input& input, SeriesSelector& selector, SeriesCounts& counts,
                           absl::FunctionRef<absl::Status(const Sample&)> take) {
  JsonInput json(input);
  rapidjson::Reader reader;
  do {
    RangeEvents events(json, selector, counts, take);
    // The recursion of the parser ends at kMaxJsonDepth, where the events stop it.
    const rapidjson::ParseResult result = reader.Parse<kParseFlags>(json, events);
    if (!input.status().ok()) return input.status();
    if (!events.error().ok()) return events.error();
    if (result.IsError()) return ParseError(result.Code(), json);
    absl::Status error = events.Finish();
    if (!error.ok()) return error;
    json.SkipBlanks();
  } while (!json.AtEnd());
  counts.capped = selector.capped_clusters();
  return input.status();
}

}  // namespace cpsizer::history
